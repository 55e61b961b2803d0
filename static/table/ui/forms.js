// What the forms of a hand share: what is typed, keys, and the look before it is saved.
var Table = Table || {};

(() => {
  "use strict";

  const { html, signed, Page, Save } = Table;
  const { useLayoutEffect, useRef, useState } = Table.hooks;
  const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

  // What is typed, how it changes, and if it did; the part that a change names is shown.
  // `opens` is what is to be changed at once, as the dealer.
  const useTyped = (props, begin, show) => {
    const [state, setState] = useState(() =>
      Object.assign({}, props.draft || begin(props), props.opens && { open: props.opens }),
    );
    const target = useRef("");
    const isTyped = useRef(props.draft);
    // At once: a second tap may come before the page is painted.
    useLayoutEffect(() => {
      if (target.current) show(target.current);
      target.current = "";
    });
    const change = (patch, id) => {
      const next = Object.assign({}, state, patch);
      target.current = id || "";
      isTyped.current = true;
      setState(next);
      props.onDraft(next);
    };
    return [state, change, () => isTyped.current];
  };

  const BAR = 7.5; // rem: what the bar takes once there is something to review
  const LARGE = 23; // px of a rem: letters so large that this is much

  const remOf = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isLarge = () => remOf() > LARGE;

  // Scrolls as little as is needed: its end above the bar, also where that is still to
  // come, or else its beginning at the top. In large letters a number and its keys are
  // what must be seen.
  const intoSight = (part, keys = part.querySelector(".keypad")) => {
    const large = keys && isLarge();
    const bar = document.querySelector(".bar");
    const floor = innerHeight - Math.max(bar ? bar.offsetHeight : 0, large ? BAR * remOf() : 0);
    const number = large && part.querySelector(".typed, .shares");
    const { top } = (number || part).getBoundingClientRect();
    const last = keys && (large || !part.contains(keys)) ? keys : part;
    const over = last.getBoundingClientRect().bottom - floor;
    if (over > 0) scrollBy(0, Math.min(Math.floor(top), Math.ceil(over)));
    else if (top < 0) scrollBy(0, top);
  };

  // Moves the focus within a group of radio buttons, as a keyboard expects; to which.
  const toNeighbour = (event) => {
    const step = STEPS[event.key];
    if (!step) return null;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll("[role=radio]:not([aria-disabled])")];
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    if (next) next.focus();
    return next;
  };

  const inWords = (chips) => {
    const said = { chips: Math.abs(chips) };
    if (!chips) return say("nothing");
    if (Table.game.writes)
      return chips > 0 ? say("writes {chips}", said) : say("writes minus {chips}", said);
    return chips > 0 ? say("wins {chips}", said) : say("pays {chips}", said);
  };

  // `old` is what the hand moved before it is changed.
  const NetList = ({ net, old, names }) => html`<ul class="list net-list">
    ${net.map(
      (chips, n) => html`<li class="item net" key=${n}>
        <span>
          <span class="strong">${names[n]}</span> ${inWords(chips)}
          ${old && html`<small class="muted"> ${say("(was {chips})", { chips: signed(old[n]) })}</small>`}
        </span>
        <b class=${`big-number ${chips > 0 ? "right" : ""}`}>${signed(chips)}</b>
      </li>`,
    )}
  </ul>`;

  // The children say what each wins or pays; `settlement` why, once it is known. A change
  // has a reason, of which `usual` are some. `waits`: it cannot be saved yet.
  const Review = (props) => {
    const { state, names, number, isChange, waits, lead, usual, settlement, change, save } = props;
    const back = Table.useStep(() => change({ step: "form" }, "main"));
    const bar = html`<${Save} onSave=${save} wait=${waits || (isChange && !state.reason.trim())}>
        ${isChange ? say("Save change to hand {n}", { n: number }) : say("Save hand {n}", { n: number })}
      <//>
      <${Save} look="btn-back" onSave=${back}>${say("Back")}<//>`; // "Review" stood there
    return html`<${Page} title=${say("Hand {n}: is this right?", { n: number })} lead=${lead} bar=${bar}>
      ${props.children}
      ${
        isChange &&
        html`<${Table.Reason}
        label=${say("Why are you changing it?")}
        usual=${usual}
        value=${state.reason}
        onValue=${(reason) => change({ reason })} />`
      }
      ${state.note.trim() && html`<p class="note">${say("Note: {note}", state)}</p>`}
      ${
        settlement &&
        html`<section class="stack stack-tight" aria-labelledby="why">
        <h2 id="why">${say("How it’s scored")}</h2>
        <${Table.Why} settlement=${settlement} names=${names} />
      </section>`
      }
    <//>`;
  };

  Object.assign(Table, { useTyped, intoSight, isLarge, toNeighbour, NetList, Review });
})();
