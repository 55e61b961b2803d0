// Why a hand moved these chips: who pays whom in sentences, with their sections.
var Table = Table || {};

(() => {
  "use strict";

  const { html } = Table;

  const sumFor = (lines, seat) =>
    Table.add(
      lines.map((line) => (line.to === seat ? line.chips : line.from === seat ? -line.chips : 0)),
    );

  // With names, and no line broken between a number and its chips.
  const shown = (sentence, names) =>
    Table.withNames(sentence, names).replace(/(\d) ((?:chip|point)s?\b)/g, "$1\u00a0$2");

  // As the server calls what is paid, or a game that settles on the phone.
  const titled = ({ item, title }) => title || (Table.game.titles || {})[item] || item;

  const Paragraph = ({ paragraph, names, seat }) => {
    const { section, said, reasons, lines } = paragraph;
    return html`<li>
      <p class="why-head">
        <span class="eyebrow">${titled(lines[0])}</span>
        <span class="section">${section === "house" ? say("house rules") : section}</span>
      </p>
      <div class="why-said">
        <div>
          ${said.map((each) => html`<p>${shown(each, names)}</p>`)}
        </div>
        ${seat && html`<b class="num">${Table.signed(sumFor(lines, seat))}</b>`}
      </div>
      ${reasons.map((each) => html`<p class="muted">${shown(each, names)}</p>`)}
    </li>`;
  };

  // settlement: { lines, notes }; names in order of seats; with a seat only what is his, and
  // what another pays in his place.
  const Why = ({ settlement, names, seat }) => {
    const own = (line) => !seat || [line.from, line.to, line.instead_of].includes(seat);
    const told = Table.paragraphs(settlement.lines.filter(own));
    return html`<div class="why">
      ${
        !told.length &&
        html`<p class="muted">${
          Table.game.writes ? say("Nothing is written.") : say("No chips change hands.")
        }</p>`
      }
      <ul class="why-lines">
        ${told.map((each) => html`<${Paragraph} paragraph=${each} names=${names} seat=${seat} />`)}
      </ul>
      ${settlement.notes.map((note) => html`<p class="why-note">${shown(note, names)}</p>`)}
    </div>`;
  };

  Object.assign(Table, { Why });
})();
