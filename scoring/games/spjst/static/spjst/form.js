// The form of a hand: one screen for the plain hand, which is saved from there; what is
// rare one tap away, and then a look at what it comes to before it is saved.
var Spjst = Spjst || {};

(() => {
  "use strict";

  const { html } = Table;
  const { useLayoutEffect, useState } = Table.hooks;
  const WITHOUT_HAND = ["misdeal", "wrong_povinost", "ruling"];
  // What is set behind each of the rare buttons, "" if nothing is.
  const setWords = (state, deal, rules, names) => {
    const bonus = (each) => {
      if (!each) return "";
      const ended = each.made ? say("made") : say("lost");
      const side = each.side ? `${Spjst.sideName(state, each.side, names)}: ` : "";
      return `${side}${each.announced ? `${say("called")}, ` : ""}${each.made === null ? "?" : ended}`;
    };
    const claims = Spjst.SEATS.filter((seat) => (state.values[seat] || []).length).map(
      (seat) => `${names[seat - 1]}: ${Spjst.claimWords(state.values[seat], rules)}`,
    );
    return {
      values: claims.join(", "),
      pagat: bonus(state.pagat),
      valat: bonus(state.valat),
      prever: state.bid === "prever" ? names[state.soloist - 1] : "",
      fault: state.faults.map((each) => Spjst.faultWords(each, names, rules)).join(", "),
      led: deal && deal.lead !== state.povinost ? names[state.povinost - 1] : "",
      note: state.note.trim(),
    };
  };

  const Note = ({ state, change }) => html`<div class="field">
    <label for="note-text">${say("Note")}</label>
    <textarea
      id="note-text"
      maxlength="300"
      value=${state.note}
      onInput=${(event) => change({ note: event.target.value })}
    ></textarea>
  </div>`;

  const PlayedFaults = (props) =>
    html`<${Spjst.Faults} ...${props} codes=${Object.keys(props.rules.tables.faults)} />`;

  const NotPlayed = (props) => {
    const { state, change } = props;
    const played = () => change({ bid: state.soloist ? "prever" : "povinost", open: "" });
    const faults = (patch) => change(Object.assign({ bid: "none", open: "none" }, patch));
    return html`<h2>${say("No hand was played. What happened?")}</h2>
      <${Spjst.Faults} ...${props} change=${faults} codes=${WITHOUT_HAND} />
      ${
        state.bid === "none" &&
        html`<button type="button" class="btn" onClick=${played}>${say("A hand was played after all")}</button>`
      }`;
  };

  // What is rare: what its button says, and what it opens.
  const PANELS = {
    values: [say("Values"), Spjst.Values],
    pagat: [say("Pagat"), Spjst.Pagat],
    prever: [say("Prever"), Spjst.Prever],
    valat: [say("Valat"), Spjst.Valat],
    fault: [say("Fault"), PlayedFaults],
    none: [say("No hand"), NotPlayed],
    led: [say("Someone else led"), Spjst.Deal],
    note: [say("Note"), Note],
  };

  const Panel = (props) => {
    const { name, told } = props;
    const [title, Body] = PANELS[name];
    return html`<section class="panel stack" id="panel-${name}" tabindex="-1" aria-label=${title}>
      <${Body} ...${props} problem=${told(name === "none" ? "fault" : name)} />
    </section>`;
  };

  // The row of what is rare; under it what one of them asks.
  const Rare = (props) => {
    const { state, deal, rules, names, change, panels } = props;
    const words = setWords(state, deal, rules, names);
    const toggle = (name) => change({ open: state.open === name ? "" : name, at: null });
    return html`<div class="stack stack-tight" id="rare">
      <h2>${say("Also in this hand")}</h2>
      <div class="choices choices-3">
        ${panels.map(
          (name) => html`<button
            type="button"
            key=${name}
            class="choice rare rare-${name} ${words[name] ? "is-set" : ""}"
            aria-expanded=${String(state.open === name)}
            onClick=${() => toggle(name)}
          >
            <span>${PANELS[name][0]}</span>
            ${words[name] && html`<small>${words[name]}</small>`}
          </button>`,
        )}
      </div>
      ${panels.includes(state.open) && html`<${Panel} ...${props} key=${state.open} name=${state.open} />`}
    </div>`;
  };

  // Nothing of it is rare, and one digit alone may be half of what was meant.
  const isPlain = ({ state, deal, rules, names, hand }) => {
    const { bid, challenge, typed } = state;
    const words = setWords(state, deal, rules, names);
    const isRare = challenge || Object.keys(words).some((name) => words[name]);
    return bid === "povinost" && typed.length > 1 && !isRare && !(hand && hand.net);
  };

  const isIdle = (state, rules) => Spjst.needsNoPoints(state, rules) && !state.withPoints;

  // Challenge and points, or why they are not asked.
  const Result = (props) => {
    const { state, rules, names, change, told } = props;
    const sides = (side) => Spjst.sideName(state, side, names);
    if (Spjst.isVoid(state)) {
      return html`<p class="note">${say("The wrong card was called, so the hand is void. No points are needed.")}</p>`;
    }
    return html`<${Spjst.Ladder}
        id="challenge"
        label=${say("Challenge")}
        quiet=${true}
        rules=${rules}
        value=${state.challenge}
        callers=${sides("opponents")}
        called=${sides("declarer")}
        pick=${(challenge) => change({ challenge })}
        problem=${told("challenge")}
      />
      ${
        isIdle(state, rules)
          ? html`<div class="note">
            <p>${say("The Valat replaces the game, so no points are needed.")}</p>
            <button type="button" class="btn" onClick=${() => change({ withPoints: true })}>
              ${say("Enter points too")}
            </button>
          </div>`
          : html`<${Spjst.Points} ...${props} problem=${told("points")} />`
      }`;
  };

  const Played = (props) => {
    const { state, rules, told } = props;
    return html`<div class="plain">
        <div class="stack">
          ${
            Spjst.declarerOf(state) || state.bid === "prever"
              ? html`<${Spjst.Partner} ...${props} problem=${told("partner")} />`
              : ""
          }
          <${Result} ...${props} />
        </div>
        ${!Spjst.isVoid(state) && !isIdle(state, rules) && html`<${Spjst.Keypad} ...${props} />`}
      </div>
      <${Rare} ...${props} panels=${Object.keys(PANELS).filter((name) => props.deal || name !== "led")} />`;
  };

  const Unplayed = (props) => html`<${Panel} ...${props} name="none" />
    <${Rare} ...${props} panels=${["note"]} />`;

  const Typing = (props) => {
    const { state, deal, names, number, net, told, change, review, save } = props;
    const plain = net && isPlain(props);
    const bar = html`${net && html`<${Table.Nets} names=${names} net=${net} />`}
      <${Table.Save} onSave=${plain ? save : review}>
        ${plain ? say("Save hand {n}", { n: number }) : say("Review hand {n}", { n: number })}
      <//>
      ${plain && html`<button type="button" class="btn" onClick=${review}>${say("Review")}</button>`}`;
    const onKey = (event) => state.bid !== "none" && Spjst.onDigit(event, state, change);
    return html`<div class="hand-form" onKeyDown=${onKey}>
      <${Table.Page}
        title=${say("Hand {n}", { n: number })}
        lead=${deal && html`<${Spjst.Dealer} ...${props} />`}
        bar=${bar}
      >
        ${
          state.open === "dealer" &&
          deal &&
          html`<section class="panel stack" id="panel-dealer" tabindex="-1" aria-label=${say("Who deals?")}>
          <${Spjst.Deal} ...${props} />
        </section>`
        }
        ${
          deal
            ? html`<${Spjst.Expected} ...${props} />`
            : html`<${Spjst.Deal} ...${props} problem=${told("led")} />`
        }
        <${state.bid === "none" ? Unplayed : Played} ...${props} />
        <${Table.Leave} ...${props} />
      <//>
    </div>`;
  };

  // What each of the four wins or pays, and why.
  const Review = (props) => {
    const { state, rules, names, hand } = props;
    const record = Spjst.recordOf(state, rules);
    const settlement = Spjst.settle(record, rules);
    const old = hand && hand.net; // none if the desk refused it
    return html`<${Table.Review}
      ...${props}
      isChange=${Boolean(old)}
      lead=${Spjst.summary(record, names, rules)}
      usual=${[say("Wrong points"), say("Wrong partner"), say("Something was forgotten")]}
      settlement=${settlement}
    >
      <${Table.NetList} net=${settlement.net} old=${old} names=${names} />
    <//>`;
  };

  // Where a problem is put right: the panel to open, and what gets the focus.
  const wayTo = (state, { place, at }, deal) => {
    if (!PANELS[place] || (place === "led" && !deal)) return [{}, place];
    const open = state.bid === "none" ? "none" : place;
    return [{ open, at }, `panel-${open}`];
  };

  // Brings a part of the form into view.
  const show = (id) => {
    const element = document.getElementById(id);
    if (!element) return;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "start" });
  };

  // Once it is said who plays, the points and all keys are in sight, also in large letters.
  const usePoints = ({ partner, step }) =>
    useLayoutEffect(() => {
      const points = document.getElementById("points");
      if (partner && step !== "review" && points)
        Table.intoSight(points, document.querySelector(".keypad-4"));
    }, [Boolean(partner)]);

  const begin = ({ deal, first, hand }) => (hand ? Spjst.stateOf(hand) : Spjst.blank(deal, first));

  // What was opened is brought into view.
  const useTyped = (props) => {
    const [state, put, isTyped] = Table.useTyped(props, begin, show);
    const change = (patch, id) => {
      const { open, at } = Object.assign({}, state, patch);
      const isOpened = open && open !== state.open;
      const isTurned = at !== state.at && open !== "values";
      put(patch, id || (isOpened ? "rare" : isTurned ? `panel-${open}` : ""));
    };
    return [state, change, isTyped];
  };

  const HandForm = (props) => {
    const { names, onSave } = props;
    // the hand that is changed may not tell who led it off
    const deal = props.deal && Object.assign({}, props.deal, { lead: props.deal.lead || 1 });
    const { rules } = Spjst;
    const [state, change, isTyped] = useTyped(props);
    usePoints(state);
    const [asked, setAsked] = useState(false); // tell what is missing from now on
    const once = Table.useOnce(onSave);
    const found = Spjst.problemsOf(state, rules, names);
    const net = found.length ? null : Spjst.settle(Spjst.recordOf(state, rules), rules).net;
    const isReview = state.step === "review" && net;
    const review = () => {
      setAsked(true);
      if (found.length) change(...wayTo(state, found[0], deal));
      else change({ step: "review" }, "main");
    };
    const { note, reason } = state;
    const save = () =>
      once({
        record: Spjst.recordOf(state, rules),
        dealer: Spjst.dealerOf(state),
        note: note.trim(),
        reason: reason.trim(),
      });
    const told = (place) => asked && (found.find((each) => each.place === place) || {}).text;
    const own = Object.assign({}, props, {
      deal,
      state,
      rules,
      net,
      told,
      change,
      isTyped,
      review,
      save,
    });
    return html`<${isReview ? Review : Typing} key=${Boolean(isReview)} ...${own} />`;
  };

  Spjst.HandForm = HandForm;
})();
