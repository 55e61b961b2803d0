// The same hand recorded twice: both side by side, and one is chosen.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, clock, Page, Save, useTry } = Table;

  const lineOf = (hand, names) =>
    hand.record ? Table.summaryOf(hand, names) : say("Voids the hand: {reason}", hand);

  const One = ({ hand, names, children }) => html`<section class="card double">
    <p>${lineOf(hand, names)}</p>
    ${
      hand.net &&
      html`<ul>
      ${hand.net.map(
        (net, n) => html`<li class="split split-end">
        <span>${names[n]}</span>
        <b class=${net > 0 ? "right" : ""}>${Table.signed(net)}</b>
      </li>`,
      )}
    </ul>`
    }
    <p class="muted small">${hand.by}, ${clock(hand.at)}</p>
    ${children}
  </section>`;

  const Double = ({ table, mine, theirs }) => {
    const { engine, names, note } = table;
    const [refusal, attempt] = useTry();
    const choose = (take) => () =>
      attempt(
        () => engine.choose(mine.key, take, ""),
        () => {
          note({
            key: mine.key,
            said:
              take === "both"
                ? say("Kept both")
                : say("Kept: {what}", { what: lineOf({ mine, theirs }[take], names) }),
            done: true,
          });
          if (!engine.get().book.doubles.length) Table.home();
        },
      );
    const change = Boolean(mine.replaces);
    return html`<section class="stack">
      <h2>${say("Hand {n}", { n: mine.number })}</h2>
      ${refusal}
      <div class="doubles">
        <${One} hand=${theirs} names=${names}>
          <${Save} look="btn-wide" onSave=${choose("theirs")}>${say("Keep this one")}<//>
        <//>
        <${One} hand=${mine} names=${names}>
          <${Save} look="btn-wide" onSave=${choose("mine")}>${say("Keep this one")}<//>
        <//>
      </div>
      ${
        !change &&
        html`<${Save} look="btn-wide" onSave=${choose("both")}>
        ${say("Not the same, keep both")}
      <//>`
      }
    </section>`;
  };

  const Doubles = ({ table }) => {
    const doubles = table.now.book.doubles.filter(({ theirs }) => theirs);
    if (!doubles.length)
      return html`<${Page}
      title=${say("No duplicates")}
      bar=${html`<${Table.Back}>${say("Back to table")}<//>`}
    >
      <p>${say("No hand was recorded twice.")}</p>
    <//>`;
    return html`<${Page}
      title=${say("Recorded twice")}
      lead=${say("Two phones saved the same hand. Only the first counts until you choose.")}
    >
      ${doubles.map(
        ({ mine, theirs }) => html`<${Double}
        key=${mine.key}
        table=${table}
        mine=${mine}
        theirs=${theirs} />`,
      )}
    <//>`;
  };

  Object.assign(Table.pages, { doubles: Doubles });
})();
