// The sheet as this phone knows it: what the server said, and on top of it what waits to
// be sent. A pure function of both; settles only what the server has not.
var Table = Table || {};

(() => {
  "use strict";

  const settlements = new WeakMap(); // by record

  // Null where the server alone settles. A record that the rules of this page do not know
  // moves nothing here.
  const settlementOf = (game, record, zeros) => {
    if (!settlements.has(record)) {
      const isRight = game.check(record).length === 0;
      const nothing = { net: zeros, lines: [], notes: [] };
      settlements.set(record, game.settle && (isRight ? game.settle(record) : nothing));
    }
    return settlements.get(record);
  };

  // The last number that is taken: of a hand that counts or on which a judge ruled. A hand
  // that was undone gives its number back.
  const lastOf = (versions, rulings) => {
    const isOld = ({ key }) => versions.some((each) => each.replaces === key && !each.double);
    const taken = versions.filter((each) => !each.void && !isOld(each)).concat(rulings);
    return Math.max(0, ...taken.map(({ number }) => number));
  };

  // Every version of every hand, oldest first, as the state will have them once all is
  // sent; those that wait are `unsent`. What has arrived, though its answer was lost, is
  // not there twice. Where another phone recorded or changed the same hand meanwhile,
  // what waits here is its `double`: the server will let the table choose, and until then
  // it is not counted.
  const versionsOf = ({ hands, tray, phones, me }, rulings, waiting, settle) => {
    const arrived = new Set(hands.concat(tray).map(({ key }) => key));
    const versions = hands.map((hand) => Object.assign({}, hand, { unsent: false, double: false }));
    const find = (key) => versions.find((each) => each.key === key);
    const mine = phones.find(({ id }) => id === me);

    const isDouble = ({ number, replaces }) => {
      const old = find(replaces);
      const isThere = (each) => each.number === number;
      if (!old) return number <= lastOf(versions, rulings) && versions.some(isThere);
      const isTaken = versions.some((each) => each.replaces === replaces);
      return isTaken || old.double || Boolean(old.void);
    };

    const add = ({ key, body, at }) => {
      if (arrived.has(key) || (body.replaces && !find(body.replaces))) return;
      const { net } = settle(body) || { net: null };
      const double = isDouble(body);
      const by = mine ? mine.name : "";
      versions.push(Object.assign({}, body, { net, by, at, double, void: "", unsent: true }));
    };

    const strike = ({ body }) => {
      const old = find(body.hand);
      if (old && !old.void) Object.assign(old, { void: body.reason, unsent: true });
    };

    for (const item of waiting) {
      if (item.to === "hands/") add(item);
      if (item.to === "hands/void/") strike(item);
    }
    return versions;
  };

  // The newest version of each hand, with its older ones, in order. A double replaces
  // nothing but another double.
  const handsOf = (versions) => {
    const oldOf = ({ double, replaces }) =>
      versions.find((each) => each.key === replaces && each.double === double);
    const olderThan = (hand) => {
      const old = oldOf(hand);
      return old ? olderThan(old).concat(old) : [];
    };
    const replaced = versions.map(oldOf);
    const newest = versions.filter((each) => !replaced.includes(each));
    for (const hand of newest) hand.versions = olderThan(hand);
    const place = (hand) => versions.indexOf(hand);
    return newest.sort((a, b) => a.number - b.number || place(a) - place(b));
  };

  // What counts of a hand: while the server has not settled its newest version, the last
  // one that it has.
  const settledOf = (hand) =>
    hand.versions
      .concat(hand)
      .filter(({ net }) => net)
      .pop();

  // The hands in force that nobody has reckoned as they stand now: the server has not
  // settled them, or a write waits on which it settles them anew.
  const unreckonedOf = (inForce, versions, { carries }) => {
    const waiting = versions.filter(
      ({ unsent, net, double }) => unsent && !double && (carries || !net),
    );
    const first = carries ? Math.min(...waiting.map(({ number }) => number)) : Infinity;
    return inForce.filter(({ net, number }) => !net || number > first);
  };

  // Who led each hand (dealt it, in a game where no leader is named), beside who was to
  // after the hands before; nothing of those that do not tell. Gives the deal that comes
  // next, null where nobody led off yet, and `first`: false, or true until the first hand
  // that tells, or `{ dealer }` where one that was not played says who deals again.
  const followDeal = (hands, game) => {
    const records = [];
    let head = null;
    let first = true;
    for (const hand of hands) {
      const told = game.dealOf(hand.record);
      const due = records.length ? game.nextDeal(records, head) : told;
      const by = told && told.lead ? "lead" : "dealer";
      hand.led = told &&
        due && { by, seat: told[by], expected: due[by], differs: due[by] !== told[by] };
      if (told || records.length) {
        if (!records.length && hand.dealer) head = Object.assign({}, told, { dealer: hand.dealer });
        records.push(hand.record);
      } else if (hand.dealer) first = { dealer: hand.dealer };
    }
    return records.length
      ? { deal: game.nextDeal(records, head), first: false }
      : { deal: null, first };
  };

  const owedBy = ({ loans }, waiting, zeros) => {
    const arrived = loans.map(({ key }) => key);
    const unsent = waiting.filter(({ to, key }) => to === "loans/" && !arrived.includes(key));
    const owed = zeros.slice();
    for (const { seat, chips } of loans.concat(unsent.map(({ body }) => body))) {
      owed[seat - 1] += chips;
    }
    return owed;
  };

  // What was wrong in itself is no part of the book; what only waits is.
  const isWaiting = ({ refused }) => !refused || refused.waits;

  // `outbox` as outbox.js has it: [{ key, to, body, at, refused }]. Seats by their places
  // in lists of one a seat; `deal` and `first` as followDeal has them, but where the server
  // knows all hands it says who deals next, and what record ends the round, `closing`;
  // `aside` is what lies in accounts. `unreckoned` is how many hands in force are not
  // reckoned as they stand: no sum is of them, and `aside` is as of the others.
  Table.book = (state, outbox, game) => {
    const { seats, sheet, tray } = state;
    const zeros = seats.map(() => 0);
    const settle = ({ record }) => settlementOf(game, record, zeros);
    const waiting = outbox.filter(isWaiting);
    const rulings = state.rulings || []; // a page kept from before may have none
    const versions = versionsOf(state, rulings, waiting, settle);
    const hands = handsOf(versions);
    const inForce = hands.filter((hand) => !hand.void && !hand.double);
    const unreckoned = unreckonedOf(inForce, versions, game).length;
    const { deal, first } = followDeal(inForce, game);
    const closing = game.closing ? game.closing(inForce.map(({ record }) => record)) : null;
    const isBehind = waiting.some(({ to }) => to.startsWith("hands/"));
    const settled = inForce.map(settledOf).filter(Boolean);
    const ruled = rulings.filter(({ reversed }) => !reversed).map(({ chips }) => chips);
    const rows = settled.map(({ net }) => net).concat(ruled);
    const nets = zeros.map((_, n) => Table.add(rows.map((row) => row[n])));
    const totals = nets.map((net) => sheet.start_chips + net);
    const played = inForce.filter(({ record }) => game.isPlayed(record)).length;
    const standsFor = (key) =>
      hands.find((hand) => hand.key === key || hand.versions.some((old) => old.key === key));
    return {
      hands,
      nets,
      totals,
      sum: Table.add(totals),
      aside: Table.add(settled.map(({ aside }) => aside || 0)),
      deal: (!isBehind && sheet.next) || deal,
      first,
      unreckoned,
      closing: isBehind ? closing : (game.closing && sheet.closing) || null,
      nextNumber: lastOf(versions, rulings) + 1,
      owed: owedBy(state, waiting, zeros),
      // The count that is on its way to the desk: { held, borrowed, … }.
      handed: waiting
        .filter(({ to }) => to === "counts/")
        .map(({ body }) => body)
        .pop(),
      left: sheet.hands === null ? null : Math.max(0, sheet.hands - played),
      doubles: tray
        .filter(({ why }) => why === "double")
        .map((mine) => ({ mine, theirs: standsFor(mine.rival) || null })),
      settlementOf: settle,
    };
  };
})();
