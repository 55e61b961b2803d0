// Numbers and seats as players read them.
var Table = Table || {};

(() => {
  "use strict";

  const MINUS = "\u2212";

  Table.seatWords = (n) => say("seat {n}", { n });

  // The rules speak of "seat 2"; a player looks for a name. `names` in order of seats.
  Table.withNames = (sentence, names) =>
    names.reduce((text, name, n) => {
      const seat = Table.seatWords(n + 1);
      return [seat, Table.capital(seat)].reduce((so, word) => so.split(word).join(name), text);
    }, sentence);

  Table.capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  Table.shown = (number) => (number < 0 ? MINUS + -number : String(number));

  // Won or lost: +3, −12, 0.
  Table.signed = (number) => (number > 0 ? "+" : "") + Table.shown(number);
})();
