// Recording: a new hand, a changed one, one taken out, one that was refused.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, Back, Nets, Page, Save, TextInput } = Table;
  const { useEffect, useRef, useState } = Table.hooks;

  const draftOf = (now, of) => (now.draft && now.draft.of === of ? now.draft.draft : null);

  // The game asks for everything; here it is only kept and sent.
  const Form = ({
    table,
    of,
    number,
    deal,
    hand,
    replaces,
    closing,
    onSave,
    first = number === 1,
    opens,
  }) => {
    const { engine, names, now, own } = table;
    const isOver = useRef(false); // saved or discarded: a tap after that makes no draft
    const keep = (draft) => {
      if (isOver.current) return undefined;
      isOver.current = !draft;
      return engine.keepDraft(draft && { of, draft });
    };
    const save = (made) => {
      isOver.current = true;
      return onSave(made).catch((error) => {
        isOver.current = false;
        throw error;
      });
    };
    // only where the server alone settles
    const preview = Table.preview && ((record) => Table.preview(engine, record, replaces));
    return html`<${Table.game.HandForm}
      names=${names}
      me=${own}
      number=${number}
      deal=${deal}
      first=${first}
      hand=${hand}
      opens=${opens}
      closing=${closing}
      preview=${preview}
      badges=${of === "new" ? Table.badgesOf(now) : []}
      draft=${draftOf(now, of)}
      onDraft=${keep}
      onSave=${save}
      onCancel=${() => Table.back("#")} />`;
  };

  // The deal of a hand that is there.
  const dealOf = ({ record, dealer }) =>
    Object.assign({}, Table.game.dealOf(record), dealer && { dealer });

  // "Hand 7: …", by the number it got.
  const saved = ({ engine, note }, key) => {
    const hand = Table.findHand(engine.get().book, key);
    const number = hand ? hand.number : "";
    note({ key, number, what: say("Hand {n}", { n: number }) });
    Table.home();
  };

  // While this hand was typed another phone saved the one of its number.
  const Meanwhile = ({ table, made, theirs, onBack }) => {
    const { engine, names, now } = table;
    const back = Table.useStep(onBack);
    const leave = () => Promise.resolve(engine.keepDraft(null)).then(Table.home);
    const save = () => engine.record(made).then((key) => saved(table, key));
    return html`<${Page}
      title=${say("Hand {n} is already recorded", { n: theirs.number })}
      lead=${say("{name} saved it while you were typing.", { name: theirs.by })}
      bar=${html`
        <${Save} onSave=${leave}>${say("Same hand, discard mine")}<//>
        <button type="button" class="btn" onClick=${back}>${say("Back")}</button>`}
    >
      <section class="card">
        <h2>${theirs.by}</h2>
        <p>${Table.summaryOf(theirs, names)}</p>
        <${Nets} net=${theirs.net} names=${names} />
      </section>
      <section class="card">
        <h2>${say("You")}</h2>
        <p>${Table.summaryOf(made, names)}</p>
        <${Nets} net=${(now.book.settlementOf(made) || {}).net} names=${names} />
        <${Save} look="btn-wide" onSave=${save}>
          ${say("Save mine as hand {n}", { n: now.book.nextNumber })}
        <//>
      </section>
    <//>`;
  };

  // `given` is what the hand begins with.
  const New = ({ table, of = "new", given, opens }) => {
    const { engine, now } = table;
    const { book, draft } = now;
    // the draft has a hand where one was undone
    const [{ number, deal, first, hand, closing }] = useState({
      number: book.nextNumber,
      deal: book.deal,
      first: book.first,
      hand: given || (draft || {}).hand,
      closing: book.closing,
    });
    const [clash, setClash] = useState(null);
    const save = (made) =>
      engine.record(Object.assign({ number }, made)).then((key) => {
        if (key) return saved(table, key);
        const theirs = engine.get().book.hands.find((each) => each.number === number && !each.void);
        return setClash({ made, theirs });
      });
    if (clash)
      return html`<${Meanwhile} ...${clash} table=${table} onBack=${() => setClash(null)} />`;
    return html`<${Form}
      table=${table}
      of=${of}
      number=${number}
      deal=${deal}
      first=${first}
      hand=${hand}
      opens=${opens}
      closing=${closing}
      onSave=${save} />`;
  };

  // A new hand that another deals than is shown.
  const Deal = ({ table }) => html`<${New} table=${table} opens="dealer" />`;

  // The hand that ends a round, as of pools that are left: all of it is known.
  const Close = ({ table }) => {
    const [record] = useState(() => table.now.book.closing);
    return record
      ? html`<${New} table=${table} of="close" given=${{ record }} />`
      : html`<${Missing} />`;
  };

  const Reason = ({ value, onValue, label, usual }) => html`<div class="field">
    <label for="reason">${label}</label>
    <div class="choices">
      ${usual.map(
        (each) => html`<button
        type="button"
        class="choice"
        aria-pressed=${value === each}
        onClick=${() => onValue(each)}
      >
        ${each}
      </button>`,
      )}
    </div>
    <${TextInput} id="reason" value=${value} onValue=${onValue} most="200" asks=${say("or in your own words")} />
  </div>`;

  const Missing = () => html`<${Page} title=${say("Hand not found")} bar=${html`<${Back} />`}>
    <p>${say("This hand may have been changed or replaced. All hands are in the list.")}</p>
  <//>`;

  // The form asks for the reason too, on the screen that shows what changes.
  const Change = ({ table, id }) => {
    const { engine, note, now } = table;
    const [hand] = useState(() => Table.findHand(now.book, id));
    if (!hand) return html`<${Missing} />`;
    const save = (made) =>
      engine.record(Object.assign({ replaces: hand.key }, made)).then((key) => {
        note({
          key,
          number: hand.number,
          what: say("Hand {n} changed", { n: hand.number }),
          before: hand,
        });
        Table.home();
      });
    return html`<${Form}
      table=${table}
      of=${hand.key}
      number=${hand.number}
      deal=${dealOf(hand)}
      hand=${hand}
      replaces=${hand.key}
      onSave=${save} />`;
  };

  // Other hands that move other chips because of this one.
  const Moved = ({ moved, names }) => {
    const changed = ({ before, after }) =>
      names
        .map((name, n) =>
          `${name} ${Table.signed(before[n])} → ${Table.signed(after[n])}`.replace(/ /g, "\u00a0"),
        )
        .filter((_, n) => before[n] !== after[n]);
    return html`<section class="note note-waits">
      <h2>${say("Later hands will change too")}</h2>
      ${moved.map(
        (each) => html`<p key=${each.number}>
        ${say("Hand {n}: {what}", { n: each.number, what: changed(each).join(", ") })}
      </p>`,
      )}
    </section>`;
  };

  // What the other hands move once this one is void: { moved }, null where nobody says,
  // undefined until then. Later deals rest on it in some games only, and there the server
  // knows.
  const useMoved = (engine, { key }) => {
    const { carries } = Table.game;
    const [told, tell] = useState(carries ? undefined : { moved: [] });
    useEffect(() => {
      if (carries) Table.previewVoid(engine, key).then(tell, () => tell(null));
    }, [key]);
    return told;
  };

  const Without = ({ table: { engine, names, now }, hand }) => {
    const told = useMoved(engine, hand);
    if (now.book.unreckoned) return html`<${Table.Open} now=${now} />`;
    if (!told) {
      return html`<p class="note" role="status">
        ${
          told === null
            ? say("Can’t reach the scoring server. Totals without this hand will appear later.")
            : say("Checking what changes without it…")
        }
      </p>`;
    }
    const { moved } = told;
    const totals = now.book.totals.map(
      (total, n) =>
        total - hand.net[n] + Table.add(moved.map(({ before, after }) => after[n] - before[n])),
    );
    return html`
      ${moved.length > 0 && html`<${Moved} moved=${moved} names=${names} />`}
      <section class="card">
        <h2>${say("Totals without it")}</h2>
        <${Nets} net=${totals} names=${names} plain />
      </section>`;
  };

  const Void = ({ table, id }) => {
    const { engine, names, now, note } = table;
    const hand = Table.findHand(now.book, id);
    const [reason, setReason] = useState("");
    if (!hand) return html`<${Missing} />`;
    const save = () =>
      engine.voidHand(hand.key, reason.trim()).then(() => {
        note({ key: hand.key, deed: say("hand {n} is void", { n: hand.number }) });
        Table.home();
      });
    return html`<${Page}
      title=${say("Void hand {n}", { n: hand.number })}
      lead=${say(
        "Hand {n} will no longer count. It stays in the list, marked void, with your reason.",
        { n: hand.number },
      )}
      bar=${html`
        <${Save} look="btn-main btn-main-danger" wait=${!reason.trim()} onSave=${save}>
          ${say("Void hand {n}", { n: hand.number })}
        <//>
        <${Back} to=${`#hand/${hand.key}`} />`}
    >
      <section class="card">
        <p>${Table.summaryOf(hand, names)}</p>
        <${Nets} net=${hand.net} names=${names} />
      </section>
      ${hand.net && html`<${Without} key=${hand.key} table=${table} hand=${hand} />`}
      <${Reason}
        label=${say("Why are you voiding it?")}
        usual=${[say("Recorded twice"), say("Wasn’t played")]}
        value=${reason}
        onValue=${setReason} />
    <//>`;
  };

  // A hand the desk refused, put right in the form and sent anew.
  const Again = ({ table, id }) => {
    const { engine, now } = table;
    const [stuck] = useState(() => now.stuck.find((each) => each.key === id));
    if (!stuck) return html`<${Missing} />`;
    const { body } = stuck;
    const save = (made) => {
      const write = {
        instead: stuck.key,
        replaces: body.replaces,
        reason: made.reason || body.reason,
      };
      return engine.record(Object.assign({}, made, write)).then((key) => saved(table, key));
    };
    return html`<${Form}
      table=${table}
      of=${stuck.key}
      number=${body.number}
      deal=${dealOf(body)}
      hand=${body}
      replaces=${body.replaces}
      onSave=${save} />`;
  };

  Object.assign(Table, { Missing, Moved, Reason });
  Object.assign(Table.pages, {
    record: New,
    deal: Deal,
    change: Change,
    void: Void,
    again: Again,
    close: Close,
  });
})();
