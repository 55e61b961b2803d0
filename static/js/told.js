// Parts of pages that htmx asks for again, told of news (news.js) where there are any: a
// part has the address that it waits at in data-news, and looks at once at "look-now".
(() => {
  const told = new Map(); // by address: its news and the mark of the last
  const askedAt = new Map(); // by the part's id
  const parts = () => [...document.querySelectorAll("[data-news]:not([data-news=''])")];
  const newsOf = ({ dataset }) => (dataset && dataset.news ? told.get(dataset.news) : null);

  const watch = () => {
    for (const { dataset } of parts()) {
      const address = dataset.news;
      if (told.has(address)) continue;
      const here = { mark: "" };
      told.set(address, here);
      here.news = News.wait(address, (mark) => {
        here.mark = mark;
        for (const part of parts()) {
          if (part.dataset.news === address) htmx.trigger(part, "look-now");
        }
      });
    }
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    const here = requestConfig.verb === "get" && newsOf(elt);
    if (!here) return;
    const isEarly = Date.now() - (askedAt.get(elt.id) || 0) < News.REST;
    const isByClock = !requestConfig.triggeringEvent;
    if (isByClock && isEarly && here.news.isOn()) event.preventDefault();
    else if (!event.defaultPrevented) askedAt.set(elt.id, Date.now());
  });
  // Each news has an address of its own: a copy that was kept of the old one is passed by.
  document.addEventListener("htmx:configRequest", ({ detail: { elt, verb, parameters } }) => {
    const here = verb === "get" && newsOf(elt);
    if (here && here.mark) parameters.news = here.mark;
  });
  watch();
})();
