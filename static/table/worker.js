// The service worker of the table page, scope /t/: a page that was opened once opens again
// without a network, and at once with a bad one. What was typed is none of its business;
// it lets every write and every question for news pass.
//
// Two caches: the pages, one for each table's address, and the files they need. A page is
// kept only when all it needs is kept; the server names that in X-Valat-Needs.
"use strict";

const PAGES = "valat-table-pages-1";
const FILES = "valat-table-files-1";
const MOST_PAGES = 12; // an evening's, twice; the oldest go first

const isPage = ({ pathname }) => /^\/t\/[^/]+\/$/.test(pathname);
const isFile = ({ pathname }) => /^\/t\/app\.|^\/static\//.test(pathname);
const withoutHash = (address) => {
  const url = new URL(address, self.location);
  url.hash = url.search = "";
  return url.href;
};

// A login page in between, an error, or another page than ours is never kept.
const isWhole = (response) => response.ok && !response.redirected && response.type === "basic";
const isOurPage = (response) => isWhole(response) && response.headers.get("X-Valat") === "table";
const isOurFile = (response) =>
  isWhole(response) && !/^text\/html\b/.test(response.headers.get("Content-Type") || "text/html");

const needsOf = (page) =>
  (page.headers.get("X-Valat-Needs") || "").split(" ").filter(Boolean).map(withoutHash);

// One after the other, or one page's tidying would take another's files before it stands.
let last = Promise.resolve();
const inTurn = (work) => {
  last = last.then(work, work);
  return last;
};

const kept = (cacheName, address) => caches.match(address, { cacheName, ignoreVary: true });

const keepFile = async (address) => {
  if (await kept(FILES, address)) return true;
  const response = await fetch(address, { credentials: "omit" });
  if (!isOurFile(response)) return false;
  await (await caches.open(FILES)).put(address, response);
  return true;
};

// Keeps a page as it came, once all it needs is kept; true if it is.
const keepPage = async (address, response) => {
  if (!isOurPage(response)) return false;
  const files = await Promise.all(needsOf(response).map(keepFile));
  if (!files.every(Boolean)) return false;
  const pages = await caches.open(PAGES);
  await pages.put(address, response); // in its old one's place at once, and last of all
  await tidy(pages);
  return true;
};

// No more pages than an evening has, and no file that none of them needs.
const tidy = async (pages) => {
  const addresses = await pages.keys();
  const old = addresses.slice(0, -MOST_PAGES);
  await Promise.all(old.map((address) => pages.delete(address)));
  const whole = await pages.matchAll();
  const needed = new Set([].concat(...whole.map(needsOf)));
  const files = await caches.open(FILES);
  for (const request of await files.keys()) {
    if (!needed.has(request.url)) await files.delete(request);
  }
};

// The cookie says in which language this phone reads.
const fetchPage = (address) => fetch(address, { credentials: "same-origin", cache: "no-cache" });

// What the page asks to have kept, itself first. A kept page is renewed when it is opened.
const keep = async (asked) => {
  const url = new URL(asked, self.location);
  const address = withoutHash(url);
  if (url.origin !== self.location.origin) return false;
  if (isFile(url)) return keepFile(address);
  if (!isPage(url)) return false;
  return Boolean(await kept(PAGES, address)) || keepPage(address, await fetchPage(address));
};

// A kept page comes at once and is fetched anew behind it: what is new since then the page
// asks for itself. One that is not kept comes from the network.
const openPage = async (event, address) => {
  const page = await kept(PAGES, address);
  // Only a request of the browser's own may be led elsewhere.
  const fresh = page ? fetchPage(address) : fetch(event.request);
  const copy = fresh.then((response) => response.clone());
  const renewed = copy.then((response) => inTurn(() => keepPage(address, response)));
  event.waitUntil(renewed.catch(() => false));
  return page || fresh;
};

const openFile = async (request) => (await kept(FILES, request.url)) || fetch(request);

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const others = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("valat-table-"));
    const old = names.filter((name) => name !== PAGES && name !== FILES);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(others());
});

self.addEventListener("message", (event) => {
  const { keep: addresses } = event.data || {};
  if (!Array.isArray(addresses)) return;
  const [port] = event.ports;
  const each = addresses.map((address) => inTurn(() => keep(address)).catch(() => false));
  const said = Promise.all(each).then((all) => port && port.postMessage(all.every(Boolean)));
  event.waitUntil(said);
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && isPage(url)) {
    event.respondWith(openPage(event, withoutHash(url)));
  } else if (isFile(url)) {
    event.respondWith(openFile(request));
  }
});
