// Everything that is not needed with every hand.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, Choices, Page } = Table;
  const { useState } = Table.hooks;

  const Theme = () => {
    const [theme, setTheme] = useState(Table.theme.chosen());
    const choose = (next) => {
      Table.theme.choose(next);
      setTheme(next);
    };
    return html`<${Choices}
      legend=${say("Light or dark")}
      columns="3"
      value=${theme}
      onValue=${choose}
      options=${[["auto", say("Auto")], ["light", say("Light")], ["dark", say("Dark")]]} />`;
  };

  const YEAR = 31536000; // s

  // Kept where the site keeps it. The page comes anew in it; without network it does once there is one.
  const Language = ({ data: { languages, urls } }) => {
    const { lang } = document.documentElement;
    const choose = (code) => {
      // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is not there on plain http
      document.cookie = `language=${code}; path=/; max-age=${YEAR}; samesite=lax`;
      if (code !== lang) Table.openAnew(urls).catch(() => {});
    };
    return html`<${Choices}
      legend=${say("Language")}
      columns="2"
      value=${lang}
      onValue=${choose}
      options=${Object.keys(languages).map((code) => [code, languages[code]])} />`;
  };

  const Help = () => html`<details class="card">
    <summary>${say("If your phone drops the hall’s Wi-Fi")}</summary>
    <p>
      ${say(
        "Some phones leave Wi-Fi that has no internet and ask “Stay connected?” or “Use mobile data?”",
      )}
    </p>
    <ol class="numbered">
      <li>${say("Choose to stay connected and not be asked again.")}</li>
      <li>${say("Or turn off mobile data until the round is over.")}</li>
      <li>${say("Keep recording. Every hand is saved on this phone and sent once the phone can reach the desk.")}</li>
      <li>${say("If you still see “not sent yet” at the end, show the phone at the desk.")}</li>
    </ol>
  </details>`;

  const More = ({ table }) => {
    const { mayChange, now } = table;
    const { sheet, in_force } = now.state;
    const item = (to, text, end) => html`<li>
      <a class="item" href=${to}>
        <span>${text}</span>
        <span class="item-end go">${end || ""}</span>
      </a>
    </li>`;
    const owed = Table.add(now.book.owed);
    const writes = mayChange && !in_force;
    return html`<${Page} title=${say("More")}>
      <ul class="list">
        ${(Table.game.cards || []).map((card) => item(`#card/${card.name}`, card.title))}
        ${
          sheet.with_chips &&
          item(
            "#loans",
            say("Loans from the bank"),
            owed ? say("{chips} owed", { chips: owed }) : "",
          )
        }
        ${item("#call", say("Call the director"))}
        ${item("#evening", say("Scores and standings"))}
        ${now.mayWrite && sheet.photos && item("#photo", say("Photo of the paper sheet"))}
        ${writes && item("#count", Table.countWords(sheet))}
        ${writes && now.book.closing && item("#close", Table.game.closesBy)}
        ${
          writes &&
          now.book.left === 0 &&
          item("#hand", say("Record one more hand, number {n}", { n: now.book.nextNumber }))
        }
        ${item("#phones", say("Phones at this table"), String(now.state.phones.length))}
        ${now.mayWrite && item("#seats", say("Seating"))}
      </ul>
      <${Theme} />
      <${Table.Comforts} table=${table} />
      ${table.data.languages && html`<${Language} data=${table.data} />`}
      <section class="card">
        <h2>${say("This table’s code")}</h2>
        <p class="code">${sheet.code}</p>
        <p class="muted">${say("Type this code on the home page to open this table on any phone.")}</p>
      </section>
      <${Help} />
      <p class="muted small">
        ${
          now.canReopen
            ? say("You can reopen this page without a connection.")
            : say("You can’t reopen this page without a connection. Leave it open.")
        }
      </p>
    <//>`;
  };

  // Where nothing can be written, and why.
  const Shut = ({ table }) => {
    const { draft, gone, mayWrite, state } = table.now;
    const isHalf = draft && draft.of !== "count";
    const why =
      gone ||
      state.sheet.closed ||
      (mayWrite
        ? ""
        : say("You’re watching. Ask to keep score, and the scorekeeper can approve it."));
    return html`<${Page}
      title=${say("You can’t enter anything here")}
      bar=${html`<${Table.Back}>${say("Back to table")}<//>`}
    >
      <p>${why}</p>
      ${
        isHalf &&
        html`<p class="note note-waits">
        ${say("The hand you were typing wasn’t saved. If it counts, tell the director.")}
      </p>`
      }
    <//>`;
  };

  const CardPage = ({ id }) => {
    const card = (Table.game.cards || []).find((each) => each.name === id);
    if (!card)
      return html`<${Page} title=${say("Page not found")}><p>${say("You’ll find everything under “More”.")}</p><//>`;
    return html`<${Page} title=${card.title}><${card.Card} /><//>`;
  };

  Object.assign(Table.pages, { more: More, card: CardPage, shut: Shut });
})();
