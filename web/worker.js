// SPDX-License-Identifier: MIT
// The service worker of a folder for static hosting: the newest page where there is a network, the
// last one otherwise. scripts/page fills in the version and the files.
const CACHE = "gpuocc-page-@VERSION@", FILES = @FILES@;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() =>
    skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) =>
    name.startsWith("gpuocc-page-") && name !== CACHE).map((name) => caches.delete(name))))
    .then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin)
    return;
  event.respondWith(fetch(event.request).catch(async () =>
    await (await caches.open(CACHE)).match(event.request, { ignoreSearch: true }) ??
    Response.error()));
});
