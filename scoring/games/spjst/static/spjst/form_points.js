// Who plays with whom, and the points of either side: what every hand has.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const { html } = Table;
  const EVEN = 53;
  const SWAP = "swap";
  const BACK = "back";
  const KEYS = ["1", "2", "3", BACK, "4", "5", "6", SWAP, "7", "8", "9", "0"];
  const other = (side) => (side === "declarer" ? "opponents" : "declarer");

  // What is typed after one more key, or null where this key can do nothing. A digit
  // after two starts anew, but for 100 to 106.
  const afterKey = ({ typed, side, fresh }, key) => {
    if (key === SWAP) return { side: other(side) };
    if (key === BACK) return typed ? { typed: typed.slice(0, -1), fresh: false } : null;
    const isNew = fresh || typed === "0" || Number(typed + key) > Spjst.MOST_POINTS;
    return { typed: isNew ? key : typed + key, fresh: false };
  };

  // The other side's number is taken over, and the next digit starts it anew.
  const toSide = (state, side) => {
    if (side === state.side) return { fresh: Boolean(state.typed) };
    const typed = state.typed && String(Spjst.MOST_POINTS - Number(state.typed));
    return { side, typed, fresh: Boolean(typed) };
  };

  // What the points come to, in a line.
  const outcome = (state, rules) => {
    const points = Spjst.pointsOf(state);
    if (points === null && state.again)
      return say("The sides have changed. Type the points again.");
    if (points === null) return say("{points} points needed to win.", { points: EVEN + 1 });
    const plain = Object.assign({}, state, { values: {}, pagat: null, valat: null, faults: [] });
    const seat = Spjst.declarerOf(state) || 1;
    const record = Object.assign(Spjst.recordOf(plain, rules), { declarer: seat });
    const chips = Math.max(0, ...Spjst.settle(record, rules).lines.map((line) => line.chips));
    const by = Math.abs(points - EVEN);
    const said = { by, even: EVEN, chips: Table.inChips(chips) };
    if (!by) return say("A tie at {even} is a loss: {chips}.", said);
    if (points > EVEN) return say("Won, {by} over {even}: {chips}.", said);
    return say("Lost, {by} under {even}: {chips}.", said);
  };

  const Side = ({ state, side, names, change }) => {
    const isTyped = state.side === side;
    const digits = isTyped ? state.typed : toSide(state, side).typed;
    return html`<button
      type="button"
      role="radio"
      class="choice points-side"
      aria-checked=${String(isTyped)}
      tabindex=${isTyped ? 0 : -1}
      onClick=${() => change(toSide(state, side))}
    >
      <span>${Spjst.sideName(state, side, names)}</span>
      <b class="mid-number">${digits || "–"}</b>
    </button>`;
  };

  const Key = ({ state, name, change }) => {
    const next = afterKey(state, name);
    const label = { [SWAP]: say("Swap sides"), [BACK]: say("Delete the last digit") }[name];
    return html`<button
      type="button"
      class="key ${label ? "key-quiet" : ""}"
      aria-label=${label}
      aria-disabled=${next ? undefined : "true"}
      onClick=${() => next && change(next)}
    >
      ${{ [SWAP]: "⇄", [BACK]: "⌫" }[name] || name}
    </button>`;
  };

  const Points = ({ state, rules, names, change, problem }) =>
    html`<fieldset class="stack stack-tight points" id="points" tabindex="-1">
      <legend id="points-label" class="out-of-sight">${say("Card points")}</legend>
      <${Spjst.Problem} text=${problem} />
      <div class="choices choices-2" role="radiogroup" aria-labelledby="points-label">
        ${["declarer", "opponents"].map(
          (side) => html`<${Side} key=${side} ...${{ state, side, names, change }} />`,
        )}
      </div>
      <p class="points-outcome" aria-live="polite">${outcome(state, rules)}</p>
    </fieldset>`;

  const Keypad = ({ state, change }) =>
    html`<div class="keypad keypad-4" role="group" aria-label=${say("Digits")}>
      ${KEYS.map((name) => html`<${Key} key=${name} ...${{ state, name, change }} />`)}
    </div>`;

  // Digits typed on a real keyboard, wherever the focus is but in a field.
  const onDigit = (event, state, change) => {
    const key = event.key === "Backspace" ? BACK : event.key;
    const isElsewhere = event.ctrlKey || event.metaKey || event.altKey;
    if (isElsewhere || /INPUT|TEXTAREA/.test(event.target.tagName)) return;
    if (!KEYS.includes(key) || key === SWAP) return;
    const next = afterKey(state, key);
    if (next) change(next);
    event.preventDefault();
  };

  const Partner = ({ state, rules, names, change, problem }) => {
    const seat = Spjst.declarerOf(state);
    if (state.bid === "prever") {
      const set = Spjst.capital(rules.tables.sets[state.set - 1]);
      const who = seat
        ? say("{name} plays Prever, alone.", { name: names[seat - 1] })
        : say("Someone plays Prever, alone.");
      return html`<p class="note"><b>${who}</b> ${set}.</p>`;
    }
    const after = [1, 2, 3].map((step) => ((seat + step - 1) % 4) + 1);
    return html`<${Spjst.Who}
      id="partner"
      label=${say("{name} plays with", { name: names[seat - 1] })}
      seats=${after}
      more=${[{ value: "alone", text: say("alone") }]}
      ...${{ names, problem }}
      value=${state.partner}
      pick=${(partner) => change({ partner })}
    />`;
  };

  Object.assign(Spjst, { Keypad, Partner, Points, onDigit });
})();
