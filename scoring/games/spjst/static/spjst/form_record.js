// What is typed into the hand's form, as plain JSON, and the record it means, both ways.
// Nothing here draws or decides: what is wrong with a record, Spjst.check says.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const SEATS = [1, 2, 3, 4];
  const MOST_POINTS = 106;

  const isNone = (value) => value === null || value === undefined;
  const copy = (value) => JSON.parse(JSON.stringify(value));

  // A form nobody has typed into. `deal` is who deals and leads by the rotation, null if
  // nobody knows yet; then `first` may tell who deals.
  const blank = (deal, first) => ({
    step: "form", // or "review"
    open: "", // the panel that is open, `at` what of it
    at: null,
    povinost: deal ? deal.lead : null,
    dealer: (deal || first || {}).dealer || null,
    bid: "povinost", // "prever", or "none": no hand was played
    partner: null, // a seat or "alone"; null: not said yet
    soloist: null, // who plays Prever
    set: 1,
    typed: "", // digits of the points of `side`; the next digit starts anew if `fresh`
    side: "declarer",
    fresh: false,
    again: false, // they were typed before the sides became others
    challenge: null,
    values: {},
    pagat: null,
    valat: null,
    withPoints: false, // points stand beside a Valat that needs none
    faults: [],
    leader: null, // who plays Povinost if several led off out of turn
    note: "",
    reason: "",
  });

  const faultsOf = (state, code) => state.faults.filter((each) => each.fault === code);

  // Who plays: whoever bid Prever, or who led off, in turn or not.
  const declarerOf = (state) => {
    if (state.bid === "prever") return state.soloist;
    const led = faultsOf(state, "wrong_povinost").map((each) => each.seat);
    if (led.includes(state.leader)) return state.leader;
    return led.find(Boolean) || state.povinost;
  };

  // Who deals: a misdeal is his who dealt.
  const dealerOf = (state) => {
    const misdealt = faultsOf(state, "misdeal").map((each) => each.seat);
    return misdealt.filter(Boolean).pop() || state.dealer;
  };

  // Must it be known who leads off? Not for cards that nobody played.
  const needsLeader = (state) =>
    state.bid !== "none" || faultsOf(state, "wrong_povinost").length > 0;

  // The seats of both sides as far as they are said.
  const sidesOf = (state) => {
    const partner = state.bid === "povinost" ? state.partner : null;
    const ours = [declarerOf(state), partner].filter((seat) => SEATS.includes(seat));
    return { declarer: ours, opponents: SEATS.filter((seat) => !ours.includes(seat)) };
  };

  const isVoid = (state) => state.bid === "povinost" && faultsOf(state, "wrong_trump").length > 0;

  // Does a Valat stand in place of the game?
  const needsNoPoints = ({ valat }, rules) =>
    Boolean(valat && rules.valat_replaces_game && !(isLostCall(valat) && valat.voided));

  const isLostCall = (valat) => valat.announced && valat.made === false;

  // The points of the declarer's side; null if none are typed.
  const pointsOf = ({ typed, side }) => {
    if (typed === "") return null;
    return side === "declarer" ? Number(typed) : MOST_POINTS - Number(typed);
  };

  // What follows from elsewhere in the form is not asked again.
  const faultOf = (fault, state) => {
    const known = {};
    if (fault.fault === "wrong_trump") known.seat = declarerOf(state);
    if (fault.fault === "wrong_povinost") known.rightful = state.povinost;
    if (fault.transfers) known.transfers = fault.transfers.filter((move) => move.some(Boolean));
    return compact(Object.assign({}, fault, known));
  };

  const compact = (object) => {
    const left = {};
    for (const name of Object.keys(object)) if (!isNone(object[name])) left[name] = object[name];
    return left;
  };

  // What was declared, also what turned out not to be held.
  const valuesOf = (state) => {
    const all = copy(state.values);
    for (const { seat, value } of faultsOf(state, "illegal_value")) {
      const claims = all[seat] || [];
      if (seat && value && !claims.includes(value)) all[seat] = claims.concat(value);
    }
    for (const seat of Object.keys(all)) if (!all[seat].length) delete all[seat];
    return Object.keys(all).length ? all : null;
  };

  // Does this side's Pagat have a holder whose partner could have taken it?
  const canBeTaken = (state) =>
    state.pagat.made === false &&
    Spjst.sidesOf(state)[state.pagat.side || "opponents"].length > 1 &&
    !faultsOf(state, "false_pagat").length;

  const pagatOf = (state) => {
    const { pagat } = state;
    const challenge = pagat.announced ? pagat.challenge : null;
    const isTaken = (canBeTaken(state) && pagat.taken_by_partner) || null;
    return Object.assign({}, pagat, { challenge, taken_by_partner: isTaken });
  };

  const resultOf = (state, rules) => {
    const { challenge, pagat, valat } = state;
    const idle = needsNoPoints(state, rules) && !state.withPoints;
    return {
      points: idle ? null : pointsOf(state),
      challenge,
      pagat: pagat && compact(pagatOf(state)),
      valat: valat && compact(Object.assign({}, valat, isLostCall(valat) ? {} : { voided: null })),
    };
  };

  // The record; check says what is still missing in it.
  const recordOf = (state, rules) => {
    const { povinost, bid, partner, set } = state;
    const isPlayed = bid !== "none";
    const can = (fault) => isPlayed || rules.tables.faults[fault.fault].without_hand;
    const faults = state.faults.filter(can).map((fault) => faultOf(fault, state));
    const record = { povinost, faults: faults.length ? faults : null };
    if (isPlayed) {
      Object.assign(record, {
        declarer: declarerOf(state),
        partner: bid === "povinost" && partner !== "alone" ? partner : null,
        prever_set: bid === "prever" && set > 1 ? set : null,
        values: valuesOf(state),
      });
      if (!isVoid(state)) Object.assign(record, resultOf(state, rules));
    }
    return copy(Object.assign(compact(record), { bid: isPlayed ? bid : null }));
  };

  // The form filled in with a hand that is to be changed.
  const stateOf = ({ record, dealer, note }) => {
    const { bid, declarer, partner, points } = record;
    const typed = { bid: bid || "none", faults: record.faults || [] };
    const povinost = record.povinost || (needsLeader(typed) ? 1 : null);
    const state = Object.assign(blank({ lead: povinost, dealer }), typed, {
      partner: bid === "povinost" ? partner || "alone" : null,
      soloist: bid === "prever" ? declarer : null,
      set: record.prever_set || 1,
      typed: isNone(points) ? "" : String(points),
      fresh: true,
      challenge: record.challenge || null,
      values: record.values || {},
      pagat: record.pagat || null,
      valat: record.valat || null,
      withPoints: Boolean(record.valat) && !isNone(points),
      leader: bid === "povinost" && declarer !== povinost ? declarer : null,
      note: note || "",
    });
    return copy(state);
  };

  Object.assign(Spjst, {
    SEATS,
    MOST_POINTS,
    blank,
    canBeTaken,
    dealerOf,
    declarerOf,
    faultsOf,
    isVoid,
    needsLeader,
    needsNoPoints,
    pointsOf,
    recordOf,
    sidesOf,
    stateOf,
  });
})();
