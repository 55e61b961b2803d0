// The phones of the table: who keeps the score, who writes, who looks on.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, Page, Save, useTry } = Table;
  const { useState } = Table.hooks;

  const does = (phone) => {
    if (phone.keeper) return say("keeping score");
    if (phone.writes) return say("can keep score");
    return phone.asks ? say("wants to keep score") : say("watching");
  };

  const Rights = ({ engine, phone }) => {
    const [giving, setGiving] = useState(false);
    const [refusal, attempt] = useTry();
    const admit = (writes) => () => attempt(() => engine.admit(phone.id, writes));
    const give = () => attempt(() => engine.makeKeeper(phone.id));
    if (giving) {
      return html`
        <p class="strong">${say("{name} will be the scorekeeper. You can still record hands.", phone)}</p>
        ${refusal}
        <div class="stack stack-tight">
          <button type="button" class="btn" onClick=${() => setGiving(false)}>${say("No")}</button>
          <${Save} look="btn-wide" onSave=${give}>${say("Make scorekeeper")}<//>
        </div>`;
    }
    return html`
      ${refusal}
      <div class="stack stack-tight">
        <${Save} key=${phone.writes} look="btn-wide" onSave=${admit(!phone.writes)}>
          ${phone.writes ? say("Stop scoring") : say("Allow scoring")}
        <//>
        <button type="button" class="btn" onClick=${() => setGiving(true)}>
          ${say("Make scorekeeper")}
        </button>
      </div>`;
  };

  const Phones = ({ table }) => {
    const { engine, me, now } = table;
    const [refusal, attempt] = useTry();
    const ask = () => attempt(() => engine.join({ seat: me.seat, name: me.name, asks: true }));
    const bar =
      me &&
      !me.writes &&
      (me.asks
        ? html`<${Table.Asked} table=${table} />`
        : html`<${Save} onSave=${ask}>${say("Ask to keep score")}<//>`);
    return html`<${Page} title=${say("Phones at this table")} bar=${bar}>
      ${refusal}
      ${!now.state.phones.length && html`<p class="empty">${say("No phones have joined yet.")}</p>`}
      ${now.state.phones.map(
        (phone) => html`<section class="card" key=${phone.id}>
        <div class="split split-end">
          <div>
            <h2>${phone.name}</h2>
            ${me && phone.id === me.id && html`<span class="muted">${say("this phone")}</span>`}
          </div>
          <span class=${`badge badge-${phone.keeper ? "full" : phone.asks ? "waits" : "quiet"}`}>
            ${does(phone)}
          </span>
        </div>
        ${now.isKeeper && !phone.keeper && html`<${Rights} engine=${engine} phone=${phone} />`}
      </section>`,
      )}
    <//>`;
  };

  Object.assign(Table.pages, { phones: Phones });
})();
