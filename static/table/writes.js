// All that a phone may write.
//
// What a table does between two deals is queued: the promise resolves with the key once
// the phone keeps it, and rejects with a sentence if it cannot. What needs somebody else
// at the other end is sent at once, and resolves to { ok: true, … } or { ok: false,
// message, field, problems }.
var Table = Table || {};

(() => {
  "use strict";

  const NO_ANSWER = say("Can’t reach the scoring server. Check the Wi-Fi and try again.");

  const notDone = ({ message, field, problems }) => ({
    ok: false,
    message,
    field: field || "",
    problems: problems || [],
  });

  const queued = (engine) => {
    const { store, kept, outbox } = engine;
    const inTurn = Table.turns(); // the second finds the first in the book

    const queue = (to, bodyOf, more) =>
      inTurn(async () => {
        await store.load(); // what another tab of this phone queued
        engine.changed();
        const said = bodyOf(engine.get().book);
        if (!said) return null;
        const body = Object.assign({ key: Table.newKey() }, said);
        const { key } = body;
        const at = new Date().toISOString(); // to be read by people only
        const item = { key, sheet: store.sheet, to, body, at, refused: null };
        await store.write(Object.assign({ items: [item], must: true }, more));
        engine.changed();
        engine.wake();
        return key;
      });

    const numberOf = ({ hands, nextNumber }, replaces) => {
      const hand = replaces && hands.find(({ key }) => key === replaces);
      return hand ? hand.number : nextNumber;
    };

    // Is the hand of this number there already, from another phone or another tab?
    const isThere = ({ hands }, number) =>
      hands.some((hand) => hand.number === number && !hand.void);

    return {
      // `replaces` is the key of the version that is changed, `instead` that of a stuck
      // hand in whose place this one goes. The draft ends in the same moment: a phone
      // that dies now has either the one or the other. Null, and nothing is saved, where
      // it was typed as hand `number` and that one is there meanwhile.
      record({ record, dealer, note, replaces, reason, instead, number }) {
        const bodyOf = (book) =>
          !isThere(book, number) && {
            number: numberOf(book, replaces),
            record,
            dealer: dealer || null,
            note: note || "",
            replaces: replaces || null,
            reason: reason || "",
          };
        return queue("hands/", bodyOf, { draft: null, remove: instead ? [instead] : [] });
      },

      // What of it shall stay as a draft is kept in the same moment.
      voidHand: (hand, reason, draft) => queue("hands/void/", () => ({ hand, reason }), { draft }),

      lend: (seat, chips) => queue("loans/", () => ({ seat, chips })),

      handIn({ held, borrowed, chips, from_hands }) {
        const { count } = kept.state;
        const seen = count ? count.number : 0;
        const body = {
          seen,
          held,
          borrowed,
          chips: chips || null,
          from_hands: Boolean(from_hands),
        };
        return queue("counts/", () => body);
      },

      callDirector: (reason) => queue("calls/", () => ({ reason })),

      // The picture itself is kept under this key already (ui/photo.js).
      attachPicture: (key) => queue("photos/", () => ({ key })),

      keepDraft: (draft) => store.write({ draft: draft || null }),

      async dropStuck(key) {
        await outbox.drop(key);
        engine.changed();
      },
    };
  };

  const atOnce = (engine) => {
    const { store, kept, api } = engine;
    const wishes = new Map();

    const outcome = (answer) => {
      if (answer.kind === "lost") {
        engine.sync.now();
        return notDone({ message: NO_ANSWER });
      }
      engine.heard(answer);
      return answer.kind === "refused" ? notDone(answer) : Object.assign({ ok: true }, answer);
    };

    // The same wish once more, after no answer, is the same write.
    const send = async (to, body) => {
      const wish = to + JSON.stringify(body);
      const key = wishes.get(wish) || Table.newKey();
      wishes.set(wish, key);
      const answer = await api.tell(to, Object.assign({ key }, body));
      if (answer.kind !== "lost") wishes.delete(wish);
      return outcome(answer);
    };

    return {
      async join({ seat, name, asks }) {
        try {
          await store.makePhone();
        } catch (full) {
          return notDone(full);
        }
        const body = { key: kept.phone, seat: seat || null, name: name || "", asks: Boolean(asks) };
        const joined = await send("phones/", body);
        if (joined.ok && navigator.storage && navigator.storage.persist) {
          navigator.storage.persist().catch(() => {}); // a wish; the browser decides
        }
        return joined;
      },

      admit: (id, writes) => send(`phones/${id}/`, { writes }),

      makeKeeper: (id) => send(`phones/${id}/`, { keeper: true }),

      choose: (tray, take, reason) => send(`tray/${tray}/`, { take, reason: reason || "" }),

      confirm({ seat, held, borrowed }) {
        const { count } = kept.state;
        return send("confirm/", { seen: count ? count.number : 0, seat, held, borrowed });
      },

      putSeats: (seats) => send("seats/", { seats }),

      // What the server tells at this path, about people.
      async about(path) {
        const asked = outcome(await api.ask(path, ""));
        return asked.ok ? Object.assign({}, asked.body, { ok: true }) : asked;
      },
    };
  };

  Table.writes = (engine) => Object.assign(queued(engine), atOnce(engine));
})();
