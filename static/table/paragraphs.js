// The lines of an account as a player reads them: who pays whom, told once each. The twin
// of rules/explanations.py; tests/browser/test_twin.py holds both to the same words.
var Table = Table || {};

(() => {
  "use strict";

  const SAYS = {
    writes: say("{payee} writes {points}."),
    "writes.each": say("{payees} write {points} each."),
    minus: say("{payer} writes minus {points}."),
    "minus.each": say("{payers} write minus {points} each."),
    pays: say("{payer} pays {payee} {chips}."),
    "pays.each": say("{payer} pays {payees} {chips} each."),
    pay: say("{payers} each pay {payee} {chips}."),
    "pays.for": say("{payer} pays {payee} {chips} in place of {others}."),
    "pays.each.for": say("{payer} pays {payees} {chips} each in place of {others}."),
    "pays.parts": say("{payer} pays {payee} {chips}: {parts}."),
    "part.own": say("{count} own"),
    "part.for": say("{count} for {others}"),
    "part.each.for": say("{count} each for {others}"),
  };
  const ACCOUNTS = { POOL: say("the pool"), PAR: say("par") };

  const unique = (list) => [...new Set(list)];
  const { capital } = Table;
  const inChips = (n) => sayMany("{n} chip", "{n} chips", n);
  const inPoints = (n) => sayMany("{n} point", "{n} points", n);
  const inWords = (parties) =>
    Table.listed(parties.map((party) => ACCOUNTS[party] || Table.seatWords(party)));

  // The same item and first reason, and not the same payment once more.
  const belongs = (line, group) =>
    line.item === group[0].item &&
    line.reasons[0] === group[0].reasons[0] &&
    !group.some(
      (each) =>
        each.from === line.from && each.to === line.to && each.instead_of === line.instead_of,
    );

  const codeOf = (pairs, parts) => {
    const [{ from, to }] = pairs;
    const each = pairs[1] ? ".each" : "";
    if (from === "PAR") return `writes${each}`;
    if (to === "PAR") return `minus${each}`;
    if (parts.length > 1) return "pays.parts";
    const end = parts[0].insteadOf === null ? "" : ".for";
    return each && from !== pairs[1].from ? "pay" : `pays${each}${end}`;
  };

  // "3 own", "3 each for seat 1 and seat 3": the same number is said once.
  const inParts = (parts) => {
    const own = parts.filter(({ insteadOf }) => insteadOf === null);
    const covered = parts.filter(({ insteadOf }) => insteadOf !== null);
    const words = own.map(({ chips }) => say(SAYS["part.own"], { count: chips }));
    for (const count of unique(covered.map(({ chips }) => chips))) {
      const same = covered.filter(({ chips }) => chips === count);
      const others = inWords(same.map(({ insteadOf }) => insteadOf));
      words.push(say(SAYS[same.length > 1 ? "part.each.for" : "part.for"], { count, others }));
    }
    return words.join(", ");
  };

  // The pairs { from, to } have one payer or one payee in common.
  const sentence = (pairs, parts) => {
    const payers = inWords(unique(pairs.map(({ from }) => from)));
    const payees = inWords(unique(pairs.map(({ to }) => to)));
    const others = parts.map(({ insteadOf }) => insteadOf).filter(Boolean);
    const count = parts.reduce((sum, { chips }) => sum + chips, 0);
    const values = {
      payer: payers,
      payers,
      payee: payees,
      payees,
      chips: inChips(count),
      points: inPoints(count),
      others: inWords(others),
      parts: inParts(parts),
    };
    return capital(say(SAYS[codeOf(pairs, parts)], values));
  };

  // What each pays each: { from, to, parts: [{ chips, insteadOf }] }.
  const pairsOf = (group) => {
    const pairs = [];
    for (const { from, to, chips, instead_of: insteadOf } of group) {
      const known = pairs.find((pair) => pair.from === from && pair.to === to);
      const pair = known || { from, to, parts: [] };
      if (!known) pairs.push(pair);
      pair.parts.push({ chips, insteadOf });
    }
    return pairs;
  };

  // A sentence for each payer who pays several the same, else for each payee.
  const saidOf = (group) => {
    let left = pairsOf(group);
    const said = [];
    while (left.length) {
      const [first] = left;
      const { parts } = first;
      const alike = left.filter((pair) => JSON.stringify(pair.parts) === JSON.stringify(parts));
      let together = [first];
      if (parts.length === 1) {
        const toSeveral = alike.filter(({ from }) => from === first.from);
        const fromSeveral = alike.filter(({ to }) => to === first.to);
        if (toSeveral.length > 1) together = toSeveral;
        else if (parts[0].insteadOf === null) together = fromSeveral;
      }
      said.push(sentence(together, parts));
      left = left.filter((pair) => !together.includes(pair));
    }
    return said;
  };

  const paragraph = (group) => ({
    item: group[0].item,
    section: unique([].concat(...group.map((line) => line.section.split(", ")))).join(", "),
    said: saidOf(group),
    reasons: unique([].concat(...group.map((line) => line.reasons))),
    lines: group,
  });

  // The whole account, in its order: [{ item, section, said, reasons, lines }].
  const paragraphs = (lines) => {
    const groups = [];
    for (const line of lines) {
      const group = groups.find((each) => belongs(line, each));
      if (group) group.push(line);
      else groups.push([line]);
    }
    return groups.map(paragraph);
  };

  Object.assign(Table, { inChips, inWords, paragraphs });
})();
