// What the desk refused, and what came late: said, kept, never thrown away unasked.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, clock, Nets, Page, Save } = Table;
  const { useState } = Table.hooks;

  // What was sent, in words.
  const said = ({ to, body }, names) => {
    if (to === "hands/")
      return say("Hand {n}: {what}", {
        n: body.number,
        what: Table.game.summary(body.record, names),
      });
    if (to === "hands/void/") return say("Voiding a hand: {reason}", body);
    if (to === "loans/") return Table.loanWords(names[body.seat - 1], body.chips);
    if (to === "counts/")
      return say("The count: {what}", {
        what: Table.listed(names.map((name, n) => `${name} ${body.held[n] - body.borrowed[n]}`)),
      });
    if (to === "photos/") return say("The photo of the paper sheet");
    return say("A call to the director: {reason}", body);
  };

  const Drop = ({ onDrop }) => {
    const [sure, setSure] = useState(false);
    if (!sure)
      return html`<button type="button" class="btn btn-wide btn-danger" onClick=${() => setSure(true)}>
        ${say("Discard it")}
      </button>`;
    return html`
      <p class="strong">${say("It’s only on this phone. Discard it for good?")}</p>
      <div class="pair">
        <button type="button" class="btn" onClick=${() => setSure(false)}>${say("Keep it")}</button>
        <${Save} look="btn-danger" onSave=${onDrop}>${say("Discard it")}<//>
      </div>`;
  };

  const One = ({ table, stuck }) => {
    const { engine, names } = table;
    const drop = () => Promise.resolve(engine.dropStuck(stuck.key));
    const problems = (stuck.problems || [])
      .map((each) => each.message)
      .filter((each) => each !== stuck.message);
    return html`<section class="card">
      <h2>${said(stuck, names)}</h2>
      <div class=${`note note-${stuck.waits ? "waits" : "wrong"}`}>
        ${stuck.waits && html`<p>${say("It’s saved on this phone and will be sent as soon as possible.")}</p>`}
        <p>${Table.withNames(stuck.message, names)}</p>
        ${problems.map((each) => html`<p>${Table.withNames(each, names)}</p>`)}
      </div>
      ${
        stuck.to === "hands/" &&
        !stuck.waits &&
        html`<a class="btn btn-wide" href=${`#again/${stuck.key}`}>
        ${say("Fix hand")}
      </a>`
      }
      <${Drop} onDrop=${drop} />
    </section>`;
  };

  const Late = ({ hand, names }) => html`<section class="card">
    <h2>${say("Hand {n} came in late", { n: hand.number })}</h2>
    <p>${hand.record ? Table.summaryOf(hand, names) : say("Voids the hand: {reason}", hand)}</p>
    ${hand.net && html`<${Nets} net=${hand.net} names=${names} />`}
    <p class="muted">
      ${hand.by}, ${clock(hand.at)}. ${say("It’s at the desk but doesn’t count yet. The desk decides.")}
    </p>
  </section>`;

  const Stuck = ({ table }) => {
    const { names, now } = table;
    const late = now.state.tray.filter((each) => each.why === "late");
    const none = !now.stuck.length && !late.length;
    return html`<${Page}
      title=${none ? say("Nothing is waiting") : say("Not counted yet")}
      bar=${html`<${Table.Back}>${say("Back to table")}<//>`}
    >
      ${none && html`<p>${say("Everything you sent was accepted.")}</p>`}
      ${now.stuck.map((stuck) => html`<${One} key=${stuck.key} table=${table} stuck=${stuck} />`)}
      ${late.map((hand) => html`<${Late} key=${hand.key} hand=${hand} names=${names} />`)}
    <//>`;
  };

  Object.assign(Table.pages, { stuck: Stuck });
})();
