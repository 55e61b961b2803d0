// The pieces of the hand's form: one of several, one of the four, a challenge.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const { html } = Table;
  const SHORT = 7; // letters of a name of which four fit side by side

  // The next radio button of a group is chosen too.
  const onArrow = (event) => {
    const next = Table.toNeighbour(event);
    if (next) next.click();
  };

  // One of several: options are [{ value, text, more, why }], and `why` says why one
  // cannot be chosen.
  const Choice = ({ label, id, options, value, pick, columns, quiet, problem }) => {
    const isOn = (option) => option.value === value;
    const can = options.filter((option) => !option.why);
    const stop = can.find(isOn) || can[0];
    return html`<fieldset class="stack stack-tight" id=${id} tabindex="-1">
      <legend id="${id}-label" class=${quiet ? "out-of-sight" : ""}>${label}</legend>
      <${Problem} text=${problem} />
      <div
        class="choices ${columns || "choices-2"}"
        role="radiogroup"
        aria-labelledby="${id}-label"
        onKeyDown=${onArrow}
      >
        ${options.map(
          (option) => html`<button
            type="button"
            role="radio"
            class="choice"
            key=${option.value}
            aria-checked=${String(isOn(option))}
            aria-disabled=${option.why && !isOn(option) ? "true" : undefined}
            tabindex=${option === stop ? 0 : -1}
            onClick=${() => (isOn(option) || !option.why) && pick(option.value)}
          >
            <span>${option.text}</span>
            ${(option.why || option.more) && html`<small>${option.why || option.more}</small>`}
          </button>`,
        )}
      </div>
    </fieldset>`;
  };

  const Problem = ({ text }) => text && html`<p class="error" role="alert">${text}</p>`;

  const columnsFor = (names) =>
    names.every((name) => name.length <= SHORT) ? "short-names" : "choices-2";

  // One of the four, by name; `except` maps seats that cannot be chosen to the reason.
  const Who = (props) => {
    const { names, except, seats } = props;
    const options = (seats || Spjst.SEATS).map((seat) => ({
      value: seat,
      text: names[seat - 1],
      why: except && except[seat],
    }));
    return html`<${Choice}
      ...${props}
      options=${options.concat(props.more || [])}
      columns=${columnsFor(names)}
    />`;
  };

  // Kontra to the highest step this house plays; `callers` says Kontra, `called` Re.
  const Ladder = ({ id, label, rules, value, pick, callers, called, quiet, problem }) => {
    const steps = Spjst.ladderOf(rules);
    const { challenges } = rules.tables;
    const options = [{ value: null, text: say("None"), more: "×1" }].concat(
      steps.map((code) => ({
        value: code,
        text: challenges[code].name,
        more: `×${challenges[code].times}`,
      })),
    );
    const said = steps.slice(0, steps.indexOf(value) + 1);
    const by = (code, n) => `${challenges[code].name}: ${n % 2 ? called : callers}`;
    return html`<div>
      <${Choice} ...${{ id, label, quiet, options, value, pick, problem }} columns="climb" />
      <p class="small muted" aria-live="polite">${said.length > 0 && `${said.map(by).join("; ")}.`}</p>
    </div>`;
  };

  Object.assign(Spjst, { Choice, Ladder, Problem, Who });
})();
