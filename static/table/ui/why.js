// Why a hand moved these chips: each payment in a sentence, with its section.
var Table = Table || {};

(() => {
  "use strict";

  const { html, listed } = Table;

  // Lines that say the same of other seats stand together.
  const grouped = (lines) => {
    const groups = [];
    for (const line of lines) {
      const same = groups.find(
        ([first]) =>
          first.item === line.item && first.why === line.why &&
          first.chips === line.chips && first.section === line.section,
      );
      if (same) same.push(line);
      else groups.push([line]);
    }
    return groups;
  };

  const alike = (group, end) => group.every((line) => line[end] === group[0][end]);

  // "Josef, Anna and Karel each pay Marie 4."
  const said = (group, names) => {
    const { from, to, chips } = group[0];
    const name = (seat) => names[seat - 1];
    const each = group.length > 1;
    if (alike(group, "to")) {
      const payers = listed(group.map((line) => name(line.from)));
      return `${payers} ${each ? "each pay" : "pays"} ${name(to)}\u00a0${chips}`;
    }
    if (alike(group, "from")) {
      return `${name(from)} pays ${listed(group.map((line) => name(line.to)))} ${chips}\u00a0each`;
    }
    return listed(group.map((line) => `${name(line.from)} pays ${name(line.to)}\u00a0${line.chips}`));
  };

  const sumFor = (group, seat) =>
    Table.add(group.map((line) => (line.to === seat ? line.chips : line.from === seat ? -line.chips : 0)));

  // settlement: { lines, notes }; names of seats 1 to 4; with a seat only what is his.
  const Why = ({ settlement, names, seat }) => {
    const own = (line) => !seat || line.from === seat || line.to === seat;
    const groups = grouped(settlement.lines.filter(own));
    return html`<div class="why">
      ${!groups.length && html`<p class="muted">No chips move.</p>`}
      <ul class="why-lines">${groups.map((group) => {
        const { item, section, why } = group[0];
        return html`<li>
          <p class="why-head"><span class="eyebrow">${item[0].toUpperCase() + item.slice(1)}</span><span class="section">${section}</span></p>
          <p class="why-said"><span>${said(group, names)}</span>${seat && html`<b class="num">${Table.signed(sumFor(group, seat))}</b>`}</p>
          <p class="muted">${Table.withNames(why, names)}</p>
        </li>`;
      })}</ul>
      ${settlement.notes.map((note) => html`<p class="why-note">${Table.withNames(note, names)}</p>`)}
    </div>`;
  };

  Object.assign(Table, { Why });
})();
