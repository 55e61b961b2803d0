// Suggests the browser's own time zone, and the paper used there, while nobody has chosen
// any; the head of the folded part says what it is.
(() => {
  const field = document.querySelector("select[name='time_zone']");
  if (!field || document.querySelector("main[data-answer]")) return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = [...field.options].some((option) => option.value === zone);
  if (!known || zone === "UTC") return; // UTC: a machine that knows none
  field.value = zone;
  const paper = zone.startsWith("America/") ? "letter" : "a4";
  const sheet = document.querySelector(`input[name='paper'][value='${paper}']`);
  sheet.checked = true;
  const parts = [
    field.selectedOptions[0].text,
    sheet.labels[0].textContent.trim(),
    document.querySelector("select[name='currency']").selectedOptions[0].text,
  ];
  field.closest(".fold").querySelector(".fold-value").textContent = parts.join(" · ");
})();
