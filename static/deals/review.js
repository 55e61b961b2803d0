// Before a deal is saved: what each wins or pays, and why, as the server says.
var Deals = Deals || {};

(() => {
  "use strict";

  const { html } = Table;
  const { useEffect, useRef, useState } = Table.hooks;
  const CALM = 250; // ms without a tap before it is asked
  const PATIENCE = 4000; // ms in which an answer is waited for
  const FOLLOWS = say("The score server does not answer: the chips of this hand follow.");

  // What the server says of this record: { answer } once it is known, null for nothing;
  // { late } where it takes too long. "" asks nothing.
  const usePreview = (record, preview) => {
    const [told, tell] = useState({ of: "" });
    const there = useRef(true);
    useEffect(() => () => (there.current = false), []);
    useEffect(() => {
      if (!record) return undefined;
      const learn = (more) => there.current && tell(Object.assign({ of: record }, more));
      const late = setTimeout(() => learn({ late: true }), PATIENCE);
      let isOver = false;
      const known = (answer) => {
        clearTimeout(late);
        if (!isOver) learn({ answer });
      };
      const timer = setTimeout(() => {
        Promise.resolve(preview(JSON.parse(record))).then(known, () => known(null));
      }, CALM);
      return () => {
        isOver = true;
        clearTimeout(timer);
        clearTimeout(late);
      };
    }, [record]);
    return told.of === record ? told : { of: record };
  };

  const inWords = (chips) => {
    const said = { chips: Math.abs(chips) };
    if (!chips) return say("nothing");
    return chips > 0 ? say("wins {chips}", said) : say("pays {chips}", said);
  };

  const Nets = ({ net, old, names }) => html`<ul class="list net-list">
    ${net.map(
      (chips, n) => html`<li class="item net" key=${n}>
        <span><span class="strong">${names[n]}</span> ${inWords(chips)}
          ${old && html`<small class="muted"> ${say("(was {chips})", { chips: Table.signed(old[n]) })}</small>`}
        </span>
        <b class=${`big-number ${chips > 0 ? "right" : ""}`}>${Table.signed(chips)}</b>
      </li>`,
    )}
  </ul>`;

  const Known = ({ answer, old, names }) => html`<${Nets} net=${answer.net} old=${old} names=${names} />
    ${(answer.moved || []).length > 0 && html`<${Table.Moved} moved=${answer.moved} names=${names} />`}`;

  const Foreseen = ({ told, old, names }) => {
    if (told.answer) return html`<${Known} answer=${told.answer} old=${old} names=${names} />`;
    const isOpen = told.answer === undefined && !told.late;
    return html`<p class="note" role="status">${isOpen ? say("Asking what it comes to …") : FOLLOWS}</p>`;
  };

  const Why = ({ answer, names }) => html`<section class="stack stack-tight" aria-labelledby="why">
    <h2 id="why">${say("Why")}</h2><${Table.Why} settlement=${answer} names=${names} />
  </section>`;

  const Review = ({ state, data, record, told, names, number, hand, isChange, change, save }) => {
    const back = Table.useStep(() => change({ step: "form" }, "main"));
    const old = hand && hand.net;
    const waits = told.answer === undefined && !told.late;
    const bar = html`<${Table.Save} onSave=${save} wait=${waits || (isChange && !state.reason.trim())}>
        ${isChange ? say("Save the change of hand {n}", { n: number }) : say("Save hand {n}", { n: number })}
      <//>
      <${Table.Save} look="btn-back" onSave=${back}>${say("Back")}<//>`;
    return html`<${Table.Page} title=${say("Hand {n}: is this right?", { n: number })}
      lead=${Deals.summary(record, names, data)} bar=${bar}>
      <${Foreseen} told=${told} old=${old} names=${names} />
      ${isChange && html`<${Table.Reason} label=${say("Why is it changed?")} usual=${data.form.reasons}
        value=${state.reason} onValue=${(reason) => change({ reason })} />`}
      ${state.note.trim() && html`<p class="note">${say("Note: {note}", state)}</p>`}
      ${told.answer && html`<${Why} answer=${told.answer} names=${names} />`}
    <//>`;
  };

  Object.assign(Deals, { FOLLOWS, Review, usePreview });
})();
