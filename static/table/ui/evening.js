// The evening's figures: what this table has made so far, and how the evening stands, as
// far as everybody may see it.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, shown, signed, Page } = Table;
  const { useEffect, useState } = Table.hooks;

  // How a seat's hands went: how many it won, and its best.
  const handsOf = ({ hands }, n) => {
    const isPlayed = ({ net, record, void: why }) => {
      const deal = net && !why && Table.game.dealOf(record);
      return net && !why && !(deal && deal.sits === n + 1);
    };
    const nets = hands.filter(isPlayed).map(({ net }) => net[n]);
    const won = nets.filter((net) => net > 0).length;
    if (!nets.length) return "";
    if (!won) return sayMany("{n} hand, none won", "{n} hands, none won", nets.length);
    const best = signed(Math.max(...nets));
    return sayMany(
      "{won} of {n} hand won, best {best}",
      "{won} of {n} hands won, best {best}",
      nets.length,
      { won, best },
    );
  };

  const Own = ({ table: { names, now } }) => {
    const { sheet } = now.state;
    const [, , totals] = Table.shownTotals(now);
    return html`<section class="stack stack-tight" aria-labelledby="own">
      <h2 id="own">${say("Table {table}, round {round}", sheet)}</h2>
      <ul class="list">
        ${names.map((name, n) => {
          const said = handsOf(now.book, n);
          return html`<li class="item" key=${n}>
            <span>
              <span class="strong">${name}</span>
              ${said && html`<br /><small class="muted">${said}</small>`}
            </span>
            <b class="big-number">${shown(totals[n])}</b>
          </li>`;
        })}
      </ul>
    </section>`;
  };

  const roundWords = ({ head, chips, apart }) =>
    `${head} ${apart ? `(${shown(chips)})` : shown(chips)}`;

  const Place = ({ line }) => {
    const { place, tied, name, seat, total } = line;
    const rounds = line.rounds.filter(({ chips }) => chips !== null);
    return html`<li class=${`item place${seat ? " is-own" : ""}`}>
      <b class="num">${tied ? "=" : ""}${place}.</b>
      <span>
        <span class=${seat && "strong"}>${name}</span>
        ${seat && html` <small class="badge badge-quiet">${say("at this table")}</small>`}
        <br /><small class="muted">${rounds.map(roundWords).join(" · ")}</small>
      </span>
      <b class="mid-number">${total}</b>
    </li>`;
  };

  const Standing = ({ told }) => {
    const { address, missing, people, players, said } = told;
    return html`
      <p class="muted">${said}${missing && `. ${missing}`}</p>
      ${
        people.length > 0 &&
        html`<ol class="list">
          ${people.map((line) => html`<${Place} key=${line.name + line.place} line=${line} />`)}
        </ol>`
      }
      ${
        address &&
        html`<p><a href=${address} target="_blank" rel="noreferrer">${
          players > people.length
            ? say("See all {n} on the event page", { n: players })
            : say("Event page")
        }</a></p>`
      }`;
  };

  let last = null; // what was told before, where there is no network now

  const Evening = ({ table }) => {
    const { engine, now } = table;
    const [told, setTold] = useState(last);
    const [failed, setFailed] = useState(false);
    const { version } = now.state; // a verified sheet moves the places
    useEffect(() => {
      let here = true;
      engine.about("evening/").then((answer) => {
        if (answer.ok) last = answer;
        if (!here) return;
        setTold(last);
        setFailed(!answer.ok);
      });
      return () => {
        here = false;
      };
    }, [version, now.link]);
    return html`<${Page}
      title=${say("Scores and standings")}
      bar=${html`<${Table.Back}>${say("Back to table")}<//>`}
    >
      <${Own} table=${table} />
      <section class="stack stack-tight" aria-labelledby="standing">
        <h2 id="standing">${say("Standings")}</h2>
        ${
          failed &&
          html`<p class="note note-waits" role="status">${
            told
              ? say("No connection. These are the last standings we got.")
              : say("Standings will appear when you’re connected again.")
          }</p>`
        }
        ${told && html`<${Standing} told=${told} />`}
      </section>
    <//>`;
  };

  Object.assign(Table.pages, { evening: Evening });
})();
