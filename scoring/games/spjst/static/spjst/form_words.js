// The form in words: who the sides are, what a fault means and costs, and what to do about
// each problem, and where.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const LADDER = ["kontra", "re", "supre", "mort"];

  const { capital } = Table;
  const joined = (seats, names) => seats.map((seat) => names[seat - 1]).join(" & ");

  // A side as it is called in the form; the other one too, for who it is shall be clear.
  const sideName = (state, side, names) => {
    const ours = Spjst.sidesOf(state).declarer;
    const isOpen = state.bid === "povinost" && state.partner === null;
    if (side === "opponents") {
      const sure = !isOpen && ours.length === 2;
      return sure ? joined(Spjst.sidesOf(state).opponents, names) : "the others";
    }
    const called = joined(ours, names) || "Povinost";
    if (ours.length === 1) return called + (isOpen ? "’s side" : " alone");
    return called;
  };

  // The steps of the ladder this house climbs.
  const ladderOf = (rules) => LADDER.slice(0, LADDER.indexOf(rules.max_challenge) + 1);

  const claimWords = (codes, rules) =>
    Table.listed(codes.map((code) => rules.tables.values[code].name));

  // What each fault means, and what it does beside its penalty.
  const MEANS = {
    misdeal: "Cards misdealt, and it cannot be put right",
    discard_count: "Too many or too few cards discarded",
    short_hand: "A wrong number of cards for another reason",
    renege: "Did not follow suit, and it was not put right",
    pagat_card_count: "A card too many or too few; the Pagat is lost",
    discarded_king: "A King lies in the discard",
    discarded_trump: "It lies in the discard and was not shown",
    illegal_value: "The value goes back; before the first card, that is all",
    wrong_trump: "By the bidder; the hand is void, the Povinost moves on",
    wrong_povinost: "Pays, and so does the one whose turn it was",
    false_pagat: "The called Pagat is lost",
    ruling: "Who pays whom, as the judge says",
  };

  const faultMeans = (code, rules) => {
    const { each, redirects } = rules.tables.faults[code];
    const covers = redirects ? ", and covers his partner" : "";
    return MEANS[code] + (each ? `: ${each} to each${covers}.` : ".");
  };

  // Where a field is put right, and what to say where it is missing.
  const FIELDS = [
    [/^points/, "points", "Type the points of either side."],
    [/^challenge/, "challenge"],
    [/^(declarer|prever_set)/, "prever", "Say who plays Prever."],
    [/^values/, "values"],
    [/^pagat\.side/, "pagat", "Say whose Pagat it was."],
    [/^pagat/, "pagat", "Say if the Pagat was made or lost."],
    [/^valat\.side/, "valat", "Say whose Valat it was."],
    [/^valat/, "valat", "Say if the Valat was made or lost."],
    [/\.seat/, "fault", "Say who it was."],
    [/\.value/, "fault", "Say which value it was."],
    [/\.transfers/, "fault", "Say who pays whom, and how many chips."],
    [/\.reason/, "fault", "Write what the judge said."],
    [/^faults/, "fault", "Say what happened."],
    [/^/, "partner"],
  ];

  // What keeps this hand from being saved: [{ place, at, text }], in the order of the form;
  // `at` is the fault or the seat of a value.
  const problemsOf = (state, rules, names) => {
    const found = [];
    const isUnknown = !state.povinost && Spjst.needsLeader(state);
    if (isUnknown) found.push({ place: "led", text: "Say who holds the II." });
    if (state.bid === "povinost" && state.partner === null && !Spjst.isVoid(state)) {
      const who = names[Spjst.declarerOf(state) - 1] || "the bidder";
      found.push({ place: "partner", text: `Say who played with ${who}.` });
    }
    if (isUnknown) return found;
    for (const { code, field, message } of Spjst.check(Spjst.recordOf(state, rules), rules)) {
      const [, place, ask] = FIELDS.find(([pattern]) => pattern.test(field));
      const isAsked = ["missing_field", "bad_transfers", "empty_reason"].includes(code);
      const [digit] = /\d/.exec(field) || [null];
      const text = isAsked && ask ? ask : message;
      if (!found.some((each) => each.text === text)) found.push({ place, at: digit && Number(digit), text });
    }
    return found;
  };

  // Why the form cannot go on to `next`: a contradiction that is not there yet.
  const clash = (state, next, rules) => {
    const codes = (each) => Spjst.check(Spjst.recordOf(each, rules), rules);
    const now = codes(state).map(({ code }) => code);
    const isNew = ({ code }) => code !== "missing_field" && !now.includes(code);
    const first = codes(next).find(isNew);
    return first ? first.message : "";
  };

  Object.assign(Spjst, {
    capital,
    claimWords,
    clash,
    faultMeans,
    ladderOf,
    problemsOf,
    sideName,
  });
})();
