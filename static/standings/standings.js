// The open standings page stays put while news comes in: the table and the focus are
// kept, a hidden page asks for nothing, and a screen reader hears only what changed.
(() => {
  const board = () => document.getElementById("standings");
  const words = document.querySelector("[data-live-words]");
  const showLive = () => {
    for (const mark of document.querySelectorAll("[data-live]")) mark.hidden = false;
  };
  let said = board() && board().dataset.words;
  let shown = board();
  let focused = null;
  let top = null;

  // Where the table stands on the screen: what is above it may grow or shrink.
  const tableTop = () => {
    const table = scrollY > 0 && document.querySelector("#standings .standings");
    return table ? table.getBoundingClientRect().top : null;
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target === board() && document.hidden) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && board()) htmx.trigger(board(), "look-now");
  });
  document.addEventListener("htmx:beforeSwap", () => {
    const active = document.activeElement;
    const row = active && active.closest && active.closest("#standings tr[id]");
    focused = row && { row: row.id, href: active.getAttribute("href") };
    top = tableTop();
  });
  document.addEventListener("htmx:afterSwap", () => {
    showLive();
    const own = document.getElementById("own-place");
    if (own && board() !== shown) htmx.trigger(own, "look-now");
    shown = board();
    const moved = top !== null && tableTop() !== null ? tableTop() - top : 0;
    if (moved) scrollBy({ top: moved, behavior: "instant" });
    if (focused) {
      const row = document.getElementById(focused.row);
      const links = row ? [...row.querySelectorAll("a")] : [];
      const same = links.find((link) => link.getAttribute("href") === focused.href);
      if (same) same.focus({ preventScroll: true });
      focused = null;
    }
    if (words && board() && board().dataset.words !== said) {
      said = board().dataset.words;
      words.textContent = said;
    }
  });
  showLive();
})();
