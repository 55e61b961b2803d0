// The entries page: the filter narrows the rows as one types, in any order and without
// accents. Without this script the form asks the server for the same.
(() => {
  const form = document.querySelector("form[data-filter]");
  const rows = form && document.getElementById(form.dataset.filter);
  if (!rows) return;
  const plain = (text) =>
    text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().split(/[\s.,]+/);

  const words = (row) =>
    plain([...row.cells].slice(0, 3).map((cell) => cell.textContent).join(" "));

  const filter = () => {
    const parts = plain(form.elements.q.value).filter(Boolean);
    for (const row of rows.rows) {
      const own = words(row);
      row.hidden = !parts.every((part) => own.some((word) => word.startsWith(part)));
    }
  };
  form.elements.q.addEventListener("input", filter);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    filter();
  });
})();
