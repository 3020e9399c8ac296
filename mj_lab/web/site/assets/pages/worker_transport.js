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
  const connections = new Map();
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
    const left = [...connections.values()];
    waiting.clear();
    connections.clear();
    for (const connection of left) connection.closed();
  }

  /** @param {FromWorker} options */
  function heard({ id, answer, connection, message, code, broken: isBroken }) {
    if (id !== undefined) {
      waiting.get(id)?.resolve(answer);
      waiting.delete(id);
    } else if (message !== undefined) connections.get(connection ?? 0)?.onmessage?.({ data: message });
    else if (isBroken) broken();
    else {
      const closing = connections.get(connection ?? 0);
      connections.delete(connection ?? 0);
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
    const connection = {
      readyState: WebSocket.CONNECTING,
      onopen: null,
      onmessage: null,
      onclose: null,
      /** @param {string} text */
      send: (text) => started().postMessage({ connection: number, message: text }),
      close() {
        if (connections.delete(number)) {
          worker?.postMessage({ connection: number, close: true });
          connection.closed(1000);
        }
      },
      closed(code) {
        connection.readyState = WebSocket.CLOSED;
        connection.onclose?.({ code });
      },
    };
    connections.set(number, connection);
    setTimeout(() => {
      connection.readyState = WebSocket.OPEN;
      connection.onopen?.();
    }, 0);
    return connection;
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
