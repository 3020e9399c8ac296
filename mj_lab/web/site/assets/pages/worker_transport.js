// A page's requests to the site's worker. On the site this file replaces server_transport.js
// (mj_lab/web/site/pages.py).

/**
 * The address of another page: its file, beside this one; of a hand on record that of its replay.
 * @param {string} path
 */
MJ.at = function (path) {
  const [, page = "", record, query] = /^\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(path) ?? [];
  if (record)
    return (
      (["beside", "review"].includes(page) ? page : "replay") +
      ".html?record=" +
      encodeURIComponent(record.replace("/", ".")) +
      (query ? "&" + query : "")
    );
  return (page || "index") + ".html" + (query ? "?" + query : "");
};

MJ.worker = (function () {
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  /** @type {Map<number, WorkerSocket>} */
  const lines = new Map();
  let /** @type {Worker | null} */ worker = null,
    count = 0;

  /**
   * The worker is started by the first request: some pages never send one.
   * @returns {Worker}
   */
  function started() {
    if (worker !== null) return worker;
    worker = new Worker("worker/worker.js", { type: "module" });
    worker.onmessage = ({ data }) => heard(data);
    // After a fault the engine cannot go on: waiting requests get an error, the next one a new engine.
    worker.onerror = broken;
    return worker;
  }

  function broken() {
    worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(new Error("the worker stopped"));
    const left = [...lines.values()];
    waiting.clear();
    lines.clear();
    for (const line of left) line.closed();
  }

  /** @param {FromWorker} options */
  function heard({ id, answer, line, message, code, broken: isBroken }) {
    if (id !== undefined) {
      waiting.get(id)?.resolve(answer);
      waiting.delete(id);
    } else if (message !== undefined) lines.get(line ?? 0)?.onmessage?.({ data: message });
    else if (isBroken) broken();
    else {
      const closing = lines.get(line ?? 0);
      lines.delete(line ?? 0);
      closing?.closed(code);
    }
  }

  /**
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<any>}
   */
  function ask(path, body) {
    const id = ++count;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      started().postMessage({ id, path, body });
    });
  }

  /**
   * The part of WebSocket's interface that tables use.
   * @returns {TableSocket}
   */
  function open() {
    const number = ++count;
    /** @type {WorkerSocket} */
    const line = {
      readyState: WebSocket.CONNECTING,
      onopen: null,
      onmessage: null,
      onclose: null,
      /** @param {string} text */
      send: (text) => started().postMessage({ line: number, message: text }),
      close() {
        if (lines.delete(number)) {
          worker?.postMessage({ line: number, close: true });
          line.closed(1000);
        }
      },
      closed(code) {
        line.readyState = WebSocket.CLOSED;
        line.onclose?.({ code });
      },
    };
    lines.set(number, line);
    setTimeout(() => {
      line.readyState = WebSocket.OPEN;
      line.onopen?.();
    }, 0);
    return line;
  }

  return { ask, open };
})();

/** @type {SendRequest} */
MJ.ask = (path, body) => MJ.worker.ask(path, body);

/** @type {DataOfPage} */
MJ.dataOfPage = async function (path) {
  const said = await MJ.ask(/** @type {`/saved/${string}`} */ (path));
  if (said.error !== undefined) throw new Error(said.error);
  return said;
};

/** @returns {TableSocket} */
MJ.connect = () => MJ.worker.open();

// Registers the service worker (offline.js), and tells the reader when there is a newer version.
MJ.keepSite = async function () {
  if (!("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
  const kept = await navigator.serviceWorker.register("offline.js");
  const notify = function () {
    // The first installation is no update.
    if (!kept.waiting || !navigator.serviceWorker.controller || document.getElementById("newer")) return;
    const take = () => kept.waiting?.postMessage("take");
    const text = () => [
      MJ.t("newer"),
      " ",
      MJ.make("button", { type: "button", onclick: take }, MJ.t("takeNewer")),
    ];
    const line = MJ.make("p", { id: "newer", class: "card", role: "status" }, text());
    document.querySelector("main")?.prepend(line);
    MJ.element("switches").addEventListener("click", () => line.replaceChildren(...text()));
  };
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (document.getElementById("newer")) location.reload();
  });
  kept.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", notify));
  notify();
};
addEventListener("load", () => {
  MJ.keepSite().catch(() => {
    /* It works without being kept. */
  });
});
