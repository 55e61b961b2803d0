// The sheet's form: adds up while one types, and leads the Enter key from seat to seat.
// Without it the form works all the same: it is saved as it stands, and the server adds.
// It is loaded before the page is shown: the first field has the focus at once, and an
// Enter that came before this script would send a sheet with one number.
(() => {
  const MINUS = "\u2212";
  const NUMBER = /^[-\u2212\u2013\u2014+]?[0-9]{1,99}$/;
  const MOST = 99999; // as the server's fields (scoring/core/forms.py)
  const MOST_TIMES = 10; // and scoring/sheets/sheet.py
  const PAUSE = 200; // ms after a key before the server is asked
  const BEGINS_NUMBER = /^[-+\u2212\u2013\u20140-9]$/;

  const shown = (number) => (number < 0 ? MINUS + -number : String(number));

  // Empty is null; what the server would not take for a number is NaN.
  const read = (input) => {
    const typed = input ? input.value.replace(/\s/g, "") : "";
    if (!typed) return null;
    if (!NUMBER.test(typed)) return NaN;
    const size = Number(typed.replace(/^\D/, ""));
    if (size > MOST) return NaN;
    return /^[\d+]/.test(typed) ? size : -size;
  };

  const orNone = (input) => (read(input) === null ? 0 : read(input));

  // A short tone for people who look at the paper. Silence where a browser allows none.
  let audio = null;
  const beep = () => {
    try {
      audio ||= new AudioContext();
      const [voice, volume] = [audio.createOscillator(), audio.createGain()];
      voice.frequency.value = 440;
      volume.gain.value = 0.2;
      voice.connect(volume).connect(audio.destination);
      voice.start();
      voice.stop(audio.currentTime + 0.25);
    } catch {}
  };

  const start = (form) => {
    const must = Number(form.dataset.must);
    const isUnproved = "unproved" in form.dataset; // nothing says what they total
    const find = (start) => [...form.querySelectorAll(`input[name^="${start}"]`)];
    const held = find("held");
    const borrowed = find("borrowed");
    const ruled = find("ruled");
    const rows = [...form.querySelectorAll("[data-row]")];
    const colourRows = [...form.querySelectorAll("[data-colour-row]")];
    const colours = colourRows.map((row) =>
      [...row.querySelectorAll("[data-worth]")].map((cell) => ({
        worth: Number(cell.dataset.worth),
        input: cell.querySelector("input"),
      })),
    );
    const standing = rows.map((row) => Number(row.querySelector("[data-standing]").value));
    const save = form.querySelector("[data-save]");
    const reason = form.querySelector('input[name="reason"]');
    const said = form.querySelector("[data-said]");
    const total = form.querySelector("[data-total]");
    const causes = form.querySelector("[data-causes]");
    const note = form.querySelector("[data-differs-note]");
    let gap = null; // the empty field that Enter led back to

    // What a seat's colours make: null where none is counted, NaN where one is no count.
    const worthOf = (row) => {
      const counts = row.map(({ input }) => read(input));
      if (counts.every((count) => count === null)) return null;
      if (counts.some((count) => count < 0)) return NaN;
      return row.reduce((all, { worth }, at) => all + worth * (counts[at] || 0), 0);
    };

    // Where chips lie a number below 0 is a score, its loan taken off (rules/sheet.py).
    const scoreOf = (has, loan) => {
      if (!borrowed.length) return has;
      if (Number.isNaN(loan) || loan < 0) return NaN;
      if (has >= 0) return has - loan;
      return loan && loan < -has ? NaN : has;
    };

    // Null while nothing is typed; NaN for what the server would refuse, so that
    // nothing is called right that cannot be saved.
    const scores = () =>
      rows.map((row, n) => {
        const has = read(held[n]);
        if (has === null) return null;
        const counted = colours[n] ? worthOf(colours[n]) : null;
        if (counted !== null && counted !== has) return NaN;
        if (borrowed.length && has > MOST_TIMES * must) return NaN;
        return scoreOf(has, orNone(borrowed[n])) + orNone(ruled[n]) + standing[n];
      });

    const reckon = () => {
      const each = scores();
      const whole = each.every((score) => score !== null && !Number.isNaN(score));
      const sum = each.reduce((all, score) => all + (score || 0), 0);
      const isAny = ["PAR", "any"].includes(form.dataset.unproved); // no pool owes chips
      const off = isUnproved && (sum < must || isAny) ? 0 : sum - must;
      return { each, whole, sum, off, right: whole && off === 0 && !isRefused() };
    };

    // For who hears the page: the difference, and what explains it best.
    const tell = (now) => {
      const first = causes && causes.querySelector(".suggestion > span");
      const why = first ? ` ${first.textContent} ${say("To use this number, type U.")}` : "";
      said.textContent = `${shown(now.sum)}: ${words(now)}.${why}`;
    };

    // What was wrong when it was sent stands until something is typed over it.
    const isRefused = () =>
      "refused" in form.dataset || form.querySelector(".errorlist, .note-wrong") !== null;

    const words = ({ whole, off, right }) => {
      if (right) return isUnproved ? say("needs a second entry") : say("adds up");
      if (form.dataset.unproved === "any") return say("no fixed total");
      if (!whole || off === 0) return say("of {total}", { total: shown(must) });
      return off > 0 ? say("{n} too many", { n: off }) : say("{n} missing", { n: -off });
    };

    const offerRuling = ({ whole, off }) => {
      for (const [n, button] of form.querySelectorAll("[data-bears]").entries()) {
        const amount = (read(ruled[n]) || 0) - off;
        button.hidden = !whole || !off;
        button.dataset.amount = shown(amount);
        const chips = amount > 0 ? `+${amount}` : shown(amount);
        button.textContent = say("Assign {chips} here", { chips });
      }
    };

    const show = () => {
      const now = reckon();
      for (const [n, row] of rows.entries()) {
        const score = now.each[n];
        const known = score !== null && !Number.isNaN(score);
        row.querySelector("[data-score]").textContent = known ? shown(score) : "\u2013";
      }
      form.querySelector("[data-sum]").textContent = shown(now.sum);
      form.querySelector("[data-word]").textContent = words(now);
      total.classList.toggle("is-right", now.right);
      total.classList.toggle("is-wrong", now.whole && now.off !== 0);
      const stands = now.whole && now.off !== 0 && !("needsReason" in form.dataset);
      total.classList.toggle(
        "is-empty",
        held.every((input) => read(input) === null),
      );
      const { even, uneven, short, shortUneven } = save.dataset;
      save.textContent = (stands ? shortUneven : short) || (stands ? uneven : even);
      if (short) save.setAttribute("aria-label", stands ? uneven : even);
      if (now.whole && now.off === 0) mark(false);
      offerRuling(now);
      explain(now);
      return now;
    };

    // What may explain a difference: the server says so. An answer that comes late is
    // dropped, and without a network the difference alone stands there.
    let asked = null; // the numbers that the causes on the page belong to
    let asking = null;
    const told = () => {
      const typed = [...form.querySelectorAll("input.chips-field")].filter((field) =>
        field.value.trim(),
      );
      return new URLSearchParams(typed.map((field) => [field.name, field.value.trim()])).toString();
    };

    const explain = ({ whole, off }) => {
      const numbers = whole && off !== 0 ? told() : "";
      if (asked === null) asked = form.dataset.explained ? told() : "";
      if (!causes || numbers === asked) return;
      asked = numbers;
      if (asking) asking.abort();
      causes.replaceChildren();
      if (numbers) ask(numbers);
    };

    const ask = async (numbers) => {
      const mine = new AbortController();
      asking = mine;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (mine.signal.aborted) return;
      try {
        const where = causes.dataset.causes;
        const answer = await fetch(`${where}${where.includes("?") ? "&" : "?"}${numbers}`, {
          signal: mine.signal,
        });
        const text = answer.ok && !answer.redirected ? await answer.text() : "";
        if (mine.signal.aborted) return;
        causes.innerHTML = text;
        tell(reckon());
      } catch {} // no network: it is said again when something is typed
    };

    // A number that is typed anew is not wrong any more, whatever was said of it.
    const forgive = (input) => {
      delete form.dataset.refused;
      const places = rows.map((row, n) =>
        [row, colourRows[n], ruled[n] && ruled[n].closest("li")].filter(Boolean),
      );
      const own = places.find((each) => each.some((place) => place.contains(input)));
      for (const place of own || [input.closest(".field")].filter(Boolean)) {
        for (const error of place.querySelectorAll(".errorlist")) error.remove();
        for (const field of place.querySelectorAll("[aria-invalid]"))
          field.removeAttribute("aria-invalid");
      }
      for (const note of form.querySelectorAll(".note-wrong")) note.remove();
    };

    const changed = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

    // The colours of a seat make what it holds.
    const addColours = (row, n) => {
      const worth = worthOf(row);
      if (worth !== null) held[n].value = Number.isNaN(worth) ? "" : String(worth);
    };

    const go = (input) => {
      const closed = input.closest("details:not([open])");
      if (closed) closed.open = true;
      input.focus();
      if (input.select) input.select();
    };

    const isTyped = (field) => field.value !== field.defaultValue;
    const mark = (differs) => {
      if (differs) form.dataset.differs = "yes";
      else delete form.dataset.differs;
      note.hidden = !differs || ![...held, ...borrowed, ...ruled].some(isTyped);
    };

    // A difference stops Enter here: only the button or its key saves it.
    const stop = (now) => {
      mark(true);
      beep();
      tell(now);
      go(save);
    };

    const isDone = ({ whole, off }) =>
      whole && off === 0 && !("needsReason" in form.dataset && !reason.value.trim());

    // What Enter does: the next seat; after the last one save what is right, else say
    // what is wrong and wait at the button, with what may explain it below. Whoever
    // types loans goes on to the next.
    const onward = (input) => {
      const now = show();
      const at = held.indexOf(input);
      if (at >= 0 && at < held.length - 1 && input !== gap) return go(held[at + 1]);
      if (isDone(now)) return form.requestSubmit(save);
      if (!now.whole) {
        said.textContent = say("A number is missing.");
        beep();
        gap = held[now.each.findIndex((score) => score === null || Number.isNaN(score))];
        return go(gap);
      }
      gap = null;
      if (now.off === 0) return go(reason);
      const loan = borrowed.indexOf(input);
      if (loan < 0 || !input.value.trim() || !borrowed[loan + 1]) return stop(now);
      tell(now);
      return go(borrowed[loan + 1]);
    };

    // Whoever types on has not seen that the sheet differs: the number belongs to the next
    // sheet, and stays out of this one where there is none.
    const typeOn = (event) => {
      const next = new CustomEvent("sheet:next", { bubbles: true, cancelable: true });
      if (!form.dispatchEvent(next)) return;
      event.preventDefault();
      stop(reckon());
    };

    form.addEventListener("keydown", (event) => {
      const input = event.target;
      if (event.isComposing) return;
      const first = causes && causes.querySelector("[data-use]");
      const isPlain =
        !(event.ctrlKey || event.metaKey || event.altKey) &&
        input.matches(".chips-field, button, a");
      if (first && isPlain && event.key.toLowerCase() === "u") {
        event.preventDefault();
        return first.click();
      }
      if (isPlain && form.dataset.differs && event.key.toLowerCase() === "s") {
        event.preventDefault();
        return form.requestSubmit(save);
      }
      if (
        isPlain &&
        form.dataset.differs &&
        !input.matches("input") &&
        BEGINS_NUMBER.test(event.key)
      )
        return typeOn(event);
      if (event.key !== "Enter" || !(input.matches("input") || input === save)) return;
      const next = colours.flat().findIndex((each) => each.input === input) + 1;
      if (next && next < colours.flat().length) {
        event.preventDefault();
        go(colours.flat()[next].input);
      } else if (next || [...held, ...borrowed].includes(input)) {
        event.preventDefault();
        onward(input);
      } else {
        const now = show();
        if (!now.whole || now.off === 0) return;
        event.preventDefault();
        stop(now);
      }
    });

    form.addEventListener("input", (event) => {
      const n = colours.findIndex((row) => row.some(({ input }) => input === event.target));
      if (n >= 0) addColours(colours[n], n);
      forgive(event.target);
      show();
    });

    form.addEventListener("click", (event) => {
      const use = event.target.closest("[data-use]");
      const bears = event.target.closest("[data-bears]");
      if (use) {
        event.preventDefault();
        const n = Number(use.dataset.use) - 1;
        for (const { input } of colours[n] || []) input.value = "";
        held[n].value = shown(Number(use.dataset.held));
        if (borrowed[n]) borrowed[n].value = Number(use.dataset.borrowed) || "";
        changed(held[n]);
        save.focus();
      } else if (bears) {
        const n = [...form.querySelectorAll("[data-bears]")].indexOf(bears);
        ruled[n].value = bears.dataset.amount;
        changed(ruled[n]);
        go(reason);
      }
    });

    for (const input of held) input.enterKeyHint = "next";
    show();
  };

  const started = new WeakSet();
  const wake = (form) => {
    if (started.has(form) || !form.querySelector("[data-said]")) return;
    started.add(form);
    start(form);
  };
  document.addEventListener("DOMContentLoaded", () => {
    for (const form of document.querySelectorAll("form[data-sheet]")) wake(form);
  });
  // Who types or taps at once does not wait for the rest of the page.
  const wakeUnder = ({ target }) => {
    const form = target.closest && target.closest("form[data-sheet]");
    if (form) wake(form);
  };
  for (const kind of ["keydown", "click"]) document.addEventListener(kind, wakeUnder, true);

  // “/”, which no number has, leads to the field for the next paper: by hand, or by a
  // scanner that types the address of another sheet into whatever has the focus.
  document.addEventListener("keydown", (event) => {
    const next = document.getElementById("q");
    const at = event.target;
    if (event.key !== "/" || !next) return;
    if (at === next) {
      // Already there. Inside an address from a scanner, it's a character like any other.
      if (!at.value) event.preventDefault();
      return;
    }
    if (at.matches("input:not(.chips-field), textarea, select")) return;
    event.preventDefault();
    if (at.matches(".chips-field") && /[a-z]/i.test(at.value)) {
      at.value = at.value.match(/^[^a-z]*/i)[0];
      at.dispatchEvent(new Event("input", { bubbles: true }));
      forget(at.form);
    }
    next.focus();
    next.select();
  });

  // Nothing typed but what was there before is nothing to warn about.
  const forget = (form) => {
    const typed = [...form.elements].filter((field) => field.name && field.type !== "hidden");
    if (typed.every((field) => field.value === field.defaultValue)) delete form.dataset.unsavedNow;
  };
})();
