// Every problem of a hand record at once: [{ code, field, message }], none if it can be
// scored. The twin of rules/spjst/check.py and its neighbours, which are the truth; both
// are held to the same answers by tests/browser/test_twin.py. Prices, names and messages
// come with `rules` (scoring/games/spjst/tables.py), so only what is done is written twice.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const FIELDS =
    "id povinost bid declarer partner points prever_set challenge values pagat valat faults";
  const WITHOUT_HAND = ["id", "povinost", "bid", "faults"];
  const NOT_IF_VOID = ["points", "challenge", "pagat", "valat"];
  const SIDES = ["declarer", "opponents"];
  const VOIDED = ["undeclared_value", "illegal_declaration"];
  const EVEN = 53;
  const MOST_POINTS = 106;
  const MOST_CHIPS = 1000000;

  const isNone = (value) => value === null || value === undefined;
  const isText = (value) => typeof value === "string";
  const isList = Array.isArray;
  const isObject = (value) => typeof value === "object" && value !== null && !isList(value);
  const isSeat = (value) => [1, 2, 3, 4].includes(value);
  const isKey = (value, table) => isText(value) && Object.keys(table).includes(value);
  const within = (value, least, most) => value >= least && value <= most;
  // blank as Python has it: old separators and NEL are, a BOM is not
  const isBlank = (text) => !/[^\s\x1c-\x1f\x85]|\ufeff/.test(text);

  class Check {
    constructor(record, rules) {
      this.record = record;
      this.rules = rules;
      this.tables = rules.tables;
      this.problems = [];
    }

    // One more problem, if there is a code.
    add(field, code) {
      if (code) this.problems.push({ code, field, message: this.tables.problems[code] });
    }

    // Readers answer null for what is absent or wrong.
    seat(value, field, needed) {
      this.add(field, isNone(value) ? needed && "missing_field" : !isSeat(value) && "not_a_seat");
      return isSeat(value) ? value : null;
    }

    whole(value, field) {
      if (Number.isInteger(value)) return value;
      this.add(field, !isNone(value) && "not_a_whole_number");
      return null;
    }

    flag(value, field) {
      const wrong = typeof value !== "boolean" && "not_true_or_false";
      this.add(field, isNone(value) ? "missing_field" : wrong);
    }

    names(names, known, path) {
      for (const name of names) this.add(path + name, !known.includes(name) && "unknown_field");
    }

    absent(names, code) {
      for (const name of names) this.add(name, !isNone(this.record[name]) && code);
    }

    entries(code) {
      const { faults } = this.record;
      return (isList(faults) ? faults : []).filter((each) => isObject(each) && each.fault === code);
    }

    all() {
      const { id, povinost, bid } = this.record;
      const fields = FIELDS.split(" ");
      this.names(Object.keys(this.record), fields, "");
      this.add("id", !isNone(id) && !isText(id) && "not_text");
      this.povinost = isNone(povinost) ? 1 : this.seat(povinost, "povinost");
      if (bid === null) {
        this.absent(fields.filter((name) => !WITHOUT_HAND.includes(name)), "no_hand_played");
      } else {
        const wrong = bid !== "povinost" && bid !== "prever" && "unknown_bid";
        this.add("bid", bid === undefined ? "missing_field" : wrong);
        this.hand();
      }
      this.faults();
    }

    hand() {
      const { bid, declarer, partner, prever_set: set } = this.record;
      this.declarer = this.seat(declarer, "declarer", true);
      if (bid === "povinost") this.leader();
      this.side = this.declarer && [this.declarer];
      if (!isNone(partner)) this.partner(partner, bid);
      const wrong = this.whole(set, "prever_set") !== null && ![1, 2, 3].includes(set);
      const misplaced = bid === "povinost" && !isNone(set);
      this.add("prever_set", misplaced ? "set_without_prever" : wrong && "set_out_of_range");
      this.values();
      const wrongTrump = this.entries("wrong_trump").length > 0;
      if (wrongTrump && bid !== "prever") this.absent(NOT_IF_VOID, "void_hand_has_result");
      else this.result(wrongTrump);
    }

    // With the bid Povinost the declarer is the Povinost seat, or whoever led off wrongly.
    leader() {
      const led = this.entries("wrong_povinost").map((entry) => entry.seat);
      // `true in [1]` holds in Python
      const leaders = (led.length ? led : [this.povinost]).map((seat) => (seat === true ? 1 : seat));
      const wrong = this.declarer && leaders.some(isSeat) && !leaders.includes(this.declarer);
      this.add("declarer", this.povinost && wrong && "declarer_not_povinost");
    }

    partner(given, bid) {
      if (bid === "prever") return this.add("partner", "prever_with_partner");
      const partner = this.seat(given, "partner");
      this.side = partner && this.side && [this.declarer, partner];
      return this.add("partner", this.side && partner === this.declarer && "partner_is_declarer");
    }

    result(wrongTrump) {
      this.hasResult = true;
      const { challenge, pagat, valat } = this.record;
      let points = this.whole(this.record.points, "points");
      if (points !== null && !within(points, 0, MOST_POINTS)) {
        this.add("points", "points_out_of_range");
        points = null;
      }
      this.challenge(challenge, "challenge");
      this.bonus("pagat", "challenge");
      if (isObject(pagat)) this.pagat(pagat);
      this.bonus("valat", "voided");
      if (isObject(valat)) this.valat(valat, pagat, points);
      const stands = isObject(valat) ? isNone(valat.voided) : !isNone(valat);
      const instead = stands && (this.rules.valat_replaces_game || !isObject(valat));
      const missing = isNone(this.record.points) && !instead && !wrongTrump;
      this.add("points", missing && "missing_field");
    }

    // --- Values -------------------------------------------------------------------

    values() {
      const { values } = this.record;
      this.claims = {}; // the known values of each seat
      this.add("values", !isNone(values) && !isObject(values) && "not_an_object");
      for (const key of isObject(values) ? Object.keys(values) : []) {
        const isSeatKey = /^[1-4]$/.test(key);
        this.add(`values.${key}`, !isSeatKey && "not_a_seat");
        if (isSeatKey) this.claims[key] = this.declared(values[key], `values.${key}`);
      }
      const truth = Object.keys(this.claims).map((seat) => this.truth(seat));
      this.add("values", !Spjst.bearable(truth, this.rules) && "impossible_values");
    }

    declared(values, field) {
      const table = this.tables.values;
      const known = [];
      this.add(field, !isNone(values) && !isList(values) && "not_a_list");
      for (const value of isList(values) ? values : []) {
        const twice = known.includes(value) && "value_twice";
        if (!isText(value)) this.add(field, "not_text");
        else this.add(field, isKey(value, table) ? twice : "unknown_value");
        if (isKey(value, table) && !twice) known.push(value);
      }
      const notPlayed = known.filter((value) => !isKey(value, this.rules.values));
      for (const _ of notPlayed) this.add(field, "value_not_played");
      return known;
    }

    // What a seat declared but for what is recorded as not held: one value of each class.
    truth(seat) {
      const illegal = this.entries("illegal_value")
        .filter((entry) => entry.seat === Number(seat))
        .map((entry) => entry.value);
      const claim = this.claims[seat].filter((value) => !illegal.includes(value));
      const classes = claim.map((value) => this.tables.values[value].klass);
      const twice = classes.filter((klass, n) => classes.indexOf(klass) !== n);
      for (const _ of new Set(twice)) this.add(`values.${seat}`, "two_of_a_class");
      return claim;
    }

    // --- Challenges, Pagat and Valat --------------------------------------------------

    challenge(challenge, field) {
      const table = this.tables.challenges;
      if (isNone(challenge)) return;
      if (!isKey(challenge, table)) this.add(field, "unknown_challenge");
      else {
        const most = table[this.rules.max_challenge].times;
        this.add(field, table[challenge].times > most && "challenge_not_played");
      }
    }

    bonus(name, more) {
      const bonus = this.record[name];
      if (!isObject(bonus)) return this.add(name, !isNone(bonus) && "not_an_object");
      const { side } = bonus;
      this.names(Object.keys(bonus), ["side", "announced", "made", more], `${name}.`);
      const unknown = !SIDES.includes(side) && "unknown_side";
      this.add(`${name}.side`, isNone(side) ? "missing_field" : unknown);
      this.flag(bonus.announced, `${name}.announced`);
      return this.flag(bonus.made, `${name}.made`);
    }

    pagat({ challenge, announced }) {
      this.challenge(challenge, "pagat.challenge");
      const silent = !isNone(challenge) && announced === false;
      this.add("pagat.challenge", silent && "silent_pagat_challenged");
    }

    valat({ side, announced, made, voided }, pagat, points) {
      this.add("valat", announced === false && made === false && "empty_valat");
      if (!isNone(voided)) {
        this.add("valat.voided", !VOIDED.includes(voided) && "unknown_voided");
        const wonOrSilent = made === true || announced === false;
        this.add("valat.voided", wonOrSilent && "valat_not_voidable");
      }
      if (made !== true || !SIDES.includes(side)) return;
      const won = points > EVEN ? "declarer" : "opponents";
      this.add("points", points !== null && won !== side && "valat_contradicts_points");
      const theirs = isObject(pagat) && pagat.made === true && pagat.side;
      const contradicts = SIDES.includes(theirs) && theirs !== side;
      this.add("pagat", contradicts && "valat_contradicts_pagat");
    }

    // --- Faults -----------------------------------------------------------------------

    faults() {
      const { faults, bid } = this.record;
      if (!isNone(faults) && !isList(faults)) return this.add("faults", "not_a_list");
      const list = faults || [];
      this.add("faults", bid === null && list.length === 0 && "no_hand_no_fault");
      this.seen = [];
      return list.forEach((entry, n) => this.fault(entry, `faults[${n}]`));
    }

    fault(entry, path) {
      const table = this.tables.faults;
      if (!isObject(entry)) return this.add(path, "not_an_object");
      const code = entry.fault;
      if (!isKey(code, table)) {
        return this.add(`${path}.fault`, isNone(code) ? "missing_field" : "unknown_fault");
      }
      const { fields, repeats, without_hand } = table[code];
      const seat = fields.includes("seat") ? this.seat(entry.seat, `${path}.seat`, true) : null;
      // null in a field of another fault is as good as absent
      const any = [].concat(...Object.keys(table).map((each) => table[each].fields));
      const given = Object.keys(entry).filter((name) => entry[name] !== null || !any.includes(name));
      this.names(given, ["fault"].concat(fields), `${path}.`);
      if (this.record.bid === null && !without_hand) {
        this.add(`${path}.fault`, "fault_needs_a_hand");
      } else if (this[code]) this[code](entry, seat, path);
      return repeats || !seat || this.repetition(entry, seat, path);
    }

    repetition({ fault, value }, seat, path) {
      const which = fault === "illegal_value" && !isNone(value) ? value : "";
      if (!isText(which)) return;
      const key = `${fault} ${seat} ${which}`;
      this.add(path, this.seen.includes(key) && "fault_twice");
      this.seen.push(key);
    }

    // What a fault needs beside its seat: methods of the faults' own names.
    illegal_value({ value, before_first_card: early }, seat, path) {
      const undeclared = seat && !(this.claims[seat] || []).includes(value);
      const wrong = isText(value) ? undeclared && "value_not_declared" : "not_text";
      this.add(`${path}.value`, isNone(value) ? "missing_field" : wrong);
      if (!isNone(early)) this.flag(early, `${path}.before_first_card`);
    }

    wrong_trump(entry, seat, path) {
      const holder = this.seat(entry.holder, `${path}.holder`);
      const declarer = this.declarer;
      if (this.record.bid === "prever") this.add(`${path}.fault`, "wrong_trump_in_prever");
      else {
        const another = seat && declarer && seat !== declarer;
        this.add(`${path}.seat`, another && "wrong_trump_not_declarer");
      }
      const guilty = holder && [seat, declarer].includes(holder);
      this.add(`${path}.holder`, guilty && "holder_is_declarer");
    }

    wrong_povinost(entry, seat, path) {
      const field = `${path}.rightful`;
      const rightful = this.seat(entry.rightful, field, true);
      const another = rightful && this.povinost && rightful !== this.povinost;
      this.add(field, another && "rightful_not_povinost");
      this.add(path, rightful && rightful === seat && "rightful_is_seat");
    }

    false_pagat(entry, seat, path) {
      const pagat = this.hasResult && this.record.pagat;
      const lost = isObject(pagat) && pagat.announced !== false && pagat.made !== true;
      this.add(`${path}.fault`, !lost && "no_lost_pagat_call");
      if (!seat || !this.side || !isObject(pagat) || !SIDES.includes(pagat.side)) return;
      const on = this.side.includes(seat) ? "declarer" : "opponents";
      this.add(`${path}.seat`, on !== pagat.side && "fault_on_other_side");
    }

    pagat_card_count(...call) {
      this.false_pagat(...call);
    }

    ruling({ reason, transfers }, seat, path) {
      const wrong = isText(reason) ? isBlank(reason) && "empty_reason" : "not_text";
      this.add(`${path}.reason`, isNone(reason) ? "missing_field" : wrong);
      const field = `${path}.transfers`;
      if (!isList(transfers)) this.add(field, isNone(transfers) ? "missing_field" : "not_a_list");
      else if (transfers.length === 0) this.add(field, "bad_transfers");
      else for (const each of transfers) this.add(field, !isTransfer(each) && "bad_transfers");
    }
  }

  const isTransfer = (transfer) => {
    if (!isList(transfer) || transfer.length !== 3) return false;
    const [from, to, chips] = transfer;
    const isWhole = Number.isInteger(chips) && within(chips, 1, MOST_CHIPS);
    return isSeat(from) && isSeat(to) && from !== to && isWhole;
  };

  const check = (record, rules) => {
    const found = new Check(record, rules);
    if (isObject(record)) found.all();
    else found.add("", "not_an_object");
    return found.problems;
  };

  Object.assign(Spjst, { check });
})();
