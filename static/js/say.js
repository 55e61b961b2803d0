// A sentence in the page's language, with its values: say("{n} of {all}", { n, all }).
// Each is a plain "…" where it is said: clubs/i18n/js_catalog.py finds them there. Those of
// the table page stand in its script as its language says them, those of other pages in
// [data-words]; in English neither is needed.
// biome-ignore lint/correctness/noUnusedVariables: other scripts call it
var say, sayMany;

(() => {
  "use strict";

  // As gettext orders the forms of a language that has them all.
  const FORMS = ["zero", "one", "two", "few", "many", "other"];
  const page = document.documentElement;
  const element = document.querySelector("[data-words]");
  const words = element ? JSON.parse(element.textContent) : {};

  // A name written from right to left turns nothing around beside it.
  const isolated = (value) =>
    /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(value) ? `\u2068${value}\u2069` : value;

  // Text, or a list of parts where a value is more than text.
  const filled = (text, values) => {
    const parts = text.split(/\{(\w+)\}/).map((part, n) => (n % 2 ? isolated(values[part]) : part));
    return parts.some((part) => typeof part === "object") ? parts : parts.join("");
  };

  // Which of its forms a language has for a number; a phone of 2018 may know none.
  const formOf = (n) => {
    if (!self.Intl || !Intl.PluralRules) return n === 1 ? 0 : 1;
    const rules = new Intl.PluralRules(page.lang || "en");
    const known = rules.resolvedOptions().pluralCategories;
    return FORMS.filter((form) => known.includes(form)).indexOf(rules.select(n));
  };

  // Without values a sentence stays as it is: a table of them is filled later.
  say = (text, values) => {
    const said = words[text] || text;
    return values ? filled(said, values) : said;
  };

  // For one and for several, as {n} says; in another language `several` is a list.
  sayMany = (one, several, n, values) => {
    const forms = words[one] || [one].concat(several);
    return filled(forms[Math.min(formOf(n), forms.length - 1)], Object.assign({ n }, values));
  };
})();
