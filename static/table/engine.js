// The phone's engine: what the pages know of the table, and all they may do.
//
//   const engine = await Table.start(data); // the page's data, see docs/table.md
//   engine.subscribe(() => draw(engine.get()));
//   await engine.record({ record, dealer, note }); // and the other writes of writes.js
//
// It holds together what is kept (store.js), what is sent (outbox.js), what is heard
// (sync.js) and what follows from both (book.js).
var Table = Table || {};

(() => {
  "use strict";

  // Why this page is over: the desk closed it, or the table has another address.
  const MOVED = say(
    "This table has a new code, or the round was drawn again. Scan the new card. Anything waiting on this phone will be sent then.",
  );
  const goneBy = ({ status, message }) => (status === 404 ? MOVED : status === 410 ? message : "");

  // "17-open" is older than "18-open". No clock is asked: phones' clocks are wrong.
  const age = ({ version }) => parseInt(version, 10) || 0;

  // The page may be older than what was kept, or newer, or in another language. It does not
  // know whose phone it is.
  const newest = (shell, kept) => {
    if (!kept || age(shell) < age(kept)) return kept || shell;
    return Object.assign({}, shell, { me: kept.me });
  };

  // Has the server just sent this page, and no cache of the browser or the worker?
  const isFromServer = () => {
    const [visit] = performance.getEntriesByType ? performance.getEntriesByType("navigation") : [];
    return Boolean(visit && visit.transferSize && !visit.workerStart);
  };

  const shownStuck = ({ key, to, body, refused }) => Object.assign({ key, to, body }, refused);

  class Engine {
    constructor({ state, urls }, store) {
      const { kept } = store;
      const phone = () => kept.phone;
      const api = Table.api({ base: urls.base, sheet: state.sheet.id, phone });
      Object.assign(this, { store, kept, api, urls });
      this.rules = state.sheet.rules; // the mark of those that this page came with
      this.link = navigator.onLine === false ? "offline" : "online"; // or "login"
      this.gone = (kept.base === urls.base && kept.gone) || ""; // also without a network
      this.canReopen = false;
      this.differs = []; // keys of hands that the server settled otherwise than this page
      this.taken = 0; // how many questions were put when the state came
      this.listeners = new Set();
      this.outboxes = this.outboxesOf(store, api, (answer, item) => this.sent(answer, item));
      [this.outbox] = this.outboxes;
      this.own = this.outboxes.slice();
      const woken = () => this.wake();
      const knows = (version) => this.taken > 0 && age(this.kept.state) >= version;
      this.sync = Table.sync({ ask: () => this.ask(), woken, address: urls.news, knows });
      this.isFresh = isFromServer() && (!kept.state || age(state) >= age(kept.state));
      kept.state = newest(state, kept.state);
      Object.assign(this, Table.writes(this));
    }

    // --- For the pages

    get() {
      if (!this.snapshot) this.snapshot = this.look();
      return this.snapshot;
    }

    // Calls `listener` after every change; gives what ends that.
    subscribe(listener) {
      this.listeners.add(listener);
      return () => this.listeners.delete(listener);
    }

    // Now, for somebody tapped; what was refused because of this phone is tried again.
    sendNow() {
      this.release();
      this.wake();
      this.sync.now();
    }

    // --- What is known

    look() {
      const { kept, link, gone, canReopen, differs } = this;
      const { state, items } = kept;
      const me = this.me();
      return {
        state,
        book: Table.book(state, items, Table.game),
        me,
        joined: Boolean(me),
        isKeeper: Boolean(me && me.keeper),
        mayWrite: this.mayWrite(), // this phone; `state.sheet.open` says if anybody may
        link,
        gone,
        canReopen,
        keeps: this.store.keeps,
        unsent: items.length, // the stuck ones too: the server has none of them
        queue: items,
        stuck: items.filter(({ refused }) => refused).map(shownStuck),
        elsewhere: this.elsewhere(),
        differs,
        isOutdated: state.sheet.rules !== this.rules,
        get draft() {
          return kept.draft;
        },
      };
    }

    me() {
      const { phones, me } = this.kept.state;
      return phones.find(({ id }) => id === me) || null;
    }

    mayWrite() {
      const me = this.me();
      return Boolean(me && me.writes && !this.gone);
    }

    // How many writes of other tables are still on this phone.
    elsewhere() {
      const others = this.outboxes.slice(this.own.length);
      return others.reduce((sum, { items }) => sum + items.length, 0);
    }

    // Tell the pages, if anything they see is another.
    changed() {
      const { kept, link, gone, canReopen, differs, store } = this;
      const { state, items } = kept;
      const now = [state, items, link, gone, canReopen, differs, store.keeps, this.elsewhere()];
      if (this.shown && now.every((each, n) => each === this.shown[n])) return;
      this.shown = now;
      this.snapshot = null;
      for (const listener of Array.from(this.listeners)) listener();
    }

    // --- What is heard

    async ask() {
      const { kept, api } = this;
      await this.store.load(); // another tab of this phone may have written
      const { version, me } = kept.state;
      const isMine = (this.taken > 0 || this.isFresh) && (me !== null || !kept.phone);
      const path = `state/?unsent=${kept.items.length}`;
      const answer = await api.ask(path, isMine ? version : "");
      const wasOffline = this.link !== "online";
      if (answer.kind === "lost") this.link = answer.login ? "login" : "offline";
      else this.heard(answer);
      this.changed();
      if (!wasOffline || this.link !== "online") return;
      this.wake();
      this.keepPage();
    }

    // An answer to what was queued.
    sent(answer, item) {
      // A single write may be lost; whether the network is, the next question tells.
      if (answer.kind === "lost") return void this.sync.now();
      if (answer.kind === "saved" && item.to === "hands/") {
        const settled = this.get().book.settlementOf(item.body);
        const differs = (chips, n) => chips !== answer.saved.net[n];
        if (settled && settled.net.some(differs)) this.differs = this.differs.concat(item.key);
      }
      this.heard(answer);
    }

    // Any answer of our server's.
    heard(answer) {
      const could = this.mayWrite();
      this.link = "online";
      const gone = goneBy(answer);
      if (gone !== this.gone) this.store.write({ row: { gone } });
      this.gone = gone;
      if (answer.kind === "same") this.taken = this.taken || answer.put;
      const isNew = Boolean(answer.state) && this.take(answer);
      // once for each state at most, lest phone and server disagree for ever
      if ((isNew || !could) && this.mayWrite()) this.release();
      this.changed();
    }

    // Answers may overtake one another: an older state is not taken, unless it was asked
    // for after the present one came. Then the server itself went back to a copy. True
    // where it says something new.
    take({ state, asked, put }) {
      const old = this.kept.state;
      if (age(state) < age(old) && asked <= this.taken) return false;
      this.taken = put;
      if (state.version === old.version && state.me === old.me) return false;
      this.kept.state = state;
      this.store.write({ row: { state } });
      return true;
    }

    // --- From the start

    begin() {
      const { kept, store, urls } = this;
      store.write({ row: { base: urls.base, state: kept.state } });
      addEventListener("beforeunload", (event) => {
        const isSafe = store.keeps || !kept.items.length;
        if (isSafe && (this.canReopen || this.link === "online")) return;
        event.preventDefault();
        event.returnValue = "";
      });
      if (this.mayWrite()) this.release();
      for (const outbox of this.own) outbox.run();
      this.sync.now();
      this.keepPage();
      this.takeUpOthers();
    }

    wake() {
      for (const outbox of this.outboxes) outbox.hurry();
    }

    release() {
      for (const outbox of this.own) outbox.release();
    }

    // Of one sheet: for what is typed, and for pictures. Who sends these comes later.
    outboxesOf(store, { tell }, heard) {
      const changed = () => this.changed();
      const picture = (to, body) =>
        Table.tellPicture ? Table.tellPicture(tell, to, body) : Promise.resolve({ kind: "lost" });
      return [
        new Table.Outbox({ store, tell, heard, changed }),
        new Table.Outbox({ store, tell: picture, heard, changed, pictures: true }),
      ];
    }

    async keepPage() {
      if (this.canReopen) return;
      this.canReopen = await Table.keepPage(this.urls);
      this.changed();
    }

    // Somebody who moved on to the next round's table may still hold what he wrote at the
    // last one.
    async takeUpOthers() {
      for (const sheet of await this.store.waiting()) {
        const store = await Table.openStore(sheet);
        const { kept } = store;
        const api = Table.api({ base: kept.base, sheet, phone: () => kept.phone });
        const heard = ({ state }) => state && store.write({ row: { state } });
        for (const outbox of this.outboxesOf(store, api, heard)) {
          this.outboxes.push(outbox);
          outbox.release();
          outbox.run();
        }
      }
    }
  }

  Table.start = async (data) => {
    Table.game.use(data.rules);
    const engine = new Engine(data, await Table.openStore(data.state.sheet.id));
    engine.begin();
    return engine;
  };
})();
