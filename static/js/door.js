// The door: the field keeps the focus and is empty again after every step, so that a
// queue is worked off by keyboard alone. Without this script every step loads the page.
(() => {
  const form = document.getElementById("door");
  const field = form.elements.q;
  let sent = "";
  let opened = new Map();

  const found = () => document.getElementById("door-found");
  const typed = () => field.value.trim().split(/\s+/).join(" ");

  const find = (text) => {
    field.value = text;
    field.focus();
    htmx.trigger(field, "input");
  };

  // Enter means whom one sees first, as far as that is what was found for these words.
  form.addEventListener(
    "submit",
    () => {
      const shown = found().dataset;
      form.elements.first.value = shown.typed === typed() ? shown.first : "";
    },
    true,
  );

  // What is sent leaves the field at once: the next name may be typed already.
  document.addEventListener("htmx:beforeSend", (event) => {
    if (event.target !== form) return;
    sent = field.value;
    field.value = "";
    found().replaceChildren();
    field.focus();
  });

  const giveBack = () => {
    field.focus();
    if (field.value) return;
    field.value = sent;
    field.select();
  };

  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.target === form && !event.detail.successful) giveBack();
  });

  // News that come after another answer brought newer ones are dropped: who asked is gone.
  document.addEventListener("htmx:beforeRequest", ({ target }) => {
    const dropLate = (event) => target.isConnected || event.preventDefault();
    target.addEventListener("htmx:beforeOnLoad", dropLate, { once: true });
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    // An answer to words that are not there any more.
    const asked = event.detail.requestConfig.parameters;
    if (event.target.id === "door-found" && asked.q.trim() !== field.value.trim()) {
      event.detail.shouldSwap = false;
    }
    // What was opened by hand stays open.
    const live = document.getElementById("door-live");
    opened = new Map(
      [...live.querySelectorAll("details[data-key]")].map((each) => [each.dataset.key, each.open]),
    );
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    const live = document.getElementById("door-live");
    for (const each of live.querySelectorAll("details[data-key]")) {
      if (opened.has(each.dataset.key)) each.open = opened.get(each.dataset.key);
    }
    if (event.target.id !== "door-step") return;
    if (event.target.querySelector("[data-refused]")) return giveBack();
    sent = "";
    if (field.value) find(field.value);
    else field.focus();
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-find]");
    if (!link) return;
    event.preventDefault();
    find(link.dataset.find);
  });
})();
