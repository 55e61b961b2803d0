// The four as they sit: play runs counter-clockwise, the own seat is at the bottom.
var Table = Table || {};

(() => {
  "use strict";

  const { html, shown, balance, add } = Table;
  const SIDES = ["bottom", "right", "top", "left"]; // in order of play

  const sideOf = (position, own) => SIDES[(position - (own || 1) + 4) % 4];

  // What the seats show: the scores in force, else those handed in or counted, else the hands' totals.
  const shownTotals = (now) => {
    const { count, in_force } = now.state;
    const { handed, totals } = now.book;
    if (in_force) return in_force.scores;
    if (handed) return Table.scoresOf(handed);
    return count ? count.scores : totals;
  };

  const Ring = ({ table }) => {
    const { names, now, own } = table;
    const { book, state } = now;
    const totals = shownTotals(now);
    const sum = balance(add(totals), state.sheet.must_total);
    const isOver = state.in_force || state.count || book.handed || !state.sheet.open || book.left === 0;
    const deal = isOver ? null : book.deal;
    return html`<ol class="seats" aria-label="The four seats, in order of play">
      ${state.seats.map(({ position }, n) => html`
        <li class=${`seat-${sideOf(position, own)}`}><a class="seat" href=${`#player/${position}`}>
          <span class="name">${names[n]}</span>
          <span class="seat-words">${book.owed[n] > 0 && !state.count && !book.handed && !state.in_force && html`<span class="owed">owes ${book.owed[n]}</span> `}${deal && deal.dealer === position && html`<span class="badge">deals</span> `}${deal && deal.povinost === position && html`<span class="badge badge-full">leads off</span>`}</span>
          <span class="total">${shown(totals[n])}</span>
        </a></li>`)}
      <li class="seats-mid"><span class="out-of-sight">Together </span><b class=${sum.right ? "right" : "wrong"}>${add(totals)} <span aria-hidden="true">${sum.right ? "✓" : "≠"}</span></b>
        ${!sum.right && html`<small class="wrong">${sum.short}</small>`}</li>
    </ol>`;
  };

  Object.assign(Table, { Ring, sideOf });
})();
