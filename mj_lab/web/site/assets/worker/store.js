// The site's storage in the browser: tables, finished hands, progress in training. In IndexedDB; where
// there is none (a private window) in memory, as long as the page is open.
const NAME = "mj_bot",
  STORES = ["tables", "progress", "uploads"];
// Raised with what is in it; each version has all that those before had.
const VERSION = 2;

/** @returns {Promise<KeepingStore>} */
export async function openStore() {
  try {
    return new Kept(await opened());
  } catch {
    return new Forgotten();
  }
}

/** @returns {Promise<IDBDatabase>} */
function opened() {
  const asked = indexedDB.open(NAME, VERSION);
  asked.onupgradeneeded = () => {
    for (const name of STORES)
      if (!asked.result.objectStoreNames.contains(name)) asked.result.createObjectStore(name);
  };
  return done(asked);
}

/**
 * @template T
 * @param {IDBRequest<T>} asked
 * @returns {Promise<T>}
 */
const done = (asked) =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

class Kept {
  /** @param {IDBDatabase} file */
  constructor(file) {
    this.file = file;
  }

  /**
   * @param {string} name
   * @param {IDBTransactionMode} mode
   */
  at(name, mode) {
    return this.file.transaction(name, mode).objectStore(name);
  }

  /**
   * @param {string} name
   * @param {string} key
   */
  get = (name, key) => done(this.at(name, "readonly").get(key));
  /** @param {string} name */
  all = (name) => done(this.at(name, "readonly").getAll());

  /**
   * Resolves when the value is stored, or deleted.
   * @param {string} name
   * @param {string} key
   * @param {unknown} value
   */
  put = (name, key, value) => this.change(name, (store) => store.put(value, key));
  /**
   * @param {string} name
   * @param {string} key
   */
  drop = (name, key) => this.change(name, (store) => store.delete(key));

  /**
   * @param {string} name
   * @param {(store: IDBObjectStore) => void} change
   * @returns {Promise<unknown>}
   */
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
    /** @type {Map<string, Map<string, any>>} */
    this.stores = new Map(STORES.map((name) => [name, new Map()]));
  }

  /**
   * @param {string} name
   * @param {string} key
   */
  get = async (name, key) => structuredClone(this.stores.get(name)?.get(key));
  /** @param {string} name */
  all = async (name) => structuredClone([...(this.stores.get(name)?.values() ?? [])]);

  /**
   * @param {string} name
   * @param {string} key
   * @param {unknown} value
   */
  async put(name, key, value) {
    this.stores.get(name)?.set(key, structuredClone(value));
  }

  /**
   * @param {string} name
   * @param {string} key
   */
  async drop(name, key) {
    this.stores.get(name)?.delete(key);
  }
}
