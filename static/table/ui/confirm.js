// After the count: a second person confirms, on another phone or on this one.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, balance, clock, shown, Aside, Open, Page, Save, useTry } = Table;

  // Are the scores made of hands of which some are not reckoned?
  const isOpen = ({ book, state }) => book.unreckoned > 0 && !state.sheet.with_chips;
  const isProved = () => Table.game.has_total !== false;
  const { useState } = Table.hooks;

  const madeOf = (held, borrowed) =>
    held === undefined
      ? say("{borrowed} borrowed", { borrowed })
      : say("{held} held, {borrowed} borrowed", { held, borrowed });

  // All scores, and what lies aside; where the bank lent something, what they are made of.
  const Scores = ({ state, scores, held, borrowed, aside }) => html`<ul class="list">
    ${state.seats.map(
      ({ position, name }, n) => html`<li class="item" key=${position}>
      <span>
        ${name}
        ${borrowed[n] > 0 && html`<br /><small class="muted">${madeOf(held && held[n], borrowed[n])}</small>`}
      </span>
      <b class="big-number">${shown(scores[n])}</b>
    </li>`,
    )}
    <${Aside} chips=${aside} />
  </ul>`;

  const Final = ({ book, state }) => {
    const { scores, said, by, at } = state.in_force;
    const sum = balance({ book, state }, Table.add(scores), state.in_force);
    return html`<${Page}
      title=${say("These scores count")}
      lead=${`${by} ${said}, ${clock(at)}.`}
      bar=${html`<${Table.Back}>${say("Back to table")}<//>`}
    >
      <${Scores} state=${state} scores=${scores} borrowed=${book.owed} aside=${sum.aside} />
      <p class="centred">
        <b class=${`mid-number ${sum.right ? "right" : "wrong"}`}>
          ${Table.add(scores)} ${sum.right ? "✓" : "≠"}
        </b>
      </p>
    <//>`;
  };

  const Help = () => html`<div class="pair">
    <a class="btn" href="#count">${say("Count again")}</a>
    <a class="btn" href="#call">${say("Call the director")}</a>
  </div>`;

  // What the desk sees when it is in doubt.
  const Paper = ({ now }) =>
    now.mayWrite &&
    now.state.sheet.photos &&
    html`<a class="btn btn-wide" href="#photo">${say("Take photo of paper sheet")}</a>`;

  // What the server found in the count.
  const Found = ({ count }) => {
    const all = count.differs.concat(count.suggestions);
    return (
      all.length > 0 &&
      html`<ul class="note note-waits">
      ${all.map((each) => html`<li>${each}</li>`)}
    </ul>`
    );
  };

  const Off = ({ table }) => {
    const { count } = table.now.state;
    return html`<${Page}
      title=${say("Submitted, but it doesn’t add up")}
      bar=${
        table.mayChange &&
        html`
        <a class="btn btn-main" href="#count">${say("Count again")}</a>
        <a class="btn" href="#call">${say("Call the director")}</a>`
      }
    >
      <p class="note note-wrong strong">${balance(table.now, Table.add(count.scores), count).said}</p>
      <${Scores} state=${table.now.state} ...${count} />
      <${Found} count=${count} />
      <p class="muted">
        ${say("Nothing is lost. Your count is saved as it is. Count again, or ask the director for a ruling.")}
      </p>
      <${Paper} now=${table.now} />
    <//>`;
  };

  // The scores, right or not; `right` is the write that confirms them.
  const Scored = ({ table: { now }, title, lead, right }) => {
    const [wrong, setWrong] = useState(false);
    const [refusal, attempt] = useTry();
    const save = () => attempt(right, () => Table.replace("#confirm"));
    const bar = html`
      <button type="button" class="btn" aria-expanded=${wrong} onClick=${() => setWrong(!wrong)}>
        ${say("Something is wrong")}
      </button>
      <${Save} wait=${isOpen(now)} onSave=${save}>${say("These are right")}<//>`;
    return html`<${Page} title=${title} lead=${lead} bar=${bar}>
      ${refusal}
      ${isOpen(now) && html`<${Open} now=${now} />`}
      <${Scores} state=${now.state} ...${now.state.count} />
      <${Found} count=${now.state.count} />
      ${
        wrong &&
        html`<div class="note note-waits">
        <p>
          ${say(
            "Tell the others at the table, and {name} will count again. If you can’t agree, call the director.",
            {
              name: now.state.count.by,
            },
          )}
        </p>
        <a class="btn" href="#call">${say("Call the director")}</a>
      </div>`
      }
    <//>`;
  };

  // On another phone, which says first who holds it.
  const Look = ({ table, seat }) => {
    const { engine, me, names } = table;
    const confirm = () => engine.confirm({ seat });
    const sits = () => engine.join({ seat, name: "", asks: Boolean(me && me.asks) });
    const right = () =>
      me && me.seat === seat
        ? confirm()
        : sits().then((joined) => (joined.ok ? confirm() : joined));
    return html`<${Scored}
      table=${table}
      title=${say("Are these scores right?")}
      lead=${say("{name} checks the scores for the table.", { name: names[seat - 1] })}
      right=${right} />`;
  };

  const Pick = ({ table, title, lead, base }) => {
    const { seats, count } = table.now.state;
    return html`<${Page} title=${title} lead=${lead} bar=${html`<${Table.Back} to="#confirm" />`}>
      <ul class="stack stack-tight">
        ${seats
          .filter((seat) => !seat.free && seat.position !== count.seat)
          .map(
            ({ position, name }) => html`<li>
            <a class="btn btn-wide btn-name" href=${`${base}/${position}`}>${name}</a>
          </li>`,
          )}
      </ul>
    <//>`;
  };

  const Differs = ({ name, isScore, again }) => html`<${Page}
    title=${isScore ? say("The scores don’t match") : say("That doesn’t match the count")}
    bar=${html`
      <a class="btn btn-main" href=${again || "#count"}>${isScore ? say("Enter again") : say("Count again")}</a>
      <a class="btn" href="#call">${say("Call the director")}</a>`}
  >
    <p>
      ${
        isScore
          ? say(
              "The scores {name} entered don’t match the first ones. Check the paper sheet together. Both entries are saved.",
              { name },
            )
          : say(
              "The numbers {name} entered don’t match the count. Count these chips again together. Both counts are saved.",
              { name },
            )
      }
    </p>
  <//>`;

  // On the counting phone, where no chips lie on the table: the same look, by his score.
  const LookHere = ({ table, seat }) => {
    const { engine, names } = table;
    const { held, borrowed } = table.now.state.count;
    const right = () =>
      engine.confirm({ seat, held: held[seat - 1], borrowed: borrowed[seat - 1] });
    return html`<${Scored}
      table=${table}
      title=${say("{name}: are these scores right?", { name: names[seat - 1] })}
      lead=${say("The scores come from the hands. Check all of them.")}
      right=${right} />`;
  };

  // On the counting phone: one's own chips, typed without seeing anybody's.
  const Own = ({ table, seat }) => {
    const { engine, names } = table;
    const name = names[seat - 1];
    const [row, setRow] = useState(Table.BLANK_CHIPS);
    const [byColour, setWay] = useState(false);
    const [refusal, attempt] = useTry();
    const { chip_set } = table.now.state.sheet;
    const isScore = Table.hasScoresOnly(table.now.state.sheet);
    const colours = byColour && chip_set;
    const { held, borrowed } = Table.readChips(row, colours, isScore);
    const [differs, setDiffers] = useState(false);
    const send = () =>
      attempt(
        () => engine.confirm({ seat, held, borrowed }),
        ({ agreed }) => (agreed === false ? setDiffers(true) : Table.replace("#confirm")),
      );
    if (differs) return html`<${Differs} name=${name} isScore=${isScore} />`;
    const head = isScore
      ? {
          title: say("{name}: enter your score", { name }),
          lead: say("Type your own score. You won’t see anyone else’s numbers."),
        }
      : {
          title: say("{name}: count your chips", { name }),
          lead: say(
            "Count your own chips and type the number. You won’t see anyone else’s numbers.",
          ),
        };
    const button = isScore ? say("This is my score") : say("These are my chips");
    return html`<${Page}
      ...${head}
      bar=${html`<${Save} wait=${held === null} onSave=${send}>${button}<//>`}
    >
      ${refusal}
      ${chip_set && html`<${Table.ChipWay} byColour=${byColour} onWay=${setWay} />`}
      <section class=${`card${isScore ? " score-row" : ""}`} aria-label=${name}>
        ${isScore && html`<h2>${name}</h2>`}
        <${Table.SeatRows}
          name=${name}
          row=${row}
          colours=${colours}
          isScore=${isScore}
          onRow=${setRow} />
      </section>
    <//>`;
  };

  // Where the scores have no fixed total: all of them once more, without seeing any.
  const Again = ({ table, seat }) => {
    const { engine, me, names, now } = table;
    const { seats, sheet } = now.state;
    const isScore = Table.hasScoresOnly(sheet);
    const [rows, setRows] = useState(() => seats.map(() => Table.BLANK_CHIPS));
    const [refusal, attempt] = useTry();
    const all = rows.map((row) => Table.readChips(row, null, isScore));
    const each = (what) => all.map((row) => row[what]);
    const confirm = () => engine.confirm({ seat, held: each("held"), borrowed: each("borrowed") });
    const isHere = me && (me.id === now.state.count.phone || me.seat === seat);
    const sits = () => engine.join({ seat, name: "", asks: Boolean(me && me.asks) });
    const right = () =>
      isHere ? confirm() : sits().then((joined) => (joined.ok ? confirm() : joined));
    const send = () =>
      attempt(right, ({ agreed }) =>
        Table.replace(agreed === false ? `#confirm/differs/${seat}` : "#confirm"),
      );
    return html`<${Page}
      title=${say("{name}: enter all scores again", { name: names[seat - 1] })}
      lead=${say(
        "These scores have no fixed total, so type all of them again from the paper sheet. You won’t see the first numbers.",
      )}
      bar=${html`<${Save} wait=${each("held").includes(null)} onSave=${send}>${say("Confirm the scores")}<//>`}
    >
      ${refusal}
      ${rows.map(
        (row, n) => html`<section
        class=${`card${isScore ? " score-row" : ""}`}
        key=${n}
        aria-label=${names[n]}
      >
        <h2>${seats[n].name}</h2>
        <${Table.SeatRows}
          name=${names[n]}
          row=${row}
          isScore=${isScore}
          onRow=${(typed) => setRows(rows.map((old, m) => (m === n ? typed : old)))} />
      </section>`,
      )}
    <//>`;
  };

  // What the second person does on the phone that counted.
  const hereWords = (sheet) => {
    if (!isProved())
      return say("Someone else types all the scores here without seeing the first numbers.");
    if (Table.hasScoresOnly(sheet))
      return say("Someone else types their own score here without seeing any numbers.");
    return sheet.with_chips
      ? say("Someone else types their own chips here without seeing any numbers.")
      : say("Someone else checks the scores here.");
  };

  const Ways = ({ table, counting }) => {
    const { data, mayChange, now } = table;
    const { sheet } = now.state;
    const { accepts_phone, accepts_own } = sheet;
    return html`<${Page}
      title=${say("Have a second person confirm")}
      lead=${say(
        "{name} submitted the scores. Have someone else at the table check them, so the sheet is right.",
        {
          name: now.state.count.by,
        },
      )}
      bar=${html`<${Table.Back}>${say("Back to table")}<//>`}
    >
      ${
        accepts_phone &&
        html`<section class="card">
        <h2>${say("On another phone")}</h2>
        <p>${say("Scan this code with another phone.")}</p>
        <div
          class="qr"
          role="img"
          aria-label=${say("Code to confirm on another phone")}
          dangerouslySetInnerHTML=${{ __html: data.confirm_qr }}
        ></div>
        <p>
          ${say("Or type {code} on this site’s home page.", { code: html`<b class="code">${sheet.code}</b>` })}
        </p>
      </section>`
      }
      ${
        accepts_own &&
        !counting &&
        html`<p class="note">
        ${say("Or confirm on the phone that submitted: {name}.", { name: now.state.count.by })}
      </p>`
      }
      ${
        accepts_own &&
        counting &&
        html`<section class="card">
        <h2>${say("On this phone")}</h2>
        <p>
          ${hereWords(sheet)}
        </p>
        <a class="btn btn-wide" href="#confirm/own">${say("Pass the phone")}</a>
      </section>`
      }
      ${
        !accepts_phone &&
        !accepts_own &&
        html`<p class="note">
        ${say("Take this sheet to the desk to have it confirmed.")}
      </p>`
      }
      ${
        mayChange &&
        html`<section class="stack stack-tight">
        <p class="muted">${say("Was something miscounted?")}</p>
        <${Help} />
      </section>`
      }
      <${Paper} now=${now} />
    <//>`;
  };

  const Waiting = ({ table, handed }) => html`<${Page}
    title=${say("Submitted")}
    bar=${html`<${Table.Back}>${say("Back to table")}<//>`}
  >
    <p class="note note-waits">${say(
      "Your count is saved on this phone but hasn’t reached the desk yet. Once it does, a second person can confirm it here.",
    )}</p>
    ${
      isOpen(table.now)
        ? html`<${Open} now=${table.now} />
          <p>${say("No connection? Show this phone at the desk.")}</p>`
        : html`<${Scores} state=${table.now.state} ...${handed} scores=${Table.scoresOf(handed)}
            aside=${table.now.book.aside} />
          <p>${say("No connection? Show this phone at the desk, or write these scores on the paper sheet.")}</p>`
    }
  <//>`;

  const Nothing = ({ table }) => {
    const todo =
      table.now.mayWrite &&
      html`<a class="btn btn-main" href="#count">
      ${Table.countWords(table.now.state.sheet)}
    </a>`;
    return html`<${Page}
      title=${say("Nothing to confirm yet")}
      bar=${html`
        ${todo}
        <${Table.Back} />`}
    >
      <p>${say("This table hasn’t submitted its scores yet.")}</p>
    <//>`;
  };

  const Confirm = ({ table, id, step }) => {
    const { me, now } = table;
    const { state } = now;
    const { handed } = now.book;
    const { count, in_force, sheet } = state;
    if (in_force) return html`<${Final} book=${now.book} state=${state} />`;
    if (handed) return html`<${Waiting} table=${table} handed=${handed} />`;
    if (!count) return html`<${Nothing} table=${table} />`;
    const seat = Number(step) || 0;
    const own = id === "own" && sheet.accepts_own;
    // Before all else: what was typed may just have unbalanced the count.
    if (seat && !isProved())
      return id === "differs"
        ? html`<${Differs} name=${table.names[seat - 1]} again=${`#confirm/look/${seat}`} isScore />`
        : html`<${Again} table=${table} seat=${seat} />`;
    if (own && seat && Table.countsChips(sheet))
      return html`<${Own} table=${table} seat=${seat} />`;
    if (!count.balances) return html`<${Off} table=${table} />`;
    if (own && seat) return html`<${LookHere} table=${table} seat=${seat} />`;
    if (own)
      return html`<${Pick}
      table=${table}
      title=${sheet.with_chips ? say("Whose chips are these?") : say("Who’s checking the scores?")}
      base="#confirm/own" />`;
    const counting = me && count.phone === me.id;
    if (counting || !sheet.accepts_phone)
      return html`<${Ways} table=${table} counting=${counting} />`;
    const mine = seat || (me && me.seat !== count.seat && me.seat);
    if (mine && !isProved()) return html`<${Again} table=${table} seat=${mine} />`;
    return mine
      ? html`<${Look} table=${table} seat=${mine} />`
      : html`<${Pick}
          table=${table}
          title=${say("Who’s checking the scores?")}
          lead=${isProved() ? say("Choose your name to see the scores.") : say("Choose your name.")}
          base="#confirm/look" />`;
  };

  Object.assign(Table.pages, { confirm: Confirm });
})();
