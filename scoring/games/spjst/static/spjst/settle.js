// From a right record to the chips that move: { net, lines, notes }. The twin of
// rules/spjst/settle.py and its neighbours (see check.js). Its sentences are rules.tables'.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const SEATS = [1, 2, 3, 4];
  const EVEN = 53; // §13: a tie, which the bidder loses
  const FOR_THE_GAME = 10; // §29: added to the difference
  const BID_TIMES = { povinost: 2, prever: 3 }; // §29

  const flat = (lists) => [].concat(...lists);
  const others = (seats) => SEATS.filter((seat) => !seats.includes(seat));
  const { capital, inChips, inWords } = Table;
  const winnerOf = ({ side, made }) => (made ? side : loserTo(side));
  const loserTo = (side) => (side === "declarer" ? "opponents" : "declarer");

  // One line for each payment [from, to]; 0 chips move nothing.
  const linesOf = (item, { chips, section, reasons }, payments) =>
    (chips ? payments : []).map(([from, to]) => ({
      item,
      from,
      to,
      chips,
      section,
      reasons,
      instead_of: null,
    }));

  // So many chips in its place, by one section and one sentence more.
  const more = (plain, chips, section, why) => ({
    chips,
    section: `${plain.section}, ${section}`,
    reasons: plain.reasons.concat(why),
  });

  class Account {
    constructor(record, rules) {
      const { faults, povinost, valat } = record;
      Object.assign(this, { hand: record, rules, tables: rules.tables, faults: faults || [] });
      this.valat = valat && !valat.voided ? valat : null; // unless its call is void
      this.replaces = this.valat && rules.valat_replaces_game;
      const { pagat } = record;
      this.taken = pagat && pagat.taken_by_partner ? rules.pagat_taken_by_partner : "";
      this.voidsPagat = this.valat && (valat.made || rules.called_valat_voids_pagat);
      this.claims = this.claimsOf(record.values || {});
      const ours = SEATS.filter((seat) => [record.declarer, record.partner].includes(seat));
      this.sides = { declarer: ours, opponents: others(ours) };
      const tell = (code, values) => this.tell(code, values);
      this.redirection = new Spjst.Redirection(this.faults, povinost || 1, this.sides, rules, tell);
    }

    // The sentence of this code; whatever it begins with gets a capital.
    tell(code, values) {
      const sentence = this.tables.sentences[code];
      return capital(sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]));
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
        lines = this.valueLines().concat(this.redirection.lines(dues));
        notes = [...this.returnedNotes(), ...this.lapsedNotes(), ...this.redirection.lapsed(dues)];
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
        const said = { who: Table.seatWords(seat), value: name, holding, chips: inChips(chips) };
        const reasons = [this.tell("value", said)];
        const payments = others([seat]).map((payer) => [payer, seat]);
        return linesOf("value", { chips, section, reasons }, payments);
      });
      return flat(lines);
    }

    givenBack(code, { seat, value }) {
      const { name } = this.tables.values[value];
      const chips = inChips(this.rules.values[value]);
      return this.tell(code, { who: Table.seatWords(seat), value: name, chips });
    }

    // §30: a value declared but not held is given back.
    returnedNotes() {
      const code = (fault) => (fault.before_first_card ? "back.early" : "back.late");
      const illegal = this.faults.filter((fault) => fault.value);
      return illegal.map((fault) => this.givenBack(code(fault), fault));
    }

    // §31: a wrong trump voids the hand, values are given back.
    voidNotes() {
      const note = this.tell("void", { who: Table.seatWords(this.hand.declarer) });
      return [note, ...this.claims.map((claim) => this.givenBack("back.void", claim))];
    }

    // --- Game, Valat and Pagat (§8, §13, §15, §16, §29)

    // What the sides owe one another before redirection.
    dues() {
      const { points, pagat } = this.hand;
      const isPaid = pagat && !this.voidsPagat && this.taken !== "standoff";
      const winner = points > EVEN ? "declarer" : "opponents";
      return [
        ...(this.replaces ? [] : this.due("game", this.game(), winner)),
        ...(this.valat ? this.due("valat", this.valatChips(), winnerOf(this.valat)) : []),
        ...(isPaid
          ? this.due("pagat", this.pagat(), winnerOf({ side: pagat.side, made: this.isMade() }))
          : []),
      ];
    }

    // Is it as good as made, also where the holder's own partner took it?
    isMade() {
      return this.hand.pagat.made || this.taken === "made";
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
      const plain = this.plain();
      const chips = bid === "prever" ? this.withSet(plain, points > EVEN) : plain;
      const isTie = points === EVEN && !challenge; // §13 says both
      const section = `${chips.section}, §13`;
      return isTie ? Object.assign({}, chips, { section }) : this.challenged(chips, challenge);
    }

    // Before sets and challenges; a tie, which is lost, says so.
    plain() {
      const { points, bid } = this.hand;
      const difference = Math.abs(points - EVEN);
      const sum = difference + FOR_THE_GAME;
      const product = sum * BID_TIMES[bid];
      const chips = Math.floor((product + 5) / 10); // 5 rounds up
      const why = this.tell(chips * 10 > product ? "game.up" : "game.down", {
        more: Math.max(points, EVEN),
        less: Math.min(points, EVEN),
        difference,
        plus: FOR_THE_GAME,
        sum,
        times: BID_TIMES[bid],
        product,
        chips: inChips(chips),
      });
      const tie = difference ? [] : [this.tell("game.tie", {})];
      return { chips, section: "§29", reasons: [why, ...tie] };
    }

    // The Prever set multiplies a loss, after rounding (§8).
    withSet(plain, won) {
      const number = this.hand.prever_set || 1;
      const set = this.tables.sets[number - 1];
      const times = this.rules.prever_set_multipliers[number - 1];
      const counts = !won || this.rules.prever_set_on_win;
      if (counts ? times === 1 : number === 1) return plain;
      if (!counts) return more(plain, plain.chips, "§8", this.tell("set.idle", { set }));
      const chips = plain.chips * times;
      return more(plain, chips, "§8", this.tell("set", { set, times, chips: inChips(chips) }));
    }

    challenged(plain, challenge) {
      if (!challenge) return plain;
      const { name, times } = this.tables.challenges[challenge];
      const chips = plain.chips * times;
      const said = { challenge: name, times, chips: inChips(chips) };
      return more(plain, chips, "§13", this.tell("challenge", said));
    }

    valatChips() {
      const { bid, challenge, valat } = this.hand;
      const { rules } = this;
      const pair = bid === "prever" ? rules.valat_prever_chips : rules.valat_chips;
      const plain = this.called("valat", "§16", valat, pair, valat.made);
      const instead = this.replaces ? [this.tell("valat.instead", {})] : [];
      const reasons = plain.reasons.concat(instead);
      const counted = rules.challenge_multiplies_valat && challenge;
      return this.challenged(Object.assign(plain, { reasons }), counted);
    }

    pagat() {
      const { pagat } = this.hand;
      const partner = this.taken && "partner.";
      const plain = this.called(
        "pagat",
        "§15",
        pagat,
        this.rules.pagat_chips,
        this.isMade(),
        partner,
      );
      return this.challenged(plain, pagat.challenge);
    }

    // Who called it or not, and how it ended.
    called(what, section, { side, announced }, pair, isMade, partner = "") {
      const chips = pair[Number(announced)];
      const ended = partner + (isMade ? "made" : "lost");
      const code = `${what}.${announced ? "called" : "silent"}.${ended}`;
      const who = inWords(this.sides[side]);
      return { chips, section, reasons: [this.tell(code, { who, chips: inChips(chips) })] };
    }

    // What a Valat or its voided call takes away from the account.
    lapsedNotes() {
      const { points, challenge, pagat, valat } = this.hand;
      const idle = challenge && !this.rules.challenge_multiplies_valat;
      const codes = [
        valat && valat.voided && `call.${valat.voided}`,
        !this.voidsPagat && this.taken === "standoff" && "lapsed.pagat.standoff",
        this.replaces && Number.isInteger(points) && "lapsed.game",
        this.replaces && idle && "lapsed.challenge",
        this.voidsPagat && pagat && `lapsed.pagat.${valat.made ? "made" : "lost"}`,
      ];
      return codes.filter(Boolean).map((code) => this.tell(code, {}));
    }

    // --- Faults and rulings (§22-§31)

    // The flat penalty: each guilty seat pays each seat that is not guilty.
    penalties(fault) {
      const { each: chips, section } = this.tables.faults[fault.fault];
      if (fault.before_first_card) return []; // §30: giving the value back is enough
      const isFalsePagat = fault.fault === "false_pagat";
      // whose Pagat it was is not guilty, and may be the one who is paid
      const isToHolder = isFalsePagat && fault.holder && this.rules.false_pagat_to === "holder";
      const guilty = [fault.seat, !isFalsePagat && fault.holder, fault.rightful].filter(Boolean);
      const payees = isToHolder ? [fault.holder] : others(guilty);
      const value = fault.value ? this.tables.values[fault.value].name : "";
      const holder = isToHolder ? Table.seatWords(fault.holder) : "";
      const lines = guilty.map((payer) => {
        const both = payer === fault.seat ? ".both" : ".second";
        const part = isToHolder ? ".holder" : guilty.length === 1 ? "" : both;
        const said = { who: Table.seatWords(payer), value, holder, chips: inChips(chips) };
        const reasons = [this.tell(`fault.${fault.fault}${part}`, said)];
        const payments = payees.map((payee) => [payer, payee]);
        return linesOf("fault", { chips, section, reasons }, payments);
      });
      return flat(lines);
    }

    // What the judge ordered.
    rulings({ fault, transfers, reason }) {
      const { section } = this.tables.faults[fault];
      const lines = (transfers || []).map(([from, to, chips]) => {
        const reasons = [this.tell("ruling", { reason })];
        return linesOf("ruling", { chips, section, reasons }, [[from, to]]);
      });
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
