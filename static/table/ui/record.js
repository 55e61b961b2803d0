// Recording: a new hand, a changed one, one taken out, one that was refused.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, Back, Nets, Page, Save } = Table;
  const { useState } = Table.hooks;

  const draftOf = (now, of) => (now.draft && now.draft.of === of ? now.draft.draft : null);

  // The game asks for everything; here it is only kept and sent.
  const Form = ({ table, of, number, deal, first, hand, onSave }) => {
    const { engine, names, now, own } = table;
    const keep = (draft) => engine.keepDraft(draft ? { of, draft } : null);
    return html`<${Table.game.HandForm}
      names=${names} me=${own} number=${number} deal=${deal} first=${first} hand=${hand}
      draft=${draftOf(now, of)} onDraft=${keep} onSave=${onSave} onCancel=${() => Table.back("#")} />`;
  };

  const New = ({ table }) => {
    const { engine, note, now } = table;
    // Another phone may save this hand meanwhile: the form keeps the number it began with.
    const [{ number, deal, first }] = useState({ number: now.book.nextNumber, deal: now.book.deal, first: now.book.first });
    const save = (made) =>
      engine.record(made).then((key) => {
        note({ key, what: `Hand ${number}` });
        Table.home();
      });
    return html`<${Form} table=${table} of="new" number=${number} deal=${deal} first=${first} onSave=${save} />`;
  };

  const Reason = ({ value, onValue, label, usual }) => html`<div class="field">
    <label for="reason">${label}</label>
    <div class="choices">${usual.map((each) => html`<button type="button" class="choice" aria-pressed=${value === each} onClick=${() => onValue(each)}>${each}</button>`)}</div>
    <input id="reason" type="text" maxlength="200" autocomplete="off" placeholder="or in your own words" value=${value} onInput=${(event) => onValue(event.target.value)} />
  </div>`;

  const Missing = () => html`<${Page} title="This hand is not there" bar=${html`<${Back} />`}><p>It may have been changed meanwhile. All hands are in the list.</p><//>`;

  // The form asks for the reason too, on the screen that shows what changes.
  const Change = ({ table, id }) => {
    const { engine, note, now } = table;
    const [hand] = useState(() => Table.findHand(now.book, id));
    if (!hand) return html`<${Missing} />`;
    const save = (made) =>
      engine.record(Object.assign({ replaces: hand.key }, made)).then((key) => {
        note({ key, what: `Change of hand ${hand.number}`, before: hand });
        Table.home();
      });
    const deal = { dealer: hand.dealer, povinost: hand.record.povinost || 1 };
    return html`<${Form} table=${table} of=${hand.key} number=${hand.number} deal=${deal} first=${hand.number === 1} hand=${hand} onSave=${save} />`;
  };

  const Void = ({ table, id }) => {
    const { engine, names, now, note } = table;
    const hand = Table.findHand(now.book, id);
    const [reason, setReason] = useState("");
    if (!hand) return html`<${Missing} />`;
    const totals = now.book.totals.map((total, n) => total - hand.net[n]);
    const save = () =>
      engine.voidHand(hand.key, reason.trim()).then(() => {
        note({ key: hand.key, deed: `hand ${hand.number} is void` });
        Table.home();
      });
    return html`<${Page} title=${`Void hand ${hand.number}`} lead="It no longer counts. It stays in the list, marked void, with your reason."
      bar=${html`<${Save} look="btn-main btn-main-danger" wait=${!reason.trim()} onSave=${save}>Void hand ${hand.number}<//><${Back} to=${`#hand/${hand.key}`} />`}>
      <section class="card"><p>${Table.summaryOf(hand, names)}</p><${Nets} net=${hand.net} names=${names} /></section>
      <section class="card"><h2>Totals without it</h2><${Nets} net=${totals} names=${names} plain /></section>
      <${Reason} label="Why is it void?" usual=${["Recorded twice", "Was not played"]} value=${reason} onValue=${setReason} />
    <//>`;
  };

  // A hand the desk refused, put right in the form and sent anew.
  const Again = ({ table, id }) => {
    const { engine, now, note } = table;
    const [stuck] = useState(() => now.stuck.find((each) => each.key === id));
    if (!stuck) return html`<${Missing} />`;
    const { body } = stuck;
    const save = (made) => {
      const write = { instead: stuck.key, replaces: body.replaces, reason: made.reason || body.reason };
      return engine.record(Object.assign({}, made, write)).then((key) => {
        note({ key, what: `Hand ${body.number}` });
        Table.home();
      });
    };
    const deal = { dealer: body.dealer, povinost: body.record.povinost || 1 };
    return html`<${Form} table=${table} of=${stuck.key} number=${body.number} deal=${deal} first=${body.number === 1} hand=${body} onSave=${save} />`;
  };

  Object.assign(Table, { Reason });
  Object.assign(Table.pages, { record: New, change: Change, void: Void, again: Again });
})();
