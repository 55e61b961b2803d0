// From a right record to the chips that move: values, game or Valat, Pagat, redirection,
// penalties, rulings. The twin of rules/spjst/settle.py, game.py, bonuses.py, faults.py
// and redirection.py, which are the truth (see check.js).
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

  const inChips = (chips) => (chips === 1 ? "1 chip" : `${chips} chips`);

  const inWords = (seats) => {
    const words = seats.map((seat) => `seat ${seat}`);
    const end = words.pop();
    return words.length ? `${words.join(", ")} and ${end}` : end;
  };

  const without = (seats) => SEATS.filter((seat) => !seats.includes(seat));

  // One line for each [from, to]; a house may play for 0 chips, which moves nothing.
  const linesOf = (item, { chips, section, why }, payments) =>
    payments
      .filter(() => chips > 0)
      .map(([from, to]) => ({ item, from, to, chips, section, why }));

  // Who pays whom for a record that has passed check: { net, lines, notes }.
  const settle = (record, rules) => {
    const lines = [];
    const notes = [];
    const faults = record.faults || [];
    const claims = claimsOf(record, rules);
    if (faults.some((each) => each.fault === "wrong_trump")) {
      notes.push(
        `The hand is void: seat ${record.declarer} called the wrong card and loses the ` +
          "Povinost; it moves on, the hand is not repeated (§31).",
        ...claims.map((claim) => `${givenBack(claim, rules)}: the hand is void (§31).`),
      );
    } else if (record.bid) {
      const illegal = faults.filter((each) => each.value);
      lines.push(...valueLines(claims, illegal, rules));
      notes.push(...illegal.map((fault) => returned(fault, rules)));
      settlePlay(record, rules, lines, notes);
    }
    for (const fault of faults) lines.push(...penalties(fault, rules));
    for (const fault of faults) lines.push(...rulings(fault, rules));
    return { net: netOf(lines), lines, notes };
  };

  const netOf = (lines) =>
    SEATS.map((seat) =>
      lines.reduce(
        (net, { from, to, chips }) => net + chips * ((to === seat) - (from === seat)),
        0,
      ),
    );

  // --- Values -----------------------------------------------------------------

  // By seat, and in the order of the table of values.
  const claimsOf = ({ values }, rules) =>
    [].concat(
      ...SEATS.map((seat) =>
        Object.keys(rules.tables.values)
          .filter((value) => ((values || {})[seat] || []).includes(value))
          .map((value) => ({ seat, value })),
      ),
    );

  const valueLines = (claims, illegal, rules) => {
    const isHeld = ({ seat, value }) =>
      !illegal.some((fault) => fault.seat === seat && fault.value === value);
    const lines = claims.filter(isHeld).map(({ seat, value }) => {
      const { name, holding, section } = rules.tables.values[value];
      const chips = rules.values[value];
      const why = `${name} (${holding}): ${inChips(chips)} from each`;
      const payments = without([seat]).map((payer) => [payer, seat]);
      return linesOf("value", { chips, section, why }, payments);
    });
    return [].concat(...lines);
  };

  const givenBack = ({ seat, value }, rules) =>
    `Seat ${seat} gives back ${rules.tables.values[value].name}, ` +
    `${inChips(rules.values[value])} from each`;

  // §30: a value declared but not held is given back.
  const returned = (fault, rules) => {
    const more = ", and was admitted before the first card, so nothing more is paid";
    const admitted = fault.before_first_card ? more : "";
    return `${givenBack(fault, rules)}: it was not held${admitted} (§30).`;
  };

  // --- Game, Valat and Pagat ----------------------------------------------------

  const settlePlay = (hand, rules, lines, notes) => {
    const ours = SEATS.filter((seat) => seat === hand.declarer || seat === hand.partner);
    const sides = { declarer: ours, opponents: without(ours) };
    const valat = hand.valat && !hand.valat.voided ? hand.valat : null;
    const dues = duesOf(hand, valat, sides, rules);
    const redirection = redirect(violatorsOf(hand, rules), sides, rules);
    lines.push(...[].concat(...dues.map(redirection.linesOf)));
    notes.push(...lapsedNotes(hand, valat, rules), ...redirection.lapsed(dues));
  };

  // What the sides owe one another before redirection.
  const duesOf = (hand, valat, sides, rules) => {
    const owed = (item, reckoning, winner) => {
      const loser = winner === "declarer" ? "opponents" : "declarer";
      return linesOf(item, reckoning, paymentsOf(sides[loser], sides[winner]));
    };
    const winnerOf = ({ side, made }) =>
      made === (side === "declarer") ? "declarer" : "opponents";
    const dues = [];
    if (!(valat && rules.valat_replaces_game)) {
      const winner = hand.points > EVEN ? "declarer" : "opponents";
      dues.push(...owed("game", reckonGame(hand, rules), winner));
    }
    if (valat) dues.push(...owed("valat", reckonValat(hand, rules), winnerOf(valat)));
    if (hand.pagat && !voidsPagat(valat, rules)) {
      dues.push(...owed("pagat", reckonPagat(hand.pagat, rules), winnerOf(hand.pagat)));
    }
    return dues;
  };

  // Two against two, the lower losing seat pays the lower winning seat.
  const paymentsOf = (losers, winners) => {
    if (losers.length === winners.length) return losers.map((seat, n) => [seat, winners[n]]);
    return [].concat(...losers.map((loser) => winners.map((winner) => [loser, winner])));
  };

  const voidsPagat = (valat, rules) =>
    valat && (valat.made || rules.called_valat_voids_pagat);

  const reckonGame = (hand, rules) => {
    const won = hand.points > EVEN;
    const [more, less] = won ? [hand.points, EVEN] : [EVEN, hand.points];
    const difference = more - less;
    const sum = difference + FOR_THE_GAME;
    const times = BID_TIMES[hand.bid];
    const chips = Math.floor((sum * times + 5) / 10); // last digit dropped, 5 rounds up
    const tie = difference === 0 ? " (a tie is lost)" : "";
    const why =
      `${more} − ${less} = ${difference}${tie}, + ${FOR_THE_GAME} = ${sum}, ` +
      `× ${times} = ${sum * times} → ${inChips(chips)}`;
    const plain = { chips, section: "§29", why };
    const counts = !won || rules.prever_set_on_win;
    const game = hand.bid === "prever" ? withSet(plain, hand, counts, rules) : plain;
    return challenged(game, hand.challenge, rules);
  };

  const times = (plain, name, factor, section) => {
    const chips = plain.chips * factor;
    const why = `${plain.why}, ${name} × ${factor} = ${inChips(chips)}`;
    return { chips, section: `${plain.section}, ${section}`, why };
  };

  // The Prever set multiplies a loss, after rounding (§8).
  const withSet = (plain, hand, counts, rules) => {
    const number = hand.prever_set || 1;
    const name = rules.tables.sets[number - 1];
    const factor = rules.prever_set_multipliers[number - 1];
    if (counts) return factor === 1 ? plain : times(plain, name, factor, "§8");
    if (number === 1) return plain;
    const why = `${plain.why}; ${name} makes only a loss dearer`;
    return { chips: plain.chips, section: "§29, §8", why };
  };

  // The same after Kontra, Re, Supre or Mort (§13).
  const challenged = (plain, challenge, rules) => {
    if (!challenge) return plain;
    const step = rules.tables.challenges[challenge];
    return times(plain, step.name, step.times, "§13");
  };

  const called = (bonus) => (bonus.announced ? "announced" : "silent");

  const reckonValat = ({ bid, challenge, valat }, rules) => {
    const pair = bid === "prever" ? rules.valat_prever_chips : rules.valat_chips;
    const chips = pair[Number(valat.announced)];
    const ended = valat.made ? "made" : "lost";
    const place = rules.valat_replaces_game ? ", in place of the game" : "";
    const why = `${called(valat)} Valat ${ended}${place}: ${inChips(chips)}`;
    const counted = rules.challenge_multiplies_valat ? challenge : null;
    return challenged({ chips, section: "§16", why }, counted, rules);
  };

  const reckonPagat = (pagat, rules) => {
    const chips = rules.pagat_chips[Number(pagat.announced)];
    const ended = pagat.made ? "made in the last trick" : "lost";
    const why = `${called(pagat)} Pagat ${ended}: ${inChips(chips)}`;
    return challenged({ chips, section: "§15", why }, pagat.challenge, rules);
  };

  // What a Valat or its voided call takes away from the account.
  const lapsedNotes = (hand, valat, rules) => {
    const notes = [];
    if (hand.valat && !valat) {
      const reason = VOIDED_BECAUSE[hand.valat.voided];
      notes.push(`The Valat call is void, for ${reason}: the plain hand is scored.`);
    }
    if (valat && rules.valat_replaces_game) {
      if (Number.isInteger(hand.points)) {
        notes.push("The game is not counted: the Valat stands in its place (§16).");
      }
      if (hand.challenge && !rules.challenge_multiplies_valat) {
        notes.push("The challenge is not counted: it does not multiply the Valat (§13).");
      }
    }
    if (hand.pagat && voidsPagat(valat, rules)) {
      const reason = valat.made ? "the Valat was made" : "the called Valat was lost";
      notes.push(`The Pagat is void: ${reason} (§16).`);
    }
    return notes;
  };

  // --- Redirection (§30) ----------------------------------------------------------

  // Seats whose fault redirects payments, with its name, in order of play from Povinost.
  const violatorsOf = (hand, rules) => {
    const named = {};
    for (const { fault, seat } of hand.faults || []) {
      const { name, redirects } = rules.tables.faults[fault];
      if (redirects) named[seat] = name;
    }
    const start = (hand.povinost || 1) - 1;
    const inOrder = SEATS.slice(start).concat(SEATS.slice(0, start));
    return new Map(inOrder.filter((seat) => named[seat]).map((seat) => [seat, named[seat]]));
  };

  const redirect = (violators, sides, rules) => {
    const who = (seat) => `seat ${seat} (${violators.get(seat)})`;
    const sideOf = (seat) => (sides.declarer.includes(seat) ? sides.declarer : sides.opponents);
    const among = (side) => [...violators.keys()].filter((seat) => side.includes(seat));
    const paysWin = ({ from, to }) =>
      rules.solo_violator_pays_win && sideOf(to).length === 1 && !violators.has(from);
    const changed = (due, from, to, chips, why) => ({
      item: due.item,
      from,
      to,
      chips,
      section: `${due.section}, §30`,
      why: `${due.why}; ${why}`,
    });

    // The payment as it is really made.
    const linesOf = (due) => {
      const { from, to, chips } = due;
      if (!violators.has(to)) return covered(due);
      if (!paysWin(due)) return [];
      return [changed(due, to, from, chips, `${who(to)} won alone and pays it instead`)];
    };

    const covered = (due) => {
      const { payers, duty } = whoPays(due);
      if (!duty) return [due];
      const odd = due.chips % payers.length; // odd chips fall on the first
      const lines = payers.map((payer, place) => {
        const chips = (due.chips - odd) / payers.length + (place < odd);
        const shared = `, shared by ${inWords(payers)}: ${inChips(chips)}`;
        const why =
          `${who(payer)} pays seat ${due.to} in place of seat ${due.from}: ` +
          duty +
          (payers.length > 1 ? shared : "");
        return changed(due, payer, due.to, chips, why);
      });
      return lines.filter(({ chips }) => chips > 0);
    };

    // The violators who pay in place of the loser and why; without a duty he pays.
    const whoPays = ({ from, to }) => {
      const losers = sideOf(from);
      const alonePays = rules.soloist_pays_innocent_defenders && losers.length === 1;
      const winning = among(sideOf(to));
      if (winning.length && !alonePays) {
        return { payers: winning, duty: "a violator pays what his partner is due" };
      }
      const losing = violators.has(from) ? [] : among(losers);
      return { payers: losing, duty: losing.length ? "a violator bears his partner's loss" : "" };
    };

    // A sentence for each violator who collects nothing, and from whom.
    const lapsed = (dues) => {
      const groups = new Map();
      for (const due of dues.filter((each) => violators.has(each.to) && !paysWin(each))) {
        const key = [due.item, due.to, due.chips].join();
        groups.set(key, (groups.get(key) || []).concat(due));
      }
      return [...groups.values()].map((group) => {
        const { item, to, chips } = group[0];
        const each = inChips(chips) + (group.length > 1 ? " each" : "");
        return (
          `Seat ${to} (${violators.get(to)}) collects nothing for ${ITEM_NAMES[item]}; ` +
          `not paid: ${each} from ${inWords(group.map(({ from }) => from))} (§30).`
        );
      });
    };

    return { linesOf, lapsed };
  };

  // --- Faults -----------------------------------------------------------------------

  // The flat penalty: each guilty seat pays each seat that is not guilty.
  const penalties = (fault, rules) => {
    const { each: chips, name, second, section } = rules.tables.faults[fault.fault];
    if (fault.before_first_card) return []; // §30: giving the value back is enough
    const guilty = [fault.seat, fault.holder, fault.rightful].filter(Boolean);
    const innocent = without(guilty);
    const count = innocent.length === 2 ? "two" : "three";
    const value = fault.value ? `${rules.tables.values[fault.value].name} ` : "";
    const lines = guilty.map((payer) => {
      const what = payer === fault.seat ? value + name : second;
      const why = `${what}: seat ${payer} pays ${inChips(chips)} to each of the other ${count}`;
      const payments = innocent.map((payee) => [payer, payee]);
      return linesOf("fault", { chips, section, why }, payments);
    });
    return [].concat(...lines);
  };

  // What the judge ordered (§31).
  const rulings = ({ fault, transfers, reason }, rules) => {
    const { section } = rules.tables.faults[fault];
    const why = `judge's ruling: ${reason}`;
    const lines = (transfers || []).map(([from, to, chips]) =>
      linesOf("ruling", { chips, section, why }, [[from, to]]),
    );
    return [].concat(...lines);
  };

  Object.assign(Spjst, { settle });
})();
