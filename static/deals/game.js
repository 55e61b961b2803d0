// What the table page asks of a game that has no script of its own (docs/table.md): all of it
// from data. Only the server settles.
var Deals = Deals || {};

(() => {
  "use strict";

  const turnOf = (dealer, table) => {
    const { schema } = Deals.data;
    return { dealer, lead: null, sits: Deals.sitsOut({ table, dealer }, schema) };
  };
  const tableOf = ({ table }) => table || Math.min(...Deals.data.schema.tables);

  // Who deals after these: the next seat, or the same after certain kinds of deals.
  const nextDeal = (records, first) => {
    if (!records.length) return first || null;
    const { form, schema } = Deals.data;
    const last = records[records.length - 1];
    const table = tableOf(last);
    const kind = last[schema.kind_field] || schema.kinds[0];
    return turnOf(form.again.includes(kind) ? last.dealer : (last.dealer % table) + 1, table);
  };

  Table.game = {
    use: (data) => {
      Deals.data = data;
      Object.assign(Table.game, { direction: data.direction, account: data.account });
    },
    check: (record) => Deals.checkShape(record, Deals.data.schema, Deals.data.sentences),
    settle: () => null,
    dealOf: (record) => (record.dealer ? turnOf(record.dealer, tableOf(record)) : null),
    nextDeal,
    isPlayed: () => true,
    summary: (record, names) => Deals.summary(record, names, Deals.data),
    HandForm: Deals.HandForm,
    Reasons: Deals.Reasons,
    cards: [],
  };
})();
