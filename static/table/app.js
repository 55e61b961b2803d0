// Puts the pages together: one table, one engine, an address for each page.
var Table = Table || {};

(() => {
  "use strict";

  const { html, pages } = Table;
  const { useEffect, useLayoutEffect, useRef, useState } = Table.hooks;
  const MINUTE = 60000; // ms in which the last save can be undone
  const SETTLED = 1000; // ms in which a save has usually reached the desk
  const UNDONE = say("Undone right after saving.");

  const AGAIN = 5000; // ms until a script that did not come is asked for again

  // The pages that nobody needs in the first minute come by a script of their own.
  const useLater = ({ later }, draw) =>
    useEffect(() => {
      if (!later || pages.more) return;
      const ask = () => {
        const script = document.createElement("script");
        script.src = later;
        script.onload = draw;
        script.onerror = () => {
          script.remove();
          setTimeout(ask, AGAIN);
        };
        document.head.appendChild(script);
      };
      ask();
    }, []);

  const Opening = () => html`<main class="page" id="main" tabindex="-1">
    <p class="note" role="status">${say("This page is loading…")}</p>
  </main>`;

  // "#hand" records, "#hand/<key>" looks at one.
  const pageFor = (name, id) => {
    if (!name) return pages.home;
    if (name === "hand") return id ? pages.hand : pages.record;
    return pages[name] || (pages.more ? pages.home : Opening);
  };

  const WRITING = ["deal", "count", "change", "void", "again", "close"];

  const partsOf = (hash) => hash.slice(1).split("/").map(decodeURIComponent);

  // What every page is given, from what the engine knows now.
  const tableOf = (engine, data, hash) => {
    const now = engine.get();
    const { me: id, phones, seats, sheet, in_force } = now.state;
    const me = phones.find((phone) => phone.id === id) || null;
    const keeper = phones.find((phone) => phone.keeper);
    const own = (me && me.seat) || (keeper && keeper.seat) || 1;
    const mayChange = now.mayWrite && sheet.open && !in_force && !now.gone;
    return {
      engine,
      data,
      hash,
      now,
      me,
      own,
      mayChange,
      joined: now.joined,
      size: Table.sizeOf(now.state),
      names: Table.shortNames(seats),
    };
  };

  // The house rules were changed: the page that has the new ones is opened in its place,
  // once; what is typed and what waits is kept.
  const openAnew = (urls, rules) => {
    try {
      if (sessionStorage.getItem("rules") === rules) return;
      sessionStorage.setItem("rules", rules);
    } catch (_error) {
      return;
    }
    Table.openAnew(urls).catch(() => sessionStorage.removeItem("rules"));
  };

  // The last thing saved here, for one minute.
  const useSaved = () => {
    const [saved, note] = useState(null);
    useEffect(() => {
      if (!saved) return undefined;
      Table.buzz();
      const timer = setTimeout(() => note(null), MINUTE);
      return () => clearTimeout(timer);
    }, [saved]);
    return [saved, note];
  };

  // How the last save is taken back: a new hand is voided, and what was typed stays for
  // the next one; a change is changed back.
  const undoOf = (table, saved, note) => {
    if (!saved || !table.mayChange || saved.done) return null;
    const { engine, now } = table;
    const hand = now.book.hands.find((each) => each.key === saved.key);
    if (!hand || hand.void) return null;
    const done = (said) => () => note({ key: saved.key, said, done: true });
    if (saved.before) {
      const { record, dealer, note: words } = saved.before;
      const back = { record, dealer, note: words, replaces: hand.key, reason: UNDONE };
      return () =>
        engine.record(back).then(done(say("Hand {n} is back to how it was.", { n: hand.number })));
    }
    const typed = { record: hand.record, dealer: hand.dealer, note: hand.note };
    const draft = now.draft ? undefined : { of: "new", hand: typed };
    return () =>
      engine
        .voidHand(hand.key, UNDONE, draft)
        .then(done(say("Hand {n} was undone.", { n: hand.number })));
  };

  // A count that was handed in and does not add up, in words.
  const offCount = ({ book, state }) => {
    const { count, in_force } = state;
    if (!count || in_force || count.balances) return "";
    return Table.balance({ book, state }, Table.add(count.scores), count).said;
  };

  // Read out to those who do not see the page, once it has settled: a save once, and how
  // the connection is only while something is wrong with it, and when that is over.
  const Told = ({ table }) => {
    const { saved, now } = table;
    const [told, tell] = useState("");
    const wasLost = useRef(false);
    const { tone, text } = Table.connection(now);
    const lost = tone !== "right" && text;
    const about = offCount(now) || (saved ? Table.savedWords(table)[1] : "");
    useEffect(() => {
      const timer = setTimeout(() => {
        tell([about, (lost || wasLost.current) && text].filter(Boolean).join(" "));
        wasLost.current = Boolean(lost);
      }, SETTLED);
      return () => clearTimeout(timer);
    }, [about, lost]);
    return html`<p class="out-of-sight" role="status">${told}</p>`;
  };

  const App = ({ engine, data }) => {
    const [, draw] = useState(0);
    const [looks, setLooks] = useState(false);
    const [saved, note] = useSaved();
    const hash = Table.useRoute();
    useLater(data.urls, () => draw((n) => n + 1));
    // At once: news may come before the page is painted.
    useLayoutEffect(() => engine.subscribe(() => draw((n) => n + 1)), [engine]);
    Table.useArrival(hash);
    const table = tableOf(engine, data, hash);
    table.left = Table.useLeft(table.now.state);
    Table.useAwake(table.now.isKeeper && table.mayChange);
    Object.assign(table, { saved, note, undo: undoOf(table, saved, note) });
    table.onLook = () => {
      setLooks(true);
      Table.replace("#");
    };
    const [name, id, step] = partsOf(hash);
    const { sheet } = table.now.state;
    const asks = !table.joined && !looks && !name && sheet.open && !table.now.gone;
    const shut =
      (WRITING.includes(name) && !table.mayChange) || (name === "hand" && !id && !table.mayChange);
    const Shown = asks ? pages.join : shut ? pages.shut || Opening : pageFor(name, id);
    table.isHome = Shown === pages.home;
    useEffect(() => {
      const isFree = table.isHome && table.now.link === "online";
      if (table.now.isOutdated && isFree) openAnew(data.urls, sheet.rules);
    });
    return html`
      <${Table.Head} table=${table} />
      <${Shown} key=${asks ? "join" : hash} table=${table} id=${id} step=${step} seat=${Number(id)} />
      <${Told} table=${table} />`;
  };

  // A mistake of ours must not take the page away: what was saved is in the queue.
  class Whole extends preact.Component {
    constructor(props) {
      super(props);
      this.state = { broken: false };
    }

    componentDidCatch(error) {
      console.error(error);
      this.setState({ broken: true });
    }

    render() {
      if (!this.state.broken) return html`<${App} ...${this.props} />`;
      const again = () => {
        Table.replace("#");
        this.setState({ broken: false });
      };
      return html`<main class="page">
        <div class="stack page-body">
          <h1>${say("Sorry, something went wrong")}</h1>
          <p>${say("What you saved is still on this phone.")}</p>
          <button type="button" class="btn btn-main" onClick=${again}>${say("Back to table")}</button>
        </div>
      </main>`;
    }
  }

  const data = JSON.parse(document.getElementById("table-data").textContent);
  const root = document.getElementById("table");
  Table.start(data).then((engine) => {
    root.textContent = "";
    preact.render(html`<${Whole} engine=${engine} data=${data} />`, root);
  });
})();
