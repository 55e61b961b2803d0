// The head of every page: which table, its state, and whether all is saved.
var Table = Table || {};

(() => {
  "use strict";

  const { html, listed, Sign } = Table;
  const { useEffect, useLayoutEffect, useRef, useState } = Table.hooks;

  const KINDS = {
    "hands/": (n) => sayMany("{n} hand", "{n} hands", n),
    "loans/": (n) => sayMany("{n} loan", "{n} loans", n),
    "counts/": (n) => sayMany("{n} count", "{n} counts", n),
    "calls/": (n) => sayMany("{n} call", "{n} calls", n),
    "photos/": (n) => sayMany("{n} photo", "{n} photos", n),
  };

  // "12 hands and 1 loan": writes by what they are; a hand and its change are one hand.
  const named = (writes, book) => {
    const numberOf = ({ number, hand }) => number || (Table.findHand(book, hand) || {}).number;
    const of = (kind) =>
      writes
        .filter(({ to }) => to.startsWith(kind))
        .map(({ body }) => (kind === "hands/" ? numberOf(body) : body));
    const counted = Object.keys(KINDS).map((kind) => [new Set(of(kind)).size, KINDS[kind]]);
    return listed(counted.filter(([count]) => count).map(([count, words]) => words(count)));
  };

  const lostWords = (isLogin, what) => {
    if (isLogin)
      return what
        ? say("Wi-Fi needs a sign-in. Not sent: {what}", { what })
        : say("Wi-Fi needs a sign-in");
    return what ? say("No connection. Not sent: {what}", { what }) : say("No connection");
  };

  // How it stands with what was typed: { tone, text, said }.
  const connection = (now) => {
    const { book, gone, keeps, link, queue, stuck, unsent } = now;
    const what = named(queue, book);
    const refused = stuck.filter((each) => !each.waits);
    if (refused.length) {
      const said = say("The desk didn’t accept it. It stays on this phone until you decide.");
      return {
        tone: "wrong",
        text: say("Not accepted: {what}", { what: named(refused, book) }),
        said,
      };
    }
    if (gone)
      return {
        tone: "wrong",
        text: unsent ? say("Closed. Not sent: {what}", { what }) : say("Closed"),
        said: gone,
      };
    if (link !== "online") {
      const isLogin = link === "login";
      const why = isLogin
        ? `${say("Open any web page and sign in to the Wi-Fi, or choose the hall’s own Wi-Fi.")} `
        : "";
      const said = unsent
        ? say("Keep playing. When the connection is back, we’ll send: {what}", { what })
        : say("Keep playing. What you save stays on this phone and will be sent later.");
      return { tone: "waits", text: lostWords(isLogin, unsent && what), said: why + said };
    }
    const text = say("Not sent yet: {what}", { what });
    if (stuck.length) return { tone: "waits", text, said: stuck[0].message };
    if (unsent) {
      const said = keeps
        ? say("Anything not sent yet is saved on this phone and will be sent automatically.")
        : say("Anything not sent yet is only in this open page. Don’t close it.");
      return { tone: "waits", text, said };
    }
    if (!now.mayWrite)
      return {
        tone: "right",
        text: say("Up to date"),
        said: say("This phone shows what the table records."),
      };
    return {
      tone: "right",
      text: say("All saved"),
      said: say("Everything you saved has reached the desk."),
    };
  };

  const Pill = ({ table }) => {
    const { engine, now } = table;
    const [open, setOpen] = useState(false);
    const { tone, text, said } = connection(now);
    const refused = now.stuck.filter((each) => !each.waits).length;
    useLayoutEffect(() => setOpen(false), [table.hash]);
    return html`
      <button
        type="button"
        class=${`pill pill-${tone}`}
        aria-expanded=${open}
        aria-controls="connection"
        onClick=${() => setOpen(!open)}
      >
        <${Sign} name=${tone} /> <span>${text}</span>
      </button>
      <div id="connection" class="connection" hidden=${!open}>
        <p>${said}</p>
        ${
          !now.canReopen &&
          html`<p>
          ${say("You can’t reopen this page without a connection. Leave it open.")}
        </p>`
        }
        ${
          !now.gone &&
          (now.unsent > refused || now.link !== "online") &&
          html`<button type="button" class="btn btn-wide" onClick=${() => engine.sendNow()}>
          ${say("Send now")}
        </button>`
        }
        ${refused > 0 && html`<a class="btn btn-wide" href="#stuck">${say("See what wasn’t accepted")}</a>`}
      </div>`;
  };

  const LAST_HAND = say("last hand");

  // What is left to play, in words; nothing once the sheet is counted.
  const timeLeft = ({ clock, sheet }) => {
    const { ahead } = Table; // not known before the first answer
    if (!clock || !Number.isFinite(ahead) || sheet.state !== "open") return "";
    const ms = clock.ends ? Date.parse(clock.ends) - Date.now() - ahead : clock.left * 1000;
    if (ms <= 0) return LAST_HAND;
    const n = Math.ceil(ms / 60000);
    return clock.ends ? say("{n} min", { n }) : say("{n} min, paused", { n });
  };

  // The same, looked at every few seconds; the phone shakes when the bell rings.
  const useLeft = (state) => {
    const left = timeLeft(state);
    const latest = useRef(state);
    const before = useRef("");
    const [, tick] = useState("");
    latest.current = state;
    useEffect(() => {
      const timer = setInterval(() => tick(timeLeft(latest.current)), 5000);
      return () => clearInterval(timer);
    }, []);
    useEffect(() => {
      if (left === LAST_HAND && before.current) Table.buzz([300, 150, 300]);
      before.current = left;
    }, [left]);
    return left;
  };

  const Head = ({ table }) => {
    const { sheet } = table.now.state;
    const name = say("Table {n}", { n: sheet.table });
    const state = html`<span class="state">
      ${say("Round {n}", { n: sheet.round })} · <${Sign} name=${sheet.state} /> ${Table.STATES[sheet.state]}
      ${table.left && ` · ${table.left}`}
    </span>`;
    const leave = (event) => {
      event.preventDefault();
      Table.back("#");
    };
    return html`<header class="head">
      <div class="head-in">
        ${
          table.isHome
            ? html`<div class="head-home">
              <h1 class="head-name" tabindex="-1">${name}</h1>
              ${state}
            </div>`
            : html`<a class="head-home head-back" href="#" onClick=${leave}>
              <span class="head-name">${name}</span>
              ${state}
            </a>`
        }
        <${Pill} table=${table} />
      </div>
    </header>`;
  };

  Object.assign(Table, { Head, LAST_HAND, connection, useLeft });
})();
