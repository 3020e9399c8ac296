// The service worker: caches the whole site, so that it works offline after the first load. pages.py puts
// KEPT, the version and its files with their digests, before this code. A newer version waits until a page
// asks for it.
const NAME = "mj-site " + KEPT.version;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/**
 * Whether it is the file of this version: a copy may be damaged, a host between two versions.
 * @param {string} file
 * @param {Response} response
 */
async function isOurs(file, response) {
  const digest = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
  const text = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return text.startsWith(KEPT.files[file]);
}

/**
 * What the browser has of it already is asked about, and sent again only where that is another.
 * @param {string} file
 */
async function fetched(file) {
  for (const cache of /** @type {RequestCache[]} */ (["no-cache", "reload"])) {
    const response = await fetch(file, { cache });
    if (await isOurs(file, response)) return response;
  }
  throw new Error(file + ": of another version");
}

/** @param {Request} request */
async function answer(request) {
  const [address] = request.url.split(/[?#]/),
    file = address.slice(worker.registration.scope.length) || "index.html";
  try {
    if (!(file in KEPT.files)) return await fetch(request);
    const cache = await caches.open(NAME),
      kept = await cache.match(file);
    if (kept !== undefined && (await isOurs(file, kept))) return kept;
    const anew = await fetched(file);
    await cache.put(file, anew.clone());
    return anew;
  } catch {
    return fetch(request);
  }
}

worker.addEventListener("install", (event) => {
  // One after another: on a slow line the page before the reader goes first.
  const all = async () => {
    const cache = await caches.open(NAME);
    for (const file of Object.keys(KEPT.files)) await cache.put(file, await fetched(file));
  };
  event.waitUntil(all());
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
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
