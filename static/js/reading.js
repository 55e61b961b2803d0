// Once a file is read, its form sends itself: nobody has to press a button for what they
// asked already. Whoever comes back to the page by “back” finds the button.
(() => {
  const send = () => {
    const form = document.querySelector("#reading form[data-continue]");
    if (form) form.requestSubmit();
  };
  document.addEventListener("htmx:afterSwap", send);
  const [arrival] = performance.getEntriesByType("navigation");
  if (arrival?.type === "navigate") window.addEventListener("load", send);
})();
