// A preset fills its own fields and no others. Without this script its button asks the
// server, which gives the form back with all that was typed.
(() => {
  const set = (field, value) => {
    const parts = field instanceof RadioNodeList ? [...field] : [field];
    for (const part of parts) {
      if (part.type === "radio") part.checked = part.value === value;
      else if (part.type === "checkbox") part.checked = Boolean(value);
      else part.value = value;
    }
    for (const kind of ["input", "change"])
      (parts.find((part) => part.checked) || parts[0]).dispatchEvent(
        new Event(kind, { bubbles: true }),
      );
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest("[data-fill]");
    if (!button) return;
    event.preventDefault();
    for (const [name, value] of Object.entries(JSON.parse(button.dataset.fill))) {
      const field = button.form.elements[name];
      if (field) set(field, value);
    }
  });
})();
