// Suggests the browser's own time zone while nobody has chosen one.
(() => {
  const field = document.querySelector("select[name='time_zone']");
  if (!field || document.querySelector("[aria-invalid='true']")) return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = [...field.options].some((option) => option.value === zone);
  if (known && zone !== "UTC") field.value = zone; // UTC: a machine that knows none
})();
