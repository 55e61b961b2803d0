// The form of a deal, drawn from data: one question after the other, what was answered above
// it, what is rare folded below; and a look at what it comes to before it is saved.
var Deals = Deals || {};

(() => {
  "use strict";

  const { html } = Table;
  const { useEffect, useLayoutEffect } = Table.hooks;

  const PLAIN = { help: "", when: [], kinds: [], keys: [], active: false, but: [] };
  const DEALER = Object.assign({ id: "dealer", is: "seats", path: "dealer" }, PLAIN);
  const FIRST = Object.assign({ label: say("Who deals?") }, DEALER);
  const OTHER = Object.assign({ label: say("Who deals?") }, DEALER); // than the rotation says
  const NOTE = { id: "note", is: "note", path: "note", label: say("Note"), keys: [] };
  // What is answered by passing on.
  const NONE = { several: [], chips: {}, flag: false, doublings: 0, part: {}, parts: [] };

  const stateOf = ({ hand, first }) => {
    const answers = hand ? Deals.answersOf(Deals.data, hand.record) : {};
    const dealer = !hand && first && first.dealer;
    return {
      step: "form", // or "review"
      at: null, // the question of the main way that is looked at again
      open: "", // what is open of the rare
      answers: dealer ? { dealer } : answers,
      fresh: false, // the next digit starts the number anew
      note: (hand && hand.note) || "",
      reason: "",
    };
  };

  const isMain = ({ id }) => /^main-/.test(id);

  // All that follows from what was typed: the record, what is asked, what is open.
  const lookAt = (state, { names, me, deal, hand, closing }) => {
    const { data } = Deals;
    const { answers } = state;
    const given = (hand && hand.record.dealer) || (deal && deal.dealer);
    const head = { table: names.length, dealer: answers.dealer || given || undefined };
    const { record, asked } = Deals.told(data, head, answers);
    const isClosing = Deals.isClosing(record);
    if (isClosing && closing) record.dealer = closing.dealer;
    const { schema, direction } = data;
    const main = (given ? [] : [FIRST]).concat(asked.filter(isMain));
    const more = asked.filter((each) => !isMain(each)).concat(NOTE);
    const isDone = (each) => Deals.isAnswered(each, answers[each.id], record, schema);
    const missing = main.find((each) => !isDone(each)) || null;
    const sits = Deals.sitsOut(record, schema);
    const playing = Deals.playing(record, schema);
    const ctx = {
      names,
      me,
      direction,
      record,
      schema,
      sits,
      playing,
      closing: closing || isClosing,
    };
    const open = main.find(({ id }) => id === state.at) || missing;
    const found = missing ? [] : Table.game.check(record);
    const all = main.concat(more, given && !isClosing ? OTHER : []);
    return { data, record, main, more, all, ctx, open, missing, found, isClosing, isDone };
  };

  // Brings a part of the form into view.
  const show = (id) => {
    const element = document.getElementById(id) || document.getElementById("main");
    element.focus({ preventScroll: true });
    if (id === "main") element.scrollIntoView({ block: "start" });
    else Table.intoSight(element);
  };

  // ---- What is answered, and what is asked ------------------------------------------------

  const LONG = 24; // letters of an answer that needs a line of its own

  const Answered = ({ label, words, problem, onLook }) => html`<li
    class=${problem || words.length > LONG ? "answered-long" : ""}>
    <button type="button" class=${`choice answered ${problem ? "is-wrong" : ""}`} onClick=${onLook}>
      <small>${label}</small><span>${words}</span>
    </button>
    <${Deals.Problem} text=${problem} />
  </li>`;

  const Answers = ({ look, state, found, change }) => {
    const { main, open, isDone, ctx } = look;
    const shown = main.filter((each) => each !== open && isDone(each));
    if (!shown.length) return null;
    return html`<ul class="choices answers" aria-label=${say("Answered; tap to change")}>${shown.map(
      (each) => html`<${Answered} key=${each.id}
        label=${(Deals.keyOf(each, state.answers[each.id]) || each).asked || each.label}
        words=${Deals.answerWords(each, state.answers[each.id], ctx)}
        problem=${Deals.problemWords(found[each.id], ctx.names)}
        onLook=${() => change({ at: each.id, fresh: true }, `q-${each.id}`)} />`,
    )}</ul>`;
  };

  const Open = ({ look, state, found, answer }) => {
    const { open, ctx } = look;
    return (
      open &&
      html`<${Deals.Question} key=${open.id} id=${`q-${open.id}`} question=${open}
      answer=${state.answers[open.id]} ctx=${ctx} fresh=${state.fresh} problems=${found[open.id]}
      set=${(value, isDone) => answer(open, value, isDone)} />`
    );
  };

  // ---- What is rare -------------------------------------------------------------------------

  const Note = ({ state, change }) => html`<div class="field">
    <label for="note-text">${say("Note")}</label>
    <textarea id="note-text" maxlength="300" value=${state.note}
      onInput=${(event) => change({ note: event.target.value })}></textarea>
  </div>`;

  const Panel = ({ question, look, state, found, answer, change }) => {
    const given = state.answers[question.id];
    const take = () => answer(question, undefined, true);
    return html`<section class="panel stack" id="panel" tabindex="-1" aria-label=${question.label}>
      ${
        question.is === "note"
          ? html`<${Note} state=${state} change=${change} />`
          : html`<${Deals.Question} key=${question.id} id=${`q-${question.id}`} question=${question} answer=${given}
            ctx=${look.ctx} problems=${found[question.id]} set=${(value) => answer(question, value, false)} />
          ${
            Deals.isThere(given) &&
            question.is !== "parts" &&
            html`<button type="button" class="btn" onClick=${take}>${say("Remove this")}</button>`
          }`
      }
    </section>`;
  };

  const More = (props) => {
    const { look, state, found, answer, change } = props;
    const { more, ctx } = look;
    const answered = (each) => Deals.answerWords(each, state.answers[each.id], ctx);
    const words = (each) => (each === NOTE ? state.note.trim() : answered(each));
    const toggle = (each) => {
      if (each.is === "flag") return answer(each, !state.answers[each.id], false);
      return state.open === each.id ? change({ open: "" }) : change({ open: each.id }, "panel");
    };
    const open = more.find(({ id }) => id === state.open);
    return html`<div class="stack stack-tight" id="rare">
      <h2>${say("Also in this hand")}</h2>
      <div class="choices choices-3">${more.map((each) => {
        const said = words(each);
        const look = `choice rare ${said ? "is-set" : ""} ${found[each.id] ? "is-wrong" : ""}`;
        return html`<button type="button" key=${each.id} class=${look}
          aria-expanded=${String(open === each)} onClick=${() => toggle(each)}>
          <span>${each.label}</span>${said && html`<small>${said}</small>`}</button>`;
      })}</div>
      ${more
        .filter((each) => found[each.id] && each !== open)
        .map(
          (each) =>
            html`<${Deals.Problem} key=${each.id} text=${Deals.problemWords(found[each.id], ctx.names)} />`,
        )}
      ${open && html`<${Panel} ...${props} key=${open.id} question=${open} />`}
    </div>`;
  };

  // ---- The whole --------------------------------------------------------------------------------

  const dealWords = ({ record, sits, names }, isClosing) => {
    if (!record.dealer) return "";
    const who = { dealer: Deals.nameOf(names, record.dealer) };
    if (isClosing)
      return sits ? say("{dealer} dealt last and sits out", who) : say("{dealer} dealt last", who);
    return sits ? say("{dealer} deals and sits out", who) : say("{dealer} deals", who);
  };

  // Who deals, and the way to say that another does.
  const Dealer = ({ look, state, change }) => {
    const words = dealWords(look.ctx, look.isClosing);
    const { record, names } = look.ctx;
    const isAsked = look.data.form.summary.some(({ text }) => text.includes("{forehand}"));
    const first =
      isAsked &&
      record.dealer &&
      html` · <span>${Table.forehandWords(record.dealer, names)}</span>`;
    if (!look.all.includes(OTHER)) return html`<span>${words}</span>${first}`;
    const isOpen = state.open === OTHER.id;
    return html`<button type="button" class="dealer" aria-expanded=${String(isOpen)}
      onClick=${() => change({ open: isOpen ? "" : OTHER.id }, isOpen ? "" : "q-dealer")}>${words}</button>${first}`;
  };

  const OtherDealer = ({ look, state, found, change }) => {
    const { dealer } = look.record;
    const pick = (value) =>
      change({ answers: Object.assign({}, state.answers, { dealer: value }), open: "" }, "main");
    return (
      state.open === OTHER.id &&
      html`<section class="panel"><${Deals.Question} id="q-dealer" question=${OTHER}
      answer=${dealer} ctx=${look.ctx} problems=${found.dealer} set=${pick} /></section>`
    );
  };

  // Nothing of it is rare: it may be saved from here.
  const isPlain = ({ more }, state) =>
    !state.note.trim() && more.every(({ id }) => !Deals.isThere(state.answers[id]));

  const Bar = ({ look, state, told, problems, names, number, isChange, answer, review, save }) => {
    const { open, missing, isDone } = look;
    if (missing) {
      const isNext = open && (open.is in NONE || (isDone(open) && open !== missing));
      const pass = () => {
        const given = state.answers[open.id];
        answer(open, given === undefined ? NONE[open.is] : given, true);
      };
      return (
        isNext &&
        html`<button type="button" class="btn btn-main" onClick=${pass}>${say("Next")}</button>`
      );
    }
    const net = told.answer && told.answer.net;
    const isKnown = net || told.answer === null || told.late;
    const isNow = isKnown && !problems.length && !isChange && isPlain(look, state);
    return html`${
      isKnown && !net
        ? html`<p class="wide small" role="status">${Deals.FOLLOWS}</p>`
        : html`<${Table.Nets} names=${names} net=${net || names.map(() => "–")} />`
    }
      <${Table.Save} key=${isNow ? "save" : "review"} onSave=${isNow ? save : review}>
        ${isNow ? say("Save hand {n}", { n: number }) : say("Review hand {n}", { n: number })}
      <//>
      ${isNow && html`<button type="button" class="btn" onClick=${review}>${say("Review")}</button>`}`;
  };

  const Typing = (props) => {
    const { look, names, number, badges, problems, found } = props;
    const { main, open, missing } = look;
    // What there is to review comes in a bar that covers no key.
    useLayoutEffect(() => {
      const asked = !missing && open && document.getElementById(`q-${open.id}`);
      if (asked && asked.querySelector(".keypad")) Table.intoSight(asked);
    }, [!missing]);
    // In large letters a form may begin with keys that are out of sight.
    useEffect(() => {
      const asked = open && document.getElementById(`q-${open.id}`);
      if (asked && asked.querySelector(".keypad") && Table.isLarge()) Table.intoSight(asked);
    }, []);
    const isLate = !missing || main.indexOf(open) === main.length - 1;
    const lost = Deals.problemWords(found[""], names);
    return html`<div class="hand-form deal-form">
      <${Table.Page} title=${say("Hand {n}", { n: number })} lead=${Dealer(props)} bar=${Bar(props)}>
        <${OtherDealer} ...${props} />
        ${
          (badges || []).length > 0 &&
          html`<p class="note note-waits">${Table.withNames(badges.join(" · "), names)}</p>`
        }
        <${Answers} ...${props} />
        <${Open} ...${props} />
        ${problems.length > 0 && lost && html`<${Deals.Problem} text=${lost} />`}
        ${isLate && html`<${More} ...${props} />`}
        <${Table.Leave} ...${props} />
      <//>
    </div>`;
  };

  // Looks at the question to which the first problem belongs.
  const toProblem = (look, found) => {
    const id = Object.keys(found)[0];
    if (look.main.some((each) => each.id === id)) return [{ at: id, fresh: true }, `q-${id}`];
    return [{ open: id }, id === OTHER.id ? "q-dealer" : "panel"];
  };

  const HandForm = (props) => {
    const { hand, onSave, preview } = props;
    const [state, change, isTyped] = Table.useTyped(props, stateOf, show);
    const look = lookAt(state, props);
    const { missing, record } = look;
    const told = Deals.usePreview(
      missing || look.found.length ? "" : JSON.stringify(record),
      preview,
    );
    const problems = look.found.concat((told.answer && told.answer.problems) || []);
    const { all } = look;
    // what is still to be said is no fault of one who says it
    const found = Deals.byQuestion(
      problems.filter(({ code }) => state.tried || code !== "missing_field"),
      all,
    );
    const once = Table.useOnce(onSave);
    const isChange = Boolean(hand && "net" in hand);
    // an answer is what is said, undefined what is taken back
    const answer = (question, value, isDone) => {
      const answers = Object.assign({}, state.answers, { [question.id]: value });
      if (value === undefined) delete answers[question.id];
      if (look.more.includes(question)) return change({ answers });
      const next = lookAt(Object.assign({}, state, { answers, at: null }), props).open;
      return change(
        { answers, at: isDone ? null : question.id, fresh: false },
        isDone ? `q-${next && next.id}` : "",
      );
    };
    const review = () => {
      if (!problems.length) return change({ step: missing ? "form" : "review" }, "main");
      const [patch, id] = toProblem(look, Deals.byQuestion(problems, all));
      return change(Object.assign({ step: "form", tried: true }, patch), id);
    };
    const save = () =>
      once({ record, dealer: record.dealer, note: state.note.trim(), reason: state.reason.trim() });
    const isReview = state.step === "review" && !missing && !problems.length;
    // What the server finds while one looks at it is put right first.
    useLayoutEffect(() => {
      if (state.step === "review" && !isReview) review();
    });
    const reckoned = { state, data: look.data, look, record, told, problems, found, isChange };
    const own = Object.assign({}, props, reckoned, { change, answer, isTyped, review, save });
    return html`<${isReview ? Deals.Review : Typing} key=${Boolean(isReview)} ...${own} />`;
  };

  Object.assign(Deals, { HandForm });
})();
