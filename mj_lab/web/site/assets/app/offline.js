// The service worker: caches the whole site, so that it works offline after the first load. pages.py puts
// KEPT, the list of files and their version, before this code. A newer version waits until a page asks
// for it.
const NAME = "mj-site " + KEPT.version;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  // Not from the browser's HTTP cache, which may still have the old files.
  const wanted = ["./", ...KEPT.files].map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(wanted)));
});

worker.addEventListener("activate", (event) => {
  const others = async () => {
    for (const name of await caches.keys())
      if (name.startsWith("mj-site ") && name !== NAME) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(others());
});

worker.addEventListener("message", (event) => {
  if (event.data === "take") worker.skipWaiting();
});

worker.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const answer = async () => {
    const cache = await caches.open(NAME);
    return (await cache.match(event.request, { ignoreSearch: true })) || fetch(event.request);
  };
  event.respondWith(answer());
});
