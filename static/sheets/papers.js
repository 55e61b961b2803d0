// The papers of a round: from a code to its row without a load, and from a row that is
// right to the next. Without it the field asks the server, and every row leads on by itself.
(() => {
  const ADDRESS = /\/t\/([A-Za-z0-9_-]{22})(?:\/|$)/; // as scoring/sheets/progress.py
  const rowsOf = (which) => [...document.querySelectorAll(`[data-paper]${which}`)];

  // On a phone one row is open, and the others are a line each.
  const open = (row) => {
    for (const other of rowsOf("[data-current]")) delete other.dataset.current;
    row.dataset.current = "yes";
  };

  const go = (row) => {
    open(row);
    const first =
      row.querySelector('[aria-invalid="true"]') ||
      row.querySelector("input.chips-field") ||
      row.querySelector("a");
    first.focus();
    if (first.select) first.select();
  };

  // The next one that is missing or does not balance, going round, but none that is being
  // saved, nor one that Enter was stopped at: what is typed there would be overwritten.
  const DIFFERS = ":has(form[data-differs])";
  const nextAfter = (table) => {
    const open = rowsOf(`[data-open]:not(${DIFFERS}):not(:has(.htmx-request))`).filter(
      (row) => Number(row.dataset.paper) !== table,
    );
    return open.find((row) => Number(row.dataset.paper) > table) || open[0];
  };

  // After the last one those that differ are shown; else the code.
  const goOn = (table) => {
    const next = nextAfter(table);
    const [differs] = rowsOf(DIFFERS);
    if (next) go(next);
    else if (differs) differs.querySelector("[data-save]").focus();
    else document.getElementById("q").focus();
  };

  document.addEventListener("sheet:next", (event) => {
    const next = nextAfter(Number(event.target.closest("[data-paper]").dataset.paper));
    if (!next) return;
    event.preventDefault();
    go(next);
  });

  // What looks like a letter of codes the server takes for it; here only what is plain.
  const meant = (typed) => {
    const scanned = typed.match(ADDRESS);
    const code = typed.replace(/[\s-]/g, "").toUpperCase();
    return rowsOf("").find(({ dataset }) => {
      if (scanned) return dataset.token === scanned[1];
      return /^[0-9]{1,4}$/.test(code)
        ? dataset.paper === String(Number(code))
        : dataset.code === code;
    });
  };

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-jump]")) return;
    const field = event.target.elements.q;
    const typed = field.value.trim();
    const row = typed ? meant(typed) : null;
    if (typed && !row) return; // the server knows more: other rounds, look-alikes
    event.preventDefault();
    field.value = "";
    if (row) go(row);
    else goOn(0);
  });

  // Nobody waits for the answer of a row that is right.
  document.addEventListener("htmx:beforeRequest", ({ target }) => {
    const row = target.matches(".paper-form") && target.closest("[data-paper]");
    if (!row) return;
    row.querySelector("[data-failed]").hidden = true;
    if (row.querySelector(".sheet-total.is-right")) goOn(Number(row.dataset.paper));
  });

  document.addEventListener("htmx:afterSettle", ({ target }) => {
    if (!target.matches("[data-paper]") || document.activeElement !== document.body) return;
    if ("saved" in target.dataset) goOn(Number(target.dataset.paper));
    else go(target);
  });

  for (const kind of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(kind, ({ target }) => {
      if (target.matches(".paper-form")) target.querySelector("[data-failed]").hidden = false;
    });
  }

  document.addEventListener("focusin", ({ target }) => {
    const row = target.closest("[data-paper]");
    if (row) open(row);
  });
  // A tap on a row's line opens it; only then its number leads to the sheet's own page.
  document.addEventListener("click", (event) => {
    const row = event.target.closest("[data-one] > [data-paper]:not([data-current])");
    if (!row || !row.querySelector(".paper-names").offsetParent) return;
    event.preventDefault();
    go(row);
  });

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelector(".paper-grid").dataset.one = "yes";
    const [current] = [...rowsOf("[data-open]"), ...rowsOf("")];
    if (current) open(current);
    const at = new URLSearchParams(location.search).get("at");
    const row = at && /^[0-9]{1,4}$/.test(at) && document.getElementById(`t${Number(at)}`);
    const answer = document.querySelector(
      "main[data-answer] [data-paper]:has([aria-invalid], .note-wrong)",
    );
    if (answer || row) go(answer || row);
  });
})();
