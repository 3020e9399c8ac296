// Keeps the site in the browser: after the first load it needs no network. KEPT, all files and their
// version, is put before this by mj_lab/web/site/pages.py. A newer version waits until a page takes it.
const NAME = "mj-site " + KEPT.version;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  // Past the browser's own cache, which may still have the files of before.
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
