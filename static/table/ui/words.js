// How the page says names, numbers and times.
var Table = Table || {};

(() => {
  "use strict";

  const many = (count, what, plural) =>
    `${count} ${count === 1 ? what : plural || `${what}s`}`;

  const listed = (words) =>
    words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;

  // What the four are called at the table: the first name where nobody shares it.
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

  // Four scores beside what they must total: { right, short, said }.
  const balance = (total, must) => {
    const off = total - must;
    if (!off) return { right: true, short: "", said: `These four add up to ${must}.` };
    const short = off < 0 ? `${-off} missing` : `${off} too many`;
    const verb = Math.abs(off) === 1 ? "is" : "are";
    const said = `These four add up to ${Table.shown(total)}, ${Math.abs(off)} ${verb} ${off < 0 ? "missing" : "too many"}.`;
    return { right: false, short, said };
  };

  // "Marie and Karel +5 each": whom a hand brought chips.
  const wonBy = (net, names) => {
    const sums = [...new Set(net)].filter((sum) => sum > 0).sort((one, two) => two - one);
    const won = sums.map((sum) => {
      const who = names.filter((_, n) => net[n] === sum);
      return `${listed(who)} ${Table.signed(sum)}${who.length > 1 ? "\u00a0each" : ""}`;
    });
    return won.join(", ") || "no chips move";
  };

  const add = (numbers) => numbers.reduce((sum, each) => sum + each, 0);

  // What four seats have won: what they hold, without what the bank lent.
  const scoresOf = ({ held, borrowed }) => held.map((chips, n) => chips - borrowed[n]);

  Object.assign(Table, { scoresOf, many, listed, shortNames, clock, calledWords, balance, wonBy, add });
})();
