// While the form for changing places is open, two taps on names fill it.
// Without it the start numbers are typed.
(() => {
  const form = () => document.querySelector("details[data-swap][open] form");
  const sitters = () => document.querySelectorAll("[data-sitter]");

  // Only what belongs to the round whose form is open can be tapped.
  const scope = (details) => details.closest(".draft-round") || document;

  const arm = () => {
    const open = document.querySelector("details[data-swap][open]");
    const within = open ? scope(open) : null;
    for (const sitter of sitters()) {
      const armed = Boolean(within && within.contains(sitter));
      sitter.classList.toggle("can-pick", armed);
      if (armed) {
        sitter.setAttribute("role", "button");
        sitter.tabIndex = 0;
      } else {
        sitter.removeAttribute("role");
        sitter.removeAttribute("tabindex");
      }
    }
    mark();
  };

  const mark = () => {
    const open = form();
    const picked = open ? [open.elements.one.value, open.elements.other.value] : [];
    for (const sitter of sitters()) {
      const chosen = picked.includes(sitter.dataset.sitter);
      const armed = sitter.classList.contains("can-pick");
      sitter.classList.toggle("is-picked", armed && chosen);
      if (armed) sitter.setAttribute("aria-pressed", String(chosen));
      else sitter.removeAttribute("aria-pressed");
    }
  };

  const pick = (sitter) => {
    const { one, other } = form().elements;
    const label = sitter.dataset.sitter;
    if (one.value === label) one.value = "";
    else if (other.value === label) other.value = "";
    else if (!one.value) one.value = label;
    else other.value = label;
    mark();
    if (one.value && other.value) form().querySelector("button").focus();
  };

  // Enter leads from seat to seat, as the numbers are called out.
  const grid = document.querySelector(".seat-grid");
  if (grid)
    grid.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.target.matches("input")) return;
      event.preventDefault();
      const cells = [...grid.querySelectorAll("input")];
      const next = cells[cells.indexOf(event.target) + 1];
      if (next) next.focus();
      else grid.closest("form").querySelector("button").focus();
    });

  for (const hint of document.querySelectorAll("[data-swap-hint]")) hint.hidden = false;
  for (const details of document.querySelectorAll("details[data-swap]")) {
    details.addEventListener("toggle", () => {
      if (details.open)
        for (const rival of document.querySelectorAll("details[data-swap][open]"))
          if (rival !== details) rival.open = false;
      arm();
    });
    details.addEventListener("input", mark);
  }
  document.addEventListener("click", (event) => {
    const sitter = event.target.closest(".can-pick");
    if (sitter) pick(sitter);
  });
  document.addEventListener("keydown", (event) => {
    const sitter = event.target.closest && event.target.closest(".can-pick");
    if (!sitter || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    pick(sitter);
  });
  document.addEventListener("htmx:afterSettle", arm);
  arm();
})();
