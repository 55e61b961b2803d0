// What the table page asks of this game (docs/table.md).
var Spjst = Spjst || {};

(() => {
  "use strict";

  Table.game = {
    use: (rules) => {
      Spjst.rules = rules;
    },
    check: (record) => Spjst.check(record, Spjst.rules),
    settle: (record) => Spjst.settle(record, Spjst.rules),
    nextDeal: Spjst.nextDeal,
    summary: (record, names) => Spjst.summary(record, names, Spjst.rules),
    HandForm: Spjst.HandForm,
    cards: [
      { name: "declare", title: "What can I declare?", Card: Spjst.DeclareCard },
      { name: "payoffs", title: "Payoffs", Card: Spjst.PayoffCard },
    ],
  };
})();
