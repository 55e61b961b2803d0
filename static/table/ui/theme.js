// Light, dark, or as the phone says: kept where static/js/theme.js keeps it.
var Table = Table || {};

(() => {
  "use strict";

  const KEY = "valat-theme";
  const root = document.documentElement;

  const chosen = () => {
    try {
      return localStorage.getItem(KEY) || "auto";
    } catch (_error) {
      return root.dataset.bsTheme || "auto"; // storage may be forbidden
    }
  };

  const show = (theme) => {
    if (theme === "auto") delete root.dataset.bsTheme;
    else root.dataset.bsTheme = theme;
  };

  const choose = (theme) => {
    show(theme);
    try {
      if (theme === "auto") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch (_error) {
      // then it holds for this page
    }
  };

  show(chosen());
  Table.theme = { chosen, choose };
})();
