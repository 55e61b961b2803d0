// The first page: what to do now, the four totals, the hands.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, balance, Ring, Save, Sign, useTry } = Table;
  const { useState } = Table.hooks;

  // What the table does now, in two lines.
  const calm = ({ now, names }) => {
    const { book, state } = now;
    const { sheet, count, in_force } = state;
    if (in_force) return [in_force.said || "verified", "These scores stand."];
    if (!sheet.open) return ["Read only", sheet.closed];
    if (count) return ["Handed in", count.balances ? "A second person confirms." : balance(count.total, sheet.must_total).said];
    if (book.left === 0) return [`All ${sheet.hands} hands are played`, sheet.with_chips ? "Now count the chips." : "Now hand them in."];
    const which = `Hand ${book.nextNumber}${sheet.hands ? ` of ${sheet.hands}` : ""}`;
    const { deal } = book;
    return [which, deal ? `${names[deal.dealer - 1]} deals, ${names[deal.povinost - 1]} leads off.` : "The first deal: anyone deals."];
  };

  const Asking = ({ table, phone }) => {
    const [refusal, attempt] = useTry();
    const answer = (writes) => () => attempt(() => table.engine.admit(phone.id, writes));
    return html`<p class="strong">${phone.name}’s phone asks to write.</p>${refusal}
      <div class="pair"><${Save} look="btn-wide" onSave=${answer(true)}>Let it write<//><${Save} look="btn-wide" onSave=${answer(false)}>Not now<//></div>`;
  };

  const Pointer = ({ to, said, todo }) => html`<p class="strong">${said}</p><a class="btn" href=${to}>${todo}</a>`;

  // What waits for somebody, the most pressing first: [key, tone, what it says].
  const waiting = (table) => {
    const { book, gone, isKeeper, mayWrite, state, stuck } = table.now;
    const list = [];
    if (gone) list.push(["gone", "wrong", html`<p class="strong">${gone}</p><p>What this phone has not sent stays on it. Take it to the desk.</p>`]);
    if (stuck.length) list.push(["stuck", "wrong", html`<${Pointer} to="#stuck" said="The desk did not take something you saved." todo="See what and why" />`]);
    if (mayWrite) {
      for (const { mine } of book.doubles) {
        list.push([mine.key, "waits", html`<${Pointer} to="#doubles" said=${`Hand ${mine.number} is recorded twice.`} todo="Look at both" />`]);
      }
    }
    if (isKeeper) {
      for (const phone of state.phones.filter((each) => each.asks)) {
        list.push([`phone-${phone.id}`, "waits", html`<${Asking} table=${table} phone=${phone} />`]);
      }
    }
    const late = state.tray.filter((each) => each.why === "late").length;
    if (late) list.push(["late", "waits", html`<${Pointer} to="#stuck" said=${`${Table.many(late, "hand")} came late. The desk decides.`} todo="See which" />`]);
    const call = state.calls[state.calls.length - 1];
    if (call && !state.in_force) {
      const said = call.answer ? `The desk: ${call.answer}` : "The desk knows that you called.";
      list.push(["call", "right", html`<${Pointer} to="#call" said=${said} todo="See the call" />`]);
    }
    return list;
  };

  // One place for all news, as high as the calm line: nothing below it moves.
  const News = ({ table }) => {
    const [away, setAway] = useState([]);
    const list = waiting(table).filter(([key]) => !away.includes(key));
    if (!list.length) {
      const [eyebrow, said] = calm(table);
      return html`<div class="news"><p class="eyebrow">${eyebrow}</p><p class="news-said">${said}</p></div>`;
    }
    const [key, tone, said] = list[0];
    const more = list.length - 1;
    return html`<section class=${`news note note-${tone}`} aria-label="News" key=${key}>${said}
      ${more > 0 && html`<button type="button" class="btn-quiet btn" onClick=${() => setAway(away.concat(key))}>${more} more</button>`}</section>`;
  };

  const Lasting = ({ now }) => {
    if (!now.keeps) return html`<p class="note note-waits">This browser keeps nothing (a private window?). Leave this page open until the pill says “All saved”.</p>`;
    if (!now.canReopen) return html`<p class=${now.link === "offline" ? "note note-waits" : "muted small"}>This page cannot be reopened without network. Leave it open.</p>`;
    return null;
  };

  const isSent = ({ book, state, unsent }, key) => {
    const hand = book.hands.find((each) => each.key === key);
    if (hand) return !hand.unsent;
    return !unsent || state.loans.some((loan) => loan.key === key);
  };

  // "Hand 7 saved. Undo": for one minute.
  const Saved = ({ table }) => {
    const { saved, undo } = table;
    if (!saved) return null;
    const kept = !isSent(table.now, saved.key);
    return html`<div class="wide saved" key=${saved.key + saved.what}><p><${Sign} name=${kept ? "waits" : "right"} /> ${saved.what} ${kept ? "kept on this phone" : "saved"}.</p>
      ${undo && html`<${Save} look="" onSave=${undo}>Undo<//>`}</div>`;
  };

  const AskToWrite = ({ table }) => {
    const { engine, me } = table;
    const [refusal, attempt] = useTry();
    if (me.asks) return html`<p class="bar-said">Asked to write. Whoever keeps the score answers.</p>`;
    const ask = () => attempt(() => engine.join({ seat: me.seat, name: me.name, asks: true }));
    return html`<div>${refusal}<${Save} onSave=${ask}>Ask to write<//></div>`;
  };

  // The one thing to do now.
  const Main = ({ table }) => {
    const { joined, now } = table;
    const { book, draft, gone, mayWrite, state } = now;
    const link = (to, said) => html`<a class="btn btn-main" href=${to}>${said}</a>`;
    if (gone || state.in_force || (!state.sheet.open && !state.count)) return null;
    if (state.count) return link("#confirm", state.count.balances ? "Confirm the scores" : "See what is missing");
    if (!joined) return link("#join", "Say who you are");
    if (!mayWrite) return html`<${AskToWrite} table=${table} />`;
    if (book.left === 0) return link("#count", state.sheet.with_chips ? "Count the chips" : "Hand in the hands");
    const half = draft && draft.of === "new";
    return link("#hand", half ? `Go on with hand ${book.nextNumber}` : `New hand ${book.nextNumber}`);
  };

  const Home = ({ table }) => html`
    <main class="page" id="main" tabindex="-1">
      <div class="stack page-body">
        <${News} table=${table} />
        <${Ring} table=${table} />
        <${Lasting} now=${table.now} />
        <${Table.Hands} table=${table} />
      </div>
      <div class="bar"><${Saved} table=${table} /><${Main} table=${table} /><a class="btn" href="#more">More</a></div>
    </main>`;

  Object.assign(Table, { Saved });
  Object.assign(Table.pages, { home: Home });
})();
