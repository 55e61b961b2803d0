// Every problem of a hand record at once: [{ code, field, message, section }], none if it can be
// scored. The twin of rules/spjst/check.py and its neighbours. They are the truth, and
// tests/browser/test_twin.py holds both to the same answers. Prices, names and messages
// come with `rules` (scoring/games/spjst/phone.py): only what is done is written twice.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const WITHOUT_HAND = ["id", "povinost", "bid", "faults"];
  const IF_VOID = ["declarer", "partner", "prever_set", "values"];
  const TAKEN = "pagat.taken_by_partner";
  const NOT_TAKEN = "partner_cannot_take_pagat";
  const DISCARDS = ["discarded_king", "discarded_trump"];
  const NOT_IF_VOID = ["points", "challenge", "pagat", "valat"];
  const MOST_POINTS = 106;
  const LAST_TRICK = 8; // card points at least, with the Pagat in it
  const ALL_TRICKS = 76; // card points at least
  const MOST_CHIPS = 1000000;

  const { isKey, isList, isNone, isObject, isSeat, isText, oneOf } = Spjst;
  const { Findings, FLAG, LIST, OBJECT, SEAT, TEXT, WHOLE } = Spjst;

  // blank as Python has it: old separators and NEL are, a BOM is not
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are blanks to Python
  const isBlank = (text) => !/[^\s\x1c-\x1f\x85]|\ufeff/.test(text);
  const AGAINST = { declarer: "opponents", opponents: "declarer" };
  const SIDES = Object.keys(AGAINST);
  const SIDE = [oneOf(SIDES), "unknown_side"];
  const TRULL = ["least_trull", 3];
  const UNI = ["most_trumps", 0];
  const BID = [oneOf(["povinost", "prever"]), "unknown_bid"];
  const VOIDED = [oneOf(["undeclared_value", "illegal_declaration"]), "unknown_voided"];
  const keyOf = (table, problem) => [(value) => isKey(value, table), problem];

  class Check extends Findings {
    checkRecord() {
      const { id, povinost, bid } = this.record;
      this.names(Object.keys(this.record), [...WITHOUT_HAND, ...IF_VOID, ...NOT_IF_VOID], "");
      this.read(id, "id", TEXT);
      this.povinost = isNone(povinost) ? 1 : this.read(povinost, "povinost", SEAT);
      if (bid === null) this.absent([...IF_VOID, ...NOT_IF_VOID], "no_hand_played");
      else this.checkHand(this.read(bid, "bid", BID, true));
      this.checkFaults();
    }

    checkHand(bid) {
      this.declarer = this.read(this.record.declarer, "declarer", SEAT, true);
      if (bid === "povinost") this.checkDeclarer();
      this.checkPartner(bid);
      if (this.isOpen) this.side = null;
      this.checkSet(bid);
      this.checkValues();
      const isVoid = this.entries("wrong_trump").length > 0;
      if (isVoid && bid !== "prever") this.absent(NOT_IF_VOID, "void_hand_has_result");
      else this.checkResult(isVoid);
    }

    // With the bid Povinost it is the Povinost seat, or whoever led off wrongly. (In
    // Python, true is found in a list of seats as 1.)
    checkDeclarer() {
      const wrong = this.entries("wrong_povinost").map((entry) => entry.seat);
      const leaders = wrong.length
        ? wrong.map((seat) => (seat === true ? 1 : seat))
        : [this.povinost];
      const stranger = this.declarer && leaders.some(isSeat) && !leaders.includes(this.declarer);
      this.add("declarer", stranger && this.povinost && "declarer_not_povinost");
    }

    checkPartner(bid) {
      const { partner } = this.record;
      this.side = this.declarer && [this.declarer];
      if (isNone(partner)) return;
      if (bid === "prever") return void this.add("partner", "prever_with_partner");
      const seat = this.read(partner, "partner", SEAT);
      this.side = this.declarer && seat && [this.declarer, seat];
      this.add("partner", seat && seat === this.declarer && "partner_is_declarer");
    }

    checkSet(bid) {
      const given = this.record.prever_set;
      const number = this.read(given, "prever_set", WHOLE);
      const outOfRange = number !== null && ![1, 2, 3].includes(number) && "set_out_of_range";
      const misplaced = bid === "povinost" && !isNone(given);
      this.add("prever_set", misplaced ? "set_without_prever" : outOfRange);
    }

    // --- Values (§12, §17, §18, §21)

    checkValues() {
      const values = this.read(this.record.values, "values", OBJECT) || {};
      this.claims = {}; // the known values of each seat
      for (const key of Object.keys(values)) {
        if (/^[1-4]$/.test(key)) this.claims[key] = this.declared(values[key], `values.${key}`);
        else this.add(`values.${key}`, "not_a_seat");
      }
      this.truth = {}; // without what was not held
      for (const seat of Object.keys(this.claims)) this.truth[seat] = this.trueClaim(seat);
      const truth = Object.values(this.truth);
      const bears = (discards) => Spjst.bearable(truth, this.rules, discards);
      const [kings, trumps] = DISCARDS.map((code) => this.entries(code).length);
      const isTooMany = kings > 4 || kings + trumps > 6;
      this.add("faults", isTooMany && "too_many_discards");
      if (!bears()) this.add("values", "impossible_values");
      else if (!isTooMany && !bears([kings, trumps]))
        this.addBoth("values", "faults", "impossible_values");
    }

    declared(values, field) {
      const table = this.tables.values;
      const known = [];
      for (const value of this.read(values, field, LIST) || []) {
        const fresh = isKey(value, table) && !known.includes(value);
        const wrong = isKey(value, table) ? "value_twice" : "unknown_value";
        if (fresh) known.push(value);
        else this.add(field, isText(value) ? wrong : "not_text");
      }
      for (const value of known) {
        this.add(field, !isKey(value, this.rules.values) && "value_not_played");
      }
      return known;
    }

    // At most one of each class, but for what is recorded as not held.
    trueClaim(seat) {
      const illegal = this.entries("illegal_value").filter((each) => each.seat === Number(seat));
      const isHeld = (value) => !illegal.some((each) => each.value === value);
      const claim = this.claims[seat].filter(isHeld);
      for (const klass of ["trumps", "five_counters"]) {
        const same = claim.filter((value) => this.tables.values[value].klass === klass);
        this.add(`values.${seat}`, same.length > 1 && "two_of_a_class");
      }
      return claim;
    }

    // --- Result, challenges, Pagat and Valat (§13, §15, §16)

    checkResult(isVoid) {
      const { points: given, challenge, valat } = this.record;
      const whole = this.read(given, "points", WHOLE);
      const points = whole >= 0 && whole <= MOST_POINTS ? whole : null;
      this.add("points", points !== whole && "points_out_of_range");
      this.checkChallenge(challenge, "challenge");
      this.pagat = this.checkPagat();
      this.checkValat();
      this.checkTogether(points);
      const isPlain = isNone(valat) || (isObject(valat) && !isNone(valat.voided));
      const isBeside = isObject(valat) && !this.rules.valat_replaces_game;
      const needed = !isVoid && (isPlain || isBeside);
      this.add("points", needed && isNone(given) && "missing_field");
    }

    checkChallenge(challenge, field) {
      const table = this.tables.challenges;
      const code = this.read(challenge, field, keyOf(table, "unknown_challenge"));
      const most = table[this.rules.max_challenge].times;
      this.add(field, code && table[code].times > most && "challenge_not_played");
    }

    // The Pagat or Valat with null for what is wrong in it; null if it is none.
    bonus(name, ...details) {
      const bonus = this.read(this.record[name], name, OBJECT);
      if (!bonus) return null;
      this.names(Object.keys(bonus), ["side", "announced", "made", ...details], `${name}.`);
      return {
        side: this.read(bonus.side, `${name}.side`, SIDE, true),
        announced: this.read(bonus.announced, `${name}.announced`, FLAG, true),
        made: this.read(bonus.made, `${name}.made`, FLAG, true),
        detail: bonus[details[0]],
      };
    }

    checkPagat() {
      const pagat = this.bonus("pagat", "challenge", "taken_by_partner");
      if (!pagat) return null;
      const field = "pagat.challenge";
      this.checkChallenge(pagat.detail, field);
      const isSilent = pagat.announced === false && !isNone(pagat.detail);
      this.add(field, isSilent && "silent_pagat_challenged");
      pagat.taken = this.read(this.record.pagat.taken_by_partner, TAKEN, FLAG);
      this.add(TAKEN, pagat.taken && pagat.made && NOT_TAKEN);
      const isAlone = pagat.side === "declarer" && this.side && new Set(this.side).size === 1;
      this.addBoth(TAKEN, "partner", pagat.taken && isAlone && NOT_TAKEN);
      return pagat;
    }

    checkValat() {
      const valat = this.bonus("valat", "voided");
      this.valat = valat;
      if (!valat) return;
      const { announced, made, detail: voided } = valat;
      this.add("valat", announced === false && made === false && "empty_valat");
      this.read(voided, "valat.voided", VOIDED);
      const isLost = !made && announced !== false;
      this.add("valat.voided", !isNone(voided) && !isLost && "valat_not_voidable");
    }

    // Did this seat declare what has this bound, and hold it?
    says(seat, [name, bound]) {
      const { values } = this.tables;
      return (this.truth[seat] || []).some((value) => values[value][name] === bound);
    }

    // --- What cannot be together in one deal (§15, §16, §17)

    checkTogether(points) {
      const { pagat, valat, side: ours } = this;
      const seats = (side) =>
        [1, 2, 3, 4].filter((seat) => ours && ours.includes(seat) === (side === "declarer"));
      const hasTrull = (side) => seats(side).some((seat) => this.says(seat, TRULL));
      const isAllUni = (side) => ours && seats(side).every((seat) => this.says(seat, UNI));
      const known = points === null ? NaN : points;
      const has = { declarer: known, opponents: MOST_POINTS - known };
      const checkClaims = (name, side) => {
        const code = `${name}_contradicts_values`;
        this.addBoth("values", name, hasTrull(AGAINST[side]) && code);
        this.addBoth("values", name, isAllUni(side) && code);
      };
      if (pagat && pagat.side && !this.entries("false_pagat").length) {
        const { side, announced, made, taken } = pagat;
        checkClaims("pagat", side);
        const isTheirs = made === false && announced === false;
        const last = made || taken ? side : isTheirs && AGAINST[side];
        this.addBoth("pagat", "points", has[last] < LAST_TRICK && "pagat_contradicts_points");
      }
      if (valat && valat.made && valat.side) {
        const { side } = valat;
        checkClaims("valat", side);
        this.addBoth("points", "valat", has[side] < ALL_TRICKS && "valat_contradicts_points");
        const isOther = pagat && pagat.made && pagat.side === AGAINST[side];
        this.addBoth("pagat", "valat", isOther && "valat_contradicts_pagat");
      }
      for (const side of SIDES) {
        const isAll = has[side] === MOST_POINTS && isAllUni(side);
        this.addBoth("values", "points", isAll && "values_contradict_points");
      }
    }

    // --- Faults (§22-§31)

    checkFaults() {
      const { faults, bid } = this.record;
      const list = this.read(faults, "faults", LIST) || [];
      const none = isNone(faults) || (isList(faults) && !faults.length);
      this.add("faults", bid === null && none && "no_hand_no_fault");
      list.forEach((entry, n) => {
        this.checkFault(entry, `faults[${n}]`);
      });
    }

    checkFault(entry, path) {
      const table = this.tables.faults;
      if (!isObject(entry)) return void this.add(path, "not_an_object");
      const code = this.read(entry.fault, `${path}.fault`, keyOf(table, "unknown_fault"), true);
      if (!code) return;
      const { fields, repeats, without_hand } = table[code];
      const seat = fields.includes("seat") && this.read(entry.seat, `${path}.seat`, SEAT, true);
      // null in a field of another fault is as good as absent
      const isAny = (name) => Object.keys(table).some((each) => table[each].fields.includes(name));
      const given = Object.keys(entry).filter((name) => !isNone(entry[name]) || !isAny(name));
      this.names(given, ["fault", ...fields], `${path}.`);
      if (this.record.bid !== null || without_hand) {
        if (this[code]) this[code](entry, seat, path);
      } else this.add(`${path}.fault`, "fault_needs_a_hand");
      if (seat && !repeats) this.checkRepetition(entry, seat, path);
    }

    checkRepetition({ fault, value }, seat, path) {
      const which = fault === "illegal_value" && !isNone(value) ? value : "";
      if (!isText(which)) return;
      const key = `${fault} ${seat} ${which}`;
      this.add(path, this.seen.includes(key) && "fault_twice");
      this.seen.push(key);
    }

    // What a fault needs beside its seat, by its code.
    illegal_value(entry, seat, path) {
      const value = this.read(entry.value, `${path}.value`, TEXT, true);
      const isDeclared = !seat || (this.claims[seat] || []).includes(value);
      this.add(`${path}.value`, value !== null && !isDeclared && "value_not_declared");
      this.read(entry.before_first_card, `${path}.before_first_card`, FLAG);
    }

    wrong_trump(entry, seat, path) {
      const holder = this.read(entry.holder, `${path}.holder`, SEAT);
      const isPrever = this.record.bid === "prever";
      this.add(`${path}.fault`, isPrever && "wrong_trump_in_prever");
      const isOther = !isPrever && seat && this.declarer && seat !== this.declarer;
      this.add(`${path}.seat`, isOther && "wrong_trump_not_declarer");
      const isGuilty = holder && [seat, this.declarer].includes(holder);
      this.add(`${path}.holder`, isGuilty && "holder_is_declarer");
    }

    wrong_povinost(entry, seat, path) {
      const rightful = this.read(entry.rightful, `${path}.rightful`, SEAT, true);
      const isOther = rightful && this.povinost && rightful !== this.povinost;
      this.add(`${path}.rightful`, isOther && "rightful_not_povinost");
      this.add(path, rightful && rightful === seat && "rightful_is_seat");
    }

    false_pagat(entry, seat, path) {
      this.pagat_card_count(entry, seat, path);
      const isNeeded = this.rules.false_pagat_to === "holder";
      const holder = this.read(entry.holder, `${path}.holder`, SEAT, isNeeded);
      this.add(`${path}.holder`, holder && holder === seat && "holder_is_caller");
      this.addBoth(TAKEN, path, seat && this.pagat && this.pagat.taken && NOT_TAKEN);
      this.addBoth("values", path, this.says(seat, TRULL) && "false_pagat_contradicts_values");
    }

    pagat_card_count(entry, seat, path) {
      const { pagat, side } = this;
      const isLost = pagat && pagat.announced !== false && !pagat.made;
      this.add(`${path}.fault`, !isLost && "no_lost_pagat_call");
      if (!seat || !side || !pagat || !pagat.side) return;
      const own = side.includes(seat) ? "declarer" : "opponents";
      this.add(`${path}.seat`, own !== pagat.side && "fault_on_other_side");
    }

    ruling(entry, seat, path) {
      const reason = this.read(entry.reason, `${path}.reason`, TEXT, true);
      this.add(`${path}.reason`, reason !== null && isBlank(reason) && "empty_reason");
      const field = `${path}.transfers`;
      const transfers = this.read(entry.transfers, field, LIST, true);
      for (const each of transfers || []) this.add(field, !isTransfer(each) && "bad_transfers");
      this.add(field, transfers && !transfers.length && "bad_transfers");
    }
  }

  const isTransfer = (transfer) => {
    if (!isList(transfer) || transfer.length !== 3) return false;
    const [from, to, chips] = transfer;
    const isWhole = Number.isInteger(chips) && chips >= 1 && chips <= MOST_CHIPS;
    return isSeat(from) && isSeat(to) && from !== to && isWhole;
  };

  // `isOpen`: who plays with the declarer is still to be told.
  Spjst.check = (record, rules, isOpen) => {
    const found = new Check(record, rules);
    found.isOpen = isOpen;
    if (isObject(record)) found.checkRecord();
    else found.add("", "not_an_object");
    return found.problems;
  };
})();
