// Lets the page open without a network, where the browser allows it.
var Table = Table || {};

(() => {
  "use strict";

  // Asks the worker to keep these addresses; resolves when it answered. One that was
  // stopped in the middle never does.
  const PATIENCE = 30000; // ms
  const asked = (worker, keep) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      setTimeout(resolve, PATIENCE);
      worker.postMessage({ keep }, [port2]);
    });

  const isKept = async (address) =>
    Boolean(await caches.match(address, { ignoreVary: true, ignoreSearch: true }));

  // Opens the page as the server has it now, in the language chosen here; the kept one would
  // come first, and is old.
  Table.openAnew = async ({ base }) => {
    const fresh = await fetch(base, { credentials: "same-origin", cache: "no-cache" });
    if (!fresh.ok || fresh.headers.get("X-Valat") !== "table") return;
    const names = self.caches ? await caches.keys() : [];
    const pages = names.find((name) => name.startsWith("valat-table-pages"));
    if (pages) await (await caches.open(pages)).put(new URL(base, location).href, fresh);
    location.reload();
  };

  // True once this page would open without a network. Plain http in a hall is no secure
  // context: there it never will.
  Table.keepPage = async ({ base, script, later, style, worker, fonts }) => {
    if (!self.isSecureContext || !navigator.serviceWorker) return false;
    const scope = worker.replace(/[^/]*$/, "");
    const keep = [base, script, style].concat(later || [], fonts || []);
    try {
      await navigator.serviceWorker.register(worker, { scope });
      const { active } = await navigator.serviceWorker.ready;
      await asked(active, keep);
      return (await Promise.all(keep.map(isKept))).every(Boolean);
    } catch (_error) {
      return false; // switched off by the browser, or no worker to be had just now
    }
  };
})();
