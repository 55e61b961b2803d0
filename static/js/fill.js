// A button that puts its word into a field, to be saved with the form. Without this
// script the field offers the same words itself.
(() => {
  for (const button of document.querySelectorAll("[data-fill]")) {
    const field = document.getElementById(button.dataset.fill);
    if (!field) continue;
    button.hidden = false;
    button.addEventListener("click", () => {
      field.value = button.dataset.with;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.focus();
    });
  }
})();
