// Chips from the bank, and back to it.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, clock, Choices, NumberInput, Page, Save } = Table;
  const { useState } = Table.hooks;
  const AMOUNTS = [10, 20, 50, 100];

  const loanWords = (name, chips) =>
    chips > 0
      ? say("{name} borrows {chips}", { name, chips })
      : say("{name} pays back {chips}", { name, chips: Math.abs(chips) });

  const Loans = ({ table, id }) => {
    const { engine, mayChange, names, now, note } = table;
    const { owed } = now.book;
    // who has fewer than none by the hands, and what covers that
    const [seat, setSeat] = useState(Number(id) || 0);
    const [chips, setChips] = useState(() =>
      String(
        AMOUNTS.slice(1).find(
          (each) => !seat || each + owed[seat - 1] + now.book.totals[seat - 1] >= 0,
        ) || 100,
      ),
    );
    const [typed, setTyped] = useState(false);
    const [way, setWay] = useState(1);
    const count = Number(chips);
    const name = names[seat - 1];
    const tooMuch = seat > 0 && way < 0 && count > owed[seat - 1];
    const save = () =>
      engine.lend(seat, way * count).then((key) => {
        note({ key, deed: said });
        setSeat(0);
      });
    const said = seat ? Table.loanWords(name, way * count) : say("Choose a player");
    const pick = (amount) => {
      setTyped(amount === "other");
      setChips(amount === "other" ? "" : String(amount));
    };
    const loans = now.state.loans.slice().reverse();
    const unsent = owed.map(
      (sum, n) =>
        sum - Table.add(loans.filter((loan) => loan.seat === n + 1).map((loan) => loan.chips)),
    );
    const line = (at, more) => {
      const lent = { name: names[at], chips: Math.abs(more) };
      return more > 0
        ? say("{name} borrowed {chips}", lent)
        : say("{name} paid back {chips}", lent);
    };
    return html`<${Page}
      title=${say("Loans from the bank")}
      lead=${say("Borrowed chips are subtracted at the end. Hands don’t change.")}
      bar=${
        mayChange &&
        html`
        ${table.saved && table.saved.deed && html`<${Table.Saved} table=${table} />`}
        <${Save} wait=${!seat || !count || tooMuch} onSave=${save}>${said}<//>`
      }
    >
      ${
        mayChange &&
        html`
        <${Choices}
          legend=${say("Who")}
          columns="2"
          value=${seat}
          onValue=${setSeat}
          options=${names.map((each, n) => [
            n + 1,
            each,
            owed[n] ? say("owes {chips}", { chips: owed[n] }) : "",
          ])} />
        <${Choices}
          legend=${say("What")}
          columns="2"
          value=${way}
          onValue=${setWay}
          options=${[[1, say("Borrows")], [-1, say("Pays back")]]} />
        <${Choices}
          legend=${say("How much")}
          columns="3"
          value=${typed ? "other" : count}
          onValue=${pick}
          options=${AMOUNTS.map((each) => [each, String(each)]).concat([["other", say("Other")]])} />
        ${
          typed &&
          html`<div class="field">
          <label for="chips">${say("Chips")}</label>
          <${NumberInput} id="chips" value=${chips} onValue=${setChips} />
        </div>`
        }
        ${
          tooMuch &&
          html`<p class="error" role="alert">
          ${say("{name} owes {chips}, not {more}.", { name, chips: owed[seat - 1], more: count })}
        </p>`
        }`
      }
      ${
        loans.length > 0 || unsent.some(Boolean)
          ? html`<section class="stack stack-tight">
            <h2>${say("So far")}</h2>
            <ul class="list">
              ${unsent.map(
                (sum, n) =>
                  sum !== 0 &&
                  html`<li class="item" key=${n}>
                <span>${line(n, sum)}</span>
                <span class="badge badge-waits">${say("not sent yet")}</span>
              </li>`,
              )}
              ${loans.map(
                (loan) => html`<li class="item" key=${loan.key}>
                <span>
                  ${line(loan.seat - 1, loan.chips)}<br />
                  <small class="muted">${loan.by}, ${clock(loan.at)}</small>
                </span>
              </li>`,
              )}
            </ul>
          </section>`
          : html`<p class="empty">${say("No one has borrowed chips.")}</p>`
      }
    <//>`;
  };

  Object.assign(Table, { loanWords });
  Object.assign(Table.pages, { loans: Loans });
})();
