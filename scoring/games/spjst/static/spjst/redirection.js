// Redirection: a violator collects nothing and covers his partner (§30). The twin of
// rules/spjst/redirection.py (see check.js).
var Spjst = Spjst || {};

(() => {
  "use strict";

  const SEATS = [1, 2, 3, 4];
  const { inChips, inWords } = Table;
  const unique = (seats) => [...new Set(seats)];

  class Redirection {
    // `tell` makes a sentence of a code and its values.
    constructor(faults, povinost, sides, rules, tell) {
      Object.assign(this, { sides, rules, tell });
      this.violators = this.violatorsFrom(faults, povinost);
    }

    // The payments as they are really made.
    lines(dues) {
      return [].concat(...dues.map((due) => this.redirected(due, dues)));
    }

    // The seats whose fault redirects payments, each with the fault in words, in order of
    // play, Povinost first.
    violatorsFrom(faults, povinost) {
      const named = {};
      for (const { fault, seat } of faults) {
        const { name, redirects } = this.rules.tables.faults[fault];
        if (redirects) named[seat] = name;
      }
      const inOrder = SEATS.slice(povinost - 1).concat(SEATS.slice(0, povinost - 1));
      return new Map(inOrder.filter((seat) => named[seat]).map((seat) => [seat, named[seat]]));
    }

    // The violator and the fault, as every sentence here names them.
    violator(seat) {
      return { who: Table.seatWords(seat), fault: this.violators.get(seat) };
    }

    sideOf(seat) {
      return Object.values(this.sides).find((side) => side.includes(seat));
    }

    violatorsAmong(side) {
      return [...this.violators.keys()].filter((seat) => side.includes(seat));
    }

    // The payment as it is really made; `dues` are all of them.
    redirected(due, dues) {
      const { from, to, chips } = due;
      const alike = dues.filter((each) => each.item === due.item);
      if (!this.violators.has(to)) return this.covered(due, alike);
      if (!this.paysWin(due)) return [];
      const losers = inWords(alike.filter((each) => this.paysWin(each)).map((each) => each.from));
      const why = this.tell("won.alone", Object.assign({ losers }, this.violator(to)));
      return [this.changed(due, to, from, chips, [why], null)];
    }

    // A violator alone on his side who wins pays the innocent, where the house says so.
    paysWin({ from, to }) {
      const alone = this.sideOf(to).length === 1;
      return this.rules.solo_violator_pays_win && alone && !this.violators.has(from);
    }

    changed({ item, section, reasons }, from, to, chips, because, insteadOf) {
      return {
        item,
        from,
        to,
        chips,
        section: `${section}, §30`,
        reasons: reasons.concat(because),
        instead_of: insteadOf,
      };
    }

    covered(due, alike) {
      const [duty, payers] = this.duty(due);
      if (!duty) return [due];
      const isCovered = (each) => !this.violators.has(each.to) && this.duty(each)[0] === duty;
      const covered = alike.filter(isCovered);
      const odd = due.chips % payers.length; // odd chips fall on the first
      const share = (due.chips - odd) / payers.length;
      const lines = payers.map((payer, place) => {
        const isOdd = place < odd;
        const chips = share + (isOdd ? 1 : 0);
        const why = this.shareInWords(duty, payer, chips, due.chips, covered);
        const because = isOdd ? [why, this.tell("odd", { who: Table.seatWords(payer) })] : [why];
        return this.changed(due, payer, due.to, chips, because, due.from);
      });
      return lines.filter(({ chips }) => chips);
    }

    // What a violator takes over; one who shares with nobody takes all of it.
    shareInWords(duty, payer, chips, whole, covered) {
      const losers = inWords(unique(covered.map((each) => each.from)));
      const winners = inWords(unique(covered.map((each) => each.to)));
      const said = {
        partners: duty === "win" ? winners : losers,
        losers,
        share: chips,
        chips: inChips(whole),
      };
      const code = `${chips === whole ? "covers" : "shares"}.${duty}`;
      return this.tell(code, Object.assign(said, this.violator(payer)));
    }

    // Which violators pay a winner who is none in place of the loser, and why.
    duty({ from, to }) {
      const losers = this.sideOf(from);
      const alonePays = this.rules.soloist_pays_innocent_defenders && losers.length === 1;
      const winning = alonePays ? [] : this.violatorsAmong(this.sideOf(to));
      if (winning.length) return ["win", winning];
      const losing = this.violators.has(from) ? [] : this.violatorsAmong(losers);
      return losing.length ? ["loss", losing] : [null, []];
    }

    // A sentence for each violator who collects nothing, and who keeps what.
    lapsed(dues) {
      const groups = new Map();
      for (const due of dues) {
        if (!this.violators.has(due.to) || this.paysWin(due)) continue;
        const key = [due.item, due.to, due.chips].join();
        groups.set(key, [...(groups.get(key) || []), due]);
      }
      return [...groups.values()].map((group) => {
        const { item, to, chips } = group[0];
        const losers = inWords(group.map((due) => due.from));
        const said = { item: Spjst.TITLES[item], losers, chips: inChips(chips) };
        const code = group.length > 1 ? "kept.many" : "kept.one";
        return this.tell(code, Object.assign(said, this.violator(to)));
      });
    }
  }

  Spjst.Redirection = Redirection;
})();
