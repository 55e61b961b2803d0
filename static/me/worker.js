// The service worker of my page, scope /me/: the page opens without a network with what it
// last knew. The network always goes first; a closed link takes its copy along.
"use strict";

const PAGES = "valat-me-pages-1";
const FILES = "valat-me-files-1";
const NETWORK_MS = 8000; // a wifi that answers nothing is none

const isPage = ({ pathname }) => /^\/me\/[^/]+\/$/.test(pathname);
const isFile = ({ pathname }) => pathname.startsWith("/static/");
const addressOf = ({ origin, pathname }) => origin + pathname;

const fetchInTime = (request) => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), NETWORK_MS);
  return fetch(request, { signal: stop.signal });
};

const openPage = async (request, url) => {
  const pages = await caches.open(PAGES);
  const copy = await pages.match(addressOf(url), { ignoreVary: true });
  let response;
  try {
    response = await (copy ? fetchInTime(request) : fetch(request));
  } catch (error) {
    if (copy) return copy;
    throw error;
  }
  // A page of a hotel's wifi comes redirected, and is never kept.
  if (response.ok && response.type === "basic" && !response.redirected) {
    await pages.put(addressOf(url), response.clone());
  } else if (response.status === 404 || response.status === 410) {
    await pages.delete(addressOf(url));
  }
  return response;
};

const openFile = async (request) => {
  const copy = await caches.match(request, { cacheName: FILES, ignoreVary: true });
  if (copy) return copy;
  const response = await fetch(request);
  if (response.ok && response.type === "basic" && !response.redirected) {
    const files = await caches.open(FILES);
    await files.put(request, response.clone());
  }
  return response;
};

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const removeOld = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("valat-me-"));
    const old = names.filter((name) => name !== PAGES && name !== FILES);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(removeOld());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && isPage(url)) {
    event.respondWith(openPage(request, url));
  } else if (isFile(url)) {
    event.respondWith(openFile(request));
  }
});
