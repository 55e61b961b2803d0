// At the bell: what each one holds, beside what the hands say; or each one's score.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, add, balance, listed, shown } = Table;
  const { Aside, Chip, NumberInput, Open, Page, Save, Sign, Stepper } = Table;
  const { useState } = Table.hooks;

  const WORTHS = {
    blue: say("value of blue chips"),
    red: say("value of red chips"),
    white: say("value of white chips"),
  };
  const BLANK = { held: "", borrowed: "" }; // and the number of each colour

  // Without chips in a game that records no hands, a seat has one number: its score.
  const hasScoresOnly = ({ with_chips, has_hands }) => !with_chips && has_hands === false;

  // What was typed for one seat as numbers; held is null while nothing is typed. With
  // `colours`, the table's chip set, it was typed by colour. `isScore`: no chips are held.
  const read = (row, colours, isScore) => {
    const typed = colours
      ? colours.filter(({ colour }) => row[colour])
      : [row.held].filter(Boolean);
    const chips = {};
    for (const { colour } of colours || []) chips[colour] = Number(row[colour]) || 0;
    const held = colours
      ? add(colours.map(({ colour, worth }) => chips[colour] * worth))
      : Number(row.held.replace("\u2212", "-"));
    const borrowed = Number(row.borrowed) || 0;
    if (!typed.length || Number.isNaN(held)) return { chips, borrowed, held: null, score: null };
    if (isScore) return { chips, borrowed: 0, held, score: held };
    if (held >= 0) return { chips, borrowed, held, score: held - borrowed };
    // A number below 0 is a score, its loan taken off (§30; rules/sheet.py).
    const owed = borrowed || -held;
    const wrong =
      owed < -held
        ? say(
            "{held} held and {borrowed} borrowed don’t fit together. Clear the borrowed chips or correct the chips held.",
            {
              held: shown(held),
              borrowed,
            },
          )
        : "";
    return wrong
      ? { chips, borrowed, held: null, score: null, wrong }
      : { chips, borrowed: owed, held: owed + held, score: held };
  };

  // A score, with a button for its sign: keypads of numbers often have no minus.
  const ScoreField = ({ name, value, onValue }) => {
    const isMinus = /^[-\u2212]/.test(value);
    const turn = () => onValue(isMinus ? value.slice(1) : `\u2212${value}`);
    // Whoever types over the number keeps the sign that the button shows.
    const type = (text) => onValue(isMinus && /^\d/.test(text) ? `\u2212${text}` : text);
    return html`<div class="score-field">
      <button
        type="button"
        class="btn"
        aria-pressed=${isMinus}
        aria-label=${say("minus: {name}", { name })}
        onClick=${turn}
      >
        ±
      </button>
      <${NumberInput}
        minus
        value=${value}
        onValue=${type}
        label=${say("score: {name}", { name })} />
    </div>`;
  };

  // One seat's chips: by colour or as a total, and what was borrowed; or its score.
  const SeatRows = ({ name, row, colours, isScore, onRow }) => {
    const set = (what) => (value) => onRow(Object.assign({}, row, { [what]: value }));
    if (isScore)
      return html`<${ScoreField} name=${name} value=${row.held} onValue=${set("held")} />`;
    const { held, wrong } = read(row, colours);
    return html`
      ${
        colours
          ? html`<div class="chip-rows">
            ${colours.map(
              ({ colour, worth }) => html`<div class="chip-row" key=${colour}>
              <${Chip} colour=${colour} worth=${worth} />
              <${Stepper}
                value=${row[colour] || ""}
                onValue=${set(colour)}
                label=${say("chips of {worth}: {name}", { worth, name })} />
              <span class="num muted">${(Number(row[colour]) || 0) * worth}</span>
            </div>`,
            )}
          </div>`
          : ""
      }
      <div class="pair">
        ${
          colours
            ? html`<p class="count-line">
              ${say("Chips held")}<br />
              <b class="mid-number">${held === null ? "" : held}</b>
            </p>`
            : html`<label class="count-line">
              ${say("Chips held")}
              <${NumberInput}
                minus
                value=${row.held}
                onValue=${set("held")}
                label=${say("chips held: {name}", { name })} />
            </label>`
        }
        <label class="count-line">
          ${say("Borrowed")}
          <${NumberInput}
            value=${row.borrowed}
            onValue=${set("borrowed")}
            label=${say("borrowed: {name}", { name })} />
        </label>
      </div>
      ${wrong && html`<p class="error" role="alert">${wrong}</p>`}`;
  };

  const Way = ({ byColour, onWay }) =>
    html`<div class="choices choices-2" role="group" aria-label=${say("How to enter chips")}>
      <button type="button" class="choice" aria-pressed=${!byColour} onClick=${() => onWay(false)}>
        ${say("Totals")}
      </button>
      <button type="button" class="choice" aria-pressed=${byColour} onClick=${() => onWay(true)}>
        ${say("By color")}
      </button>
    </div>`;

  // What a chip of each colour is worth here: kept on this phone, where the club says nothing.
  const Worths = ({ worths, onWorths }) => {
    const set = (colour) => (value) => {
      Table.keepWorth(colour, value);
      onWorths(Table.ownChips());
    };
    return html`<details class="card">
      <summary>${say("Chip values")}</summary>
      <div class="chip-rows">
        ${worths.map(
          ({ colour, worth }) => html`<div class="chip-row" key=${colour}>
          <${Chip} colour=${colour} worth=${worth} />
          <${NumberInput} value=${String(worth)} onValue=${set(colour)}
            label=${WORTHS[colour]} />
        </div>`,
        )}
      </div>
      <p class="muted small">${say("Saved on this phone.")}</p>
    </details>`;
  };

  // 3; 3 or 4; 3, 4 or 5.
  const either = (numbers) => {
    const most = numbers.slice(0, -1).join(", ");
    return most
      ? say("{most} or {last}", { most, last: numbers[numbers.length - 1] })
      : String(numbers);
  };

  // Is one of these numbers the other with two neighbouring digits changed round?
  const isSwapped = (one, other) =>
    one !== other &&
    [...one].some((digit, n) => one.slice(0, n) + one[n + 1] + digit + one.slice(n + 2) === other);

  // What may explain that somebody has `off` more (or fewer) than the hands say; `typed`
  // is what stands in his field, and what would stand there.
  const mayExplain = (n, off, book, loans, scores, typed) => {
    const hints = [];
    if (loans.some((loan) => loan.seat === n + 1 && Math.abs(loan.chips) === Math.abs(off))) {
      hints.push(say("a loan of {n} wasn’t recorded, or was recorded twice", { n: Math.abs(off) }));
    }
    // A hand that was not paid leaves somebody else off, the other way.
    const isPaid = scores.every(
      (score, m) => score !== null && (score - book.totals[m]) * off >= 0,
    );
    const played = isPaid ? [] : book.hands.filter((hand) => !hand.void && hand.net);
    const unpaid = played.filter((hand) => hand.net[n] === -off).map((hand) => hand.number);
    const twice = played.filter((hand) => hand.net[n] === off).map((hand) => hand.number);
    if (unpaid.length && unpaid.length < 4)
      hints.push(say("hand {hands} wasn’t paid", { hands: either(unpaid) }));
    if (twice.length && twice.length < 4)
      hints.push(say("hand {hands} was paid twice", { hands: either(twice) }));
    if (isSwapped(...typed))
      hints.push(
        say("two digits were switched, {one} for {other}", { one: typed[0], other: typed[1] }),
      );
    return hints;
  };

  // What the hands say, once all are typed: before, a tired table would copy it.
  const Beside = ({ n, scores, row, colours, now }) => {
    if (scores.includes(null) || now.book.unreckoned) return null;
    if (now.state.sheet.has_hands === false) return null;
    const { book, state } = now;
    const { borrowed } = read(row, colours);
    const expected = book.totals[n];
    const off = scores[n] - expected;
    const values = { chips: shown(expected), held: shown(expected + borrowed), n: Math.abs(off) };
    if (!off) {
      const as =
        borrowed > 0
          ? say("matches the hands ({chips}, so {held} held)", values)
          : say("matches the hands ({chips})", values);
      return html`<p class="beside right"><${Sign} name="right" /> ${as}</p>`;
    }
    const more =
      borrowed > 0
        ? say("{n} more than the hands say ({chips}, so {held} held)", values)
        : say("{n} more than the hands say ({chips})", values);
    const fewer =
      borrowed > 0
        ? say("{n} fewer than the hands say ({chips}, so {held} held)", values)
        : say("{n} fewer than the hands say ({chips})", values);
    const typed = colours ? ["", ""] : [row.held, String(expected + borrowed)];
    const hints = mayExplain(n, off, book, state.loans, scores, typed);
    return html`<div class="beside waits">
      <p><b><${Sign} name="unbalanced" /> ${off > 0 ? more : fewer}</b></p>
      ${
        hints.length > 0 &&
        html`<p class="small">
        ${say("Possible cause: {hints}.", {
          hints: hints.reduce((most, last) => say("{most}, or {last}", { most, last })),
        })}
      </p>`
      }
    </div>`;
  };

  const accountHolds = (aside) =>
    Table.capital(
      say("{account} holds {chips}.", { account: Table.game.account, chips: shown(aside) }),
    );

  // The deal that empties the account is still to be recorded.
  const Closing = ({ now: { book } }) =>
    book.closing &&
    html`<div class="note note-waits">
    ${book.aside > 0 && html`<p>${accountHolds(book.aside)}</p>`}
    <a class="btn btn-wide" href="#close">${Table.game.closesBy}</a>
  </div>`;

  const Sum = ({ now, total, missing }) => {
    const { aside, isOpen, must, right, said, short } = balance(now, total);
    if (Table.game.has_total === false)
      return html`<p class="wide sum" role="status">
      <b class="mid-number">${shown(total)}</b> <span class="muted">
        ${
          missing
            ? sayMany("{n} player to go", "{n} players to go", missing)
            : say("no fixed total")
        }
      </span>
    </p>`;
    if (missing)
      return html`<p class="wide sum">
      <b class="mid-number">${shown(total)}</b> <span class="muted">
        ${sayMany("of {must}, {n} player to go", "of {must}, {n} players to go", missing, {
          must: shown(must),
        })}
      </span>
      ${aside !== 0 && html`<br />${accountHolds(aside)}`}
    </p>`;
    if (isOpen)
      return html`<p class="wide sum waits" role="status">
      <b class="mid-number">${shown(total)}</b> ${Table.openWords(now.book)}
    </p>`;
    return html`<p class=${`wide sum ${right ? "right" : "wrong"}`} role="status">
      <b class="mid-number">${shown(total)}</b> <b>${right ? "✓" : `≠ ${shown(must)}, ${short}`}</b>
      ${aside !== 0 && html`<br />${said}`}
    </p>`;
  };

  const submitWords = (isFine, isScore) => {
    if (!isFine) return say("Submit as is");
    return isScore ? say("Submit scores") : say("Submit count");
  };

  const headOf = (isScore, has_hands) => {
    if (isScore)
      return {
        title: say("Enter scores"),
        lead: say("Type each player’s score from the paper sheet."),
      };
    const lead =
      has_hands === false
        ? say("Type what each player holds.")
        : say("The chips decide. Scores from the hands appear here once all chips are entered.");
    return { title: say("Count the chips"), lead };
  };

  let half = null; // what is typed, also while one more hand is recorded

  const handed = (engine) => engine.keepDraft(null).then(() => Table.replace("#confirm"));

  // What was counted before, or half counted, or nothing but the loans.
  const begin = ({ book, draft, state }) => {
    if (draft && draft.of === "count") return draft.draft;
    if (half) return half;
    const { count } = state;
    const row = (_, n) => {
      if (!count)
        return Object.assign({}, BLANK, { borrowed: book.owed[n] ? String(book.owed[n]) : "" });
      return Object.assign({}, BLANK, {
        held: String(count.held[n]),
        borrowed: String(count.borrowed[n] || ""),
      });
    };
    return { byColour: false, rows: state.seats.map(row) };
  };

  const Chips = ({ table }) => {
    const { engine, names, now } = table;
    const [typed, setTyped] = useState(() => begin(now));
    const [asked, setAsked] = useState(false);
    const [worths, setWorths] = useState(Table.ownChips);
    const { byColour, rows } = typed;
    const { chip_set, has_hands } = now.state.sheet;
    const isScore = hasScoresOnly(now.state.sheet);
    const colours = byColour && (chip_set || worths);
    const keep = (next) => {
      half = next;
      setTyped(next);
      engine.keepDraft({ of: "count", draft: next });
    };
    const all = rows.map((row) => read(row, colours, isScore));
    const missing = names.filter((_, n) => all[n].held === null);
    const total = add(all.map(({ score }) => score || 0));
    const { right, isOpen } = balance(now, total);
    const send = () => {
      setAsked(true);
      if (missing.length) return Promise.resolve();
      const each = (what) => all.map((row) => row[what]);
      const count = {
        held: each("held"),
        borrowed: each("borrowed"),
        chips: byColour && chip_set ? each("chips") : null,
        from_hands: false,
      };
      half = null;
      return engine.handIn(count).then(() => handed(engine));
    };
    const bar = html`
      <${Sum} now=${now} total=${total} missing=${missing.length} />
      ${
        asked &&
        missing.length > 0 &&
        html`<p class="wide error" role="alert">
        ${
          isScore
            ? say("Scores still needed for: {names}.", { names: listed(missing) })
            : say("Chips still needed for: {names}.", { names: listed(missing) })
        }
      </p>`
      }
      <${Save} onSave=${send}>
        ${submitWords(missing.length || right || isOpen, isScore)}
      <//>`;
    return html`<${Page} ...${headOf(isScore, has_hands)} bar=${bar}>
      <${Open} now=${now} />
      <${Closing} now=${now} />
      ${
        now.unsent > 0 &&
        html`<p class="note note-waits">
        ${Table.connection(now).text}<br />
        ${say("Your count will be sent after that.")}
      </p>`
      }
      ${!isScore && html`<${Way} byColour=${byColour} onWay=${(way) => keep({ byColour: way, rows })} />`}
      ${byColour && !chip_set && html`<${Worths} worths=${worths} onWorths=${setWorths} />`}
      ${names.map(
        (name, n) => html`<section
        class=${`card${isScore ? " score-row" : ""}`}
        key=${n}
        aria-label=${name}
      >
        <div class="split split-end">
          <h2>${now.state.seats[n].name}</h2>
          ${!isScore && all[n].score !== null && html`<b class="big-number">${shown(all[n].score)}</b>`}
        </div>
        <${SeatRows}
          name=${name}
          row=${rows[n]}
          colours=${colours}
          isScore=${isScore}
          onRow=${(row) => keep({ byColour, rows: rows.map((old, m) => (m === n ? row : old)) })} />
        <${Beside}
          n=${n}
          scores=${all.map(({ score }) => score)}
          row=${rows[n]}
          colours=${colours}
          now=${now} />
      </section>`,
      )}
      ${
        has_hands !== false &&
        html`<p class="muted small">
        ${say("Only the director can let you submit hands instead of chips.")} <a href="#call">
          ${say("Call the director")}
        </a>
      </p>`
      }
    <//>`;
  };

  // The hands are no count before all are reckoned.
  const NotYet = ({ now }) => html`<${Page}
    title=${say("Submit hands")}
    lead=${say("You can submit the hands once the scoring server has scored all of them.")}
    bar=${html`<${Table.Back}>${say("Back to table")}<//>`}
  >
    <${Open} now=${now} />
    <p>${Table.connection(now).said}</p>
  <//>`;

  const beganWith = (start, n) =>
    start
      ? sayMany(
          "Everyone started with {start}. These scores come from {n} hand since then.",
          "Everyone started with {start}. These scores come from {n} hands since then.",
          n,
          { start },
        )
      : sayMany("These scores come from {n} hand.", "These scores come from {n} hands.", n);

  // A table without chips: the hands are the count.
  const FromHands = ({ table }) => {
    const { engine, now } = table;
    const { book, state } = now;
    const send = () =>
      engine
        .handIn({
          held: book.totals,
          borrowed: book.totals.map(() => 0),
          chips: null,
          from_hands: true,
        })
        .then(() => handed(engine));
    const start = state.sheet.start_chips;
    if (book.unreckoned) return html`<${NotYet} now=${now} />`;
    const played = book.hands.filter((hand) => !hand.void).length;
    return html`<${Page}
      title=${say("Submit hands")}
      lead=${beganWith(start, played)}
      bar=${html`<${Save} wait=${!played} onSave=${send}>${say("Submit scores")}<//>`}
    >
      <ul class="list">
        ${state.seats.map(
          ({ name }, n) => html`<li class="item">
          <span>
            ${name}
            ${
              start !== 0 &&
              html`<br /><small class="muted">
              ${start} ${Table.signed(book.totals[n] - start).replace(/^([+−])/, "$1 ")}
            </small>`
            }
          </span>
          <b class="big-number">${shown(book.totals[n])}</b>
        </li>`,
        )}
        <${Aside} chips=${book.aside} />
      </ul>
      <${Closing} now=${now} />
      ${
        now.unsent > 0 &&
        html`<p class="note note-waits">
        ${Table.connection(now).text}<br />
        ${say("The scores will be sent after that.")}
      </p>`
      }
    <//>`;
  };

  // Is something counted or typed, rather than made of the hands?
  const countsChips = ({ with_chips, has_hands }) => with_chips || has_hands === false;

  // The step that follows the last hand, as on a button.
  const countWords = (sheet) => {
    if (hasScoresOnly(sheet)) return say("Enter scores");
    return countsChips(sheet) ? say("Count the chips") : say("Submit hands");
  };

  const Count = ({ table }) =>
    html`<${countsChips(table.now.state.sheet) ? Chips : FromHands} table=${table} />`;

  Object.assign(Table, {
    SeatRows,
    hasScoresOnly,
    countsChips,
    countWords,
    ChipWay: Way,
    readChips: read,
    BLANK_CHIPS: BLANK,
  });
  Object.assign(Table.pages, { count: Count });
})();
