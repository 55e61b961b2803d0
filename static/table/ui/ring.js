// All as they sit: the own seat at the bottom, the others as play goes round.
var Table = Table || {};

(() => {
  "use strict";

  const { html, shown, shownTotals } = Table;
  // In order of play to the right (counter-clockwise); to the left it is the other way.
  const PLACES = {
    3: ["bottom", "right", "left"],
    4: ["bottom", "right", "top", "left"],
    5: ["bottom", "right", "top-right", "top-left", "left"],
  };

  const sideOf = (position, { names, own }) => {
    const steps = Table.game.direction === "left" ? (own || 1) - position : position - (own || 1);
    return PLACES[names.length][(steps + names.length) % names.length];
  };

  const CHIPS = [
    ["ten", 10],
    ["five", 5],
    ["one", 1],
  ];

  // A number as chips side by side, six wide; above 300 each is worth ten times as much.
  const Discs = ({ number }) => {
    const times = number > 300 ? 10 : 1;
    let left = number;
    let at = 0;
    const rows = CHIPS.map(([name, worth]) => {
      const from = at;
      at += 6 * Math.floor(left / worth / times);
      left %= worth * times;
      return at > from && html`<path class=${name} d=${`M${from} 9H${at}`} />`;
    });
    return html`<svg class="discs" viewBox=${`0 0 ${at - 1} 18`} aria-hidden="true">${rows}</svg>`;
  };

  const Ring = ({ table }) => {
    const { names, now } = table;
    const { book, state } = now;
    const [total, row, totals] = shownTotals(now);
    const sum = Table.balance(now, total, row);
    const isCounted = row || book.handed;
    const isKnown = isCounted || state.sheet.has_hands !== false; // by hands, or counted
    const isOver = isCounted || !state.sheet.open || book.left === 0;
    const isOpen = sum.isOpen || (!isCounted && book.unreckoned > 0);
    const deal = (!isOver && book.deal) || {};
    const first = deal.lead || (deal.dealer && Table.forehandOf(deal.dealer, names.length));
    return html`<ol class=${`seats seats-${table.size}`} aria-label=${say("The seats, in order of play")}>
      ${state.seats.map(
        ({ position }, n) => html`<li class=${`seat-${sideOf(position, table)}`}>
        <a class="seat" href=${`#player/${position}`}>
          <span class="name">${names[n]}</span>
          <span class="seat-words">
            ${
              book.owed[n] > 0 &&
              !isCounted &&
              html`<span class="owed">
              ${say("owes {chips}", { chips: book.owed[n] })}
            </span> `
            }
            ${
              deal.dealer === position &&
              html`<span class="badge">
              ${deal.sits === position ? say("sits out") : say("deals")}
            </span> `
            }
            ${
              first === position &&
              html`<span class="badge badge-full">
              ${deal.lead ? say("leads off") : say("forehand")}
            </span>`
            }
          </span>
          <span class=${`total ${isOpen ? "muted" : ""}`}>${isKnown ? shown(totals[n]) : "–"}</span>
          ${state.sheet.with_chips && totals[n] >= 1 && html`<${Discs} number=${totals[n]} />`}
        </a>
      </li>`,
      )}
      <li class="seats-mid">
        ${
          !isKnown
            ? ""
            : isOpen
              ? html`<small class="waits"><${Table.Sign} name="waits" /> ${Table.openWords(book)}</small>`
              : html`<span class="out-of-sight">${say("Total")} </span>
              <b class=${sum.right ? "right" : "wrong"}>
                ${shown(total)} <span aria-hidden="true">${sum.right ? "✓" : "≠"}</span>
              </b>
              ${!sum.right && html`<small class="wrong">${sum.short}</small>`}`
        }
      </li>
    </ol>`;
  };

  Object.assign(Table, { Ring, sideOf });
})();
