// Two courtesies for forms; every form works without them.
// 1. A form is sent once: further presses wait until the answer is here.
// 2. A form with data-guard says when something typed is not saved yet, and asks
//    before the page is left. A [data-unsaved] inside it shows while that is so.
(() => {
  const PATIENCE = 10000; // a download answers without leaving the page
  const buttons = (form) =>
    [...form.elements].filter((element) => element.type === "submit");

  const release = (form) => {
    delete form.dataset.sent;
    for (const button of buttons(form)) button.removeAttribute("aria-busy");
  };

  const mark = (form, unsaved) => {
    if (unsaved) form.dataset.unsavedNow = "yes";
    else delete form.dataset.unsavedNow;
    for (const dot of form.querySelectorAll("[data-unsaved]")) dot.hidden = !unsaved;
  };

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (form.method !== "post") return;
      if (form.dataset.sent) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      form.dataset.sent = "yes";
      mark(form, false);
      for (const button of buttons(form)) button.setAttribute("aria-busy", "true");
      setTimeout(() => release(form), PATIENCE);
    },
    true,
  );

  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target.closest && event.target.closest("form");
    if (!form) return;
    release(form);
    if (!event.detail.successful && form.matches("[data-guard]")) mark(form, true);
  });

  addEventListener("pageshow", () => {
    for (const form of document.forms) release(form);
  });

  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (form && form.matches("[data-guard]")) mark(form, true);
  });

  addEventListener("beforeunload", (event) => {
    if (document.querySelector("form[data-unsaved-now]")) event.preventDefault();
  });
})();
