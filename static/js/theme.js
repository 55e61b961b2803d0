// Light, dark or as the system says, before the first paint. Kept in this browser only.
(() => {
  const KEY = "valat-theme";
  const root = document.documentElement;

  const chosen = () => {
    try {
      return localStorage.getItem(KEY) || "auto";
    } catch {
      return "auto"; // storage may be forbidden
    }
  };

  const show = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.bsTheme = theme;
    else delete root.dataset.bsTheme;
  };

  const keep = (theme) => {
    try {
      if (theme === "auto") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // then it holds for this page
    }
  };

  show(chosen());
  document.addEventListener("DOMContentLoaded", () => {
    const box = document.querySelector("[data-theme-switch]");
    if (!box) return;
    box.hidden = false;
    for (const radio of box.querySelectorAll("input")) {
      radio.checked = radio.value === chosen();
      radio.addEventListener("change", () => {
        keep(radio.value);
        show(radio.value);
      });
    }
  });
})();
