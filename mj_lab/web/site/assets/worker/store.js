// The site's storage in the browser: tables, finished hands, progress in training. In IndexedDB; a row that
// it does not take, as there is none (a private window) or no room, stays beside it: here, and in the page's
// tab, from which the next page lends it to the next worker.
const NAME = "mj_bot",
  STORES = ["tables", "progress", "uploads"];
// Raised with what is in it; each version has all that those before had.
const VERSION = 2;
// Rows of no form that the site knows are kept under such keys, and read no more.
const ASIDE = "damaged ";
const NOTHING = 0;
// After which the storage is held by another tab.
const LATE_MS = 2000;

/** @implements {KeepingStore} */
export class Store {
  /** @param {TellStorage} tell has the tab keep a row, or forget it, and says what is wrong with the storage */
  constructor(tell = () => undefined) {
    this.tell = tell;
    /** @type {StorageTrouble | null} */
    this.why = null;
    /** @type {Promise<IDBDatabase> | null} */
    this.opening = null;
    /** @type {Map<string, BesideRow>} */
    this.beside = new Map();
    /** @type {Set<string>} what could not be read is not written over */
    this.unread = new Set();
    /** @type {Promise<unknown>} changes are made one after the other */
    this.changes = Promise.resolve();
  }

  /**
   * The rows that the tab holds; IndexedDB may take them now.
   * @param {Record<string, BesideRow>} lent
   */
  lend(lent) {
    this.changes = this.changes.then(async () => {
      this.beside = new Map(Object.entries(lent).filter(isWhole));
      await this.file().catch((error) => this.say(troubleOf(error)));
      for (const [place, { text }] of this.beside) await this.changed(...partsOf(place), valueOf(text));
    });
  }

  /**
   * @param {string} name
   * @param {string} key
   * @returns {Promise<any>}
   */
  async get(name, key) {
    await this.changes;
    const place = placeOf(name, key),
      beside = this.beside.get(place);
    if (beside !== undefined) return valueOf(beside.text);
    try {
      const row = await this.within(name, "readonly", (store) => resultOf(store.get(key)));
      this.unread.delete(place);
      if (row === undefined || isSound(name, key, row)) return row;
      await this.setAside(name, key, row);
    } catch (error) {
      this.unread.add(place);
      this.say(troubleOf(error));
    }
    return undefined;
  }

  /**
   * @param {string} name
   * @returns {Promise<any[]>}
   */
  async all(name) {
    await this.changes;
    const rows = new Map();
    try {
      for (const [key, row] of await this.within(name, "readonly", entriesOf))
        if (isSound(name, key, row)) rows.set(key, row);
        else if (!String(key).startsWith(ASIDE)) await this.setAside(name, key, row);
    } catch (error) {
      this.say(troubleOf(error));
    }
    for (const [place, { text }] of this.beside)
      if (place.startsWith(placeOf(name, ""))) rows.set(partsOf(place)[1], valueOf(text));
    return [...rows.values()].filter((row) => row !== undefined);
  }

  /**
   * Resolves when the value is stored, or stays beside.
   * @param {string} name
   * @param {string} key
   * @param {unknown} value
   */
  put(name, key, value) {
    return (this.changes = this.changes.then(() => this.changed(name, key, value)));
  }

  /**
   * @param {string} name
   * @param {string} key
   */
  drop(name, key) {
    return this.put(name, key, undefined);
  }

  /**
   * A row that was beside, or that could not be read, goes over none but the one that it came from: another
   * tab may have gone on.
   * @param {string} name
   * @param {string} key
   * @param {unknown} value undefined: the row is dropped
   */
  async changed(name, key, value) {
    const place = placeOf(name, key),
      was = this.beside.get(place),
      base = was?.base ?? (this.unread.has(place) ? NOTHING : null);
    /** @type {StorageTrouble} */
    let why = "elsewhere";
    try {
      if (await this.within(name, "readwrite", (store) => change(store, key, value, base))) {
        if (this.beside.delete(place)) this.say(this.beside.size ? this.why : null, place, null);
        return;
      }
    } catch (error) {
      why = troubleOf(error);
    }
    const row = {
      text: value === undefined ? null : JSON.stringify(value),
      base: base ?? (await this.baseOf(name, key)),
    };
    this.beside.set(place, row);
    this.say(why, place, row);
  }

