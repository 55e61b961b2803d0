// The sheet's form: adds up while one types, and leads the Enter key from seat to seat.
// Without it the form works all the same: it is saved as it stands, and the server adds.
// It is loaded before the page is shown: the first field has the focus at once, and an
// Enter that came before this script would send a sheet with one number.
(() => {
  const MINUS = "\u2212";
  const NUMBER = /^[-\u2212\u2013\u2014+]?\d{1,6}$/;

  const shown = (number) => (number < 0 ? MINUS + -number : String(number));

  // Empty is null, what is no number is NaN.
  const read = (input) => {
    const typed = input ? input.value.replace(/\s/g, "") : "";
    if (!typed) return null;
    if (!NUMBER.test(typed)) return NaN;
    const size = Number(typed.replace(/^\D/, ""));
    return /^[\d+]/.test(typed) ? size : -size;
  };

  const start = (form) => {
    const must = Number(form.dataset.must);
    const find = (start) => [...form.querySelectorAll(`input[name^="${start}"]`)];
    const held = find("held");
    const borrowed = find("borrowed");
    const ruled = find("ruled");
    const rows = [...form.querySelectorAll("[data-row]")];
    const colours = [...form.querySelectorAll("[data-colour-row]")].map((row) =>
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

    const scores = () =>
      rows.map((row, n) => {
        const has = read(held[n]);
        if (has === null) return null;
        return has - (read(borrowed[n]) || 0) + (read(ruled[n]) || 0) + standing[n];
      });

    const reckon = () => {
      const each = scores();
      const whole = each.every((score) => score !== null && !Number.isNaN(score));
      const sum = each.reduce((all, score) => all + (score || 0), 0);
      return { each, whole, sum, off: sum - must };
    };

    const words = ({ whole, off }) => {
      if (!whole) return `of ${shown(must)}`;
      if (off === 0) return "right";
      return off > 0 ? `${off} too many` : `${-off} missing`;
    };

    const offerRuling = ({ whole, off }) => {
      for (const [n, button] of form.querySelectorAll("[data-bears]").entries()) {
        const amount = (read(ruled[n]) || 0) - off;
        button.hidden = !whole || !off;
        button.dataset.amount = shown(amount);
        const gain = amount > 0 ? `+${amount}` : shown(amount);
        button.textContent = `${gain} here`;
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
      total.classList.toggle("is-right", now.whole && now.off === 0);
      total.classList.toggle("is-wrong", now.whole && now.off !== 0);
      const stands = now.whole && now.off !== 0 && !("needsReason" in form.dataset);
      save.textContent = save.dataset.even + (stands ? " as it stands" : "");
      offerRuling(now);
      return now;
    };

    const changed = (input) =>
      input.dispatchEvent(new Event("input", { bubbles: true }));

    // The colours of a seat make what it holds.
    const addColours = (row, n) => {
      const counts = row.map(({ input }) => read(input));
      if (counts.every((count) => count === null)) return;
      const worth = row.reduce((all, { worth }, at) => all + worth * (counts[at] || 0), 0);
      held[n].value = Number.isNaN(worth) ? "" : String(worth);
    };

    const go = (input) => {
      const closed = input.closest("details:not([open])");
      if (closed) closed.open = true;
      input.focus();
      if (input.select) input.select();
    };

    const isDone = ({ whole, off }) =>
      whole && off === 0 && !("needsReason" in form.dataset && !reason.value.trim());

    // What Enter does: the next seat; after the last one save what is right, else
    // say what is wrong and offer the loans, which are forgotten most.
    const onward = (input) => {
      const now = show();
      const at = held.indexOf(input);
      if (at >= 0 && at < held.length - 1) return go(held[at + 1]);
      if (isDone(now)) return form.requestSubmit(save);
      if (!now.whole) {
        said.textContent = "A number is missing.";
        return go(held[now.each.findIndex((score) => score === null || Number.isNaN(score))]);
      }
      if (now.off === 0) return go(reason);
      said.textContent = `${shown(now.sum)}: ${words(now)}.`;
      const loan = borrowed.indexOf(input);
      return go(borrowed[loan + 1] || save);
    };

    form.addEventListener("keydown", (event) => {
      const input = event.target;
      if (event.key !== "Enter" || event.isComposing || !input.matches("input")) return;
      const next = colours.flat().findIndex((each) => each.input === input) + 1;
      if (next && next < colours.flat().length) {
        event.preventDefault();
        go(colours.flat()[next].input);
      } else if (next || [...held, ...borrowed].includes(input)) {
        event.preventDefault();
        onward(input);
      }
    });

    form.addEventListener("input", (event) => {
      const n = colours.findIndex((row) => row.some(({ input }) => input === event.target));
      if (n >= 0) addColours(colours[n], n);
      show();
    });

    form.addEventListener("click", (event) => {
      const use = event.target.closest("[data-held]");
      const bears = event.target.closest("[data-bears]");
      if (use) {
        event.preventDefault();
        const n = rows.indexOf(use.closest("[data-row]"));
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
    if (event.key !== "/" || !next || at === next) return;
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
