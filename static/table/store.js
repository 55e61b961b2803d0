// What this phone keeps: its key, the newest state, the queue of what is not sent, and a
// hand half typed. In IndexedDB, on the disk before a promise resolves; where the browser
// gives none, in memory, and `keeps` says so.
//
// All is kept by the sheet's id, not by its secret address: when the desk gives the table
// a new code, what waits goes out there. `kept` mirrors what is kept, to be read at once.
var Table = Table || {};

(() => {
  "use strict";

  const NAME = "valat";
  const STORES = ["sheets", "outbox", "drafts"];
  const PATIENCE = 2500; // ms; a blocked or a broken database never answers
  const FULL = say(
    "This phone is out of space, so nothing was saved. Free up some space and save again.",
  );

  const upgrade = (db) => {
    db.createObjectStore("sheets", { keyPath: "id" }); // { id, base, phone, state, gone }
    db.createObjectStore("drafts");
    const outbox = db.createObjectStore("outbox", { keyPath: "order", autoIncrement: true });
    outbox.createIndex("sheet", "sheet");
    outbox.createIndex("key", "key", { unique: true });
  };

  // What is given to it is done one after the other.
  Table.turns = () => {
    let last = Promise.resolve();
    return (work) => {
      const done = last.then(work);
      last = done.catch(() => {});
      return done;
    };
  };

  const within = (promise, ms) => {
    const late = new Promise((_, reject) => setTimeout(reject, ms, new Error("no answer")));
    return Promise.race([promise, late]);
  };

  const sheetOf = (item) => item.sheet;
  const isSame = (one, other) =>
    one.key === other.key && JSON.stringify(one.refused) === JSON.stringify(other.refused);
  const isFull = (error) => Boolean(error) && error.name === "QuotaExceededError";

  const read = async (db, sheet) => {
    const tx = db.transaction(STORES);
    const [row, draft, items] = await Promise.all([
      tx.objectStore("sheets").get(sheet),
      tx.objectStore("drafts").get(sheet),
      tx.objectStore("outbox").index("sheet").getAll(sheet), // in order
      tx.done,
    ]);
    return Object.assign({ items, draft: draft || null }, row);
  };

  // One transaction. Done twice (after a connection was lost in the middle) it is done
  // once: an item has one key, and a phone keeps the key it got first.
  const write = async (db, sheet, { row, draft, items, remove }) => {
    const tx = db.transaction(STORES, "readwrite", { durability: "strict" });
    const outbox = tx.objectStore("outbox");
    const work = async () => {
      if (row) {
        const old = await tx.objectStore("sheets").get(sheet);
        const phone = (old && old.phone) || row.phone || "";
        await tx.objectStore("sheets").put(Object.assign({ id: sheet }, old, row, { phone }));
      }
      if (draft === null) await tx.objectStore("drafts").delete(sheet);
      else if (draft !== undefined) await tx.objectStore("drafts").put(draft, sheet);
      for (const key of remove || []) {
        const order = await outbox.index("key").getKey(key);
        if (order) await outbox.delete(order);
      }
      for (const item of items || []) {
        const order = await outbox.index("key").getKey(item.key);
        await outbox.put(order ? Object.assign({}, item, { order }) : item);
      }
    };
    await Promise.all([work(), tx.done]);
  };

  // The same in the mirror. What is newest of the state, whoever writes it knows already.
  const mirror = (kept, { row, draft, items, remove }) => {
    kept.phone = kept.phone || (row && row.phone) || "";
    if (draft !== undefined) kept.draft = draft;
    if (!items && !remove) return;
    const rest = kept.items.filter(({ key }) => !(remove || []).includes(key));
    for (const item of items || []) {
      const place = rest.findIndex(({ key }) => key === item.key);
      rest.splice(place < 0 ? rest.length : place, place < 0 ? 0 : 1, item);
    }
    kept.items = rest;
  };

  class Store {
    constructor(sheet) {
      this.sheet = sheet;
      this.status = "new"; // then "kept"; "lost", to be tried again; or "none" at all
      this.inTurn = Table.turns();
      this.kept = { base: "", phone: "", state: null, draft: null, items: [] };
    }

    get keeps() {
      return this.status === "kept";
    }

    // Look what is kept: another tab of this phone may have written.
    load() {
      return this.inTurn(async () => {
        if (this.status === "none") return;
        const isFirst = this.status === "new";
        const found = await this.onDisk((db) => read(db, this.sheet));
        if (!this.keeps) return;
        if (isFirst) Object.assign(this.kept, found);
        this.adopt(found);
      });
    }

    // Resolves once it is on the disk. Rejects with a sentence where `must` says that
    // nothing may be pretended and the phone is full; all else is as good in memory.
    write(change) {
      return this.inTurn(async () => {
        try {
          if (this.keeps) await this.onDisk((db) => write(db, this.sheet, change));
        } catch (_error) {
          if (change.must) throw new Error(FULL);
        }
        mirror(this.kept, change);
      });
    }

    // This phone's own key, made once and kept before anybody is told.
    async makePhone() {
      if (this.kept.phone) return;
      await this.write({ row: { phone: Table.newKey() }, must: true });
      await this.load(); // had another tab one already, it is that
    }

    // The ids of all sheets of which this phone still has something to send.
    async waiting() {
      if (!this.keeps) return [];
      const sheets = await this.onDisk(async (db) => (await db.getAll("outbox")).map(sheetOf));
      return Array.from(new Set(sheets || []));
    }

    // Work on the database, and once more on a new connection: iOS cuts those of pages
    // that slept. Rejects only if the phone is full.
    async onDisk(work) {
      for (let tries = 0; tries < 2; tries += 1) {
        let isOpen = false;
        try {
          this.db = this.db || this.open();
          const db = await within(this.db, PATIENCE);
          isOpen = true;
          const result = await within(work(db), PATIENCE);
          this.status = "kept";
          return result;
        } catch (error) {
          if (isOpen && isFull(error)) throw error;
          this.close();
        }
      }
      this.status = this.status === "new" ? "none" : "lost";
      return undefined;
    }

    // Every connection but the first is told all that this page knows: while there was
    // none something may have come, or the browser have thrown the database away.
    async open() {
      const closed = () => this.close();
      const db = await idb.openDB(NAME, 1, { upgrade, blocking: closed, terminated: closed });
      const { base, phone, state, draft, items } = this.kept;
      const all = { row: { base, phone, state }, draft, items };
      if (this.status !== "new") await write(db, this.sheet, all);
      return db;
    }

    close() {
      const { db } = this;
      this.db = null;
      if (db) db.then((each) => each.close()).catch(() => {});
    }

    // What did not change stays the same object, so that nothing is drawn anew for it.
    adopt({ items, phone }) {
      const { items: old } = this.kept;
      const now = items.map((item) => old.find((each) => isSame(each, item)) || item);
      if (now.length !== old.length || now.some((item, n) => item !== old[n]))
        this.kept.items = now;
      this.kept.phone = phone || this.kept.phone;
    }
  }

  Table.openStore = async (sheet) => {
    const store = new Store(sheet);
    await store.load();
    return store;
  };
})();
