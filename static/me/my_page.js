// My page opens without a network once it was open with one, and says when it is old.
(() => {
  "use strict";
  const note = document.querySelector("[data-offline]");
  const { worker } = document.currentScript.dataset;

  const showNetwork = () => {
    note.hidden = navigator.onLine;
  };
  addEventListener("online", () => location.reload());
  addEventListener("offline", showNetwork);
  showNetwork();

  // A phone may be "online" in a wifi that leads nowhere.
  document.addEventListener("htmx:sendError", () => {
    note.hidden = false;
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.successful) note.hidden = true;
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    const isPoll = event.target.id === "tonight";
    if (isPoll && document.hidden) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => {
    const tonight = document.querySelector("#tonight[hx-get]");
    if (!document.hidden && tonight) htmx.trigger(tonight, "look-now");
  });

  // The first visit loads the page before there is a worker: once more, to keep it.
  if (!("serviceWorker" in navigator)) return; // plain http in a hall has none
  navigator.serviceWorker
    .register(worker, { scope: worker.replace(/[^/]*$/, "") })
    .then(() => navigator.serviceWorker.ready)
    .then(async () => {
      const page = await fetch(location.pathname, { cache: "no-cache" });
      const files = [...document.querySelectorAll("link[rel=stylesheet], script[src]")];
      if (!page.ok || page.redirected) return;
      const pages = await caches.open("valat-me-pages-1");
      await pages.put(location.origin + location.pathname, page);
      const cache = await caches.open("valat-me-files-1");
      await Promise.all(files.map((file) => cache.add(file.href || file.src).catch(() => false)));
    })
    .catch(() => false); // switched off by the browser: the page works without it
})();
