// The queue: what was saved on this phone goes to the server in its order, one at a time,
// again and again until the server says that it has it.
var Table = Table || {};

(() => {
  "use strict";

  const FIRST_WAIT = 1000; // ms; doubled after each vain try
  const LONGEST_WAIT = 30000;
  // Not the thing is refused but this phone, or the page: it waits until that is over.
  const LIFTED_LATER = [403, 404, 410];

  const isHand = ({ to }) => to.startsWith("hands/");
  const refersTo = ({ body }) => body.replaces || body.hand;

  class Outbox {
    // `tell` as api.js has it; `heard(answer, item)` is called with every answer, and
    // `changed()` when the queue is another for it. A picture takes minutes where a hand
    // takes a second: pictures have a queue of their own.
    constructor({ store, tell, heard, changed, pictures }) {
      Object.assign(this, { store, tell, heard, changed });
      this.isMine = ({ to }) => (to === "photos/") === Boolean(pictures);
      this.isSending = false;
      this.isHurried = false;
      this.vain = 0;
      this.timer = null;
    }

    get items() {
      return this.store.kept.items.filter(this.isMine);
    }

    // The first that may go. What was refused stops nothing but what speaks of it; where
    // the phone was refused, hands wait for one another.
    next() {
      const refused = this.items.filter((item) => item.refused);
      const isHeld = refused.some((item) => isHand(item) && item.refused.waits);
      const may = (item) =>
        !item.refused &&
        !(isHand(item) && isHeld) &&
        !refused.some(({ key }) => key === refersTo(item));
      return this.items.find(may);
    }

    // Now, whatever the clock said: somebody tapped, or the network came back.
    hurry() {
      this.vain = 0;
      this.isHurried = this.isSending;
      return this.run();
    }

    async run() {
      if (this.isSending) return;
      this.isSending = true;
      clearTimeout(this.timer);
      try {
        for (let item = this.next(); item; item = this.next()) {
          const answer = await this.tell(item.to, item.body);
          const isOver = answer.kind === "lost" && !this.isHurried;
          this.isHurried = false;
          await this.settle(item, answer);
          if (isOver) return this.later();
        }
      } finally {
        this.isSending = false;
      }
    }

    later() {
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.vain);
      this.vain += 1;
      // up to half less, so that a hall of phones does not ask in step
      this.timer = setTimeout(() => this.run(), wait * (1 - Math.random() / 2));
    }

    // What is saved leaves the queue after the state shows it, and what is refused is
    // marked before anybody hears of it: a phone that dies between has it twice, not never.
    async settle(item, answer) {
      if (answer.kind !== "lost") this.vain = 0;
      if (answer.kind === "refused") {
        const { status, message, problems } = answer;
        const refused = { message, problems, waits: LIFTED_LATER.includes(status) };
        await this.store.write({ items: [Object.assign({}, item, { refused })] });
      }
      await this.heard(answer, item);
      if (answer.kind === "saved" || answer.kind === "tray") {
        await this.store.write({ remove: [item.key] });
      }
      this.changed();
    }

    // The phone may write again: what waited for that goes out.
    async release() {
      const waiting = this.items.filter((item) => item.refused && item.refused.waits);
      if (!waiting.length) return;
      const items = waiting.map((item) => Object.assign({}, item, { refused: null }));
      await this.store.write({ items });
      this.hurry();
    }

    // Away with what was refused, and with all that speaks of it.
    drop(key) {
      const remove = [key];
      for (const item of this.items) if (remove.includes(refersTo(item))) remove.push(item.key);
      return this.store.write({ remove });
    }
  }

  Table.Outbox = Outbox;
})();
