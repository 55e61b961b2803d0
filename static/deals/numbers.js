// Numbers by a keypad: one, or one for each who plays, of which the last is what is left.
var Deals = Deals || {};

(() => {
  "use strict";

  const { html } = Table;
  const { useLayoutEffect } = Table.hooks;
  const BACK = "back";
  const NEXT = "next";
  const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

  // The digits after one more key, or null where it can do nothing. One too many starts
  // anew, as does the first after the number was looked at again.
  const afterKey = (digits, key, most, fresh) => {
    if (key === BACK) return digits ? digits.slice(0, -1) : null;
    const isNew = fresh || digits === "0" || Number(digits + key) > most;
    const next = isNew ? key : digits + key;
    return Number(next) > most ? null : next;
  };

  const Keypad = ({ press, can, more }) => {
    const key = (
      name,
      text,
      label,
    ) => html`<button type="button" key=${name} class=${`key ${label ? "key-quiet" : ""}`}
      aria-label=${label} aria-disabled=${can(name) ? undefined : "true"}
      onClick=${() => can(name) && press(name)}>${text}</button>`;
    return html`<div class="keypad" role="group" aria-label=${say("Digits")}>
      ${DIGITS.map((digit) => key(digit, digit))}
      ${key(BACK, "⌫", say("Delete the last digit"))}${key("0", "0")}
      ${more ? key(NEXT, "→", say("Next number")) : html`<span></span>`}
    </div>`;
  };

  // Digits typed on a real keyboard, wherever the focus is but in a field or in another
  // question; the one on the main way takes those that are nobody's.
  const useDigits = (id, press) =>
    useLayoutEffect(() => {
      const onKey = (event) => {
        const { target, ctrlKey, metaKey, altKey } = event;
        const key = event.key === "Backspace" ? BACK : event.key;
        const within = target.closest(".asked");
        const isMine = within ? within.id === id : !document.getElementById(id).closest("#panel");
        const isElsewhere = ctrlKey || metaKey || altKey || /INPUT|TEXTAREA/.test(target.tagName);
        if (isElsewhere || !isMine || (key !== BACK && !/^\d$/.test(key))) return;
        press(key);
        event.preventDefault();
      };
      document.addEventListener("keydown", onKey);
      return () => document.removeEventListener("keydown", onKey);
    });

  const boundsOf = (bounds) =>
    bounds.step > 1
      ? say("At least {least}, and a multiple of {step}.", bounds)
      : say("At least {least}.", bounds);

  const NumberQuestion = ({ id, question, answer, set, fresh }) => {
    const { most, of, sides, hint, quick } = question;
    const digits = typeof answer === "string" ? answer : "";
    const after = (key) => afterKey(digits, key, most, fresh);
    const press = (key) => after(key) !== null && set(after(key), false);
    useDigits(id, press);
    const known = digits !== "";
    const isWrong = known && !Deals.maySay(question, Number(digits));
    return html`<div class="stack stack-tight">
      <p class="typed" aria-live="polite">
        <b class="mid-number">${known ? digits : "–"}</b>
        ${sides[0] && html`<small>${sides[0]}</small>`}
        ${of > 0 && html`<b class="mid-number">${known ? of - Number(digits) : "–"}</b>`}
        ${of > 0 && sides[1] && html`<small>${sides[1]}</small>`}
      </p>
      ${(hint || isWrong) && html`<p class="small muted" aria-live="polite">${isWrong ? boundsOf(question) : hint}</p>`}
      ${
        quick.length > 0 &&
        html`<${Deals.Choice} id=${id} look="quick"
        options=${quick.map((each) => ({ value: String(each), text: each }))}
        isOn=${(value) => value === digits} pick=${(value) => set(value, true)} />`
      }
      <${Keypad} press=${press} can=${(key) => after(key) !== null} />
    </div>`;
  };

  const SharesQuestion = ({ id, question, answer, set, ctx }) => {
    const { names, record, schema } = ctx;
    const places = Deals.placesOf(question, record, schema);
    const typed = (answer && answer.typed) || {};
    const open = (answer && answer.at) || places.find((place) => !typed[place]) || places[0];
    const total = Deals.totalOf(question, record);
    const numbers = Deals.sharesOf(question, { typed }, record, schema);
    const sum = places.reduce((so, place) => so + Number(typed[place] || 0), 0);
    const beside = (place) => places[(places.indexOf(place) + 1) % places.length];
    // A number that can have no more digits brings the next by itself, while one is asked.
    const put = (digits, key) => {
      const now = Object.assign({}, typed, { [open]: digits });
      const left = total - sum + Number(typed[open] || 0);
      const isWhole = digits <= left && (digits === "0" || digits * 10 > left);
      const isOver = isWhole && !now[beside(open)];
      const went =
        key !== BACK && isOver && !Deals.sharesOf(question, { typed: now }, record, schema);
      set({ typed: now, at: went ? beside(open) : open, went }, false);
    };
    const to = (place) => set({ typed, at: place, fresh: Boolean(typed[place]) }, false);
    // "Next" is no step more where it just went there
    const after = (key) => {
      if (key === NEXT) return (answer || {}).went ? open : beside(open);
      return afterKey(typed[open] || "", key, total, answer && answer.fresh);
    };
    const press = (key) =>
      after(key) !== null && (key === NEXT ? to(after(key)) : put(after(key), key));
    useDigits(id, press);
    const isLeft = (place) => numbers && !typed[place];
    return html`<div class="stack stack-tight">
      <div class=${`choices shares shares-${places.length}`} role="group" aria-label=${question.label}>
        ${places.map(
          (place) => html`<button type="button" key=${place} class="choice"
          aria-pressed=${String(place === open)} onClick=${() => to(place)}>
          <span>${Deals.placeName(question, place, names)}</span>
          <b class=${`mid-number ${isLeft(place) ? "muted" : ""}`}>
            ${isLeft(place) ? numbers[place] : typed[place] || "–"}
          </b>
        </button>`,
        )}
      </div>
      <p class="small muted" aria-live="polite">
        ${sumWords(sum, total, numbers)}${tooMuch(places, typed, total - sum, ctx.schema, question)}
      </p>
      <${Keypad} press=${press} can=${(key) => after(key) !== null} more=${true} />
    </div>`;
  };

  // Why what is left cannot be the number that is open.
  const tooMuch = (places, typed, left, schema, question) => {
    const open = places.find((place) => !typed[place]);
    const most = Deals.mostAt(open, schema);
    const said = () =>
      say("{name} can have at most {most}.", { name: Deals.placeName(question, open, []), most });
    return left > most ? ` ${said()}` : "";
  };

  const sumWords = (sum, total, numbers) => {
    const left = Math.abs(total - sum);
    if (sum > total) return say("{sum} in all, {left} too many.", { sum, left });
    const all = numbers && Object.keys(numbers).reduce((so, place) => so + numbers[place], 0);
    if (numbers && all < total) return say("{sum} in all, {left} missing.", { sum, left });
    return numbers
      ? say("{total} in all.", { total })
      : say("{total} in all, {left} left.", { total, left });
  };

  Object.assign(Deals, { NumberQuestion, SharesQuestion });
})();
