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
      return sure ? joined(Spjst.sidesOf(state).opponents, names) : say("the others");
    }
    const called = joined(ours, names) || say("Povinost");
    if (ours.length === 1) return isOpen ? `${called} & …` : say("{name} alone", { name: called });
    return called;
  };

  // The steps of the ladder this house climbs.
  const ladderOf = (rules) => LADDER.slice(0, LADDER.indexOf(rules.max_challenge) + 1);

  const claimWords = (codes, rules) =>
    Table.listed(codes.map((code) => rules.tables.values[code].name));

  // What each fault means, and what it does beside its penalty.
  const MEANS = {
    misdeal: say("Cards were misdealt, and it can’t be fixed"),
    discard_count: say("Too many or too few cards discarded"),
    short_hand: say("The wrong number of cards for another reason"),
    renege: say("Didn’t follow suit, and it wasn’t corrected"),
    pagat_card_count: say("One card too many or too few. The Pagat is lost"),
    discarded_king: say("A King is in the discard"),
    discarded_trump: say("It’s in the discard and wasn’t shown"),
    illegal_value: say(
      "The value is paid back. If found before the first card, nothing more is due",
    ),
    wrong_trump: say("Called by the bidder. The hand is void, and Povinost passes on"),
    wrong_povinost: say("Pays, and so does the player whose turn it was"),
    false_pagat: say("The called Pagat is lost"),
    ruling: say("Who pays whom, as the judge says"),
  };

  const faultMeans = (code, rules) => {
    const { each, redirects } = rules.tables.faults[code];
    const said = { what: MEANS[code], chips: each };
    if (!each) return `${said.what}.`;
    const isToHolder = code === "false_pagat" && rules.false_pagat_to === "holder";
    if (isToHolder) return say("{what}: {chips} to the Pagat’s holder.", said);
    if (redirects) return say("{what}: {chips} to each, and covers the partner.", said);
    return say("{what}: {chips} to each.", said);
  };

  // Where a field is put right, and what to say where it is missing.
  const FIELDS = [
    [/^points/, "points", say("Type the points for either side.")],
    [/^challenge/, "challenge"],
    [/^(declarer|prever_set)/, "prever", say("Choose who plays Prever.")],
    [/^values/, "values"],
    [/^pagat\.side/, "pagat", say("Choose whose Pagat it was.")],
    [/^pagat/, "pagat", say("Choose whether the Pagat was made or lost.")],
    [/^valat\.side/, "valat", say("Choose whose Valat it was.")],
    [/^valat/, "valat", say("Choose whether the Valat was made or lost.")],
    [/\.seat/, "fault", say("Choose who it was.")],
    [/\.holder/, "fault", say("Choose who held the Pagat.")],
    [/\.value/, "fault", say("Choose which value it was.")],
    [/\.transfers/, "fault", say("Enter who pays whom and how many chips.")],
    [/\.reason/, "fault", say("Type what the judge said.")],
    [/^faults/, "fault", say("Choose what happened.")],
    [/^/, "partner"],
  ];

  // Nothing rests on sides that are still to be told.
  const checked = (state, rules) => {
    const isOpen = state.bid === "povinost" && state.partner === null;
    return Spjst.check(Spjst.recordOf(state, rules), rules, isOpen);
  };

  // What keeps this hand from being saved: [{ place, at, text }], in the order of the form;
  // `at` is the fault or the seat of a value.
  const problemsOf = (state, rules, names) => {
    const found = [];
    const isUnknown = !state.povinost && Spjst.needsLeader(state);
    if (isUnknown) found.push({ place: "led", text: say("Choose who holds the II.") });
    if (state.bid === "povinost" && state.partner === null && !Spjst.isVoid(state)) {
      const name = names[Spjst.declarerOf(state) - 1];
      const asks = name
        ? say("Choose who played with the bidder: {name}.", { name })
        : say("Choose who played with the bidder.");
      found.push({ place: "partner", text: asks });
    }
    if (isUnknown) return found;
    for (const { code, field, message } of checked(state, rules)) {
      const [, place, ask] = FIELDS.find(([pattern]) => pattern.test(field));
      const isAsked = ["missing_field", "bad_transfers", "empty_reason"].includes(code);
      const [digit] = /\d/.exec(field) || [null];
      const text = isAsked && ask ? ask : message;
      if (!found.some((each) => each.text === text))
        found.push({ place, at: digit && Number(digit), text });
    }
    return found;
  };

  // Why the form cannot go on to `next`: a contradiction that is not there yet.
  const clash = (state, next, rules) => {
    const now = checked(state, rules).map(({ code }) => code);
    const isNew = ({ code }) => code !== "missing_field" && !now.includes(code);
    const first = checked(next, rules).find(isNew);
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
