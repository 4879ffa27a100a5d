// SPDX-License-Identifier: MIT
// The service worker of a folder for static hosting: the newest page where there is a network, the
// last one otherwise. scripts/page fills in the version and the files. The cache belongs to the
// folder: a site may have several copies of the page.
const OURS = `gpuocc-page-${registration.scope}#`, CACHE = `${OURS}@VERSION@`, FILES = @FILES@;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) =>
    new Request(file, { cache: "reload" })))).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) =>
    name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name))))
    .then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin)
    return;
  // The page has two addresses, with index.html and without.
  const kept = event.request.mode === "navigate" ? "./" : event.request;
  event.respondWith(fetch(event.request).catch(async () =>
    await (await caches.open(CACHE)).match(kept, { ignoreSearch: true }) ?? Response.error()));
});
