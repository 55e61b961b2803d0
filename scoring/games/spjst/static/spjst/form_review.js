// Before a hand is saved: what each of the four wins or pays, and why.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const { html } = Table;

  const inWords = (chips) => {
    const said = { chips: Math.abs(chips) };
    if (!chips) return say("nothing");
    return chips > 0 ? say("wins {chips}", said) : say("pays {chips}", said);
  };

  const Nets = ({ net, old, names }) => html`<ul class="list net-list">
    ${net.map(
      (chips, n) => html`<li class="item net" key=${n}>
        <span>
          <span class="strong">${names[n]}</span> ${inWords(chips)}
          ${old && html`<small class="muted"> ${say("(was {chips})", { chips: Table.signed(old[n]) })}</small>`}
        </span>
        <b class="big-number ${chips > 0 ? "right" : ""}">${Table.signed(chips)}</b>
      </li>`,
    )}
  </ul>`;

  const Review = ({ state, rules, names, number, hand, change, save }) => {
    const record = Spjst.recordOf(state, rules);
    const settlement = Spjst.settle(record, rules);
    const back = Table.useStep(() => change({ step: "form" }, "main"));
    const old = hand && hand.net; // none if the desk refused it
    const bar = html`<${Table.Save} onSave=${save} wait=${old && !state.reason.trim()}>
        ${old ? say("Save the change of hand {n}", { n: number }) : say("Save hand {n}", { n: number })}
      <//>
      <${Table.Save} look="btn-back" onSave=${back}>${say("Back")}<//>`; // "Review" stood there
    return html`<${Table.Page}
      title=${say("Hand {n}: is this right?", { n: number })}
      lead=${Spjst.summary(record, names, rules)}
      bar=${bar}
    >
      <${Nets} net=${settlement.net} old=${old} names=${names} />
      ${old &&
      html`<${Table.Reason}
        label=${say("Why is it changed?")}
        usual=${[say("Wrong points"), say("Wrong partner"), say("Something was forgotten")]}
        value=${state.reason}
        onValue=${(reason) => change({ reason })}
      />`}
      ${state.note.trim() && html`<p class="note">${say("Note: {note}", state)}</p>`}
      <section class="stack stack-tight" aria-labelledby="why">
        <h2 id="why">${say("Why")}</h2>
        <${Table.Why} settlement=${settlement} names=${names} />
      </section>
    <//>`;
  };

  Spjst.Review = Review;
})();
