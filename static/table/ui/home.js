// The first page: what to do now, the totals, the hands.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, balance, Ring, Save, Sign, useTry } = Table;
  const { useState } = Table.hooks;

  // Once all hands are played.
  const lastThing = (book, sheet) => {
    const { closing } = book;
    if (book.unreckoned && !sheet.with_chips) return Table.openWords(book);
    if (closing) return say("Now: {what}.", { what: Table.game.closesBy.toLowerCase() });
    return sheet.with_chips ? say("Now count the chips.") : say("Now submit the hands.");
  };

  // What the table does now, in two lines.
  const calm = ({ now, names, mayChange }) => {
    const { book, state } = now;
    const { sheet, count, in_force } = state;
    if (in_force) return [`${in_force.by} ${in_force.said}`, say("These scores count.")];
    if (book.handed) return [say("Submitted"), say("Saved on this phone, not sent yet.")];
    if (!sheet.open) return [say("Read only"), sheet.closed];
    if (count)
      return [
        say("Submitted"),
        count.balances
          ? say("A second person needs to confirm.")
          : balance(now, ...Table.shownTotals(now)).said,
      ];
    if (sheet.has_hands === false)
      return [
        say("Round {n}", { n: sheet.round }),
        say("When the round is over, enter everyone’s score."),
      ];
    if (book.left === 0)
      return [
        sayMany("The hand is played", "All {n} hands are played", sheet.hands),
        lastThing(book, sheet),
      ];
    // not "hand 5 of 4": misdeals and void hands have numbers too
    const { deal, nextNumber: n } = book;
    const played =
      sheet.hands &&
      say("{played} of {all} played", { played: sheet.hands - book.left, all: sheet.hands });
    const which = [say("Hand {n}", { n }), played].filter(Boolean).join(" · ");
    if (!deal) return [which, say("The first hand of the round.")];
    const words = Table.dealWords(deal, names);
    return [which, mayChange ? html`<a class="to-deal" href="#deal">${words}</a>` : words];
  };

  const Asking = ({ table, phone, more }) => {
    const [refusal, attempt] = useTry();
    const answer = (writes) => () => attempt(() => table.engine.admit(phone.id, writes));
    const who = phone.seat ? table.names[phone.seat - 1] : phone.name;
    return html`
      <p class="strong">${say("{name} wants to keep score.", { name: who })}</p>
      ${refusal}
      <div class="news-row">
        <${Save} look="btn-wide" onSave=${answer(true)}>${say("Allow")}<//>
        <${Save} look="btn-wide" onSave=${answer(false)}>${say("Not now")}<//>
        ${more}
      </div>`;
  };

  const Pointer = ({ to, said, todo, more }) => html`
    <p class="strong">${said}</p>
    <div class="news-row">
      ${to && html`<a class="btn" href=${to}>${todo}</a>`}
      ${more}
    </div>`;

  // What waits for somebody, the most pressing first: [key, tone, props of its Pointer].
  const waiting = ({ left, me, mayChange, names, now }) => {
    const { book, gone, isKeeper, mayWrite, state, stuck } = now;
    const list = [];
    if (gone) list.push(["gone", "wrong", { said: gone }]);
    const refused = stuck.filter((each) => !each.waits).length;
    if (refused)
      list.push([
        "stuck",
        "wrong",
        {
          to: "#stuck",
          said: say("The desk didn’t accept something you sent."),
          todo: say("See why"),
        },
      ]);
    else if (stuck.length)
      list.push([
        "kept",
        "waits",
        {
          to: "#stuck",
          said: say("What you saved is waiting on this phone."),
          todo: say("See why"),
        },
      ]);
    for (const { mine } of mayWrite ? book.doubles : []) {
      list.push([
        mine.key,
        "waits",
        {
          to: "#doubles",
          said: say("Hand {n} was recorded twice.", { n: mine.number }),
          todo: say("Compare both"),
        },
      ]);
    }
    for (const phone of isKeeper ? state.phones.filter((each) => each.asks) : []) {
      list.push([`phone-${phone.id}`, "waits", { phone }]);
    }
    const { owed, totals } = book;
    const isPlayed = mayChange && state.sheet.with_chips && !state.count && !book.handed;
    totals.forEach((total, n) => {
      if (!isPlayed || total + owed[n] >= 0) return;
      list.push([
        `owes-${n}-${owed[n]}`,
        "waits",
        {
          to: `#loans/${n + 1}`,
          said: say("{name} has {chips} left. Borrow from the bank?", {
            name: names[n],
            chips: Table.shown(total + owed[n]),
          }),
          todo: say("Borrow"),
          heard: true,
        },
      ]);
    });
    if (left === Table.LAST_HAND)
      list.push([
        "bell",
        "waits",
        {
          said:
            state.sheet.has_hands === false
              ? say("The bell rang. Finish this hand, then enter the scores.")
              : say("The bell rang. Finish this hand, then count."),
          heard: true,
        },
      ]);
    const late = state.tray.filter((each) => each.why === "late").length;
    if (late)
      list.push([
        "late",
        "waits",
        {
          to: "#stuck",
          said: sayMany("{n} hand came in late.", "{n} hands came in late.", late),
          todo: say("See which"),
        },
      ]);
    const call = state.calls[state.calls.length - 1];
    if (call && !state.in_force) {
      const said = call.answer
        ? say("The desk: {answer}", { answer: call.answer })
        : Table.calledWords(call, me);
      list.push([
        call.key + call.answer,
        "right",
        { to: "#call", said, todo: say("See it"), heard: true },
      ]);
    }
    return list;
  };

  const heard = new Set(); // news put away on this phone

  // One place for all news, as high as the calm line: nothing below it moves.
  const News = ({ table }) => {
    const [, draw] = useState(0);
    const list = waiting(table).filter(([key]) => !heard.has(key));
    if (!list.length) {
      const [eyebrow, said] = calm(table);
      return html`<div class="news">
        <p class="eyebrow">${eyebrow}</p>
        <p class="news-said">${said}</p>
      </div>`;
    }
    const [key, tone, props] = list[0];
    const next = () => draw(heard.add(key).size);
    const rest = list.length - 1;
    const more =
      (rest > 0 || props.heard) &&
      html`<button type="button" class="btn" onClick=${next}>
      ${rest ? say("{n} more", { n: rest }) : say("Hide")}
    </button>`;
    return html`<section class=${`news note note-${tone}`} aria-label=${say("News")} key=${key}>
      ${
        props.phone
          ? html`<${Asking} table=${table} phone=${props.phone} more=${more} />`
          : html`<${Pointer} ...${props} more=${more} />`
      }
    </section>`;
  };

  // What the game has going on, and what lies in its account.
  const Badges = ({ now, names }) => {
    const { aside, said } = balance(now, ...Table.shownTotals(now));
    const badges = Table.badgesOf(now);
    return html`
      ${
        badges.length > 0 &&
        html`<ul class="marks">
        ${badges.map((each) => html`<li class="badge badge-quiet">${Table.withNames(each, names)}</li> `)}
      </ul>`
      }
      ${aside !== 0 && said && html`<p class="muted">${said}</p>`}`;
  };

  const Lasting = ({ now }) => {
    if (!now.keeps)
      return html`<p class="note note-waits">
      ${say(
        "This browser can’t save data, maybe because the window is private. Leave this page open until you see “All saved” at the top.",
      )}
    </p>`;
    if (!now.canReopen)
      return html`<p class=${now.link !== "online" ? "note note-waits" : "muted small lasting"}>
        ${say("You can’t reopen this page without a connection. Leave it open.")}
      </p>`;
    return null;
  };

  const isSent = ({ book, state, unsent }, key) => {
    const hand = book.hands.find((each) => each.key === key);
    if (hand) return !hand.unsent;
    return !unsent || state.loans.some((loan) => loan.key === key);
  };

  // What became of a hand that another phone saved too, or that came late; null where it
  // simply counts.
  const fateOf = ({ now: { book, state }, names, saved: { key, number } }) => {
    const waits = state.tray.find((each) => each.key === key);
    if (waits) {
      const { theirs } = book.doubles.find(({ mine }) => mine === waits) || {};
      return [
        "waits",
        theirs
          ? say("{name} saved hand {n} first. Yours waits until someone chooses one.", {
              name: theirs.by,
              n: theirs.number,
            })
          : say("Hand {n} doesn’t count yet.", { n: waits.number }),
      ];
    }
    const own = Table.findHand(book, key);
    if (!number || (own && own.number === number)) return null;
    const stands = own || book.hands.find((hand) => hand.number === number && !hand.void);
    return stands ? ["right", say("Kept: {what}", { what: Table.summaryOf(stands, names) })] : null;
  };

  // What is said of the last save, with its sign: "Hand 7: Marie and Karel +5 each.",
  // "Saved: Karel borrows 20.", or a sentence of its own.
  const savedWords = (table) => {
    const { what, deed, said, key } = table.saved;
    const fate = fateOf(table);
    if (fate) return fate;
    const kept = !isSent(table.now, key);
    const how = kept ? say("Saved on this phone") : say("Saved");
    const hand = what && Table.findHand(table.now.book, key);
    const won = hand && `${what}: ${Table.wonBy(hand.net, table.names)}.${kept ? ` ${how}.` : ""}`;
    return [kept ? "waits" : "right", said || won || `${how}: ${deed || what}.`];
  };

  // "Hand 7: Marie and Karel +5 each. Undo": for one minute.
  const Saved = ({ table }) => {
    const { saved, undo } = table;
    if (!saved) return null;
    const [sign, words] = savedWords(table);
    return html`<div class="wide saved" key=${saved.key + (saved.what || saved.deed || saved.said)}>
      <p><${Sign} name=${sign} /> ${words}</p>
      ${undo && html`<${Save} look="btn-undo" onSave=${undo}>${say("Undo")}<//>`}
    </div>`;
  };

  // The keeper answers, unless his phone is dead: then the desk can let this one write.
  const Asked = ({ table: { engine, me, now } }) => {
    const { calls, phones } = now.state;
    const keeper = phones.find((phone) => phone.keeper);
    const reason = say("{name} wants to keep score, but no one has answered", { name: me.name });
    const isCalled = calls.some((call) => call.reason === reason && !call.answer);
    const call = () => engine.callDirector(reason);
    return html`
      <p class="bar-said">
        ${
          keeper
            ? say("You asked to keep score. {name} can approve it.", { name: keeper.name })
            : say("You asked to keep score. No one can approve it yet.")
        } ${isCalled ? say("The desk has been called.") : say("If no one answers, call the desk.")}
      </p>
      ${!isCalled && html`<${Save} look="btn-half" onSave=${call}>${say("Call the desk")}<//>`}`;
  };

  const AskToWrite = ({ table }) => {
    const { engine, me } = table;
    const [refusal, attempt] = useTry();
    if (me.asks) return html`<${Asked} table=${table} />`;
    const ask = () => attempt(() => engine.join({ seat: me.seat, name: me.name, asks: true }));
    return html`
      ${refusal}
      <${Save} onSave=${ask}>${say("Ask to keep score")}<//>`;
  };

  // The one thing to do now.
  const Main = ({ table }) => {
    const { joined, now } = table;
    const { book, draft, gone, mayWrite, state } = now;
    const link = (to, said) => html`<a class="btn btn-main" href=${to}>${said}</a>`;
    if (gone) return null;
    if (state.in_force || (!state.sheet.open && !state.count))
      return link("#evening", say("Standings"));
    if (book.handed) return link("#confirm", say("See the count"));
    if (state.count)
      return link(
        "#confirm",
        state.count.balances ? say("Confirm the scores") : say("See what’s missing"),
      );
    if (!joined) return link("#join", say("Choose your name"));
    if (!mayWrite) return html`<${AskToWrite} table=${table} />`;
    if (book.left === 0 && book.closing) return link("#close", Table.game.closesBy);
    if (book.left === 0 || state.sheet.has_hands === false)
      return link("#count", Table.countWords(state.sheet));
    const half = draft && draft.of === "new";
    const isLast = book.left === null && table.left === Table.LAST_HAND; // by the clock
    return html`
      ${isLast && book.closing && html`<a class="btn btn-wide" href="#close">${Table.game.closesBy}</a>`}
      ${link(
        "#hand",
        half
          ? say("Continue hand {n}", { n: book.nextNumber })
          : say("New hand {n}", { n: book.nextNumber }),
      )}`;
  };

  // Deaf to the finger that saved a hand, for as long as it goes on tapping: what the hand
  // brought, and the way to undo it, stay in sight.
  const Bar = ({ table }) => {
    const deaf = Table.useDeaf();
    return html`<div class="bar" onClickCapture=${table.saved && deaf}>
      <${Saved} table=${table} />
      <${Main} table=${table} />
      <a class="btn" href="#more">${say("More")}</a>
    </div>`;
  };

  const Home = ({ table }) => html`<main class="page home" id="main" tabindex="-1">
    <div class="stack page-body">
      <div aria-live="polite">
        <${Badges} ...${table} />
        <${News} table=${table} />
      </div>
      <${Ring} table=${table} />
      <${Lasting} now=${table.now} />
      ${
        table.now.state.sheet.has_hands !== false &&
        html`
        <${Table.Games} table=${table} />
        <${Table.Hands} table=${table} />`
      }
    </div>
    <${Bar} table=${table} />
  </main>`;

  Object.assign(Table, { Asked, Saved, savedWords });
  Object.assign(Table.pages, { home: Home });
})();
