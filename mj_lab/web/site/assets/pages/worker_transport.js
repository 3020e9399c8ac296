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

// The first page names the seat of a new table and leaves its settings to the table's own page, which has the
// worker set it up: on a slow line the table is drawn before the worker has come.
const TO_BEGIN = "mj-begin";

/**
 * The settings of the table of this page's address, if it is still to be set up.
 * @returns {(TableRequest & { token: string }) | null}
 */
MJ.leftHere = function () {
  const settings = MJ.inTab(TO_BEGIN);
  return settings !== null && location.hash === "#" + settings.token ? settings : null;
};

/**
 * @param {TableRequest} settings
 * @returns {TableReply | null} null where the tab has no room for the next page
 */
MJ.leaveToTable = function (settings) {
  const token = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");
  return MJ.keepInTab(TO_BEGIN, { ...settings, token })
    ? { people: [{ player: 0, token }], spectators: null, room: null }
    : null;
};

MJ.worker = (function () {
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  /** @type {Map<number, WorkerSocket>} */
  const connections = new Map();
  let /** @type {Worker | null} */ worker = null,
    isHeard = false,
    isLost = false,
    count = 0;

  /**
   * The worker is started by the first request, or when the page is loaded.
   * @returns {Worker}
   */
  function started() {
    if (worker !== null) return worker;
    worker = new Worker("worker/worker.js", { type: "module" });
    worker.onmessage = ({ data }) => heard(data);
    // After a fault the engine cannot go on: waiting requests get an error, the next one a new engine.
    worker.onerror = broken;
    lend();
    showStorage(MJ.inTab(DAMAGED));
    const settings = MJ.leftHere();
    if (settings !== null) ask("/api/tables", settings).then(() => MJ.keepInTab(TO_BEGIN, null));
    return worker;
  }

  // The rows that the browser's storage did not take.
  const BESIDE = "mj-beside",
    DAMAGED = "mj-damaged",
    SAID = "mj-storage-said";
  /** @returns {Record<string, BesideRow>} */
  const besideRows = () => MJ.inTab(BESIDE) ?? {};
  const lend = () => worker?.postMessage({ beside: besideRows() });
  // A page that comes back from the browser's memory has those of then.
  addEventListener("pageshow", ({ persisted }) => persisted && lend());

  /** @param {NonNullable<FromWorker["storage"]>} options */
  function noteStorage({ why, place, row }) {
    if (place !== undefined) {
      const { [place]: _, ...rows } = besideRows();
      if (row) rows[place] = row;
      isLost = !MJ.keepInTab(BESIDE, Object.keys(rows).length ? rows : null);
    }
    // What was set aside is told once, and may be overlooked on a page that is left.
    if (why === "damaged") MJ.keepInTab(DAMAGED, why);
    showStorage(isLost ? "page" : (why ?? MJ.inTab(DAMAGED)));
  }

  /** @param {StorageTrouble | "page" | null} why */
  function showStorage(why) {
    const shown = document.getElementById("storage");
    if (why === shown?.dataset.why) return;
    shown?.remove();
    if (why === null || why === MJ.inTab(SAID)) return;
    const text = MJ.make("span", { "data-t": `storage_${why}` }, MJ.t(`storage_${why}`));
    const isRead = function () {
      MJ.keepInTab(SAID, why);
      MJ.keepInTab(DAMAGED, null);
      line.remove();
    };
    const button = MJ.make("button", { type: "button", "data-t": "isRead", onclick: isRead }, MJ.t("isRead"));
    const line = MJ.make(
      "p",
      { id: "storage", class: "card", role: "status", "data-why": why },
      text,
      " ",
      button,
    );
    document.querySelector("main")?.prepend(line);
  }

  function broken() {
    worker?.terminate();
    worker = null;
    isHeard = false;
    for (const { reject } of waiting.values()) reject(new Error(MJ.refusal("the worker stopped")));
    const left = [...connections.values()];
    waiting.clear();
    connections.clear();
    for (const connection of left) connection.closed();
  }

  const LOADING = { data: '{"type":"loading"}' };
  // How much of the engine is there, once it takes longer than a moment.
  const MOMENT = 400;
  let timer = 0;
  /** @type {HTMLElement | null} */
  let line = null;

  /** @param {{ bytes: number, all: number }} options */
  function showLoading({ bytes, all }) {
    // Those who wait for a table are told that it is on its way.
    for (const { onmessage } of connections.values()) onmessage?.(LOADING);
    if (line === null) {
      const made = MJ.make("p", { id: "engine", class: "card", role: "status" });
      timer = setTimeout(() => document.querySelector("main")?.prepend(made), MOMENT);
      line = made;
    }
    /** @param {number} count */
    const figure = (count) => (count / 1e6).toFixed(1);
    line.textContent = MJ.t("engineLoading", { bytes: figure(bytes), all: figure(all) });
    if (bytes < all) return;
    clearTimeout(timer);
    line.remove();
    line = null;
  }

  /** @param {FromWorker} options */
  function heard({ id, answer, connection, message, code, loading, storage, broken: isBroken }) {
    // A storage that is held by another tab keeps all waiting.
    isHeard ||= storage === undefined;
    if (storage !== undefined) noteStorage(storage);
    else if (loading !== undefined) showLoading(loading);
    else if (id !== undefined) {
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
      // Its script alone may take longer than a table has patience.
      if (!isHeard) connection.onmessage?.(LOADING);
    }, 0);
    return connection;
  }

  // Whether the next page will not have what this one did last.
  return { ask, open, started, isLost: () => isLost };
})();

/** @type {SendRequest} */
MJ.ask = async function (path, body) {
  // Play now has no settings that could be refused; those of the form are looked at first.
  const settings = path === "/api/tables" ? /** @type {TableRequest} */ (body) : null,
    left = settings !== null && !("hands" in settings) ? MJ.leaveToTable(settings) : null;
  if (left !== null) return left;
  const said = MJ.inWords(await MJ.worker.ask(path, body));
  return settings !== null && MJ.worker.isLost() ? { error: MJ.t("storage_page") } : said;
};

/** @type {DataOfPage} */
MJ.dataOfPage = async function (path) {
  const said = await MJ.ask(/** @type {`/saved/${string}`} */ (path));
  if (said.error !== undefined) throw new Error(said.error);
  return said;
};

/** @returns {TableSocket} */
MJ.connect = () => MJ.worker.open();

// Registers the service worker (offline.js) once the page has what it needs itself, and tells the reader
// when there is a newer version.
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
(function () {
  function keepLater() {
    const isKept = Boolean(navigator.serviceWorker?.controller);
    setTimeout(() => (document.getElementById("engine") ? keepLater() : keep()), isKept ? 0 : 4000);
  }
  const keep = () =>
    MJ.keepSite().catch(() => {
      /* It works without being kept. */
    });
  // To a page that lies in a folder browsers give no worker.
  function wantHttp() {
    const line = MJ.make("p", { id: "wants-http", class: "error", role: "alert" });
    const draw = () => {
      line.textContent = MJ.t("wantsHttp", {
        command: "python -m http.server",
        address: "http://localhost:8000",
      });
    };
    draw();
    document.querySelector("main")?.prepend(line);
    MJ.element("switches").addEventListener("click", draw);
  }
  addEventListener("load", function () {
    if (!location.protocol.startsWith("http")) return wantHttp();
    // Its script comes while the reader looks at the page; the engine, when a request needs it.
    MJ.worker.started();
    keepLater();
  });
})();
