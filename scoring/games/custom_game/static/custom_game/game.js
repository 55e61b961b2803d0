// What the table page asks of a game without recorded hands (docs/table.md).
var Table = Table || {};

Table.game = {
  use: ({ direction, has_total }) => {
    Object.assign(Table.game, { direction, has_total });
  },
  check: () => [],
  settle: () => null,
  dealOf: () => null,
  nextDeal: () => null,
  isPlayed: () => false,
};
