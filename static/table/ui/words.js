// How the page says names, numbers and times.
var Table = Table || {};

(() => {
  "use strict";

  const listed = (words) => {
    const most = words.slice(0, -1).join(", ");
    const last = words[words.length - 1];
    return words.length < 2 ? words.join("") : say("{most} and {last}", { most, last });
  };

  // How the style calls a table of so many.
  const SIZES = { 3: "three", 4: "four", 5: "five" };
  const sizeOf = ({ seats }) => SIZES[seats.length];

  // What they are called at the table: the first name where nobody shares it.
  const shortNames = (seats) => {
    const firsts = seats.map((seat) => seat.name.split(" ")[0]);
    const alone = (first) => firsts.filter((other) => other === first).length === 1;
    return seats.map((seat, n) => {
      if (seat.free) return say("Seat {n}", { n: seat.position });
      return alone(firsts[n]) ? firsts[n] : seat.name;
    });
  };

  // 7:45 pm, on the phone's own clock; with the day where it was not today.
  const clock = (iso) => {
    const at = new Date(iso);
    if (Number.isNaN(at.getTime())) return "";
    const { lang } = document.documentElement;
    // English writes the halves of the day small, and no line breaks before them.
    const time = at
      .toLocaleTimeString(lang, { hour: "numeric", minute: "2-digit" })
      .toLowerCase()
      .replace(/\s/, "\u00a0");
    if (at.toDateString() === new Date().toDateString()) return time;
    const day = at.toLocaleDateString(lang, { month: "short", day: "numeric" });
    return `${day}, ${time}`;
  };

  // "Josef called the director: A question of rules"; "You" on the caller's own phone.
  const calledWords = ({ by, reason }, me) =>
    me && me.name === by
      ? say("You called the director: {reason}", { reason })
      : say("{name} called the director: {reason}", { name: by, reason });

  const sumWords = (off, n, values) => {
    if (!off) return say("These add up to {sum}.", values);
    if (off < 0)
      return sayMany(
        "These add up to {sum}: {n} is missing.",
        "These add up to {sum}: {n} are missing.",
        n,
        values,
      );
    return sayMany(
      "These add up to {sum}: {n} too many.",
      "These add up to {sum}: {n} too many.",
      n,
      values,
    );
  };

  const asideWords = (off, n, values) => {
    if (!off)
      return say(
        "The scores add up to {sum} and {account} holds {aside}. That’s {all} in all.",
        values,
      );
    if (off < 0)
      return sayMany(
        "The scores add up to {sum} and {account} holds {aside}. That’s {all} in all: {n} is missing.",
        "The scores add up to {sum} and {account} holds {aside}. That’s {all} in all: {n} are missing.",
        n,
        values,
      );
    return sayMany(
      "The scores add up to {sum} and {account} holds {aside}. That’s {all} in all: {n} too many.",
      "The scores add up to {sum} and {account} holds {aside}. That’s {all} in all: {n} too many.",
      n,
      values,
    );
  };

  // All scores beside what they must make, `must`, without what lies in accounts, `aside`
  // (a count's own, if it has one): { right, isOpen, short, said, must, aside }. It is open,
  // neither right nor wrong, while hands wait that may put chips into an account.
  const balance = ({ book, state }, total, row) => {
    if (Table.game.has_total === false) {
      const said = sumWords(0, 0, { sum: Table.shown(total) });
      return { right: true, isOpen: false, short: "", said, must: total, aside: 0 };
    }
    const all = state.sheet.must_total;
    const isUnproved = state.sheet.aside === null && !book.hands.length;
    const left = Table.game.writes ? all - total : Math.max(all - total, 0); // no pool owes
    const { aside = isUnproved ? left : book.aside } = row || {};
    const must = all - aside;
    const off = total - must;
    const n = Math.abs(off);
    const values = {
      sum: Table.shown(total),
      aside: Table.shown(aside),
      all: Table.shown(total + aside),
      account: Table.game.account,
    };
    const short = !off ? "" : off < 0 ? say("{n} missing", { n }) : say("{n} too many", { n });
    const said = aside ? asideWords(off, n, values) : sumWords(off, n, values);
    const isOpen = !row && book.unreckoned > 0 && Boolean(Table.game.account);
    return { right: !off && !isOpen, isOpen, short, said: isOpen ? "" : said, must, aside };
  };

  const FOLLOWS = say("not scored yet"); // where only the server settles

  // "2 hands are not reckoned yet."; "" where all are.
  const openWords = ({ unreckoned }) =>
    unreckoned && sayMany("{n} hand isn’t scored yet.", "{n} hands aren’t scored yet.", unreckoned);

  // What the game has going on, and whether later hands may say otherwise.
  const badgesOf = ({ book, state }) => {
    const { badges = [] } = state.sheet;
    return book.unreckoned
      ? badges.map((badge) => say("{badge} (some hands not scored yet)", { badge }))
      : badges;
  };

  // "Marie and Karel +5 each": whom a hand brought chips, or whom it cost points.
  const wonBy = (net, names) => {
    if (!net) return FOLLOWS;
    const side = Table.game.writes && Math.max(...net) < 1 ? -1 : 1;
    const sums = [...new Set(net)].filter((sum) => sum * side > 0).sort((one, two) => two - one);
    const won = sums.map((sum) => {
      const who = names.filter((_, n) => net[n] === sum);
      const said = { who: listed(who), chips: Table.signed(sum) };
      return who.length > 1 ? say("{who} {chips}\u00a0each", said) : `${said.who} ${said.chips}`;
    });
    if (won.length) return won.join(", ");
    return net.some((sum) => sum < 0)
      ? say("all goes to {account}", { account: Table.game.account })
      : Table.game.writes
        ? say("nothing is written")
        : say("no chips change hands");
  };

  const add = (numbers) => numbers.reduce((sum, each) => sum + each, 0);

  // What the seats have won: what they hold, without what the bank lent.
  const scoresOf = ({ held, borrowed }) => held.map((chips, n) => chips - borrowed[n]);

  // What the seats show: the scores in force, else those handed in or counted, else the
  // hands' totals; with their sum, and the count they are of.
  const shownTotals = ({ book, state: { count, in_force } }) => {
    const { handed, totals } = book;
    const row = in_force || (handed ? null : count);
    const scores = row ? row.scores : handed ? scoresOf(handed) : totals;
    return [add(scores), row, scores];
  };

  // Who sits after the dealer plays first, where no leader is named.
  const forehandOf = (dealer, table) => (dealer % table) + 1;
  const forehandWords = (dealer, names) =>
    say("{name} is forehand", { name: names[forehandOf(dealer, names.length) - 1] });

  // "Marie deals, Josef leads off."; in a game where the dealer may sit out, "Marie deals and sits out."
  const dealWords = ({ dealer, lead, sits }, names) => {
    const who = { dealer: names[dealer - 1], lead: names[lead - 1] };
    if (lead) return say("{dealer} deals, {lead} leads off.", who);
    return sits ? say("{dealer} deals and sits out.", who) : say("{dealer} deals.", who);
  };

  Object.assign(Table, {
    FOLLOWS,
    sizeOf,
    scoresOf,
    listed,
    shortNames,
    clock,
    calledWords,
    badgesOf,
    openWords,
    balance,
    shownTotals,
    dealWords,
    forehandOf,
    forehandWords,
    wonBy,
    add,
  });
})();
