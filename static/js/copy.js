// Buttons that copy an address. The clipboard needs a trusted https page or this
// machine itself; elsewhere the button stays hidden and the address is there to mark.
(() => {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = say("Copied");
    });
  }
})();
