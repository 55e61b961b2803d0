// The list of sheets to verify: Enter verifies the row that is seen, never one out of
// sight, and goes on to the next. Without this script every row loads the page.
(() => {
  const rowOf = (element) => element.closest("[data-verify]");

  const go = (row) => {
    const first =
      row.querySelector('[aria-invalid="true"]') ||
      row.querySelector("[data-verifies], input.chips-field") ||
      row.querySelector("a");
    row.scrollIntoView({ block: "nearest" });
    first.focus({ preventScroll: true });
    if (first.select) first.select();
  };

  const goOn = (row) => {
    const rows = [...document.querySelectorAll("[data-verify]")];
    const at = rows.indexOf(row);
    const others = [...rows.slice(at + 1), ...rows.slice(0, at)];
    const next = others.find((other) => "waits" in other.dataset);
    if (next) return go(next);
    // Not at the button: who presses Enter once more has not looked at what comes next.
    const end = document.getElementById("papers-progress");
    end.scrollIntoView({ block: "nearest" });
    end.focus({ preventScroll: true });
  };

  const isSeen = (row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  };

  // A key that is held down verifies one row, not all.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.repeat && event.target.matches("[data-verifies]"))
      event.preventDefault();
  });

  // By key alone: whoever points at a button sees it.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-verifies]");
    if (!button || event.detail || isSeen(rowOf(button))) return;
    event.preventDefault();
    rowOf(button).scrollIntoView({ block: "center" });
  });

  document.addEventListener("htmx:beforeRequest", ({ target }) => {
    const row = rowOf(target);
    if (row) row.querySelector("[data-failed]").hidden = true;
  });

  document.addEventListener("htmx:afterSettle", ({ target }) => {
    if (!target.matches("[data-verify]") || document.activeElement !== document.body) return;
    if ("done" in target.dataset) goOn(target);
    else go(target);
  });

  for (const kind of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(kind, ({ target }) => {
      const row = rowOf(target);
      if (row) row.querySelector("[data-failed]").hidden = false;
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    const rows = [...document.querySelectorAll("[data-verify][data-waits]")];
    const asked = rows.find((row) => `#${row.id}` === location.hash);
    const row = asked || rows.find((each) => each.querySelector("[autofocus]")) || rows[0];
    if (row) go(row);
  });
})();
