// The pieces of the form of a deal: one of several, one of the seats.
var Deals = Deals || {};

(() => {
  "use strict";

  const { html } = Table;
  const SHORT = 3; // letters of a key of which many stand side by side

  // A red suit's sign in red; its word stands beside it.
  const suited = (text) => (/^[♥♦]/.test(text) ? html`<i>${text[0]}</i>${text.slice(1)}` : text);

  const Problem = ({ text }) => text && html`<p class="error" role="alert">${text}</p>`;

  // A question with its label; `id` gets the focus when it is asked.
  const Asked = ({ id, label, help, problem, children }) => html`<fieldset
    class="stack stack-tight asked" id=${id} tabindex="-1">
    <legend id=${`${id}-label`}>${label}</legend>
    <${Problem} text=${problem} />
    ${help && html`<p class="small muted">${help}</p>`}
    ${children}
  </fieldset>`;

  // One of several: [{ value, text, more, why, place }]; `why` says why not, `place` where
  // it lies in a grid. A key chooses nothing, for a choice brings the next question.
  const Choice = ({ id, options, isOn, pick, look }) => {
    const can = options.filter(({ why }) => !why);
    const stop = can.find(({ value }) => isOn(value)) || can[0];
    return html`<div class=${`choices ${look || ""}`} role="radiogroup"
      aria-labelledby=${`${id}-label`} onKeyDown=${Table.toNeighbour}>
      ${options.map((option) => {
        const { value, text, more, why, place } = option;
        return html`<button type="button" role="radio" class=${`choice ${place || ""}`} key=${JSON.stringify(value)}
          aria-checked=${String(isOn(value))} aria-disabled=${why ? "true" : undefined}
          tabindex=${option === stop ? 0 : -1} onClick=${() => !why && pick(value)}>
          <span>${suited(text)}</span>${(why || more) && html`<small>${why || more}</small>`}
        </button>`;
      })}
    </div>`;
  };

  // Where each sits, seen from the own seat at the bottom: 1 is on the side to which the
  // game goes.
  const PLACES = {
    3: ["", "side-1 row-1", "side-2 row-1"],
    4: ["", "side-1 row-2", "both row-1", "side-2 row-2"],
    5: ["", "side-1 row-2", "side-1 row-1", "side-2 row-1", "side-2 row-2"],
  };
  const placeOf = (seat, me, table) =>
    (PLACES[table] || [])[(seat - (me || 1) + table) % table] || "both row-3";

  // The seats as they sit; `why` says of a seat why it cannot be chosen, `more` what it is.
  const Ring = ({ id, ctx, why, more, isOn, pick }) => {
    const { names, me, direction } = ctx;
    const options = Deals.seatsOf(names.length).map((seat) => ({
      value: seat,
      text: names[seat - 1],
      why: why(seat),
      more: more(seat),
      place: placeOf(seat, me, names.length),
    }));
    return html`<${Choice} ...${{ id, options, isOn, pick }} look=${`ring ring-${direction}`} />`;
  };

  // The question's other keys, below its own answers.
  const Keys = ({ id, question, answer, ctx, pick }) => {
    const keys = question.keys.filter(({ closes }) => !closes || ctx.closing);
    if (!keys.length) return "";
    const options = keys.map(({ code, label, small }) => ({
      value: code,
      text: label,
      more: small,
    }));
    const isOn = (code) => Deals.isKey(answer) && answer.key === code;
    return html`<${Choice} ...${{ id, options, isOn }} look="keys" pick=${(key) => pick({ key })} />`;
  };

  Object.assign(Deals, { SHORT, Asked, Choice, Keys, Problem, Ring, suited });
})();
