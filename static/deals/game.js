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

  // Does the same seat deal once more after it, as after some kinds of deals?
  const isAgain = (record) => {
    const { form, schema } = Deals.data;
    return form.again.includes(record[schema.kind_field] || schema.kinds[0]);
  };

  // Who deals after these: the next seat, or the same.
  const nextDeal = (records, first) => {
    if (!records.length) return first || null;
    const last = records[records.length - 1];
    const table = tableOf(last);
    return turnOf(isAgain(last) ? last.dealer : (last.dealer % table) + 1, table);
  };

  // What would end the round after these; null where something has, or nothing does.
  const closing = (records) => {
    const key = Deals.closingKey();
    const last = records[records.length - 1];
    if (!key || !last || Deals.isClosing(last)) return null;
    return Object.assign({ table: tableOf(last), dealer: last.dealer }, key.sets);
  };

  Table.game = {
    use: (data) => {
      Deals.data = data;
      const { direction, account, writes, carries, card } = data;
      const Card = () =>
        Table.html`<div class="stack payoffs" dangerouslySetInnerHTML=${{ __html: card.shown }} />`;
      const cards = [{ name: "payoffs", title: card.title, Card }];
      const closesBy = (Deals.closingKey() || {}).label;
      Object.assign(Table.game, { direction, account, writes, carries, cards, closesBy });
    },
    check: (record) => Deals.checkShape(record, Deals.data.schema, Deals.data),
    settle: () => null,
    dealOf: (record) =>
      record.dealer && !Deals.isClosing(record) ? turnOf(record.dealer, tableOf(record)) : null,
    nextDeal,
    closing,
    isPlayed: (record) => !isAgain(record) && !Deals.isClosing(record), // so that all deal equally often
    summary: (record, names) => Deals.summary(record, names, Deals.data),
    HandForm: Deals.HandForm,
    Reasons: Deals.Reasons,
  };
})();
