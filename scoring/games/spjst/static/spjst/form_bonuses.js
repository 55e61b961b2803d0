// Pagat, Valat and Prever: what a few hands have beside the plain game.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const { html } = Table;
  const VOIDED = [
    [null, say("It counts")],
    ["undeclared_value", say("Void: a value wasn’t declared (§12)")],
    ["illegal_declaration", say("Void: a value was declared wrongly (§30)")],
  ];
  const SIDES = ["declarer", "opponents"];

  // The questions of a Pagat or Valat: `ask(field, label, answers)` draws one.
  const asker = ({ name, state, rules, change }) => {
    const bonus = state[name] || { side: null, announced: false, made: null };
    const after = (field, value) => {
      const next = Object.assign({}, bonus, { [field]: value });
      // only a called Valat can be lost
      if (name === "valat" && field === "made" && !value) next.announced = true;
      return { [name]: next };
    };
    const option =
      (field) =>
      ([value, text]) => ({
        value,
        text,
        why: Spjst.clash(state, Object.assign({}, state, after(field, value)), rules),
      });
    return (field, label, answers, columns) => html`<${Spjst.Choice}
      id="${name}-${field}"
      label=${label}
      options=${answers.map(option(field))}
      value=${state[name] ? bonus[field] : undefined}
      columns=${columns}
      pick=${(value) => change(after(field, value))}
    />`;
  };

  const Questions = (props) => {
    const { name, whose, none, state, names, change, problem, children } = props;
    const ask = asker(props);
    const sides = SIDES.map((side) => [side, Spjst.sideName(state, side, names)]);
    const ended = name === "pagat" ? say("Made in the last trick") : say("Every trick made");
    return html`<${Spjst.Problem} text=${problem} />
      ${ask("side", whose, sides)}
      ${ask("announced", say("Announced?"), [
        [false, say("Silent")],
        [true, say("Announced")],
      ])}
      ${ask("made", say("How did it end?"), [
        [true, ended],
        [false, say("Lost")],
      ])}
      ${children && children(ask)}
      ${
        state[name] &&
        html`<button type="button" class="btn" onClick=${() => change({ [name]: null })}>
        ${none}
      </button>`
      }`;
  };

  const Pagat = (props) => {
    const { state, rules, names, change } = props;
    const { pagat } = state;
    const side = (which) => Spjst.sideName(state, which, names);
    const [ours, theirs] = pagat && pagat.side === "opponents" ? SIDES : [SIDES[1], SIDES[0]];
    const ladder = () =>
      pagat &&
      pagat.announced &&
      html`<${Spjst.Ladder}
        id="pagat-challenge"
        label=${say("Pagat challenge")}
        rules=${rules}
        value=${pagat.challenge || null}
        callers=${side(ours)}
        called=${side(theirs)}
        pick=${(challenge) => change({ pagat: Object.assign({}, pagat, { challenge }) })}
      />`;
    const taken = () =>
      pagat &&
      Spjst.canBeTaken(state) &&
      html`<button
        type="button"
        class="choice"
        aria-pressed=${String(Boolean(pagat.taken_by_partner))}
        onClick=${() =>
          change({
            pagat: Object.assign({}, pagat, { taken_by_partner: !pagat.taken_by_partner }),
          })}
      >
        ${say("The holder’s own partner took it in the last trick")}
      </button>`;
    return html`<${Questions} ...${props} name="pagat"
      whose=${say("Whose Pagat?")} none=${say("No Pagat after all")}>${() => [taken(), ladder()]}<//>`;
  };

  const Valat = (props) => {
    const { valat } = props.state;
    const isLostCall = valat && valat.announced && valat.made === false;
    return html`<${Questions} ...${props} name="valat" whose=${say("Whose Valat?")} none=${say("No Valat after all")}>
      ${(ask) => isLostCall && ask("voided", say("Does the call count?"), VOIDED, "choices-1")}
    <//>`;
  };

  // Who plays alone, null for nobody. Points were those of other sides: they are asked again.
  const alone = (state, soloist) => {
    const bid = soloist ? "prever" : "povinost";
    const isOther = state.bid !== bid || state.soloist !== soloist;
    const emptied = { typed: "", fresh: false, again: true };
    return Object.assign({ bid, soloist }, isOther && state.typed ? emptied : {});
  };

  const Prever = ({ state, rules, names, change, problem }) => {
    const isPrever = state.bid === "prever";
    const pick = (soloist) => change(alone(state, soloist));
    const why = (soloist) =>
      Spjst.clash(state, Object.assign({}, state, { bid: "prever", soloist }), rules);
    const except = Spjst.SEATS.reduce((all, seat) => Object.assign(all, { [seat]: why(seat) }), {});
    const timesWords = (times) =>
      times === 1 || rules.prever_set_on_win ? `×${times}` : say("×{times} if lost", { times });
    const sets = rules.tables.sets.map((name, n) => ({
      value: n + 1,
      text: Spjst.capital(name),
      more: timesWords(rules.prever_set_multipliers[n]),
    }));
    return html`<${Spjst.Who}
        id="prever-who"
        label=${say("Who plays Prever, alone?")}
        ...${{ names, except, pick, problem }}
        value=${isPrever ? state.soloist : null}
      />
      ${
        isPrever &&
        html`<${Spjst.Choice}
          id="prever-set"
          label=${say("Played with")}
          options=${sets}
          columns="choices-1"
          value=${state.set}
          pick=${(set) => change({ set })}
        />
        <button type="button" class="btn" onClick=${() => pick(null)}>
          ${say("No Prever after all")}
        </button>`
      }`;
  };

  Object.assign(Spjst, { Pagat, Prever, Valat });
})();
