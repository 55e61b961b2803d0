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
    return [
      dealer && `${names[dealer - 1]} deals`,
      state.povinost && `${names[state.povinost - 1]} leads off`,
    ]
      .filter(Boolean)
      .join(", ");
  };

  // He was out of turn: the rotation stays, and the fault is noted.
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
    const says = hand ? "Recorded so far" : "By the rotation";
    return html`<div class="note note-waits">
      <p>${says}: ${dealWords({ faults: [], dealer: deal.dealer, povinost: deal.lead }, names)}.</p>
      <button type="button" class="btn" onClick=${() => change(outOfTurn(state, deal))}>
        Add the fault: ${names[state.povinost - 1]} led out of turn${each ? `, ${each} to each of two` : ""}
      </button>
    </div>`;
  };

  const Deal = ({ state, deal, first, names, change, problem }) => {
    const anyDeals = !deal || first; // §3
    const unknown = { value: null, text: "Nobody knows yet" };
    const isMisdeal = Spjst.faultsOf(state, "misdeal").length > 0; // asks who dealt
    const pick = (seat) =>
      change(Object.assign(toLeader(state, seat), anyDeals ? { dealer: state.dealer } : {}));
    return html`<${Spjst.Who}
        id="led"
        label=${deal ? "Who led off (Povinost)?" : "Who holds the II of trumps?"}
        more=${Spjst.needsLeader(state) ? [] : [unknown]}
        ...${{ names, pick, problem }}
        value=${state.povinost}
      />
      ${!isMisdeal &&
      html`<${Spjst.Who}
        id="dealt"
        label="Who dealt?"
        names=${names}
        value=${state.dealer}
        pick=${(dealer) => change({ dealer })}
      />`}`;
  };

  Object.assign(Spjst, { Deal, Expected, dealWords });
})();
