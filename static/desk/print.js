// A printable page: a button that prints it, where scripts run.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
// On paper nothing is folded away.
window.addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll("main details")) folded.open = true;
});
