// A print that somebody waited for opens by itself. It takes this page's place, so that
// “back” leads to where it was asked for; whoever comes back
// to this page, or by its address, stays on it.
(() => {
  const open = () => {
    const ready = document.querySelector("#print-job a[data-opens]");
    if (ready) location.replace(ready.href);
  };
  document.addEventListener("htmx:afterSwap", open);
  const [arrival] = performance.getEntriesByType("navigation");
  const isSent = arrival?.type === "navigate" && arrival.redirectCount > 0; // by a press
  if (isSent) window.addEventListener("load", () => setTimeout(open));
})();
