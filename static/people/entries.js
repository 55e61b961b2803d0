// The pages of entries: the filter narrows the rows as one types, in any order and without
// accents. Without this script the form asks the server for the same. Where people are
// ticked, how many they are stands beside the button, and one press ticks a whole list.
(() => {
  const form = document.querySelector("form[data-filter]");
  const rows = form && document.getElementById(form.dataset.filter);
  if (!rows) return;

  // As clubs/finding.py reads a name.
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

// Ticks in the list: how many there are, and all that are shown by one press.
(() => {
  const form = document.querySelector("form[data-several]");
  if (!form) return;
  const rows = document.getElementById(form.dataset.several);
  const all = form.querySelector("[data-tick-all]");
  const boxes = () => [...rows.querySelectorAll('input[name="who"]')];
  const count = () => {
    const ticked = boxes().filter((box) => box.checked).length;
    form.querySelector("[data-ticked]").textContent = String(ticked);
  };
  all.hidden = false;
  all.addEventListener("click", () => {
    const shown = boxes().filter((box) => !box.closest("[hidden]"));
    const isWhole = shown.every((box) => box.checked);
    for (const box of shown) box.checked = !isWhole;
    count();
  });
  rows.addEventListener("input", count);
  document.addEventListener("htmx:afterSwap", count);
  count();
})();
