// How the page says names, numbers and times.
var Table = Table || {};

(() => {
  "use strict";

  const many = (count, what, plural) =>
    `${count} ${count === 1 ? what : plural || `${what}s`}`;

  const listed = (words) =>
    words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;

  const SIZES = { 3: "three", 4: "four", 5: "five" };

  // All at the table, by their number.
  const sizeOf = ({ seats }) => SIZES[seats.length];

  // What they are called at the table: the first name where nobody shares it.
  const shortNames = (seats) => {
    const firsts = seats.map((seat) => seat.name.split(" ")[0]);
    const alone = (first) => firsts.filter((other) => other === first).length === 1;
    return seats.map((seat, n) => {
      if (seat.free) return `Seat ${seat.position}`;
      return alone(firsts[n]) ? firsts[n] : seat.name;
    });
  };

  // 7:45 pm, on the phone's own clock; with the day where it was not today.
  const clock = (iso) => {
    const at = new Date(iso);
    if (isNaN(at)) return "";
    const hours = at.getHours();
    const minutes = `0${at.getMinutes()}`.slice(-2);
    const time = `${hours % 12 || 12}:${minutes} ${hours < 12 ? "am" : "pm"}`;
    if (at.toDateString() === new Date().toDateString()) return time;
    const day = at.toLocaleDateString("en-US", { month: "short", day: "numeric" });
    return `${day}, ${time}`;
  };

  // "Josef called the director: A question of rules"; "You" on the caller's own phone.
  const calledWords = ({ by, reason }, me) =>
    `${me && me.name === by ? "You" : by} called the director: ${reason}`;

  // All scores beside what they must make, `must`, without what lies in accounts, `aside`
  // (a count's own, if it has one): { right, short, said, must, aside }.
  const balance = ({ book, state }, total, row) => {
    const all = state.sheet.must_total;
    const isUnproved = state.sheet.aside === null && !book.hands.length;
    const { aside = isUnproved ? all - total : book.aside } = row || {};
    const must = all - aside;
    const off = total - must;
    const size = sizeOf(state);
    const sum = Table.shown(total);
    const said = aside
      ? `The ${size} make ${sum}, ${Table.game.account} holds ${Table.shown(aside)}: ${Table.shown(total + aside)}`
      : `These ${size} add up to ${sum}`;
    const amiss = off < 0 ? "missing" : "too many";
    const short = off ? `${Math.abs(off)} ${amiss}` : "";
    const rest = off ? `, ${Math.abs(off)} ${Math.abs(off) === 1 ? "is" : "are"} ${amiss}` : "";
    return { right: !off, short, said: `${said}${rest}.`, must, aside };
  };

  const FOLLOWS = "its chips follow"; // where only the server settles

  // "Marie and Karel +5 each": whom a hand brought chips, or whom it cost points.
  const wonBy = (net, names) => {
    if (!net) return FOLLOWS;
    const side = Table.game.writes && Math.max(...net) < 1 ? -1 : 1;
    const sums = [...new Set(net)].filter((sum) => sum * side > 0).sort((one, two) => two - one);
    const won = sums.map((sum) => {
      const who = names.filter((_, n) => net[n] === sum);
      return `${listed(who)} ${Table.signed(sum)}${who.length > 1 ? "\u00a0each" : ""}`;
    });
    if (won.length) return won.join(", ");
    return net.some((sum) => sum < 0) ? `all to ${Table.game.account}` : "no chips move";
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

  // "Marie deals, Josef leads off."; in a game where the dealer may sit out, "Marie deals and sits out."
  const dealWords = ({ dealer, lead, sits }, names) =>
    `${names[dealer - 1]} deals${sits ? " and sits out" : ""}${lead ? `, ${names[lead - 1]} leads off` : ""}.`;

  Object.assign(Table, { FOLLOWS, sizeOf, scoresOf, many, listed, shortNames, clock, calledWords, balance, shownTotals, dealWords, wonBy, add });
})();
