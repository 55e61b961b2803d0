// Faults by name, and hands that were not played: who did what, and what it costs here.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const { html } = Table;
  const CALLS = ["false_pagat", "pagat_card_count"]; // each loses a called Pagat

  // The form with this fault changed; a false call makes its Pagat a lost one.
  const withFault = (state, n, patch) => {
    const fault = Object.assign({}, state.faults[n], patch);
    const faults = state.faults.map((each, at) => (at === n ? fault : each));
    if (!CALLS.includes(fault.fault) || !fault.seat) return { faults };
    const isOurs = Spjst.sidesOf(state).declarer.includes(fault.seat);
    const lost = { side: isOurs ? "declarer" : "opponents", announced: true, made: false };
    return { faults, pagat: Object.assign({}, state.pagat, lost) };
  };

  const added = (state, code) => {
    const seat = code === "misdeal" ? Spjst.dealerOf(state) : null;
    const fault = code === "ruling" ? { transfers: [[null, null, null]], reason: "" } : { seat };
    const faults = state.faults.concat(Object.assign({ fault: code }, fault));
    return { faults, at: faults.length - 1 };
  };

  const Transfer = ({ move, names, set, n }) => {
    const put = (place) => (value) => set(move.map((each, at) => (at === place ? value : each)));
    const who = (place, label) => html`<${Spjst.Who}
      id="move-${n}-${place}"
      value=${move[place]}
      pick=${put(place)}
      ...${{ label, names }}
    />`;
    return html`<div class="stack">
      ${who(0, say("Who pays?"))}${who(1, say("Who gets paid?"))}
      <div class="field">
        <label for="move-${n}">${say("Chips")}</label>
        <${Table.NumberInput}
          id="move-${n}"
          value=${move[2] || ""}
          onValue=${(chips) => put(2)(Number(chips) || null)}
        />
      </div>
    </div>`;
  };

  const Ruling = ({ fault, names, set }) => {
    const moves = fault.transfers;
    const put = (n) => (move) =>
      set({ transfers: moves.map((each, at) => (at === n ? move : each)) });
    return html`${moves.map(
      (move, n) => html`<${Transfer} key=${n} ...${{ move, names, n }} set=${put(n)} />`,
    )}
      <button
        type="button"
        class="btn"
        onClick=${() => set({ transfers: moves.concat([[null, null, null]]) })}
      >
        ${say("Add another payment")}
      </button>
      <div class="field">
        <label for="ruling-reason">${say("What the judge said")}</label>
        <input
          id="ruling-reason"
          maxlength="200"
          value=${fault.reason}
          onInput=${(event) => set({ reason: event.target.value })}
        />
      </div>`;
  };

  const IllegalValue = ({ fault, rules, names, state, set }) => {
    const { values } = rules.tables;
    const declared = state.values[fault.seat] || [];
    const options = Object.keys(rules.values).map((code) => ({
      value: code,
      text: values[code].name,
      more: declared.includes(code) ? say("declared") : values[code].holding,
    }));
    return html`<${Spjst.Choice}
        id="fault-value"
        label=${say("What wasn’t held?")}
        options=${options}
        value=${fault.value}
        pick=${(value) => set({ value })}
      />
      <button
        type="button"
        class="choice"
        aria-pressed=${String(Boolean(fault.before_first_card))}
        onClick=${() => set({ before_first_card: !fault.before_first_card })}
      >
        ${say("Admitted before the first card")}
      </button>`;
  };

  // Another than `caller`; `none` is said where nobody is named.
  const Holder = ({ fault, names, set, caller, label, none }) => html`<${Spjst.Who}
    id="fault-holder"
    ...${{ label, names }}
    seats=${Spjst.SEATS.filter((seat) => seat !== caller)}
    more=${none ? [{ value: null, text: none }] : []}
    value=${fault.holder || null}
    pick=${(holder) => set({ holder })}
  />`;

  const Seat = ({ fault, state, rules, names, set }) => {
    const own = { fault, names, set };
    if (fault.fault === "wrong_trump")
      return html`<${Holder}
        ...${own}
        caller=${Spjst.declarerOf(state)}
        label=${say("Who held the right card and said nothing?")}
        none=${say("Nobody")}
      />`;
    const led = fault.fault === "wrong_povinost";
    const except = led ? { [state.povinost]: say("It was this seat’s turn") } : {};
    const isMisdeal = fault.fault === "misdeal";
    const label = led
      ? say("Who led off out of turn?")
      : isMisdeal
        ? say("Who dealt?")
        : say("Who was it?");
    return html`<${Spjst.Who}
      id="fault-seat"
      ...${{ label, names, except }}
      value=${fault.seat}
      pick=${(seat) => set(seat === fault.holder ? { seat, holder: null } : { seat })}
    />
    ${
      fault.fault === "false_pagat" &&
      fault.seat &&
      html`<${Holder}
        ...${own}
        caller=${fault.seat}
        label=${say("Who held the Pagat?")}
        none=${rules.false_pagat_to === "holder" ? "" : say("Not known")}
      />`
    }`;
  };

  const Editor = (props) => {
    const { state, n, rules, change } = props;
    const fault = state.faults[n];
    const set = (patch) => change(withFault(state, n, patch));
    const { name, section, redirects } = rules.tables.faults[fault.fault];
    const own = Object.assign({}, props, { fault, set });
    const out = () => change({ faults: state.faults.filter((_, at) => at !== n), at: null });
    return html`<div class="stack" key=${n}>
      <h3>${Spjst.capital(name)} <span class="muted">${section}</span></h3>
      <p>
        ${Spjst.faultMeans(fault.fault, rules)}
        ${
          redirects &&
          ` ${say("The player at fault collects nothing, pays the partner’s share, and bears the loss (§30).")}`
        }
      </p>
      ${fault.fault === "ruling" ? html`<${Ruling} ...${own} />` : html`<${Seat} ...${own} />`}
      ${fault.fault === "illegal_value" && html`<${IllegalValue} ...${own} />`}
      <button type="button" class="btn" onClick=${out}>${say("Remove this")}</button>
    </div>`;
  };

  // What else is noted, each a way to change it.
  const Noted = ({ state, rules, names, change }) =>
    state.faults.map(
      (fault, n) =>
        n !== state.at &&
        html`<button type="button" key=${n} class="btn" onClick=${() => change({ at: n })}>
          ${Spjst.capital(Spjst.faultWords(fault, names, rules))}
        </button>`,
    );

  const Faults = (props) => {
    const { state, rules, change, problem, codes } = props;
    const { faults } = rules.tables;
    const why = (code) =>
      code === "wrong_trump" && state.bid === "prever" ? say("Only when Povinost plays") : "";
    const isOne = state.faults[state.at];
    const list = html`<div class="choices choices-1" role="group" aria-label=${say("What happened?")}>
      ${codes.map(
        (code) => html`<button
          type="button"
          class="choice"
          key=${code}
          aria-disabled=${why(code) ? "true" : undefined}
          onClick=${() => !why(code) && change(added(state, code))}
        >
          <span>${Spjst.capital(faults[code].name)}</span>
          <small>${why(code) || Spjst.faultMeans(code, rules)}</small>
        </button>`,
      )}
    </div>`;
    return html`<${Spjst.Problem} text=${problem} />
      <${Noted} ...${props} />
      ${isOne ? html`<${Editor} ...${props} n=${state.at} />` : list}
      ${
        isOne &&
        html`<button type="button" class="btn" onClick=${() => change({ at: null })}>
        ${say("Something else happened too")}
      </button>`
      }`;
  };

  Object.assign(Spjst, { Faults });
})();
