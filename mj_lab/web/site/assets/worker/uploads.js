// Files that were dropped or chosen: checked for size before they are read; the last few are stored
// (mj_lab/web/server/uploads.py).
/** @import { Engine } from "../engine/engine.js" */
import { matchTables } from "./review/overview.js";
import { handsIn } from "./records/archives.js";
import { begins } from "./records/text.js";

const GZIP = [0x1f, 0x8b],
  ZIP = [0x50, 0x4b];
const LONGEST_NAME = 80,
  LONGEST_PLAYER = 40;
// Tokens of files begin so; those of tables do not.
const OF_FILE = "file-";

/** @param {string} token */
export const isOfFile = (token) => token.startsWith(OF_FILE);

/**
 * @param {string} text
 * @param {number} most
 */
const first = (text, most) => [...text].slice(0, most).join("");
/** @param {number} bytes */
const megabytes = (bytes) => Math.floor(bytes / 1e6);

export class Uploads {
  /**
   * @param {Engine} engine
   * @param {KeepingStore} store
   * @param {SiteRules} rules
   */
  constructor(engine, store, rules) {
    this.engine = engine;
    this.store = store;
    this.rules = rules;
    this.limits = rules.uploads;
    this.person = rules.person;
  }

  /**
   * A file for the pages of its hands: { token, matches, skipped }.
   * @param {File} file
   * @returns {Promise<UploadReply>}
   */
  async taken(file) {
    const { name, hands, skipped } = await this.read(file);
    const token = OF_FILE + crypto.randomUUID(),
      records = hands.map(({ record }) => record);
    const kept = { token, name, came: Date.now(), records, skipped };
    await this.store.put("uploads", token, kept);
    await this.forget();
    return this.contentsOf(kept);
  }

  /**
   * What a kept file holds, as when it came.
   * @param {string} token
   * @returns {Promise<UploadReply>}
   */
  async contents(token) {
    const kept = await this.store.get("uploads", token);
    if (kept === undefined) throw new Error("this file is no longer in memory: drop it in again");
    return this.contentsOf(kept);
  }

  /**
   * @param {KeptUpload} kept
   * @returns {UploadReply}
   */
  contentsOf({ token, name, records, skipped = [] }) {
    return {
      token,
      name,
      skipped,
      matches: records.map((record, index) => summary(record, index + 1)),
      tables: this.tablesOf(records),
    };
  }

  /** @param {GameRecord[]} records */
  tablesOf(records) {
    return matchTables(
      this.rules,
      records.map((record) => ({ record, lost: [null, null, null, null] })),
    );
  }

  /**
   * The hands of a file, or after a dot of its match with that number.
   * @param {string} address
   * @returns {Promise<HandToReview[]>}
   */
  async reviewable(address) {
    const [token, number] = address.split(".");
    const records = (await this.store.get("uploads", token))?.records ?? [];
    const places =
      number === undefined
        ? [...records.keys()]
        : (this.tablesOf(records)[Number(number) - 1]?.rows ?? []).map(({ game }) => game);
    return places.map((place) => ({ token, number: place + 1, record: records[place], own: null }));
  }

  async forget() {
    const kept = (await this.store.all("uploads")).sort((a, b) => b.came - a.came);
    for (const { token } of kept.slice(this.limits.files)) await this.store.drop("uploads", token);
  }

  /**
   * A hand of a file, counted from 1, and the seat that is shown if none is named.
   * @param {string} token
   * @param {number} number
   */
  async found(token, number) {
    const record = (await this.store.get("uploads", token))?.records[number - 1];
    if (record === undefined) throw new Error("this browser keeps no such hand");
    return { record, seat: this.seatOf(record) };
  }

  /**
   * A person's, else the winner's or East (mj_lab/explain/review/replay/match_page.py, default_seat).
   * @param {GameRecord} options
   */
  seatOf({ only, result, players = [] }) {
    if (only !== undefined) return only;
    const winner = result.action === "HU" ? (result.player ?? null) : null;
    const people = [0, 1, 2, 3].filter((seat) => players[seat] === this.person);
    return people.length && !people.includes(winner ?? -1) ? people[0] : (winner ?? 0);
  }

  /**
   * The hands in a file, as the engine reads them. Throws an Error, one line, with the place.
   * @param {File} file
   */
  async read(file) {
    const name = first(file.name.split(/\s+/).filter(Boolean).join(" "), LONGEST_NAME) || "file",
      { most_bytes: most, matches } = this.limits;
    if (file.size > most) throw new Error(`${name}: over ${megabytes(most)} MB, too large for a match file`);
    return {
      name,
      ...(await handsIn(this.engine, this.rules, await this.bytesOf(file, name), name, matches)),
    };
  }

  /**
   * @param {File} file
   * @param {string} name
   */
  async bytesOf(file, name) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (begins(bytes, ZIP)) throw new Error(`${name}: a zip: take the file out of it`);
    return begins(bytes, GZIP) ? this.unpacked(bytes, name) : bytes;
  }

  /**
   * The content of a gzip file up to the allowed size; the rest is never unpacked.
   * @param {Uint8Array<ArrayBuffer>} bytes
   * @param {string} name
   */
  async unpacked(bytes, name) {
    const { most_text: most } = this.limits,
      parts = [];
    let size = 0;
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
    const next = () =>
      reader.read().catch(() => {
        throw new Error(`${name}: a damaged gzip`);
      });
    for (let part = await next(); !part.done; part = await next()) {
      size += part.value.length;
      if (size > most) {
        reader.cancel();
        throw new Error(`${name}: over ${megabytes(most)} MB when unpacked`);
      }
      parts.push(part.value);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }
}

/**
 * A row in a list of matches (mj_lab/web/server/saved.py, summary).
 * @param {GameRecord} options
 * @param {number} number
 * @returns {MatchRow}
 */
function summary({ id = "", only, players = [], scores, result, requests }, number) {
  const shown = only === undefined ? players : [players[only]];
  return {
    number,
    id: first(id, LONGEST_NAME),
    players: shown.map((name) => first(name, LONGEST_PLAYER)),
    scores,
    turns: requests.length,
    action: only === undefined ? result.action : "SEAT",
    player: only ?? result.player ?? null,
    fan: result.fan_total ?? null,
  };
}
