// Who deals and who is Povinost next (§3, §4, §6, §22, §31).
// The twin of rules/spjst/rotation.py, which is the truth (see check.js).
var Spjst = Spjst || {};

(() => {
  "use strict";

  const rightOf = (seat) => (seat % 4) + 1;
  const before = (seat) => ((seat + 2) % 4) + 1;
  // The first deal of a round: anyone may have dealt (§3), else the seat before Povinost.
  const firstDeal = (lead, dealer) => ({ dealer: dealer || before(lead), lead, sits: null });

  // What a record tells of its deal: who led it off (Povinost); null if it was not played
  // and does not tell. Its dealer stands beside it.
  const dealOf = ({ bid, povinost }) =>
    povinost || bid !== null ? { dealer: null, lead: povinost || 1, sits: null } : null;

  // Who deals next, { dealer, lead, sits }, from the records of all hands of the round in
  // order. Who led each is a fact and is followed; one that does not tell was led by whose
  // turn it was. `first` is the first deal where its dealer matters; null if neither says
  // anything.
  const nextDeal = (history, first) => {
    if (!first && history.length === 0) return null;
    let expected = first || firstDeal(history[0].povinost || 1);
    let passed = [];
    const owing = [0, 0, 0, 0, 0]; // by seat: turns to be passed over
    for (const record of history) {
      const { lead } = dealOf(record) || expected;
      // a turn is used up by being passed over, not where he led off all the same
      for (const seat of passed) if (seat !== lead) owing[seat] -= 1;
      const deal = lead === expected.lead ? expected : firstDeal(lead);
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
    if (outOfTurn.length) return firstDeal(deal.lead);
    if (!record.bid) {
      return firstDeal(deal.lead, seatsOf("misdeal").pop() || deal.dealer);
    }
    let seat = rightOf(deal.lead);
    while (owing[seat] > passed.filter((other) => other === seat).length) {
      passed.push(seat);
      seat = rightOf(seat);
    }
    return firstDeal(seat);
  };

  Object.assign(Spjst, { dealOf, firstDeal, nextDeal });
})();
