// What this phone may do besides: larger letters, a buzz, a screen that stays on, sharing.
// Each is chosen on this phone and kept there; what it cannot do is not offered.
var Table = Table || {};

(() => {
  "use strict";

  const { html, Choices } = Table;
  const { useEffect, useState } = Table.hooks;
  const YES = "yes";
  const NO = "no";
  const LETTERS = "valat-letters";
  const BUZZ = "valat-buzz";
  const AWAKE = "valat-awake";
  const CHIPS = "valat-chips";
  const SHORT = 40; // ms
  const here = {}; // where the phone keeps nothing it holds for this page

  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch (_error) {
      return here[name] || null;
    }
  };

  const keep = (name, value) => {
    here[name] = value;
    try {
      localStorage.setItem(name, value);
    } catch (_error) {
      // then for this page
    }
  };

  const showLetters = () => {
    const { classList } = document.documentElement;
    if (kept(LETTERS) === YES) classList.add("large");
    else classList.remove("large");
  };

  const buzz = (pattern) => {
    if (navigator.vibrate && kept(BUZZ) !== NO) navigator.vibrate(pattern || SHORT);
  };

  // ---- A screen that stays on, where the page came over https -----------------------------

  let lock = null;

  const letSleep = () => {
    if (lock) lock.release();
    lock = null;
  };

  // A hidden page loses it, so it is asked for again.
  const stayAwake = () => {
    const isWanted = kept(AWAKE) === YES && document.visibilityState === "visible";
    if (!isWanted) return letSleep();
    return navigator.wakeLock.request("screen").then(
      (got) => {
        lock = got;
      },
      () => {}, // a phone that saves its battery refuses
    );
  };

  // Whoever keeps the score; nobody else's phone has to stay on.
  const useAwake = (isKeeper) =>
    useEffect(() => {
      if (!isKeeper || !navigator.wakeLock) return undefined;
      stayAwake();
      document.addEventListener("visibilitychange", stayAwake);
      return () => {
        document.removeEventListener("visibilitychange", stayAwake);
        letSleep();
      };
    }, [isKeeper]);

  // ---- The list of hands as a text ----------------------------------------------------------

  const handsAsText = ({ now, names }) => {
    const { book, state } = now;
    const { round, table, tournament } = state.sheet;
    const lines = book.hands
      .filter((hand) => !hand.void)
      .map(
        (hand) =>
          `${hand.number}. ${Table.summaryOf(hand, names)}: ${Table.wonBy(hand.net, names)}`,
      );
    const [, , totals] = Table.shownTotals(now);
    const sums = names.map((name, n) => `${name} ${Table.shown(totals[n])}`).join(", ");
    const title = say("{tournament}, round {round}, table {table}", { tournament, round, table });
    return { title, text: [title].concat(lines, sums).join("\n") };
  };

  const Share = ({ table }) => {
    if (!navigator.share || !table.now.book.hands.length) return null;
    const share = () => navigator.share(handsAsText(table)).catch(() => {}); // left again
    return html`<button type="button" class="btn btn-wide" onClick=${share}>
      ${say("Share list of hands")}
    </button>`;
  };

  // ---- What a chip is worth, where the club says nothing ------------------------------------

  const USUAL = [
    { colour: "blue", worth: 10 },
    { colour: "red", worth: 5 },
    { colour: "white", worth: 1 },
  ];

  const ownChips = () => {
    try {
      const worths = JSON.parse(kept(CHIPS)) || {};
      return USUAL.map(({ colour, worth }) => ({ colour, worth: Number(worths[colour]) || worth }));
    } catch (_error) {
      return USUAL;
    }
  };

  const keepWorth = (colour, worth) => {
    const worths = {};
    for (const chip of ownChips()) worths[chip.colour] = chip.worth;
    worths[colour] = worth;
    keep(CHIPS, JSON.stringify(worths));
  };

  // ---- Their switches -------------------------------------------------------------------------

  const Switch = ({ legend, name, usual, onChange }) => {
    const [value, setValue] = useState(kept(name) || usual);
    const choose = (next) => {
      keep(name, next);
      setValue(next);
      onChange(next);
    };
    return html`<${Choices} legend=${legend} columns="2" value=${value} onValue=${choose}
      options=${[[NO, say("No")], [YES, say("Yes")]]} />`;
  };

  const Comforts = ({ table }) => html`
    <${Switch} legend=${say("Large text")} name=${LETTERS} usual=${NO} onChange=${showLetters} />
    ${
      navigator.vibrate &&
      html`<${Switch} legend=${say("Vibrate when a hand is saved")} name=${BUZZ} usual=${YES}
        onChange=${() => buzz()} />`
    }
    ${
      navigator.wakeLock &&
      table.now.isKeeper &&
      html`<${Switch} legend=${say("Keep screen on")} name=${AWAKE} usual=${NO} onChange=${stayAwake} />`
    }
    <${Share} table=${table} />`;

  showLetters();
  Object.assign(Table, { Comforts, buzz, handsAsText, keepWorth, ownChips, useAwake });
})();
