// The cards that lie on the table: what a hand may declare, and what everything pays.
// Every number is asked of the rules.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const { html } = Table;
  const { useState } = Table.hooks;
  const TRULL = [["skys", "Skys"], ["mond", "Mond"], ["pagat", "Pagat"]];
  const upTo = (most) => Array.from({ length: most + 1 }, (_, n) => n);

  // --- What can I declare?

  const Count = ({ id, label, most, value, pick }) => html`<${Spjst.Choice}
    ...${{ id, label, value, pick }}
    columns="digits"
    options=${upTo(most).map((n) => ({ value: n, text: String(n) }))}
  />`;

  const Advice = ({ holding, rules }) => {
    if (holding.trumps === null) return html`<p>Tap how many trumps you hold.</p>`;
    const codes = Spjst.declarable(holding, rules);
    if (!codes) {
      const isFull = holding.trumps + holding.kings > 12;
      return html`<p>${isFull ? "These are more than twelve cards." : "Skys, Mond and Pagat are trumps: count them too."}</p>`;
    }
    if (!codes.length) return html`<p class="strong">Nothing to declare.</p>`;
    const { values } = rules.tables;
    const each = codes.reduce((sum, code) => sum + rules.values[code], 0);
    return html`<p class="advice">Say ${Spjst.claimWords(codes, rules)}</p>
      <ul>
        ${codes.map(
          (code) => html`<li>
            ${values[code].name}, ${values[code].holding}: ${rules.values[code]} from each
          </li>`,
        )}
      </ul>
      <p class="strong">${each} from each, ${each * 3} in all, before the first card.</p>`;
  };

  const DeclareCard = () => {
    const { rules } = Spjst;
    const [holding, hold] = useState({ trumps: null, kings: 0 });
    const put = (name) => (value) => hold(Object.assign({}, holding, { [name]: value }));
    return html`<div class="stack">
      <div class="note" aria-live="polite"><${Advice} ...${{ holding, rules }} /></div>
      <${Count} id="trumps" label="Trumps" most=${12} value=${holding.trumps} pick=${put("trumps")} />
      <fieldset class="stack stack-tight">
        <legend>Of these, trull cards</legend>
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
      <${Count} id="kings" label="Kings" most=${4} value=${holding.kings} pick=${put("kings")} />
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

  const spans = ({ won, lost }) => [won, lost].map((points) => (points.length ? span(points) : "–"));

  const Povinost = ({ rules }) => html`<${Rows}
    title="Povinost"
    head=${["wins with", "loses with", "chips"]}
    rows=${bands("povinost", rules).map((row) => [...spans(row), row.chips])}
    says="54 are needed; 53 to 53 is lost. Alone: from or to each of the three."
  />`;

  // A win, and a loss by each set; one column for both where they are the same.
  const Prever = ({ rules }) => {
    const [first, second, back] = rules.prever_set_multipliers;
    const onWin = rules.prever_set_on_win;
    const apart = first !== 1 && !onWin;
    const one = first === 1 ? "chips" : `1st ×${first}`;
    const columns = apart ? ["won", `lost ×${first}`] : [one];
    const amounts = ({ lost, chips }) => {
      const hand = { bid: "prever", declarer: 1, points: lost[0] };
      const each = [1, 2, 3].map((set) => paid(Object.assign({ prever_set: set }, hand), rules));
      return apart ? [chips, ...each] : each;
    };
    const dearer = apart ? "The sets" : "The second three and going back";
    return html`<${Rows}
      title="Prever, alone"
      head=${["wins with", "loses with", ...columns, `2nd ×${second}`, `back ×${back}`]}
      rows=${bands("prever", rules).map((row) => [...spans(row), ...amounts(row)])}
      says=${onWin ? "The sets multiply a win too." : `${dearer} make only a loss dearer.`}
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

  const valatSays = (rules) =>
    `${rules.valat_replaces_game ? "In place of the game" : "Beside the game"}; ` +
    `challenges ${rules.challenge_multiplies_valat ? "multiply it" : "do not touch it"}. ` +
    (rules.called_valat_voids_pagat
      ? "Made, or called and lost, it voids the Pagat."
      : "Made, it voids the Pagat.");

  // What a fault with the sign does beside its price.
  const redirectionSays = (rules) =>
    [
      "† Collects nothing too, pays what his partner is due, and bears his loss (§30).",
      rules.solo_violator_pays_win && "† If he won alone, he pays the losers what he won.",
      rules.soloist_pays_innocent_defenders &&
        "† A beaten soloist still pays those who did nothing wrong.",
    ]
      .filter(Boolean)
      .join(" ");

  const PayoffCard = () => {
    const { rules } = Spjst;
    const { values, challenges, faults } = rules.tables;
    const steps = Spjst.ladderOf(rules).map((code) => challenges[code]);
    const [silent, announced] = rules.pagat_chips;
    return html`<div class="stack">
      <${Povinost} rules=${rules} />
      <${Prever} rules=${rules} />
      <${Rows}
        title="Challenges"
        rows=${steps.map((step) => [step.name, `×${step.times}`])}
        says="Of the game, not of values. The Pagat has its own."
      />
      <${Rows}
        title="Values, from each"
        rows=${Object.keys(rules.values).map((code) => [
          values[code].name,
          values[code].holding,
          rules.values[code],
        ])}
        says="One of the trumps and one of the five-counters, added together."
      />
      <${Rows}
        title="Pagat, last trick"
        rows=${[
          ["silent", silent],
          ["called", announced],
          ...steps.map((step) => [`called, ${step.name}`, announced * step.times]),
        ]}
      />
      <${Rows}
        title="Valat, every trick"
        head=${["bid", "silent", "called"]}
        rows=${[
          ["Povinost", ...rules.valat_chips],
          ["Prever", ...rules.valat_prever_chips],
        ]}
        says=${valatSays(rules)}
      />
      <${Rows}
        title="Faults, to each"
        rows=${Object.keys(faults)
          .filter((code) => faults[code].fields.includes("seat"))
          .map((code) => {
            const { name, each, redirects } = faults[code];
            return [`${Spjst.capital(name)}${redirects ? " †" : ""}`, each];
          })}
        says=${redirectionSays(rules)}
      />
    </div>`;
  };

  Object.assign(Spjst, { DeclareCard, PayoffCard });
})();