  /**
   * @param {string} name
   * @param {IDBValidKey} key
   * @param {unknown} row
   */
  async setAside(name, key, row) {
    try {
      await this.within(name, "readwrite", function (store) {
        store.put(row, `${ASIDE}${Date.now()} ${String(key)}`);
        return resultOf(store.delete(key));
      });
    } catch {
      this.unread.add(placeOf(name, String(key)));
    }
    this.say(this.why ?? "damaged");
  }

  /**
   * @param {string} name
   * @param {string} key
   */
  async baseOf(name, key) {
    try {
      return traceOf(await this.within(name, "readonly", (store) => resultOf(store.get(key))));
    } catch {
      return NOTHING;
    }
  }

  /**
   * @param {StorageTrouble | null} why
   * @param {string} [place]
   * @param {BesideRow | null} [row]
   */
  say(why, place, row) {
    this.why = why;
    this.tell(why, place, row);
  }

  // -- IndexedDB ------------------------------------------------------------------------------------------

  /**
   * Resolves to what `work` finds, once its transaction is over.
   * @template T
   * @param {string} name
   * @param {IDBTransactionMode} mode
   * @param {(store: IDBObjectStore) => () => T} work
   * @returns {Promise<T>}
   */
  async within(name, mode, work) {
    for (let isAgain = false; ; isAgain = true) {
      const file = await this.file();
      try {
        return await new Promise((resolve, reject) => {
          const transaction = file.transaction(name, mode),
            found = work(transaction.objectStore(name));
          transaction.oncomplete = () => resolve(found());
          transaction.onabort = () => reject(transaction.error);
        });
      } catch (error) {
        if (isAgain || troubleOf(error) === "full") throw error;
        // It may have been closed: the browser's storage was emptied.
        this.opening = null;
        file.close();
      }
    }
  }

  /** @returns {Promise<IDBDatabase>} */
  file() {
    return (this.opening ??= this.opened());
  }

  /** @returns {Promise<IDBDatabase>} */
  async opened() {
    // It opens when the tab with an older version of the site is closed. Chromium tells the first page alone.
    const late = setTimeout(() => this.say("blocked"), LATE_MS);
    try {
      return await this.newest();
    } finally {
      clearTimeout(late);
      if (this.why === "blocked") this.say(null);
    }
  }

  /** @returns {Promise<IDBDatabase>} */
  async newest() {
    let file = await this.asked(VERSION).catch(function (error) {
      if (error.name !== "VersionError") throw error;
      return null;
    });
    // A newer version of the site was here, and has all that this one has.
    file ??= await this.asked();
    if (STORES.some((name) => !file?.objectStoreNames.contains(name))) {
      file.close();
      file = await this.asked(file.version + 1);
    }
    return file;
  }

  /**
   * @param {number} [version]
   * @returns {Promise<IDBDatabase>}
   */
  async asked(version) {
    const asked = indexedDB.open(NAME, version);
    asked.onupgradeneeded = () => {
      for (const name of STORES)
        if (!asked.result.objectStoreNames.contains(name)) asked.result.createObjectStore(name);
    };
    return new Promise((resolve, reject) => {
      asked.onerror = () => reject(asked.error);
      asked.onsuccess = () => {
        const file = asked.result;
        // So that this tab blocks none.
        file.onversionchange = file.onclose = () => {
          this.opening = null;
          file.close();
        };
        resolve(file);
      };
    });
  }
}

/**
 * @param {string} name
 * @param {string} key
 */
const placeOf = (name, key) => `${name} ${key}`;

/**
 * @param {string} place
 * @returns {[string, string]}
 */
function partsOf(place) {
  const end = place.indexOf(" ");
  return [place.slice(0, end), place.slice(end + 1)];
}

/**
 * Of a row that is beside; undefined if it is dropped.
 * @param {string | null} text
 */
const valueOf = (text) => (text === null ? undefined : JSON.parse(text));

/**
 * @param {unknown} error
 * @returns {StorageTrouble}
 */
const troubleOf = (error) => (Object(error).name === "QuotaExceededError" ? "full" : "none");

