// The list of hands, one hand with its why, and one player's hands.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, shown, clock, FOLLOWS, Nets, Page, Why } = Table;

  const summaryOf = (hand, names) => Table.game.summary(hand.record, names);

  // Signs beside a hand, each a word: [tone, text].
  const marksOf = (hand, names, rulings = []) => {
    const marks = rulings.some(({ reversed }) => !reversed) ? [["waits", say("ruled")]] : [];
    if (hand.unsent) marks.push(["waits", say("not sent yet")]);
    if (hand.void) marks.push(["wrong", say("void")]);
    if (hand.versions.length && !hand.void) marks.push(["quiet", say("changed")]);
    const { led } = hand;
    if (led && led.differs && !hand.void) {
      const who = { name: names[led.seat - 1], expected: names[led.expected - 1] };
      marks.push([
        "waits",
        led.by === "lead"
          ? say("led: {name}; expected: {expected}", who)
          : say("dealt: {name}; expected: {expected}", who),
      ]);
    }
    return marks;
  };

  const Marks = ({ hand, names, rulings }) => {
    const marks = marksOf(hand, names, rulings);
    return (
      marks.length > 0 &&
      html`<span class="marks">
      ${marks.map(([tone, text]) => html`<span class=${`badge badge-${tone}`}>${text}</span> `)}
    </span>`
    );
  };

  // What a judge ruled on this hand; one that was taken back says why.
  const ruledOn = ({ rulings = [] }, hand) =>
    rulings.filter(({ number }) => number === hand.number);

  const Ruled = ({
    ruling,
    names,
  }) => html`<div class=${`card${ruling.reversed ? " is-void" : ""}`}>
    <p class="why-head">
      <span class="eyebrow">${say("The judge ruled")}</span>
      <span class="section">${ruling.section}</span>
    </p>
    <${Nets} net=${ruling.chips} names=${names} />
    <p>${ruling.reason}</p>
    ${
      ruling.reversed &&
      html`<p class="note note-wrong">
      ${say("Withdrawn: {reason}", { reason: ruling.reversed })}
    </p>`
    }
    <p class="muted">${ruling.by}, ${clock(ruling.at)}</p>
  </div>`;

  const Row = ({ hand, names, rulings }) => html`<li>
    <a class=${`hand-row${hand.void ? " is-void" : ""}`} href=${`#hand/${hand.key}`}>
      <span class="hand-line">
        <b class="hand-number">
          <span class="out-of-sight">${say("Hand")} </span>
          ${hand.number}
        </b>
        <span class="hand-summary">${summaryOf(hand, names)}</span>
      </span>
      <span class="nets">
        ${
          !hand.net
            ? html`<span class="muted">${FOLLOWS}</span>`
            : hand.net.map(
                (net, n) => html`<span class=${`num${net > 0 ? " right" : net ? "" : " muted"}`}>
              <span class="out-of-sight">${names[n]} </span>
              ${Table.signed(net)}
            </span>`,
              )
        }
      </span>
      <${Marks} hand=${hand} names=${names} rulings=${rulings} />
    </a>
  </li>`;

  const Hands = ({ table }) => {
    const { names, now } = table;
    const hands = now.book.hands.slice().reverse();
    if (!hands.length) {
      return html`<section>
        <h2 class="out-of-sight">${say("Hands")}</h2>
        <p class="empty">${say("Hands appear here as they’re saved, with what each player won or lost.")}</p>
      </section>`;
    }
    return html`<section class="hands">
      <h2 class="out-of-sight">${say("Hands")}</h2>
      <div class="nets hands-head" aria-hidden="true">
        ${names.map((name) => html`<small class="num">${name}</small>`)}
      </div>
      <ol class="list" reversed>
        ${hands.map(
          (hand) => html`<${Row}
          key=${hand.key}
          hand=${hand}
          names=${names}
          rulings=${ruledOn(now.state, hand)} />`,
        )}
      </ol>
    </section>`;
  };

  // A game of several deals, in numbers of each seat; how it ended.
  const Game = ({ game, names, isOpen }) => html`<details class="card" open=${isOpen}>
    <summary class="strong">${game.title}</summary>
    <table class="game-account">
      <thead><tr><td></td>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${game.rows.map(
        ([head, numbers]) => html`<tr>
        <th scope="row">${head}</th>${numbers.map((each) => html`<td>${each}</td>`)}
      </tr>`,
      )}</tbody>
    </table>
    ${game.said && html`<p class="strong">${Table.withNames(game.said, names)}</p>`}
  </details>`;

  const Games = ({ table: { names, now } }) => {
    const { games = [] } = now.state.sheet;
    const last = games.length - 1;
    return (
      games.length > 0 &&
      html`<section class="stack stack-tight">
      <${Table.Open} now=${now} />
      ${games.map((game, n) => html`<${Game} key=${n} ...${{ game, names }} isOpen=${n === last} />`).reverse()}
    </section>`
    );
  };

  const said = (hand) => {
    const when = { name: hand.by, time: clock(hand.at), reason: hand.reason };
    return hand.reason
      ? say("Recorded: {name}, {time}. Changed: {reason}", when)
      : say("Recorded: {name}, {time}", when);
  };

  // The versions before this one, newest first.
  const Before = ({ hand, names }) => html`<section class="stack stack-tight">
    <h2>${say("Earlier versions")}</h2>
    ${hand.versions
      .slice()
      .reverse()
      .map(
        (old) => html`<div class="card">
      <p>${summaryOf(old, names)}</p>
      <${Nets} net=${old.net} names=${names} />
      <p class="muted">${said(old)}</p>
    </div>`,
      )}
  </section>`;

  // Any version's key leads to the newest of its number.
  const find = (book, key) =>
    book.hands.find((hand) => hand.key === key || hand.versions.some((old) => old.key === key));

  // Where only the server settles, the game asks it.
  const Reasons = ({ table: { engine, names, now }, hand }) => {
    const settlement = now.book.settlementOf(hand);
    return settlement
      ? html`<${Why} settlement=${settlement} names=${names} />`
      : html`<${Table.game.Reasons} key=${hand.key} ...${{ engine, names, hand }} />`;
  };

  const Hand = ({ table, id }) => {
    const { names, now, mayChange } = table;
    const hand = find(now.book, id);
    if (!hand) return html`<${Table.Missing} />`;
    const bar =
      mayChange &&
      !hand.void &&
      html`
      <a class="btn btn-half" href=${`#change/${hand.key}`}>${say("Change")}</a>
      <a class="btn btn-half btn-danger" href=${`#void/${hand.key}`}>${say("Void")}</a>`;
    return html`<${Page} title=${say("Hand {n}", { n: hand.number })} bar=${bar}>
      <p class="lead">${summaryOf(hand, names)}</p>
      <${Marks} hand=${hand} names=${names} />
      ${
        hand.void &&
        html`<p class="note note-wrong">
        ${say("Void, doesn’t count: {reason}", { reason: hand.void })}
      </p>`
      }
      <div class="card"><${Nets} net=${hand.net} names=${names} /></div>
      <section class="stack stack-tight">
        <h2>${say("How it’s scored")}</h2>
        <${Reasons} table=${table} hand=${hand} />
        ${ruledOn(now.state, hand).map((ruling) => html`<${Ruled} ruling=${ruling} names=${names} />`)}
      </section>
      ${
        hand.note &&
        html`<section class="stack stack-tight">
        <h2>${say("Note")}</h2>
        <p>${hand.note}</p>
      </section>`
      }
      <p class="muted">${said(hand)}</p>
      ${hand.versions.length > 0 && html`<${Before} hand=${hand} names=${names} />`}
    <//>`;
  };

  // Tapping a total: the hands that made it.
  const Player = ({ table, seat }) => {
    const { names, now } = table;
    const { book, state } = now;
    const n = seat - 1;
    const hands = book.hands.filter((hand) => !hand.void).reverse();
    const reckoned = hands.length - book.unreckoned;
    const start = state.sheet.start_chips;
    const made = { start, chips: Table.signed(book.totals[n] - start) };
    const ruled = (state.rulings || []).filter(({ chips, reversed }) => chips[n] && !reversed);
    return html`<${Page} title=${state.seats[n].name}>
      <div class="card">
        <p><b class=${`big-number ${book.unreckoned ? "muted" : ""}`}>${shown(book.totals[n])}</b></p>
        <p>
          ${
            ruled.length
              ? sayMany(
                  "Started with {start}, {chips} in {n} hand and rulings.",
                  "Started with {start}, {chips} in {n} hands and rulings.",
                  reckoned,
                  made,
                )
              : sayMany(
                  "Started with {start}, {chips} in {n} hand.",
                  "Started with {start}, {chips} in {n} hands.",
                  reckoned,
                  made,
                )
          }
        </p>
        ${
          book.owed[n] > 0 &&
          html`<p>
          ${say("Owes the bank {chips}. That doesn’t change this number.", { chips: book.owed[n] })}
        </p>`
        }
      </div>
      <${Table.Open} now=${now} />
      ${ruled.map((ruling) => html`<${Ruled} ruling=${ruling} names=${names} />`)}
      ${
        hands.length > 0 &&
        html`<ul class="list">
        ${hands.map(
          (hand) => html`<li key=${hand.key}>
          <details class="player-hand">
            <summary>
              <span><b>${hand.number}</b> ${summaryOf(hand, names)}</span>
              ${
                hand.net
                  ? html`<b class=${`num${hand.net[n] > 0 ? " right" : ""}`}>${Table.signed(hand.net[n])}</b>`
                  : html`<span class="muted">${FOLLOWS}</span>`
              }
            </summary>
            ${
              book.settlementOf(hand) &&
              html`<${Why} settlement=${book.settlementOf(hand)} names=${names} seat=${seat} />`
            }
            <a class="btn btn-quiet" href=${`#hand/${hand.key}`}>
              ${say("See hand {n}", { n: hand.number })}
            </a>
          </details>
        </li>`,
        )}
      </ul>`
      }
    <//>`;
  };

  Object.assign(Table, { Games, Hands, summaryOf, findHand: find });
  Object.assign(Table.pages, { hand: Hand, player: Player });
})();
