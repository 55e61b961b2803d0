// The pages of entries: the filter narrows the rows as one types, in any order and without
// accents. Without this script the form asks the server for the same. Where people are
// ticked, how many they are stands beside the button, and one press ticks a whole list.
(() => {
  const form = document.querySelector("form[data-filter]");
  const rows = form && document.getElementById(form.dataset.filter);
  if (!rows) return;

  // As clubs/name_search.py reads a name.
  const LETTERS = {
    ...{ æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", ß: "ss" },
    ...{ þ: "th", ħ: "h", ı: "i", ŋ: "n", ŧ: "t", ĸ: "k" },
  };
  const APOSTROPHES = /['’‘`´ʼ′ʹ]/g;
  const HYPHENS = /[-‐‑–]/g;
  const plain = (text) =>
    text
      .replace(APOSTROPHES, "")
      .toLowerCase()
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(/[^\0-\x7f]/g, (letter) => LETTERS[letter] || letter)
      .split(/[\s.,;]+/)
      .filter(Boolean);
  const readings = (text) => [
    plain(text.replace(HYPHENS, " ")),
    plain(text.replace(APOSTROPHES, " ").replace(HYPHENS, "")),
  ];

  const cells = (row) => (row.cells ? [...row.cells].slice(1, 4) : [row]);
  const words = (row) =>
    readings(
      row.dataset.finds ??
        cells(row)
          .map((cell) => cell.textContent)
          .join(" "),
    ).flat();

  const filter = () => {
    const typed = readings(form.elements.q.value);
    for (const row of rows.querySelectorAll("tr, li")) {
      const own = words(row);
      const begins = (part) => own.some((word) => word.startsWith(part));
      row.hidden = !typed.some((parts) => parts.every(begins));
    }
  };
  form.hidden = false;
  form.elements.q.addEventListener("input", filter);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    filter();
  });
})();

(() => {
  const picks = document.querySelector("form[data-picks]");
  if (!picks) return;
  const boxes = (within) => [...within.querySelectorAll('input[name="who"]')];
  const count = () => {
    const ticked = boxes(picks).filter((box) => box.checked).length;
    picks.querySelector("[data-ticked]").textContent = String(ticked);
  };
  for (const button of picks.querySelectorAll("button[data-tick-all]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const shown = boxes(button.closest("section")).filter((box) => !box.closest("[hidden]"));
      const all = shown.every((box) => box.checked);
      for (const box of shown) box.checked = !all;
      shown[0]?.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  picks.addEventListener("input", count);
  count();
})();

// Ticks in the list: how many there are, and all that are shown by one press. Whoever is
// ticked stays so when another page of the list, or what was found, takes its place.
(() => {
  const form = document.querySelector("form[data-several]");
  if (!form) return;
  const all = document.querySelector("input[data-tick-all]");
  const kept = form.querySelector("[data-kept]");
  const boxes = () => [...document.querySelectorAll(`#${form.dataset.several} input[name="who"]`)];
  const count = () => {
    const ticked = boxes().filter((box) => box.checked).length + kept.children.length;
    form.querySelector("[data-ticked]").textContent = String(ticked);
    all.indeterminate = ticked > 0 && ticked < boxes().length;
    all.checked = ticked > 0 && ticked === boxes().length;
  };
  const keep = () => {
    for (const box of boxes()) {
      if (!box.checked) continue;
      const hidden = document.createElement("input");
      Object.assign(hidden, { type: "hidden", name: "who", value: box.value });
      kept.append(hidden);
    }
  };
  const restore = () => {
    for (const box of boxes()) {
      const hidden = kept.querySelector(`[value="${box.value}"]`);
      if (!hidden) continue;
      hidden.remove();
      box.checked = true;
    }
    count();
  };
  all.parentElement.hidden = false;
  all.addEventListener("change", () => {
    for (const box of boxes()) if (!box.closest("[hidden]")) box.checked = all.checked;
    count();
  });
  document.addEventListener("input", ({ target }) => {
    if (target.name === "who") count();
  });
  const isList = ({ target }) => target.id === "entry-rows";
  document.addEventListener("htmx:beforeSwap", (event) => isList(event) && keep());
  document.addEventListener("htmx:afterSettle", restore);
  document.addEventListener("htmx:afterSwap", count);
  count();
})();