/**
 * @template T
 * @param {IDBRequest<T>} asked
 */
const resultOf = (asked) => () => asked.result;

/**
 * @param {IDBObjectStore} store
 * @returns {() => [IDBValidKey, any][]}
 */
function entriesOf(store) {
  const keys = store.getAllKeys(),
    rows = store.getAll();
  return () => keys.result.map((key, place) => [key, rows.result[place]]);
}

/**
 * Finds whether the row was changed. base: the trace of the row that it has to come from, if of any.
 * @param {IDBObjectStore} store
 * @param {string} key
 * @param {unknown} value
 * @param {number | null} base
 */
function change(store, key, value, base) {
  let isChanged = base === null;
  const make = () => (value === undefined ? store.delete(key) : store.put(value, key));
  if (isChanged) make();
  else {
    const now = store.get(key);
    now.onsuccess = () => {
      try {
        isChanged = traceOf(now.result) === base;
        if (isChanged) make();
      } catch {
        store.transaction.abort();
      }
    };
  }
  return () => isChanged;
}

/**
 * Tells a row from what became of it.
 * @param {unknown} row
 */
const traceOf = (row) =>
  [...(JSON.stringify(row) ?? "")].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, NOTHING);

// -- rows that the site can read ------------------------------------------------------------------------

/** @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null;
/** @param {unknown} value */
const isText = (value) => typeof value === "string";
/** @param {unknown} value */
const isNumber = (value) => typeof value === "number";
/**
 * @param {unknown} list
 * @param {(one: any, place: number) => boolean} is
 * @param {number} [count]
 */
const areAll = (list, is, count) =>
  Array.isArray(list) && list.every(is) && (count === undefined || list.length === count);
/** @param {unknown} rows */
const areTurns = (rows) => areAll(rows, (row) => areAll(row, isText, 4));
/** @param {Raw} record */
const isRecord = ({ requests, responses, scores, result, quan }) =>
  areTurns(requests) && areTurns(responses) && areAll(scores, isNumber, 4) && isObject(result) && quan >= 0;
/** @param {Raw} hand */
const isHand = ({ wall, answers, scores, ended, record, instead, review }) =>
  isText(wall) &&
  isObject(answers) &&
  (scores === null || (areAll(scores, isNumber, 4) && isNumber(ended) && isRecord(record))) &&
  (!instead || (isRecord(instead.record) && isObject(instead.row))) &&
  (!review || isObject(review));
const MOST_HANDS = 16;

/** @type {Record<string, (row: Raw, key: string) => boolean>} */
const FORMS = {
  tables: ({ token, settings: { players, names, hands: all }, hands }, key) =>
    token === key &&
    areAll(players, isText, 4) &&
    players.includes("human") &&
    areAll(names, isText, 4) &&
    all <= MOST_HANDS &&
    areAll(hands, isHand) &&
    hands.length <= all,
  uploads: ({ token, name, came, records }, key) =>
    token === key && isText(name) && isNumber(came) && areAll(records, isRecord),
  progress: function (row, key) {
    if (key === "quiz") return isObject(row.cards) && areAll(row.answers, isObject);
    if (key === "deck") return areAll(row.deck, ({ id, theme }) => isText(id) && isText(theme));
    if (key.startsWith("deck "))
      return (
        [row.requests, row.responses].every((texts) => areAll(texts, isText)) && areAll(row.answers, isObject)
      );
    return (
      isText(row.version) &&
      isObject(row.review.moments) &&
      areAll(row.review.seats, ({ decisions }) => areAll(decisions, isObject), 4)
    );
  },
};

/**
 * @param {string} name
 * @param {IDBValidKey} key
 * @param {Raw} row
 */
function isSound(name, key, row) {
  try {
    return FORMS[name](row, /** @type {string} */ (key));
  } catch {
    return false;
  }
}

/**
 * Whether it is a row that a tab holds, not what became of it.
 * @param {[string, BesideRow]} entry
 */
function isWhole([place, row]) {
  try {
    const value = valueOf(row.text);
    return isNumber(row.base) && (value === undefined || isSound(...partsOf(place), value));
  } catch {
    return false;
  }
}
