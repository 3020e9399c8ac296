// In a page beside the site's store.js: what the store does as IndexedDB fails, by the name of the fault.
async (name) => {
  const { Store } = await import("./store.js");
  const NAME = "mj_bot";
  const record = {
    requests: [["0 0 0", "0 1 0", "0 2 0", "0 3 0"]],
    responses: [["PASS", "PASS", "PASS", "PASS"]],
    scores: [0, 0, 0, 0],
    result: { action: "HUANG" },
    wall: "W1",
    quan: 0,
  };
  const settings = { players: ["human", "a", "b", "c"], names: ["", "", "", ""], hands: 1, pace: 0 };
  const hand = { wall: "W1", answers: {}, passes: "", scores: [0, 0, 0, 0], ended: 1, record };
  // A row of each kind, as it is at a time.
  const rowsAt = (time) => ({
    "tables one": { token: "one", id: "1", settings, hands: [{ ...hand, turns: time }], begun: 1 },
    "tables two": { token: "two", id: "2", settings, hands: [], begun: time },
    "uploads file-1": { token: "file-1", name: "1", came: time, records: [record] },
    "progress quiz": { cards: {}, answers: [{ day: time, theme: "early", lost: 0, right: true }] },
    "progress deck": { deck: [{ id: "0", theme: "early" }].slice(0, time) },
    "progress deck 0": { requests: ["0 0 0"], responses: [], answers: [{ action: "PASS", lost: time }] },
    "progress review one.0": {
      version: String(time),
      review: { moments: {}, seats: Array(4).fill({ decisions: [] }) },
    },
  });
  const place = (at) => [at.split(" ")[0], at.slice(at.indexOf(" ") + 1)];

  // A tab: what it holds, what it was told, and its pages.
  class Tab {
    held = {};
    told = [];
    page() {
      const store = new Store((why, at, row) => {
        if (at !== undefined && row === null) delete this.held[at];
        else if (at !== undefined) this.held[at] = row;
        if (this.told.at(-1) !== why) this.told.push(why);
      });
      store.lend(structuredClone(this.held));
      return store;
    }
  }
  const fill = async (store, time) => {
    for (const [at, row] of Object.entries(rowsAt(time))) await store.put(...place(at), row);
  };
  // The rows by their places, got one by one; the lists must say the same.
  const read = async (store) => {
    const found = {};
    for (const at of Object.keys(rowsAt(1))) found[at] = await store.get(...place(at));
    for (const kind of ["tables", "uploads", "progress"]) {
      const texts = (rows) =>
        rows
          .filter(Boolean)
          .map((row) => JSON.stringify(row))
          .sort();
      const own = Object.entries(found).filter(([at]) => at.startsWith(kind + " "));
      same(texts(await store.all(kind)), texts(own.map(([, row]) => row)));
    }
    return found;
  };
  const same = (one, other) => {
    const [text, wanted] = [JSON.stringify(one), JSON.stringify(other)];
    if (text !== wanted) throw new Error(`${text}\n is not\n${wanted}`);
  };
  const done = (asked) =>
    new Promise((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  const made = (version, stores) => {
    const asked = indexedDB.open(NAME, version);
    asked.onupgradeneeded = () => {
      for (const store of stores) asked.result.createObjectStore(store);
    };
    return done(asked);
  };
  const remove = () => done(indexedDB.deleteDatabase(NAME));
  const raw = async (kind, use) => {
    const file = await made();
    const result = await done(use(file.transaction(kind, "readwrite").objectStore(kind)));
    file.close();
    return result;
  };
  const { put, get, getAll } = IDBObjectStore.prototype,
    { open } = IDBFactory.prototype,
    whole = Object.getOwnPropertyDescriptor(self, "indexedDB");
  const heal = () => {
    Object.defineProperty(self, "indexedDB", whole);
    Object.assign(IDBObjectStore.prototype, { put, get, getAll });
    IDBFactory.prototype.open = open;
  };
  // As the browser does it, when a change is to be written.
  const aborts = (error) =>
    function (...row) {
      const asked = put.apply(this, row);
      Object.defineProperty(this.transaction, "error", { value: error });
      this.transaction.abort();
      return asked;
    };
  const noRoom = aborts(new DOMException("no room", "QuotaExceededError"));
  const without = (value) => Object.defineProperty(self, "indexedDB", { value, configurable: true });
  const fails = (word) =>
    function () {
      throw new DOMException("as it was told to", word);
    };

  /**
   * Rows are stored; with the fault they are read and changed, on this page and the next; when it is over
   * they are as they were changed, and nothing is lost for another tab.
   */
  async function goesOn({ fault, reads = 1, told, keeps = 1 }) {
    await fill(new Tab().page(), 1);
    const tab = new Tab();
    await fault();
    const page = tab.page();
    const before = await read(page);
    same(before, reads ? rowsAt(1) : {});
    await fill(page, 2);
    same(await read(page), rowsAt(2));
    same(await read(tab.page()), rowsAt(2));
    await page.drop("tables", "two");
    same(await page.get("tables", "two"), undefined);
    await page.put("tables", "two", rowsAt(2)["tables two"]);
    heal();
    same(await read(tab.page()), rowsAt(2));
    same(tab.told, told);
    same(await read(new Tab().page()), rowsAt(keeps));
  }
  const JUNK = [
    7,
    "text",
    [],
    {},
    null,
    true,
    new Date(0),
    new Map(),
    1n,
    { token: "two", settings: null, hands: 7 },
  ];

  const faults = {
    none: () => goesOn({ fault: () => null, told: [], keeps: 2 }),
    "no IndexedDB": () => goesOn({ fault: () => without(undefined), reads: 0, told: ["none", "elsewhere"] }),
    "IndexedDB is null": () => goesOn({ fault: () => without(null), reads: 0, told: ["none", "elsewhere"] }),
    "open is refused": () =>
      goesOn({
        fault: () => (IDBFactory.prototype.open = fails("SecurityError")),
        reads: 0,
        told: ["none", "elsewhere"],
      }),
    "open fails": () =>
      goesOn({
        fault: () =>
          (IDBFactory.prototype.open = function () {
            const asked = { error: new DOMException("no file", "UnknownError") };
            setTimeout(() => asked.onerror());
            return asked;
          }),
        reads: 0,
        told: ["none", "elsewhere"],
      }),
    "a newer version was here": () =>
      goesOn({ fault: async () => (await made(9, ["more"])).close(), told: [], keeps: 2 }),
    "no room": () =>
      goesOn({
        fault: () => (IDBObjectStore.prototype.put = noRoom),
        told: ["full", null],
        keeps: 2,
      }),
    "each change is aborted": () =>
      goesOn({
        fault: () => (IDBObjectStore.prototype.put = aborts(null)),
        told: ["none", null],
        keeps: 2,
      }),
    "rows cannot be read": () =>
      goesOn({
        fault: () => {
          IDBObjectStore.prototype.get = IDBObjectStore.prototype.getAll = fails("UnknownError");
        },
        reads: 0,
        told: ["none", "elsewhere"],
      }),
    async "stores are missing"() {
      (await made(2, ["tables"])).close();
      await goesOn({ fault: () => null, told: [], keeps: 2 });
    },
    async "a newer version without a store"() {
      (await made(5, ["progress"])).close();
      await goesOn({ fault: () => null, told: [], keeps: 2 });
    },
    async "a tab of an older version is open"() {
      const older = await made(1, ["tables"]),
        tab = new Tab(),
        page = tab.page(),
        filled = fill(page, 1);
      while (!tab.told.length) await new Promise((wait) => setTimeout(wait, 5));
      older.close();
      await filled;
      same(await read(page), rowsAt(1));
      same(tab.told, ["blocked", null]);
      same(await read(new Tab().page()), rowsAt(1));
    },
    async "a newer version comes"() {
      const page = new Tab().page();
      await fill(page, 1);
      (await made(7, ["more"])).close();
      same(await read(page), rowsAt(1));
      await fill(page, 2);
      same(await read(new Tab().page()), rowsAt(2));
    },
    async "all is deleted meanwhile"() {
      const tab = new Tab(),
        page = tab.page();
      await fill(page, 1);
      await remove();
      same(await read(page), {});
      await fill(page, 2);
      same(await read(new Tab().page()), rowsAt(2));
      same(tab.told, []);
    },
    async "rows are damaged"() {
      for (const junk of JUNK) {
        await fill(new Tab().page(), 1);
        for (const at of Object.keys(rowsAt(1))) {
          const [kind, key] = place(at);
          await raw(kind, (store) => store.put(junk, key));
          await raw(kind, (store) => store.put(junk, 7));
          const tab = new Tab(),
            page = tab.page(),
            { [at]: _, ...others } = rowsAt(1);
          same(await read(page), others);
          same(tab.told, ["damaged"]);
          const aside = (await raw(kind, (store) => store.getAllKeys())).filter((one) =>
            /^damaged /.test(one),
          );
          same(aside.length, 2);
          same(typeof (await raw(kind, (store) => store.get(aside[0]))), typeof junk);
          for (const one of aside) await raw(kind, (store) => store.delete(one));
          await page.put(kind, key, rowsAt(1)[at]);
          same(await read(new Tab().page()), rowsAt(1));
        }
      }
    },
    async "another tab goes on"() {
      await fill(new Tab().page(), 1);
      const tab = new Tab();
      IDBObjectStore.prototype.put = noRoom;
      await fill(tab.page(), 2);
      heal();
      await fill(new Tab().page(), 3);
      same(await read(tab.page()), rowsAt(2));
      same(tab.told, ["full", "elsewhere"]);
      same(await read(new Tab().page()), rowsAt(3));
    },
    async "the tab's own is damaged"() {
      const tab = new Tab();
      await fill(tab.page(), 1);
      tab.held = {
        "tables one": 7,
        "tables two": { text: "{", base: 0 },
        x: null,
        "no store": { text: "1", base: 0 },
      };
      same(await read(tab.page()), rowsAt(1));
    },
  };
  if (name === null) return Object.keys(faults);
  await remove();
  try {
    await faults[name]();
  } finally {
    heal();
  }
};
