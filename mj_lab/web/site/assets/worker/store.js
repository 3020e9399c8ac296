// What the browser keeps of the site: tables, finished hands, progress in training. In IndexedDB, or
// where a browser gives none (a private window) as long as the page is open.
const NAME = "mj_bot",
  STORES = ["tables", "progress", "uploads"];
// Raised with what is in it; each version has all that those before had.
const VERSION = 2;

export async function openStore() {
  try {
    return new Kept(await opened());
  } catch {
    return new Forgotten();
  }
}

function opened() {
  const asked = indexedDB.open(NAME, VERSION);
  asked.onupgradeneeded = () => {
    for (const name of STORES)
      if (!asked.result.objectStoreNames.contains(name)) asked.result.createObjectStore(name);
  };
  return done(asked);
}

const done = (asked) =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

class Kept {
  constructor(file) {
    this.file = file;
  }

  at(name, mode) {
    return this.file.transaction(name, mode).objectStore(name);
  }

  get = (name, key) => done(this.at(name, "readonly").get(key));
  all = (name) => done(this.at(name, "readonly").getAll());

  // Is kept, or gone, when this resolves.
  put = (name, key, value) => this.change(name, (store) => store.put(value, key));
  drop = (name, key) => this.change(name, (store) => store.delete(key));

  change(name, change) {
    const store = this.at(name, "readwrite");
    change(store);
    return new Promise((resolve, reject) => {
      store.transaction.oncomplete = resolve;
      store.transaction.onabort = () => reject(store.transaction.error);
    });
  }
}

// The same in memory.
export class Forgotten {
  constructor() {
    this.of = new Map(STORES.map((name) => [name, new Map()]));
  }

  get = async (name, key) => structuredClone(this.of.get(name).get(key));
  all = async (name) => structuredClone([...this.of.get(name).values()]);

  async put(name, key, value) {
    this.of.get(name).set(key, structuredClone(value));
  }

  async drop(name, key) {
    this.of.get(name).delete(key);
  }
}
