// The hand in one line, for the list of hands. Names stand first or after a colon.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const EVEN = 53;
  const GAME = {
    "played.partners": say("{who} played"),
    "played.alone": say("{who} played alone"),
    "played.prever": say("{who} played Prever"),
    "won.partners": say("{who} won with {points} points"),
    "won.alone": say("{who} won alone with {points} points"),
    "won.prever": say("{who} won a Prever with {points} points"),
    "lost.partners": say("{who} lost with {points} points"),
    "lost.alone": say("{who} lost alone with {points} points"),
    "lost.prever": say("{who} lost a Prever with {points} points"),
  };
  const BONUS = {
    "pagat.silent.made": say("Pagat made: {who}"),
    "pagat.silent.lost": say("Pagat lost: {who}"),
    "pagat.called.made": say("Pagat called and made: {who}"),
    "pagat.called.lost": say("Pagat called and lost: {who}"),
    "valat.silent.made": say("Valat made: {who}"),
    "valat.called.made": say("Valat called and made: {who}"),
    "valat.called.lost": say("Valat called and lost: {who}"),
  };
  const ASIDE = {
    2: say("second three"),
    3: say("back to the first"),
    tie: say("a tie"),
    taken: say("taken by the partner"),
    void: say("void"),
  };

  const named = (seats, names) => Table.listed(seats.map((seat) => names[seat - 1]));
  const oursIn = ({ declarer, partner }) => [declarer, partner].filter(Boolean);

  // What else is to be known of it, in brackets.
  const aside = (text, words) => {
    const said = words.filter(Boolean);
    return said.length ? `${text} (${said.join(", ")})` : text;
  };

  // Who played, with how many points, and whether it was won; without points where a
  // Valat stands in place of the game.
  const gameWords = (record, names, rules) => {
    const { bid, partner, points, challenge, prever_set: set } = record;
    const isKnown = Number.isInteger(points);
    const ended = isKnown ? (points > EVEN ? "won" : "lost") : "played";
    const kind = bid === "prever" ? "prever" : partner ? "partners" : "alone";
    return aside(say(GAME[`${ended}.${kind}`], { who: named(oursIn(record), names), points }), [
      ASIDE[set],
      points === EVEN && ASIDE.tie,
      challenge && rules.tables.challenges[challenge].name,
    ]);
  };

  // Whose Pagat or Valat, called or not, and how it ended.
  const bonusWords = (name, bonus, record, names, rules) => {
    if (!bonus) return "";
    const { side, announced, made, challenge, voided } = bonus;
    const ours = oursIn(record);
    const theirs = Spjst.SEATS.filter((seat) => !ours.includes(seat));
    const code = `${name}.${announced ? "called" : "silent"}.${made ? "made" : "lost"}`;
    return aside(say(BONUS[code], { who: named(side === "declarer" ? ours : theirs, names) }), [
      challenge && rules.tables.challenges[challenge].name,
      voided && ASIDE.void,
      bonus.taken_by_partner && ASIDE.taken,
    ]);
  };

  const faultWords = ({ fault, seat, value }, names, rules) => {
    const { name } = rules.tables.faults[fault];
    if (!seat) return name;
    const said = { fault: name, who: names[seat - 1] };
    if (!value) return say("{fault}: {who}", said);
    return say(
      "{value}, {fault}: {who}",
      Object.assign(said, { value: rules.tables.values[value].name }),
    );
  };

  // A wrong card called: nobody knows who would have played with whom.
  const voidWords = (wrong, names, rules) => [
    faultWords(wrong, names, rules),
    wrong.holder && say("said nothing: {who}", { who: names[wrong.holder - 1] }),
    say("hand void"),
  ];

  const summary = (record, names, rules) => {
    const { bid, values, pagat, valat } = record;
    const faults = record.faults || [];
    const wrong = faults.find(({ fault }) => fault === "wrong_trump");
    const claims = Object.keys(values || {}).filter((seat) => values[seat].length);
    const claimed = (seat) => Spjst.claimWords(values[seat], rules);
    const parts = [
      ...(wrong ? voidWords(wrong, names, rules) : [bid && gameWords(record, names, rules)]),
      bonusWords("pagat", pagat, record, names, rules),
      bonusWords("valat", valat, record, names, rules),
      ...claims.map((seat) => `${names[seat - 1]}: ${claimed(seat)}`),
      ...faults.filter((fault) => fault !== wrong).map((fault) => faultWords(fault, names, rules)),
    ];
    return Table.capital(parts.filter(Boolean).join("; "));
  };

  Object.assign(Spjst, { faultWords, summary });
})();
