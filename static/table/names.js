// Numbers and seats as players read them.
var Table = Table || {};

(() => {
  "use strict";

  const MINUS = "\u2212";
  const SEAT = /\bseat ([1-9])\b/gi;

  // The rules speak of "seat 2"; a player looks for his name. `names` in order of seats.
  Table.withNames = (sentence, names) => sentence.replace(SEAT, (all, seat) => names[seat - 1] || all);

  Table.shown = (number) => (number < 0 ? MINUS + -number : String(number));

  // Won or lost: +3, −12, 0.
  Table.signed = (number) => (number > 0 ? "+" : "") + Table.shown(number);
})();
