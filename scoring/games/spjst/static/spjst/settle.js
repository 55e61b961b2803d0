// From a right record to the chips that move: { net, lines, notes }. The twin of
// rules/spjst/settle.py and its neighbours (see check.js).
var Spjst = Spjst || {};

(() => {
  "use strict";

  const SEATS = [1, 2, 3, 4];
  const EVEN = 53; // §13: a tie, which the bidder loses
  const FOR_THE_GAME = 10; // §29: added to the difference
  const BID_TIMES = { povinost: 2, prever: 3 }; // §29
  const ITEM_NAMES = { game: "the game", valat: "the Valat", pagat: "the Pagat" };
  const VOIDED_BECAUSE = {
    undeclared_value: "a value was not declared (§12)",
    illegal_declaration: "a value was declared wrongly (§30)",
  };

  const flat = (lists) => [].concat(...lists);
  const others = (seats) => SEATS.filter((seat) => !seats.includes(seat));
  const inChips = (chips) => (chips === 1 ? "1 chip" : `${chips} chips`);
  const inWords = (seats) =>
    seats
      .map((seat) => `seat ${seat}`)
      .join(", ")
      .replace(/, (?!.*,)/, " and ");
  const called = (bonus) => (bonus.announced ? "announced" : "silent");
  const winnerOf = ({ side, made }) => (made ? side : loserTo(side));
  const loserTo = (side) => (side === "declarer" ? "opponents" : "declarer");

  // One line for each payment [from, to]; 0 chips move nothing.
  const linesOf = (item, { chips, section, why }, payments) =>
    (chips ? payments : []).map(([from, to]) => ({ item, from, to, chips, section, why }));

  // The same reckoning multiplied.
  const times = (plain, name, factor, section) => {
    const chips = plain.chips * factor;
    const why = `${plain.why}, ${name} × ${factor} = ${inChips(chips)}`;
    return { chips, section: `${plain.section}, ${section}`, why };
  };

  class Account {
    constructor(record, rules) {
      const { faults, povinost, valat } = record;
      Object.assign(this, { hand: record, rules, tables: rules.tables, faults: faults || [] });
      this.valat = valat && !valat.voided ? valat : null; // unless its call is void
      this.replaces = this.valat && rules.valat_replaces_game;
      this.voidsPagat = this.valat && (valat.made || rules.called_valat_voids_pagat);
      this.claims = this.claimsOf(record.values || {});
      const ours = SEATS.filter((seat) => [record.declarer, record.partner].includes(seat));
      this.sides = { declarer: ours, opponents: others(ours) };
      this.violators = this.violatorsFrom(povinost || 1);
    }

    // By seat, and in the order of the table of values.
    claimsOf(declared) {
      const codes = Object.keys(this.tables.values);
      const claim = (seat) => codes.filter((value) => (declared[seat] || []).includes(value));
      return flat(SEATS.map((seat) => claim(seat).map((value) => ({ seat, value }))));
    }

    settle() {
      let lines = [];
      let notes = [];
      if (this.faults.some((each) => each.fault === "wrong_trump")) {
        notes = this.voidNotes();
      } else if (this.hand.bid) {
        const dues = this.dues();
        lines = this.valueLines().concat(...dues.map((due) => this.redirected(due)));
        notes = [...this.returnedNotes(), ...this.lapsedNotes(), ...this.uncollected(dues)];
      }
      lines = lines.concat(...this.faults.map((fault) => this.penalties(fault)));
      lines = lines.concat(...this.faults.map((fault) => this.rulings(fault)));
      return { net: netOf(lines), lines, notes };
    }

    // --- Values (§12)

    valueLines() {
      const isHeld = ({ seat, value }) =>
        !this.faults.some((fault) => fault.seat === seat && fault.value === value);
      const lines = this.claims.filter(isHeld).map(({ seat, value }) => {
        const { name, holding, section } = this.tables.values[value];
        const chips = this.rules.values[value];
        const why = `${name} (${holding}): ${inChips(chips)} from each`;
        const payments = others([seat]).map((payer) => [payer, seat]);
        return linesOf("value", { chips, section, why }, payments);
      });
      return flat(lines);
    }

    givenBack({ seat, value }, reason) {
      const each = inChips(this.rules.values[value]);
      const { name } = this.tables.values[value];
      return `Seat ${seat} gives back ${name}, ${each} from each: ${reason}.`;
    }

    // §30: a value declared but not held is given back.
    returnedNotes() {
      const early = ", and was admitted before the first card, so nothing more is paid";
      const reason = (fault) => `it was not held${fault.before_first_card ? early : ""} (§30)`;
      const illegal = this.faults.filter((fault) => fault.value);
      return illegal.map((fault) => this.givenBack(fault, reason(fault)));
    }

    // §31: a wrong trump voids the hand, values are given back.
    voidNotes() {
      const note =
        `The hand is void: seat ${this.hand.declarer} called the wrong card and loses the ` +
        "Povinost; it moves on, the hand is not repeated (§31).";
      const back = this.claims.map((claim) => this.givenBack(claim, "the hand is void (§31)"));
      return [note, ...back];
    }

    // --- Game, Valat and Pagat (§8, §13, §15, §16, §29)

    // What the sides owe one another before redirection.
    dues() {
      const { points, pagat } = this.hand;
      const winner = points > EVEN ? "declarer" : "opponents";
      return [
        ...(this.replaces ? [] : this.due("game", this.game(), winner)),
        ...(this.valat ? this.due("valat", this.valatChips(), winnerOf(this.valat)) : []),
        ...(pagat && !this.voidsPagat ? this.due("pagat", this.pagat(), winnerOf(pagat)) : []),
      ];
    }

    // Two against two, the lower losing seat pays the lower winning seat.
    due(item, reckoning, winner) {
      const losers = this.sides[loserTo(winner)];
      const winners = this.sides[winner];
      const single = (from) => [[from, winners[losers.indexOf(from)]]];
      const each = (from) => winners.map((to) => [from, to]);
      const payments = losers.map(losers.length === winners.length ? single : each);
      return linesOf(item, reckoning, flat(payments));
    }

    game() {
      const { points, bid, challenge } = this.hand;
      const won = points > EVEN;
      const difference = Math.abs(points - EVEN);
      const sum = difference + FOR_THE_GAME;
      const chips = Math.floor((sum * BID_TIMES[bid] + 5) / 10); // 5 rounds up
      const why =
        `${won ? points : EVEN} − ${won ? EVEN : points} = ${difference}` +
        `${difference ? "" : " (a tie is lost)"}, + ${FOR_THE_GAME} = ${sum}, ` +
        `× ${BID_TIMES[bid]} = ${sum * BID_TIMES[bid]} → ${inChips(chips)}`;
      const plain = { chips, section: "§29", why };
      return this.challenged(bid === "prever" ? this.withSet(plain, won) : plain, challenge);
    }

    // The Prever set multiplies a loss, after rounding (§8).
    withSet(plain, won) {
      const number = this.hand.prever_set || 1;
      const name = this.tables.sets[number - 1];
      const factor = this.rules.prever_set_multipliers[number - 1];
      const counts = !won || this.rules.prever_set_on_win;
      if (counts ? factor === 1 : number === 1) return plain;
      if (counts) return times(plain, name, factor, "§8");
      const why = `${plain.why}; ${name} would make only a loss dearer`;
      return { chips: plain.chips, section: "§29, §8", why };
    }

    challenged(plain, challenge) {
      if (!challenge) return plain;
      const step = this.tables.challenges[challenge];
      return times(plain, step.name, step.times, "§13");
    }

    valatChips() {
      const { bid, challenge, valat } = this.hand;
      const { rules } = this;
      const pair = bid === "prever" ? rules.valat_prever_chips : rules.valat_chips;
      const chips = pair[Number(valat.announced)];
      const place = this.replaces ? ", in place of the game" : "";
      const ended = valat.made ? "made" : "lost";
      const why = `${called(valat)} Valat ${ended}${place}: ${inChips(chips)}`;
      const counted = rules.challenge_multiplies_valat && challenge;
      return this.challenged({ chips, section: "§16", why }, counted);
    }

    pagat() {
      const { pagat } = this.hand;
      const chips = this.rules.pagat_chips[Number(pagat.announced)];
      const ended = pagat.made ? "made in the last trick" : "lost";
      const why = `${called(pagat)} Pagat ${ended}: ${inChips(chips)}`;
      return this.challenged({ chips, section: "§15", why }, pagat.challenge);
    }

    // What a Valat or its voided call takes away from the account.
    lapsedNotes() {
      const { points, challenge, pagat, valat } = this.hand;
      const idle = challenge && !this.rules.challenge_multiplies_valat;
      const because = valat && VOIDED_BECAUSE[valat.voided];
      const reason = valat && valat.made ? "the Valat was made" : "the called Valat was lost";
      const notes = [
        because && `The Valat call is void, for ${because}: the plain hand is scored.`,
        this.replaces &&
          Number.isInteger(points) &&
          "The game is not counted: the Valat stands in its place (§16).",
        this.replaces &&
          idle &&
          "The challenge is not counted: it does not multiply the Valat (§13).",
        this.voidsPagat && pagat && `The Pagat is void: ${reason} (§16).`,
      ];
      return notes.filter(Boolean);
    }

    // --- Redirection (§30)

    // The seats whose fault redirects payments, each with the fault in words, in order of
    // play, Povinost first.
    violatorsFrom(povinost) {
      const named = {};
      for (const { fault, seat } of this.faults) {
        const { name, redirects } = this.tables.faults[fault];
        if (redirects) named[seat] = name;
      }
      const inOrder = SEATS.slice(povinost - 1).concat(SEATS.slice(0, povinost - 1));
      return new Map(inOrder.filter((seat) => named[seat]).map((seat) => [seat, named[seat]]));
    }

    who(seat) {
      return `seat ${seat} (${this.violators.get(seat)})`;
    }

    sideOf(seat) {
      return Object.values(this.sides).find((side) => side.includes(seat));
    }

    violatorsAmong(side) {
      return [...this.violators.keys()].filter((seat) => side.includes(seat));
    }

    // The payment as it is really made.
    redirected(due) {
      const { from, to, chips } = due;
      if (!this.violators.has(to)) return this.covered(due);
      if (!this.paysWin(due)) return [];
      return this.changed(due, to, from, chips, `${this.who(to)} won alone and pays it instead`);
    }

    // A violator alone on his side who wins pays the innocent, where the house says so.
    paysWin({ from, to }) {
      const alone = this.sideOf(to).length === 1;
      return this.rules.solo_violator_pays_win && alone && !this.violators.has(from);
    }

    changed({ item, section, why }, from, to, chips, more) {
      const reckoning = { chips, section: `${section}, §30`, why: `${why}; ${more}` };
      return linesOf(item, reckoning, [[from, to]]);
    }

    covered(due) {
      const { from, to } = due;
      const [payers, duty] = this.whoPays(due);
      if (!payers.length) return [due];
      const odd = due.chips % payers.length; // odd chips fall on the first
      const lines = payers.map((payer, place) => {
        const chips = (due.chips - odd) / payers.length + (place < odd ? 1 : 0);
        const shared = payers.length > 1 ? `, shared by ${inWords(payers)}: ${inChips(chips)}` : "";
        const why = `${this.who(payer)} pays seat ${to} in place of seat ${from}: ${duty}${shared}`;
        return this.changed(due, payer, to, chips, why);
      });
      return flat(lines);
    }

    // Which violators pay in place of the loser, and why.
    whoPays({ from, to }) {
      const losers = this.sideOf(from);
      const alonePays = this.rules.soloist_pays_innocent_defenders && losers.length === 1;
      const winning = alonePays ? [] : this.violatorsAmong(this.sideOf(to));
      if (winning.length) return [winning, "a violator pays what his partner is due"];
      const losing = this.violators.has(from) ? [] : this.violatorsAmong(losers);
      return [losing, "a violator bears his partner's loss"];
    }

    // A sentence for each violator who collects nothing, and from whom.
    uncollected(dues) {
      const groups = new Map();
      for (const due of dues) {
        if (!this.violators.has(due.to) || this.paysWin(due)) continue;
        const key = [due.item, due.to, due.chips].join();
        groups.set(key, [...(groups.get(key) || []), due]);
      }
      return [...groups.values()].map((group) => {
        const { item, to, chips } = group[0];
        const each = inChips(chips) + (group.length > 1 ? " each" : "");
        const from = inWords(group.map((due) => due.from));
        return (
          `Seat ${to} (${this.violators.get(to)}) collects nothing for ${ITEM_NAMES[item]}; ` +
          `not paid: ${each} from ${from} (§30).`
        );
      });
    }

    // --- Faults and rulings (§22-§31)

    // The flat penalty: each guilty seat pays each seat that is not guilty.
    penalties(fault) {
      const { each: chips, name, second, section } = this.tables.faults[fault.fault];
      if (fault.before_first_card) return []; // §30: giving the value back is enough
      const guilty = [fault.seat, fault.holder, fault.rightful].filter(Boolean);
      const innocent = others(guilty);
      const count = innocent.length === 2 ? "two" : "three";
      const value = fault.value ? `${this.tables.values[fault.value].name} ` : "";
      const lines = guilty.map((payer) => {
        const what = payer === fault.seat ? value + name : second;
        const why = `${what}: seat ${payer} pays ${inChips(chips)} to each of the other ${count}`;
        const payments = innocent.map((payee) => [payer, payee]);
        return linesOf("fault", { chips, section, why }, payments);
      });
      return flat(lines);
    }

    // What the judge ordered.
    rulings({ fault, transfers, reason }) {
      const { section } = this.tables.faults[fault];
      const why = `judge's ruling: ${reason}`;
      const lines = (transfers || []).map(([from, to, chips]) =>
        linesOf("ruling", { chips, section, why }, [[from, to]]),
      );
      return flat(lines);
    }
  }

  const netOf = (lines) => {
    const net = [0, 0, 0, 0];
    for (const { from, to, chips } of lines) {
      net[from - 1] -= chips;
      net[to - 1] += chips;
    }
    return net;
  };

  // The record must have passed check under the same rules.
  Spjst.settle = (record, rules) => new Account(record, rules).settle();
})();
