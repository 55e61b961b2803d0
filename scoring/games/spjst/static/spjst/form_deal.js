// Who deals and who leads off: asked on the first hand, told on every other, and put
// right where the table did otherwise.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const { html } = Table;

  const toLeader = (state, povinost) => ({
    povinost,
    dealer: Spjst.firstDeal(povinost).dealer,
    partner: state.partner === povinost ? null : state.partner,
  });

  const dealWords = (state, names) => {
    const dealer = Spjst.dealerOf(state);
    const who = { dealer: names[dealer - 1], lead: names[state.povinost - 1] };
    if (dealer && state.povinost) return say("{dealer} deals, {lead} leads off", who);
    if (dealer) return say("{dealer} deals", who);
    return state.povinost ? say("{lead} leads off", who) : "";
  };

  // Who deals and leads off, and the way to say that others do.
  const Dealer = ({ state, names, change }) => {
    const isOpen = state.open === "dealer";
    const toggle = () =>
      change({ open: isOpen ? "" : "dealer", at: null }, isOpen ? "main" : "panel-dealer");
    return html`<button type="button" class="dealer" aria-expanded=${String(isOpen)} onClick=${toggle}>
      ${dealWords(state, names) || say("Who deals?")}
    </button>`;
  };

  // Somebody was out of turn: the rotation stays, and the fault is noted.
  const outOfTurn = (state, deal) => ({
    povinost: deal.lead,
    dealer: deal.dealer,
    faults: state.faults.concat({ fault: "wrong_povinost", seat: state.povinost }),
    at: state.faults.length,
    open: "fault",
  });

  // What was expected, where it is not what is said.
  const Expected = ({ state, deal, first, hand, rules, names, change }) => {
    if (!deal || first || !state.povinost || deal.lead === state.povinost) return null;
    const { each } = rules.tables.faults.wrong_povinost;
    const what = dealWords({ faults: [], dealer: deal.dealer, povinost: deal.lead }, names);
    const fault = { name: names[state.povinost - 1], chips: each };
    return html`<div class="note note-waits">
      <p>${hand ? say("Recorded so far: {what}.", { what }) : say("Expected: {what}.", { what })}</p>
      <button type="button" class="btn" onClick=${() => change(outOfTurn(state, deal))}>
        ${
          each
            ? say("Add the fault: {name} led out of turn, {chips} to each of two", fault)
            : say("Add the fault: {name} led out of turn", fault)
        }
      </button>
    </div>`;
  };

  const Deal = ({ state, deal, first, names, change, problem }) => {
    const anyDeals = !deal || first; // §3
    const unknown = { value: null, text: say("Nobody knows yet") };
    const isMisdeal = Spjst.faultsOf(state, "misdeal").length > 0; // asks who dealt
    const pick = (seat) =>
      change(Object.assign(toLeader(state, seat), anyDeals ? { dealer: state.dealer } : {}));
    return html`<${Spjst.Who}
        id="led"
        label=${deal ? say("Who led off (Povinost)?") : say("Who holds the II of trumps?")}
        more=${Spjst.needsLeader(state) ? [] : [unknown]}
        ...${{ names, pick, problem }}
        value=${state.povinost}
      />
      ${
        !isMisdeal &&
        html`<${Spjst.Who}
        id="dealt"
        label=${say("Who dealt?")}
        names=${names}
        value=${state.dealer}
        pick=${(dealer) => change({ dealer })}
      />`
      }`;
  };

  Object.assign(Spjst, { Deal, Dealer, Expected, dealWords });
})();
