// Before a hand is saved: what each of the four wins or pays, and why.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const { html } = Table;

  const inWords = (chips) =>
    chips ? `${chips > 0 ? "wins" : "pays"} ${Math.abs(chips)}` : "nothing";

  const Nets = ({ net, old, names }) => html`<ul class="list net-list">
    ${net.map(
      (chips, n) => html`<li class="item net" key=${n}>
        <span>
          <span class="strong">${names[n]}</span> ${inWords(chips)}
          ${old && html`<small class="muted"> (was ${Table.signed(old[n])})</small>`}
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
        ${old ? "Save the change of hand" : "Save hand"} ${number}
      <//>
      <${Table.Save} look="btn-back" onSave=${back}>Back<//>`; // "Review" stood there
    return html`<${Table.Page}
      title="Hand ${number}: is this right?"
      lead=${Spjst.summary(record, names, rules)}
      bar=${bar}
    >
      <${Nets} net=${settlement.net} old=${old} names=${names} />
      ${old &&
      html`<${Table.Reason}
        label="Why is it changed?"
        usual=${["Wrong points", "Wrong partner", "Something was forgotten"]}
        value=${state.reason}
        onValue=${(reason) => change({ reason })}
      />`}
      ${state.note.trim() && html`<p class="note">Note: ${state.note}</p>`}
      <section class="stack stack-tight" aria-labelledby="why">
        <h2 id="why">Why</h2>
        <${Table.Why} settlement=${settlement} names=${names} />
      </section>
    <//>`;
  };

  Spjst.Review = Review;
})();
