// Who deals and who is Povinost next (§3, §4, §6, §22, §31).
// The twin of rules/spjst/rotation.py, which is the truth (see check.js).
var Spjst = Spjst || {};

(() => {
  "use strict";

  const rightOf = (seat) => (seat % 4) + 1;
  const before = (seat) => ((seat + 2) % 4) + 1;
  const povinostOf = (record) => record.povinost || 1;

  // The first deal of a round: anyone may have dealt (§3), else the seat before Povinost.
  const firstDeal = (povinost, dealer) => ({ dealer: dealer || before(povinost), povinost });

  // Who deals next, { dealer, povinost }, from the records of all hands of the round in
  // order. The recorded Povinost of each is a fact and is followed. `first` is the first
  // deal where its dealer matters; null if neither says anything.
  const nextDeal = (history, first) => {
    if (!first && history.length === 0) return null;
    let expected = first || firstDeal(povinostOf(history[0]));
    let passed = [];
    const owing = [0, 0, 0, 0, 0]; // by seat: turns to be passed over
    for (const record of history) {
      const povinost = povinostOf(record);
      // a turn is used up by being passed over, not where he led off all the same
      for (const seat of passed) if (seat !== povinost) owing[seat] -= 1;
      const deal = povinost === expected.povinost ? expected : firstDeal(povinost);
      passed = [];
      expected = after(record, deal, owing, passed);
    }
    return expected;
  };

  // The deal after this hand; who is passed over on the way is put into `passed`.
  const after = (record, deal, owing, passed) => {
    const seatsOf = (code) =>
      (record.faults || []).filter((each) => each.fault === code).map((each) => each.seat);
    const outOfTurn = seatsOf("wrong_povinost");
    for (const seat of outOfTurn) owing[seat] += 1;
    if (outOfTurn.length) return firstDeal(deal.povinost);
    if (!record.bid) {
      const dealer = seatsOf("misdeal").pop() || deal.dealer;
      return { dealer, povinost: deal.povinost };
    }
    let seat = rightOf(deal.povinost);
    while (owing[seat] > passed.filter((other) => other === seat).length) {
      passed.push(seat);
      seat = rightOf(seat);
    }
    return firstDeal(seat);
  };

  Object.assign(Spjst, { firstDeal, nextDeal });
})();
