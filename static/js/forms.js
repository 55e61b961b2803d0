// Seven courtesies for forms; every form works without them.
// 1. A form is sent once: further presses wait until the answer is here, and the second of a
//    double click is none, whatever the answer put there. One with data-queue has a line of
//    its own.
// 2. A form with data-guard says when something typed is not saved yet, and asks
//    before the page is left. A [data-unsaved] inside it shows while that is so.
// 3. What such a form sends is kept in this window until the server says that it was
//    taken (config/form_receipts.py). Where it was not, because one was signed out meanwhile
//    or the network failed, it is put back when the form comes up again. So is what was typed
//    into one card of a page while another was saved, and what a form had when a part of its
//    page was asked for and the answer led to another page, to sign in.
// 4. A page that is the answer to a form stands in the browser's history as the page named
//    by [data-instead]: whoever comes back to it would else be shown an error.
// 5. What is wrong with a form is in sight and has the focus once the answer is here.
// 6. The head of a folded part says that something in it was changed.
// 7. The bar with a form's button stays in sight once something was changed, and says how
//    many fields are below. What the site said of the last act goes with the next one.
(() => {
  const PATIENCE = 10000; // a download answers without leaving the page
  const buttons = (form) => [...form.elements].filter((element) => element.type === "submit");

  const release = (form) => {
    delete form.dataset.sent;
    for (const button of buttons(form)) button.removeAttribute("aria-busy");
  };

  const mark = (form, unsaved) => {
    if (unsaved) form.dataset.unsavedNow = "yes";
    else delete form.dataset.unsavedNow;
    for (const dot of form.querySelectorAll("[data-unsaved]")) dot.hidden = !unsaved;
  };

  const KEPT = "typed ";
  const NEVER_KEPT = ["csrfmiddlewaretoken", "key", "receipt"];
  const OTHER_TYPES = ["submit", "button", "reset", "password", "file", "fieldset"];
  // Of what is hidden only what somebody saw: a newer value is told, or merged.
  const wasSeen = ({ name }) => /^(.+-)?(seen|original)$/.test(name);

  // The head of a folded part says what the server knows: not so once it was changed.
  const markFold = (field) => {
    const word = field.closest(".fold")?.querySelector(":scope > summary > .fold-changed");
    if (!word) return;
    word.hidden = false;
    word.previousElementSibling.hidden = true;
  };

  // The cards of a page are sent to one address, and each is kept by itself.
  const placeOf = (form) => {
    const card = form.querySelector('input[type="hidden"][name="card"]');
    return KEPT + new URL(form.action, location.href).pathname + (card ? `#${card.value}` : "");
  };
  const isChoice = (field) => field.type === "checkbox" || field.type === "radio";
  const fieldsOf = (form) =>
    [...form.elements].filter(
      (field) =>
        field.name &&
        !field.disabled &&
        !NEVER_KEPT.includes(field.name) &&
        !OTHER_TYPES.includes(field.type) &&
        (field.type !== "hidden" || wasSeen(field)),
    );

  // A window that keeps nothing (private, or full) must still send.
  const store = (work) => {
    try {
      return work(sessionStorage);
    } catch {
      return null;
    }
  };

  const keep = (form, isQuiet = false) => {
    const word = Date.now().toString(36) + Math.random().toString(36).slice(2, 12);
    let receipt = form.querySelector('input[name="receipt"]');
    if (!receipt) {
      receipt = document.createElement("input");
      receipt.type = "hidden";
      receipt.name = "receipt";
      form.append(receipt);
    }
    receipt.value = word;
    const typed = fieldsOf(form).map((field) =>
      isChoice(field) ? [field.name, field.value, field.checked] : [field.name, field.value],
    );
    store((kept) => kept.setItem(placeOf(form), JSON.stringify({ word, typed, isQuiet })));
  };

  // What was typed into another card comes back with the page, so nobody is asked to stay.
  const keepOtherCards = (sent) => {
    for (const form of document.querySelectorAll("form[data-unsaved-now]")) {
      if (form === sent || !form.elements.card || form.querySelector('[type="file"]')) continue;
      keep(form, true);
      mark(form, false);
    }
  };

  // Nobody asked to leave: what is typed comes back with the page.
  document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
    if (!detail.xhr.getResponseHeader("HX-Redirect")) return;
    for (const form of document.querySelectorAll("form[data-guard][data-unsaved-now]")) {
      keep(form);
      mark(form, false);
    }
  });

  const letGo = () => {
    const word = (document.cookie.match(/(?:^|; )receipt=([a-z0-9]+)/) || [])[1];
    store((kept) => {
      for (const place of Object.keys(kept)) {
        if (!place.startsWith(KEPT)) continue;
        if (JSON.parse(kept.getItem(place)).word === word) kept.removeItem(place);
      }
    });
  };

  const isTouched = (field) => {
    if (isChoice(field)) return field.checked !== field.defaultChecked;
    if (field.type !== "select-one" && field.type !== "select-multiple")
      return field.value !== field.defaultValue;
    const choices = [...field.options];
    const usual = choices.some((choice) => choice.defaultSelected);
    return usual && choices.some((choice) => choice.selected !== choice.defaultSelected);
  };

  // Fills the fields, and gives back those that change before the reader's eyes. What was typed
  // into this page already, while its scripts were on their way, is newer and stays.
  const fill = (form, typed) => {
    const fields = fieldsOf(form);
    const changed = [];
    for (const [name, value, checked] of typed) {
      const at = fields.findIndex(
        (field) => field.name === name && (!isChoice(field) || field.value === value),
      );
      if (at < 0) continue;
      const [field] = fields.splice(at, 1);
      if (isTouched(field)) continue;
      const before = isChoice(field) ? field.checked : field.value;
      if (isChoice(field)) field.checked = checked;
      else if (!wasSeen(field)) field.value = value;
      if (before !== (isChoice(field) ? field.checked : field.value)) changed.push(field);
    }
    return changed;
  };

  const addNote = (form, place) => {
    const note = document.getElementById("put-back").content.cloneNode(true);
    note.querySelector("button").addEventListener("click", () => {
      store((kept) => kept.removeItem(place));
      mark(form, false);
      location.reload();
    });
    form.before(note);
  };

  const putBack = (form) => {
    const place = placeOf(form);
    const was = store((kept) => JSON.parse(kept.getItem(place)));
    const changed = was ? fill(form, was.typed) : [];
    if (!changed.length) return; // nothing kept, or the server gave it back itself
    for (const [name, value] of was.typed)
      if (wasSeen({ name }) && form.elements[name]) form.elements[name].value = value;
    changed.forEach(unfold);
    changed.forEach(markFold);
    if (was.isQuiet) store((kept) => kept.removeItem(place));
    else addNote(form, place);
    mark(form, true);
    form.dispatchEvent(new Event("input", { bubbles: true }));
    // Another choice may bring other fields: what was typed into those follows them.
    const asks = changed.find((field) => field.closest("[hx-trigger=change]"));
    if (!asks) return;
    const follow = () => fill(document.getElementById(form.id), was.typed);
    document.addEventListener("htmx:afterSettle", follow, { once: true });
    asks.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const unfold = (element) => {
    let closed = element.closest("details:not([open])");
    for (; closed; closed = closed.parentElement.closest("details:not([open])")) {
      closed.open = true;
    }
  };

  // A field that has the focus already keeps it: at the check-in and among papers one types on.
  const showWrong = (answer) => {
    const field = answer.querySelector('[aria-invalid="true"]');
    const wrong =
      field || answer.querySelector('.note-wrong[role="alert"], .wrong[role="alert"], .errorlist');
    if (!wrong) return;
    unfold(wrong);
    const holder = document.activeElement;
    if (!holder || !holder.matches("input, select, textarea")) {
      if (!field) wrong.tabIndex = -1;
      wrong.focus({ preventScroll: true });
    }
    const { top, bottom } = wrong.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) wrong.scrollIntoView({ block: "center" });
  };

  // After the scripts of the page itself, which add up what is put back.
  document.addEventListener("DOMContentLoaded", () => {
    const answer = document.querySelector("[data-instead]");
    if (answer) history.replaceState(null, "", answer.dataset.instead);
    letGo();
    for (const form of document.querySelectorAll("form[data-guard]")) putBack(form);
    for (const word of document.querySelectorAll("[data-kept]")) {
      word.hidden = !store((kept) => Object.keys(kept).some((place) => place.startsWith(KEPT)));
    }
    if (document.querySelector("main[data-answer]")) showWrong(document);
  });

  document.addEventListener("htmx:afterSettle", ({ detail, target }) => {
    if (detail.requestConfig.verb !== "get") showWrong(target);
  });

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (form.method !== "post" || "queue" in form.dataset) return;
      if (form.dataset.sent) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      form.dataset.sent = "yes";
      if (form.matches("[data-guard]")) keep(form);
      mark(form, false);
      if (form.elements.card) keepOtherCards(form);
      for (const button of buttons(form)) button.setAttribute("aria-busy", "true");
      setTimeout(() => release(form), PATIENCE);
    },
    true,
  );

  document.addEventListener(
    "click",
    (event) => {
      const button = event.detail > 1 && event.target.closest("button");
      if (!button || !button.form || button.type !== "submit") return;
      if (button.form.method === "post" && !("queue" in button.form.dataset))
        event.preventDefault();
    },
    true,
  );

  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target.closest && event.target.closest("form");
    if (!form) return;
    release(form);
    if (!form.matches("[data-guard]")) return;
    if (event.detail.successful) letGo();
    else mark(form, true);
  });

  addEventListener("pageshow", () => {
    for (const form of document.forms) release(form);
  });

  document.addEventListener("input", (event) => {
    markFold(event.target);
    const form = event.target.form;
    if (form && form.matches("[data-guard]")) mark(form, true);
  });

  // A bar in sight from the beginning would only lie over the fields.
  const countBelow = (bar) => {
    const edge = bar.getBoundingClientRect().top;
    const fields = fieldsOf(bar.closest("form")).filter(
      (field) =>
        field.type !== "hidden" &&
        !bar.contains(field) &&
        field.getClientRects().length &&
        !field.closest("details:not([open])") && // which has rectangles in Chromium too
        field.getBoundingClientRect().top > edge - 8,
    );
    let words = bar.querySelector(".fields-below");
    if (!words) {
      words = document.getElementById("fields-below").content.firstElementChild.cloneNode(true);
      bar.append(words);
    }
    words.hidden = !fields.length;
    words.querySelector("strong").textContent = fields.length;
  };
  const changedBars = () => document.querySelectorAll("form[data-changed] .action-bar");
  document.addEventListener("input", ({ target }) => {
    const form = target.form;
    if (!form || !form.querySelector(".action-bar")) return;
    form.dataset.changed = "yes";
    for (const bar of changedBars()) countBelow(bar);
  });
  let waits = false;
  const later = () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      for (const bar of changedBars()) countBelow(bar);
    });
  };
  // Where a page comes with something to save, the bar is in sight from the beginning.
  document.addEventListener("DOMContentLoaded", later);
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later);

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (!detail.successful || detail.requestConfig?.verb === "get") return;
    for (const message of document.querySelectorAll(".messages")) message.remove();
  });

  addEventListener("beforeunload", (event) => {
    if (document.querySelector("form[data-unsaved-now]")) event.preventDefault();
  });
})();
