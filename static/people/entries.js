// The entries page: the filter narrows the rows as one types, in any order and without
// accents. Without this script the form asks the server for the same.
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

  const words = (row) =>
    readings(
      [...row.cells]
        .slice(0, 3)
        .map((cell) => cell.textContent)
        .join(" "),
    ).flat();

  const filter = () => {
    const typed = readings(form.elements.q.value);
    for (const row of rows.rows) {
      const own = words(row);
      const begins = (part) => own.some((word) => word.startsWith(part));
      row.hidden = !typed.some((parts) => parts.every(begins));
    }
  };
  form.elements.q.addEventListener("input", filter);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    filter();
  });
})();
