// The cards that lie on the table: what a hand may declare, and what everything pays.
// Every number is asked of the rules.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const { html } = Table;
  const { useState } = Table.hooks;
  const TRULL = [
    ["skys", say("Skys")],
    ["mond", say("Mond")],
    ["pagat", say("Pagat")],
  ];
  const upTo = (most) => Array.from({ length: most + 1 }, (_, n) => n);

  // --- What can I declare?

  const Count = ({ id, label, most, value, pick }) => html`<${Spjst.Choice}
    ...${{ id, label, value, pick }}
    columns="digits"
    options=${upTo(most).map((n) => ({ value: n, text: String(n) }))}
  />`;

  const Advice = ({ holding, rules }) => {
    if (holding.trumps === null) return html`<p>${say("Tap how many trumps you hold.")}</p>`;
    const codes = Spjst.declarable(holding, rules);
    if (!codes) {
      const isFull = holding.trumps + holding.kings > 12;
      return html`<p>
        ${isFull ? say("That’s more than twelve cards.") : say("Skys, Mond and Pagat are trumps. Count them too.")}
      </p>`;
    }
    if (!codes.length) return html`<p class="strong">${say("Nothing to declare.")}</p>`;
    const { values } = rules.tables;
    const each = codes.reduce((sum, code) => sum + rules.values[code], 0);
    return html`<p class="advice">${say("Say {values}", { values: Spjst.claimWords(codes, rules) })}</p>
      <ul>
        ${codes.map(
          (code) => html`<li>
            ${values[code].name}, ${values[code].holding}: ${say("{chips} from each", { chips: rules.values[code] })}
          </li>`,
        )}
      </ul>
      <p class="strong">${say("{each} from each, {all} in all, before the first card.", { each, all: each * 3 })}</p>`;
  };

  const DeclareCard = () => {
    const { rules } = Spjst;
    const [holding, hold] = useState({ trumps: null, kings: 0 });
    const put = (name) => (value) => hold(Object.assign({}, holding, { [name]: value }));
    return html`<div class="stack">
      <div class="note" aria-live="polite"><${Advice} ...${{ holding, rules }} /></div>
      <${Count} id="trumps" label=${say("Trumps")} most=${12} value=${holding.trumps} pick=${put("trumps")} />
      <fieldset class="stack stack-tight">
        <legend>${say("Trull cards among these")}</legend>
        <div class="choices choices-3">
          ${TRULL.map(
            ([name, text]) => html`<button
              type="button"
              class="choice"
              aria-pressed=${String(Boolean(holding[name]))}
              onClick=${() => put(name)(!holding[name])}
            >
              ${text}
            </button>`,
          )}
        </div>
      </fieldset>
      <${Count} id="kings" label=${say("Kings")} most=${4} value=${holding.kings} pick=${put("kings")} />
    </div>`;
  };

  // --- What everything pays

  const paid = (record, rules) =>
    Math.max(0, ...Spjst.settle(record, rules).lines.map((line) => line.chips));

  const span = (points) => {
    const [low, high] = [Math.min(...points), Math.max(...points)];
    return low === high ? String(low) : `${low}–${high}`;
  };

  // Points that win, points that lose and what they pay: { won, lost, chips }, asked of a
  // house where no Prever set makes anything dearer.
  const bands = (bid, rules) => {
    const plain = Object.assign({}, rules, { prever_set_multipliers: [1, 1, 1] });
    const rows = new Map();
    for (const points of upTo(Spjst.MOST_POINTS)) {
      const hand = { bid, declarer: 1, points, partner: bid === "prever" ? null : 3 };
      const chips = paid(hand, plain);
      if (!rows.has(chips)) rows.set(chips, { won: [], lost: [], chips });
      const row = rows.get(chips);
      (points > 53 ? row.won : row.lost).push(points);
    }
    return [...rows.values()].sort((one, two) => one.chips - two.chips);
  };

  const spans = ({ won, lost }) =>
    [won, lost].map((points) => (points.length ? span(points) : "–"));

  const Povinost = ({ rules }) => html`<${Rows}
    title=${say("Povinost")}
    head=${[say("wins with"), say("loses with"), say("chips")]}
    rows=${bands("povinost", rules).map((row) => [...spans(row), row.chips])}
    says=${say("You need 54. A 53–53 tie is a loss. Alone, you collect from or pay each of the three.")}
  />`;

  // A win, and a loss by each set; one column for both where they are the same.
  const Prever = ({ rules }) => {
    const [first, second, back] = rules.prever_set_multipliers;
    const onWin = rules.prever_set_on_win;
    const apart = first !== 1 && !onWin;
    const one = first === 1 ? say("chips") : say("1st ×{times}", { times: first });
    const columns = apart ? [say("won"), say("lost ×{times}", { times: first })] : [one];
    const amounts = ({ lost, chips }) => {
      const hand = { bid: "prever", declarer: 1, points: lost[0] };
      const each = [1, 2, 3].map((set) => paid(Object.assign({ prever_set: set }, hand), rules));
      return apart ? [chips, ...each] : each;
    };
    const dearer = apart
      ? say("The sets only make a loss cost more.")
      : say("The second three and going back only make a loss cost more.");
    return html`<${Rows}
      title=${say("Prever, alone")}
      head=${[
        say("wins with"),
        say("loses with"),
        ...columns,
        say("2nd ×{times}", { times: second }),
        say("back ×{times}", { times: back }),
      ]}
      rows=${bands("prever", rules).map((row) => [...spans(row), ...amounts(row)])}
      says=${onWin ? say("The sets also multiply a win.") : dearer}
    />`;
  };

  const Rows = ({ title, head, rows, says }) => {
    const isNumber = rows[0].map((cell) => typeof cell === "number");
    const cells = (Tag, row) =>
      row.map((cell, n) => html`<${Tag} class=${isNumber[n] ? "num" : ""}>${cell}<//>`);
    return html`<section class="card">
      <h2>${title}</h2>
      <table class="payoffs">
        ${head && html`<thead><tr>${cells("th", head)}</tr></thead>`}
        <tbody>${rows.map((row) => html`<tr>${cells("td", row)}</tr>`)}</tbody>
      </table>
      ${says && html`<p class="muted">${says}</p>`}
    </section>`;
  };

  const gameSays = ({ valat_replaces_game: isInstead, challenge_multiplies_valat: isDearer }) => {
    if (isInstead && isDearer) return say("Paid instead of the game. Challenges multiply it.");
    if (isInstead) return say("Paid instead of the game. Challenges don’t affect it.");
    if (isDearer) return say("Paid in addition to the game. Challenges multiply it.");
    return say("Paid in addition to the game. Challenges don’t affect it.");
  };

  const valatSays = (rules) =>
    [
      gameSays(rules),
      rules.called_valat_voids_pagat
        ? say("A Valat that’s made, or called and lost, voids the Pagat.")
        : say("A made Valat voids the Pagat."),
    ].join(" ");

  // What a fault with the sign does beside its price.
  const redirectionSays = (rules) =>
    [
      say(
        "† Also collects nothing, pays what the partner is due, and bears the partner’s loss (§30).",
      ),
      rules.solo_violator_pays_win && say("† A player who won alone pays the losers what was won."),
      rules.soloist_pays_innocent_defenders &&
        say("† A soloist who loses still pays those who did nothing wrong."),
    ]
      .filter(Boolean)
      .join(" ");

  const PayoffCard = () => {
    const { rules } = Spjst;
    const { values, challenges, faults, remarks } = rules.tables;
    const steps = Spjst.ladderOf(rules).map((code) => challenges[code]);
    const [silent, announced] = rules.pagat_chips;
    return html`<div class="stack">
      <${Povinost} rules=${rules} />
      <${Prever} rules=${rules} />
      <${Rows}
        title=${say("Challenges")}
        rows=${steps.map((step) => [step.name, `×${step.times}`])}
        says=${say("Challenges multiply the game, not values. The Pagat has its own.")}
      />
      <${Rows}
        title=${say("Values, from each")}
        rows=${Object.keys(rules.values).map((code) => [
          values[code].name,
          values[code].holding,
          rules.values[code],
        ])}
        says=${say("One trump value and one five-counter value, added together.")}
      />
      <${Rows}
        title=${say("Pagat, last trick")}
        rows=${[
          [say("silent"), silent],
          [say("called"), announced],
          ...steps.map((step) => [
            say("called, {challenge}", { challenge: step.name }),
            announced * step.times,
          ]),
        ]}
        says=${remarks.pagat.join(" ")}
      />
      <${Rows}
        title=${say("Valat, every trick")}
        head=${[say("bid"), say("silent"), say("called")]}
        rows=${[
          [say("Povinost"), ...rules.valat_chips],
          [say("Prever"), ...rules.valat_prever_chips],
        ]}
        says=${valatSays(rules)}
      />
      <${Rows}
        title=${say("Faults, to each")}
        rows=${Object.keys(faults)
          .filter((code) => faults[code].fields.includes("seat"))
          .map((code) => {
            const { name, each, redirects } = faults[code];
            return [`${Spjst.capital(name)}${redirects ? " †" : ""}`, each];
          })}
        says=${[redirectionSays(rules), ...remarks.faults].join(" ")}
      />
    </div>`;
  };

  Table.game.cards = [
    { name: "declare", title: say("What can I declare?"), Card: DeclareCard },
    { name: "payoffs", title: say("Payoffs"), Card: PayoffCard },
  ];
})();
