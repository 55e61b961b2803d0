// The bar: what is open closes again; at a tournament's desk “/” goes to the search, “?” shows
// the keys, Enter opens the first of what is found. Without this script the search is a page,
// and the keys stand on it.
(() => {
  const panels = document.querySelectorAll(".bar-more");
  const close = (target) => {
    for (const panel of panels) if (!panel.contains(target)) panel.open = false;
  };
  document.addEventListener("click", ({ target }) => close(target));
  document.addEventListener("focusin", ({ target }) => close(target));
  document.addEventListener("keydown", ({ key, target }) => {
    if (key !== "Escape") return;
    target.closest(".bar-more[open]")?.querySelector("summary").focus();
    close(null);
  });

  const field = document.getElementById("desk-q");
  if (!field) return;
  const results = document.getElementById("desk-results");
  const keys = document.getElementById("desk-keys");
  const dialog = document.getElementById("keys-dialog");

  const links = () => [...results.querySelectorAll(".found-main")];
  const plain = (text) => text.trim().split(/\s+/).join(" ");
  const clear = () => results.replaceChildren();
  // A page where paper comes in has a field of its own for “/”.
  const hasOwn = () => document.getElementById("q");
  const isTyping = (at) =>
    at.matches("input:not([type=radio], [type=checkbox], [type=submit]), textarea, select");

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "Escape") clear();
    if (isTyping(target)) return;
    if (key === "/" && !hasOwn() && field.offsetParent) {
      event.preventDefault();
      field.focus();
      field.select();
    } else if (key === "?" && !dialog.open) {
      event.preventDefault();
      dialog.showModal();
    }
  });

  keys.addEventListener("click", (event) => {
    event.preventDefault();
    dialog.showModal();
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });

  // Enter means what one sees first, as far as that was found for these very words.
  field.form.addEventListener("submit", (event) => {
    const shown = results.querySelector("[data-typed]");
    const [first] = links();
    if (!first || shown.dataset.typed !== plain(field.value)) return;
    event.preventDefault();
    location.assign(first.href);
  });
  const step = (event, by) => {
    const stops = [field, ...links()];
    const next = stops[stops.indexOf(document.activeElement) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  field.closest("search").addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") step(event, 1);
    if (event.key === "ArrowUp") step(event, -1);
  });
  // An answer to words that are not there any more, or that nobody waits for.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target !== results) return;
    const { q } = event.detail.requestConfig.parameters;
    const isAsked = q.trim() === field.value.trim() && field.form.contains(document.activeElement);
    if (!isAsked) event.detail.shouldSwap = false;
  });
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("search")) clear();
  });
  document.addEventListener("focusin", ({ target }) => {
    if (!target.closest("search")) clear();
  });
})();
