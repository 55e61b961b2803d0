// Values by player: what each declared, and why something cannot be.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const { html } = Table;
  const CLASSES = [
    ["trumps", say("Trumps")],
    ["five_counters", say("Five-counters")],
  ];

  const isIllegal = (state, seat, code) =>
    Spjst.faultsOf(state, "illegal_value").some(
      (each) => each.seat === seat && each.value === code,
    );

  // What a seat declared and holds.
  const heldBy = (state, seat) =>
    (state.values[seat] || []).filter((code) => !isIllegal(state, seat, code));

  // The claims of a seat with one more, in place of another of its class, or without it.
  const toggled = (state, seat, code, rules) => {
    const table = rules.tables.values;
    const claims = state.values[seat] || [];
    const stays = (each) =>
      each !== code && (table[each].klass !== table[code].klass || isIllegal(state, seat, each));
    const added = claims.includes(code) ? [] : [code];
    return Object.assign({}, state.values, { [seat]: claims.filter(stays).concat(added) });
  };

  // Why no deal has this value at this seat, in words; "" if one has.
  const whyNot = (state, seat, code, rules, names) => {
    const next = toggled(state, seat, code, rules);
    if ((state.values[seat] || []).includes(code)) return "";
    const after = Object.assign({}, state, { values: next });
    const own = heldBy(after, seat);
    const others = Spjst.SEATS.filter((each) => each !== seat && heldBy(after, each).length);
    const bears = (seats) =>
      Spjst.bearable([own].concat(seats.map((each) => heldBy(after, each))), rules);
    if (bears(others)) return "";
    const words = (claims) => Spjst.claimWords(claims, rules);
    if (!bears([]))
      return say("No hand can have both this and {values}", {
        values: words(own.filter((each) => each !== code)),
      });
    const rivals = others.filter((each) => !bears([each]));
    const named = (rivals.length ? rivals.slice(0, 1) : others).map(
      (each) => `${names[each - 1]}: ${words(heldBy(after, each))}`,
    );
    return say("No deal can have this along with {values}", { values: Table.listed(named) });
  };

  const Value = ({ state, seat, code, rules, names, change }) => {
    const { name, holding } = rules.tables.values[code];
    const isOn = (state.values[seat] || []).includes(code);
    const why = whyNot(state, seat, code, rules, names);
    const pick = () => change({ values: toggled(state, seat, code, rules) });
    return html`<button
      type="button"
      class="choice value"
      aria-pressed=${String(isOn)}
      aria-disabled=${why ? "true" : undefined}
      onClick=${() => !why && pick()}
    >
      <span>${name}</span>
      <small>${holding}</small>
      <small>${why || say("{chips} from each", { chips: html`<b>${rules.values[code]}</b>` })}</small>
    </button>`;
  };

  const List = (props) => {
    const { seat, rules, names } = props;
    const codes = Object.keys(rules.tables.values).filter((code) => rules.values[code]);
    return CLASSES.map(
      ([klass, label]) => html`<div class="stack stack-tight" key=${klass}>
        <h3 id="values-${klass}">${names[seat - 1]}: ${label}</h3>
        <div class="choices choices-2" role="group" aria-labelledby="values-${klass}">
          ${codes
            .filter((code) => rules.tables.values[code].klass === klass)
            .map((code) => html`<${Value} key=${code} ...${props} code=${code} />`)}
        </div>
      </div>`,
    );
  };

  const Values = (props) => {
    const { state, rules, names, change, problem } = props;
    const options = Spjst.SEATS.map((seat) => ({
      value: seat,
      text: names[seat - 1],
      more: Spjst.claimWords(state.values[seat] || [], rules),
    }));
    return html`<${Spjst.Choice}
        id="values"
        label=${say("Who declared a value?")}
        ...${{ options, problem }}
        value=${state.at}
        pick=${(at) => change({ at })}
      />
      ${state.at && html`<${List} ...${props} seat=${state.at} />`}`;
  };

  Spjst.Values = Values;
})();
