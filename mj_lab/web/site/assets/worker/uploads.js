// Files that were dropped or chosen: checked for size before they are read; the last few are stored
// (mj_lab/web/server/uploads.py).
/** @import { Engine } from "../engine/engine.js" */
import { handsIn } from "./records/archives.js";

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
    await this.store.put("uploads", token, { token, name, came: Date.now(), records });
    await this.forget();
    return { token, skipped, matches: records.map((record, index) => summary(record, index + 1)) };
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
  seatOf({ result, players = [] }) {
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
      ...(await handsIn(this.engine, this.rules, await this.textOf(file, name), name, matches)),
    };
  }

  /**
   * @param {File} file
   * @param {string} name
   */
  async textOf(file, name) {
    const bytes = new Uint8Array(await file.arrayBuffer()),
      begins = /** @param {number[]} mark */ (mark) => mark.every((byte, index) => bytes[index] === byte);
    if (begins(ZIP)) throw new Error(`${name}: a zip: take the file out of it`);
    const plain = begins(GZIP) ? await this.unpacked(bytes, name) : bytes;
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(plain);
    } catch (error) {
      throw new Error(`${name}: no text in UTF-8`, { cause: error });
    }
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
function summary({ id = "", players = [], scores, result, requests }, number) {
  return {
    number,
    id: first(id, LONGEST_NAME),
    players: players.map((name) => first(name, LONGEST_PLAYER)),
    scores,
    turns: requests.length,
    action: result.action,
    player: result.player ?? null,
    fan: result.fan_total ?? null,
  };
}
