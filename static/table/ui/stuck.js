// What the desk refused, and what came late: said, kept, never thrown away unasked.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, clock, Nets, Page, Save } = Table;
  const { useState } = Table.hooks;

  // What was sent, in words.
  const said = ({ to, body }, names) => {
    if (to === "hands/") return `Hand ${body.number}: ${Table.game.summary(body.record, names)}`;
    if (to === "hands/void/") return `Taking a hand out: ${body.reason}`;
    if (to === "loans/") return `${names[body.seat - 1]} ${body.chips > 0 ? "borrows" : "pays back"} ${Math.abs(body.chips)}`;
    if (to === "counts/") return `The count: ${Table.listed(names.map((name, n) => `${name} ${body.held[n] - body.borrowed[n]}`))}`;
    return `A call to the director: ${body.reason}`;
  };

  const Drop = ({ onDrop }) => {
    const [sure, setSure] = useState(false);
    if (!sure) return html`<button type="button" class="btn btn-wide btn-danger" onClick=${() => setSure(true)}>Throw it away</button>`;
    return html`<p class="strong">It is on this phone only. Throw it away for good?</p>
      <div class="pair"><button type="button" class="btn" onClick=${() => setSure(false)}>Keep it</button><${Save} look="btn-danger" onSave=${onDrop}>Throw it away<//></div>`;
  };

  const One = ({ table, stuck }) => {
    const { engine, names } = table;
    const drop = () => Promise.resolve(engine.dropStuck(stuck.key));
    const problems = (stuck.problems || []).map((each) => each.message).filter((each) => each !== stuck.message);
    return html`<section class="card"><h2>${said(stuck, names)}</h2>
      <div class=${`note note-${stuck.waits ? "waits" : "wrong"}`}>${stuck.waits && html`<p>It is kept on this phone and sent as soon as it may be.</p>`}<p>${Table.withNames(stuck.message, names)}</p>${problems.map((each) => html`<p>${Table.withNames(each, names)}</p>`)}</div>
      ${stuck.to === "hands/" && !stuck.waits && html`<a class="btn btn-wide" href=${`#again/${stuck.key}`}>Put it right</a>`}
      <${Drop} onDrop=${drop} /></section>`;
  };

  const Late = ({ hand, names }) => html`<section class="card"><h2>Hand ${hand.number} came late</h2>
    <p>${hand.record ? Table.summaryOf(hand, names) : `Takes it out: ${hand.reason}`}</p>${hand.net && html`<${Nets} net=${hand.net} names=${names} />`}
    <p class="muted">${hand.by}, ${clock(hand.at)}. It is at the desk and does not count yet; the desk decides.</p></section>`;

  const Stuck = ({ table }) => {
    const { names, now } = table;
    const late = now.state.tray.filter((each) => each.why === "late");
    const none = !now.stuck.length && !late.length;
    return html`<${Page} title=${none ? "Nothing waits" : "Not counted yet"} bar=${html`<${Table.Back}>To the table<//>`}>
      ${none && html`<p>Everything that was sent is taken.</p>`}
      ${now.stuck.map((stuck) => html`<${One} key=${stuck.key} table=${table} stuck=${stuck} />`)}
      ${late.map((hand) => html`<${Late} key=${hand.key} hand=${hand} names=${names} />`)}
    <//>`;
  };

  Object.assign(Table.pages, { stuck: Stuck });
})();
