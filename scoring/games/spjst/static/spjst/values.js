// Values: what twelve cards may declare, and what no deal can bear (§12, §17, §18, §21).
// The twin of rules/spjst/values.py, which is the truth (see check.js).
var Spjst = Spjst || {};

(() => {
  "use strict";

  // What stands above a payment, as rules/labels.py has it.
  const TITLES = {
    fault: say("Fault"),
    game: say("Game"),
    pagat: say("Pagat"),
    ruling: say("Ruling"),
    valat: say("Valat"),
    value: say("Value"),
  };

  const CARDS_IN_HAND = 12;
  const TRUMPS = 22;
  const TRULL_CARDS = 3;
  const KINGS = 4;
  const LEAST_TRUMPS_AND_KINGS = 20; // only six cards lie outside the hands
  const HANDS = 4;

  // The dearest value of each class that this holding, { trumps, skys, mond, pagat,
  // kings }, may declare, trumps first; null for a hand that cannot be.
  const declarable = (holding, rules) => {
    const { trumps, kings } = holding;
    const trull = [holding.skys, holding.mond, holding.pagat].filter(Boolean).length;
    if (trull > trumps || kings > KINGS || trumps + kings > CARDS_IN_HAND) return null;
    const meets = (value) =>
      value.least_trumps <= trumps &&
      trumps <= value.most_trumps &&
      value.least_trull <= trull &&
      value.least_kings <= kings &&
      value.least_fives <= trull + kings;
    const table = rules.tables.values;
    const price = (code) => rules.values[code] || 0;
    const best = {};
    for (const code of Object.keys(table)) {
      const { klass } = table[code];
      if (meets(table[code]) && price(code) > price(best[klass])) best[klass] = code;
    }
    return Object.keys(table).filter((code) => best[table[code].klass] === code);
  };

  // Is there a deal in which every claim is true? A claim is one seat's list of codes.
  // So many Kings and trumps as were discarded are in no hand.
  const bearable = (claims, rules, [kings, trumps] = [0, 0]) => {
    const hands = claims.concat(Array(HANDS - claims.length).fill([]));
    const all = hands.map((claim) => shapes(claim, rules.tables.values));
    return fits(all, { kings: KINGS - kings, trumps: TRUMPS - trumps }, 0, 0, 0, 0);
  };

  // What a hand of this claim may be, one shape for each number of Kings: the fewest
  // trull cards (more never help), and the range of its trumps.
  const shapes = (claim, table) => {
    const values = claim.map((code) => table[code]);
    const least = (name) => Math.max(0, ...values.map((value) => value[name]));
    const found = [];
    for (let kings = least("least_kings"); kings <= KINGS; kings += 1) {
      const trull = Math.max(least("least_trull"), least("least_fives") - kings);
      const fewest = Math.max(least("least_trumps"), trull);
      const most = Math.min(CARDS_IN_HAND - kings, ...values.map((value) => value.most_trumps));
      if (trull <= TRULL_CARDS && fewest <= most) {
        found.push({ kings, trull, fewest, most });
      }
    }
    return found;
  };

  // Do hands go together, one of each list's shapes, with what is already dealt?
  const fits = (hands, deck, kings, trull, fewest, most) => {
    if (kings > deck.kings || trull > TRULL_CARDS || fewest > deck.trumps) return false;
    if (hands.length === 0) {
      return Math.min(most, deck.trumps) + kings >= LEAST_TRUMPS_AND_KINGS;
    }
    return hands[0].some((shape) =>
      fits(
        hands.slice(1),
        deck,
        kings + shape.kings,
        trull + shape.trull,
        fewest + shape.fewest,
        most + shape.most,
      ),
    );
  };

  Object.assign(Spjst, { TITLES, bearable, declarable });
})();
