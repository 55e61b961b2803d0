// Several at once: codes by seat or side, any of some, and parts of a deal.
var Deals = Deals || {};

(() => {
  "use strict";

  const { html } = Table;
  const { useLayoutEffect, useRef, useState } = Table.hooks;

  const without = (list, code) => list.filter((each) => each !== code);
  const toggled = (list, code) => (list.includes(code) ? without(list, code) : list.concat(code));
  const inOrder = (codes, held) =>
    codes.map(([code]) => code).filter((code) => held.includes(code));
  const withRow = (answer, row, held) => Object.assign({}, answer, { [row]: held });

  // What the row holds after this code was tapped.
  const afterTap = ({ entry, codes, most }, held, code) => {
    if (entry === "one") return held === code ? null : code;
    if (entry === "list") return inOrder(codes, toggled(held || [], code));
    const counts = Object.assign({}, held);
    const next = code in counts ? counts[code] + 1 : 0;
    if (next > most) delete counts[code];
    else counts[code] = next;
    return counts;
  };

  const isHeld = ({ entry }, held, code) => {
    if (Deals.isNone(held)) return false;
    if (entry === "one") return held === code;
    return entry === "list" ? held.includes(code) : code in held;
  };

  const Chip = ({ label, about, isOn, more, tap }) => html`
    <button type="button" class="choice" aria-pressed=${String(isOn)} onClick=${tap}
      aria-label=${`${about}: ${label}${more ? ` ${more}` : ""}`}>
      <span>${Deals.suited(label)}</span>${more && html`<small>${more}</small>`}
    </button>`;

  const Row = ({ title, look, children }) => html`
    <div class=${look || "stack stack-tight"} role="group" aria-label=${title}>
    <p class="strong">${title}</p><div class="choices chips">${children}</div></div>`;

  const ChipsQuestion = ({ question, answer, set, ctx }) => {
    const { rows, codes, entry, by_code: byCode } = question;
    const given = answer || {};
    const sides = rows.length
      ? rows
      : ctx.playing.map((seat) => [String(seat), ctx.names[seat - 1]]);
    const tap = (row, code) => {
      const held = afterTap(question, given[row], code);
      if (!byCode || !isHeld(question, held, code)) return set(withRow(given, row, held), false);
      const next = {}; // the code is one row's alone
      for (const [other] of sides) {
        const list = given[other];
        next[other] = entry === "list" && list ? without(list, code) : list;
      }
      return set(withRow(next, row, held), false);
    };
    const chip = (about, label, row, code) => {
      const isOn = isHeld(question, given[row], code);
      const doubled = entry === "count" && isOn && given[row][code];
      return html`<${Chip} key=${row + code} ...${{ about, label, isOn }}
        more=${doubled ? `×${2 ** doubled}` : ""} tap=${() => tap(row, code)} />`;
    };
    return byCode
      ? codes.map(
          ([code, label]) => html`<${Row} title=${label} look="code-row" key=${code}>
          ${sides.map(([row, name]) => chip(label, name, row, code))}
        <//>`,
        )
      : sides.map(
          ([row, name]) => html`<${Row} title=${name} key=${row}>
          ${codes.map(([code, label]) => chip(name, label, row, code))}
        <//>`,
        );
  };

  const SeveralQuestion = ({ question, answer, set, ctx }) => {
    const { codes, label, zero } = question;
    const given = answer || [];
    const points = zero && Deals.fieldIn(ctx.record, zero);
    const may = (seat) => given.includes(seat) || !points || points[seat - 1] === 0;
    const all = codes.length
      ? codes
      : ctx.playing.filter(may).map((seat) => [seat, ctx.names[seat - 1]]);
    const isShort = all.every(([, name]) => name.length <= Deals.SHORT); // as cards are: a suit in a row
    return html`<div class=${`choices chips ${isShort ? "cards" : ""}`}>${all.map(
      ([
        code,
        name,
      ]) => html`<${Chip} key=${code} about=${label} label=${name} isOn=${given.includes(code)}
        tap=${() => set(inOrder(all, toggled(given, code)), false)} />`,
    )}</div>`;
  };

  const DoublingsQuestion = ({ id, question, answer, set }) => {
    const options = question.names.map((name, n) => ({
      value: n,
      text: name || say("None"),
      more: `×${2 ** n}`,
    }));
    const isShort = options.every(({ text }) => text.length <= 4);
    return html`<${Deals.Choice} id=${id} look=${isShort ? "quick" : "climb"} options=${options}
      isOn=${(value) => value === (answer || 0)} pick=${(value) => set(value, true)} />`;
  };

  const FlagQuestion = ({ question, answer, set }) => html`<button type="button" class="choice"
    aria-pressed=${String(Boolean(answer))} onClick=${() => set(!answer, true)}>
      <span>${question.label}</span>
    </button>`;

  // A part of the deal: all that is asked of it, below one another.
  const PartQuestion = ({ id, question, answer, set, ctx, problems }) => {
    const given = answer || {};
    const record = Deals.fold(question.questions, given, {}, ctx.schema);
    const asked = question.questions.filter((each) => Deals.isAsked(each, {}, ctx.schema, record));
    const found = Deals.byQuestion(Deals.inPart(problems || [], question.path), asked);
    return asked.map(
      (each) => html`
      <${Deals.Question} key=${each.id} id=${`${id}-${each.id}`} question=${each} answer=${given[each.id]}
        ctx=${ctx} problems=${found[each.id]}
        set=${(value) => set(Object.assign({}, given, { [each.id]: value }), false)} />`,
    );
  };

  // Nothing more is to be said of it: what may be left out aside.
  const isWhole = ({ questions }, answers, ctx) => {
    const record = Deals.fold(questions, answers, {}, ctx.schema);
    return questions
      .filter(({ is }) => is === "codes" || is === "seats")
      .filter((each) => Deals.isAsked(each, {}, ctx.schema, record))
      .every(({ id }) => !Deals.isNone(answers[id]));
  };

  // One of several parts that is told in a line; a tap shows all of it again.
  const Folded = ({ question, part, ctx, open }) => html`<button type="button"
    class="choice answered" onClick=${open}>
    <span>${Deals.answerWords(question, [part], ctx)}</span>
  </button>`;

  // Which code whose: a tap says it of a new part, or of the one that has this code.
  const Grid = ({ question, given, ctx, put }) => {
    const [codeId, seatId] = question.grid;
    const { codes } = question.questions.find(({ id }) => id === codeId);
    return html`<div class="stack stack-tight">${codes.map(([code, label]) => {
      const n = given.findIndex((part) => part[codeId] === code);
      return html`<${Row} title=${label} look="code-row" key=${code}>${ctx.playing.map(
        (seat) => html`<${Chip} key=${seat} about=${label} label=${ctx.names[seat - 1]}
          isOn=${n >= 0 && given[n][seatId] === seat}
          tap=${() => put(n < 0 ? given.length : n, { [codeId]: code, [seatId]: seat })} />`,
      )}<//>`;
    })}</div>`;
  };

  // All that is said of one of several parts.
  const OnePart = ({ id, question, part, path, ctx, problems, set, remove }) => {
    const { grid = [], questions } = question;
    const [code, seat] = grid.map((name) => questions.find((each) => each.id === name));
    const asked = questions.filter((each) => !grid.includes(each.id));
    const words = (each) => Deals.answerWords(each, part[each.id], ctx);
    const own = problems.filter(({ field }) => field.startsWith(path));
    const ofGrid = own.filter(({ field }) =>
      grid.some((name) => name === `part-${field.slice(path.length + 1)}`),
    );
    return html`<div class="stack part">
      ${code && html`<p class="strong">${Deals.suited(words(code))}: ${words(seat)}</p>`}
      <${Deals.Problem} text=${Deals.problemWords(ofGrid, ctx.names)} />
      <${PartQuestion} id=${id} question=${Object.assign({}, question, { path, questions: asked })}
        answer=${part} ctx=${ctx} problems=${own} set=${set} />
      ${
        remove &&
        html`<button type="button" class="btn" onClick=${remove}>
        ${say("Remove this")}
      </button>`
      }
    </div>`;
  };

  // With a grid what is whole is folded to a line, but for the one that is being said.
  const PartsQuestion = ({ id, question, answer, set, ctx, problems }) => {
    const { most, path, grid } = question;
    const given = answer && answer.length ? answer : most ? [{}] : []; // the first at once
    const [open, setOpen] = useState(-1);
    const place = useRef(null);
    const isFirst = useRef(true);
    useLayoutEffect(() => {
      if (!isFirst.current) place.current.focus({ preventScroll: true });
      if (!isFirst.current) Table.intoSight(place.current);
      isFirst.current = false;
    }, [open]);
    const pathOf = (n) => (Deals.standsAlone(question, given) ? path : `${path}[${n}]`);
    const put = (n, part) => {
      const next = given.slice();
      next[n] = Object.assign({}, next[n], part);
      if (grid) setOpen(isWhole(question, next[n], ctx) ? -1 : n);
      set(next, false);
    };
    const remove = (n) => {
      setOpen(-1);
      set(
        given.filter((_, m) => m !== n),
        false,
      );
    };
    const isOpen = (n) => !grid || n === open || !isWhole(question, given[n], ctx);
    const isAnyOpen = given.some((_, n) => isOpen(n));
    return html`<div class="stack" tabindex="-1" ref=${place}>
      ${given.map((part, n) =>
        isOpen(n)
          ? html`<${OnePart} key=${n} id=${`${id}-${n}`} path=${pathOf(n)} problems=${problems || []}
            ...${{ question, part, ctx }} set=${(value) => put(n, value)} remove=${answer && (() => remove(n))} />`
          : html`<${Folded} key=${n} ...${{ question, part, ctx }} open=${() => setOpen(n)} />`,
      )}
      ${grid && !isAnyOpen && html`<${Grid} ...${{ question, given, ctx, put }} />`}
      ${
        !grid &&
        (!most || given.length < most) &&
        html`<button type="button" class="btn btn-wide"
        onClick=${() => set(given.concat({}), false)}>
        ${given.length ? say("Add another") : say("Add one")}
      </button>`
      }
    </div>`;
  };

  Object.assign(Deals, {
    ChipsQuestion,
    DoublingsQuestion,
    FlagQuestion,
    PartQuestion,
    PartsQuestion,
    SeveralQuestion,
  });
})();
