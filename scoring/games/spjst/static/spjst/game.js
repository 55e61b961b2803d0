// What the table page asks of this game (docs/table.md).
var Spjst = Spjst || {};

(() => {
  "use strict";

  Table.game = {
    direction: "right",
    titles: Spjst.TITLES,
    use: (rules) => {
      Spjst.rules = rules;
    },
    check: (record) => Spjst.check(record, Spjst.rules),
    settle: (record) => Spjst.settle(record, Spjst.rules),
    dealOf: Spjst.dealOf,
    nextDeal: Spjst.nextDeal,
    // faults without a bid are recorded, but no hand was played
    isPlayed: ({ bid }) => bid !== null,
    summary: (record, names) => Spjst.summary(record, names, Spjst.rules),
    HandForm: Spjst.HandForm,
    // `cards` comes by the page's second script (cards.js)
  };
})();
