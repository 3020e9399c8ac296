// mj_engine in a page, a worker or node: tables, fans, decisions and reviews without a server.
//
//   const engine = await openEngine(new URL("engine/", location));
//   engine.decide({ requests, responses }).response
//
// Replies are plain JSON with the field names of /api/v1. A wrong request throws an EngineError, one line.
// After any other error (a RuntimeError) the module cannot be used any more: open a new engine.
import { wasiImports } from "./wasi.js";

const MODULE = "module.bin",
  NUMBERS = "numbers.bin";
export const WALL_SIZE = 34;
const WALL_SIZE_WITH_FLOWERS = 36;
const HEAD = 8;

export class EngineError extends Error {}

/**
 * The engine from a folder with its files: a URL, of http or of a file. arrived(bytes, all): is called as
 * they come.
 * @param {URL} folder
 * @param {(bytes: number, all: number) => void} [arrived]
 */
export async function openEngine(folder, arrived = () => undefined) {
  const found = await Promise.all([MODULE, NUMBERS].map((name) => answerAt(new URL(name, folder))));
  const all = found.reduce((sum, { headers }) => sum + Number(headers.get("content-length")), 0);
  let bytes = 0;
  /** @param {number} more */
  const count = (more) => {
    bytes += more;
    arrived(bytes, Math.max(bytes, all));
  };
  count(0);
  const [module, numbers] = await Promise.all(found.map((answer) => bytesOf(answer, count)));
  return engineOf(module, numbers);
}

/**
 * The same from the bytes of both files, as they are.
 * @param {BufferSource} module
 * @param {BufferSource} numbers
 */
export async function engineOf(module, numbers) {
  /** @type {EngineExports} */
  let exports;
  const { instance } = await WebAssembly.instantiate(
    await inflated(module),
    wasiImports(() => exports.memory),
  );
  exports = /** @type {EngineExports} */ (/** @type {unknown} */ (instance.exports));
  exports._initialize();
  return new Engine(exports, await inflated(numbers));
}

/**
 * @param {URL} url
 * @returns {Promise<Response>}
 */
async function answerAt(url) {
  // @ts-ignore: node alone has this module, and its types are not installed.
  if (url.protocol === "file:") return new Response(await (await import("node:fs/promises")).readFile(url));
  const answer = await fetch(url);
  if (!answer.ok) throw new EngineError(`${url.pathname}: ${answer.status}`);
  return answer;
}

/**
 * @param {Response} answer
 * @param {(more: number) => void} count
 */
function bytesOf({ body }, count) {
  const counted = new TransformStream({
    transform(part, on) {
      count(part.length);
      on.enqueue(part);
    },
  });
  return new Response(body?.pipeThrough(counted)).arrayBuffer();
}

/** @param {BufferSource} bytes */
async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export class Engine {
  /**
   * @param {EngineExports} exports
   * @param {Uint8Array} numbers
   */
  constructor(exports, numbers) {
    this.exports = exports;
    const at = this.put(numbers);
    this.held = exports.mj_open(at, numbers.length);
    exports.mj_free(at);
    this.ask("wall", 0, 0); // Says what is wrong with the numbers.
  }

  /**
   * The wall of a seed, a number or a text, as Python's random.Random shuffles it: codes.
   * @param {number | bigint | string} seed
   * @returns {Promise<string>}
   */
  async wall(seed, flowers = false) {
    return this.ask("wall", (await seedWords(seed)).join(" "), flowers);
  }

  /**
   * The fan of a hand, as /api/v1/fan. hand: codes, the winning tile last. tile: a different winning tile,
   * or the one that the hand lacks. flags: how it was obtained, in the words of `mj fan`.
   * @param {{ hand: string, melds?: string[], tile?: string, flags?: string[], seat?: number,
   *   wind?: number, flowers?: number, calculator?: string }} options
   * @returns {FanStudy & { hand: string[] }}
   */
  fanStudy({
    hand,
    melds = [],
    tile = "",
    flags = [],
    seat = 0,
    wind = 0,
    flowers = 0,
    calculator = "judge",
  }) {
    return this.ask(
      "fan_study",
      hand,
      melds.join("\n"),
      tile,
      flags.join(" "),
      seat,
      wind,
      flowers,
      calculator,
    );
  }

  /**
   * The game of a hand by what was drawn and done (worker/records/hand.js): { game, preempted, untold,
   * false_wins }, or { fault: [reason, line, detail] } where our rules allow no such hand.
   * @param {import("../worker/records/hand.js").PlainHand} options
   * @returns {{ fault?: [string, number, string], game: GameRecord, preempted: Remark[],
   *   untold: Mark[], false_wins: Mark[] }}
   */
  playHand({ wind, common_wall, tells_all, drawn, fan, wall = "", steps, keeping }) {
    return this.ask(
      "played",
      wind,
      common_wall,
      tells_all,
      drawn,
      fan,
      wall,
      steps.join("\n"),
      keeping.map((kept) => kept.join(" ")).join("\n"),
    );
  }

  /**
   * Replays a recorded match from its answers, up to the end that the engine's table reaches.
   * @param {GameRecord} options
   * @returns {GameRecord & { result: RecordResult }}
   */
  playAgain({ wall, quan, common_wall = false, result, responses, verdicts = [] }) {
    const plain = /** @param {string} text */ (text) =>
        text.replace(/[\t-\r]/g, " ").replaceAll("\0", "\x7f"),
      notes = verdicts.map(
        ([turn, seat, verdict]) => `${turn} ${seat} ${/^\w+$/.test(verdict) ? verdict : "?"}`,
      );
    return this.ask(
      "again",
      wall,
      quan,
      common_wall,
      ["HU", "HUANG"].includes(result.action),
      responses.map((row) => row.map(plain).join("\t")).join("\n"),
      notes.join("\n"),
    );
  }

  /**
   * A wall from which each seat draws what it drew (worker/records/hand_at_table.js, Drawn).
   * @param {import("../worker/records/hand_at_table.js").Drawn} options
   * @returns {string}
   */
  madeWall({ wall_size, common_wall, deals, flowers, dealt_flowers, draws }) {
    return this.ask(
      "made_wall",
      wall_size,
      common_wall,
      deals.join("\n"),
      flowers.join(" "),
      dealt_flowers.join("\n"),
      draws.join("\n"),
    );
  }

  /**
   * What a tactic answers to the last request, what it says of every action, and why its best is
   * better than the next that is worse; the choices of a person, the waits, the state.
   * @param {SeatRecord & { tactic?: string }} options
   * @returns {SeatAdvice}
   */
  decide({ tactic = "learned", requests, responses, common_wall = false, wall_size = WALL_SIZE }) {
    return this.ask(
      "decide",
      tactic,
      wall_size,
      common_wall,
      requests.join("\n"),
      responses.map(answerLine).join("\n"),
    );
  }

  /**
   * The effective tiles to any win and to 8 fan; of a hand that has to discard, for each discard.
   * @param {SeatRecord} options
   * @returns {EffectiveRow[]}
   */
  effective({ requests, responses, common_wall = false, wall_size = WALL_SIZE }) {
    return this.ask(
      "effective",
      wall_size,
      common_wall,
      requests.join("\n"),
      responses.map(answerLine).join("\n"),
    );
  }

  /**
   * Every decision of a seat held against `learned`: of a record of a whole game the seat's, or of
   * what one seat saw. turn: that of one decision alone. saysAll: with `candidates` and `reason`.
   * @param {GameRecord | SeatRecord} record
   * @param {number} [seat]
   * @param {number | null} [turn]
   * @param {boolean} [saysAll]
   * @returns {SeatDecisions}
   */
  review(record, seat = 0, turn = null, saysAll = false) {
    const view = turn === null ? seatOf(record, seat) : atTurn(seatOf(record, seat), turn);
    return this.ask(
      "review",
      view.wall_size,
      view.common_wall,
      view.requests.join("\n"),
      view.answers.join("\n"),
      saysAll,
    );
  }

  /**
   * The frames of every turn from one on (mj_lab/explain/review/replay/frames.py): of a whole game with all hands
   * open and the end as the last frame, or of what one seat saw.
   * @param {(GameRecord | SeatRecord) & { result?: RecordResult }} options
   * @param {number} [from]
   * @returns {RecordedFrame[]}
   */
  frames({ requests, responses, result, ...record }, from = 0) {
    const { common_wall, wall_size } = wallsOf(record),
      lines = /** @param {(string | string[])[]} rows */ (rows) =>
        rows
          .map((row) =>
            [row]
              .flat()
              .map((text) => answerLine(text) || "-")
              .join("\t"),
          )
          .join("\n");
    return this.ask(
      "frames",
      wall_size,
      common_wall,
      lines(requests),
      lines(responses),
      from,
      result?.action === "HU",
      result?.player ?? 4,
    );
  }

  /**
   * The sums over reviewed games (mj_engine/cpp/review/sums.hpp).
   * @param {number[]} numbers
   * @param {string[]} texts
   * @returns {ReviewSums}
   */
  sums(numbers, texts) {
    return this.ask("sums", numbers.join(" "), texts.join("\n"));
  }

  /**
   * What `learned` says of a hand of 12 to 14 tiles (codes, the one drawn last), as /api/v1/analyze: what
   * to discard, what it waits for and may claim, or what each missing tile would bring.
   * @param {{ hand: string, melds?: string[], flowers?: number, seat?: number, wind?: number,
   *   turn?: number, seen?: string }} options
   * @returns {HandStudy}
   */
  study({ hand, melds = [], flowers = 0, seat = 0, wind = 0, turn = 0, seen = "" }) {
    return this.ask("study", hand, melds.join("\n"), flowers, seat, wind, turn, seen);
  }

  /**
   * A table: players ("person", or one of rules.js' tactics) by seat, the wall's codes. It is played to
   * the first decision of a person. way: the four answers of each turn before it begins.
   * @param {TableAsked} options
   */
  table({ players, wall, wind = 0, common_wall = false, seeds = [0, 0, 0, 0], way = [] }) {
    return new Table(
      this,
      this.ask("begin", players.join(" "), wall, wind, common_wall, seeds.join(" "), rowLines(way)),
      players,
    );
  }

  /**
   * The answers of a seat in a finished hand against those of `learned`, from a turn on: `goOn` until it is
   * `over`. Each that differs is played on with both, in worlds sampled from what the seat knew.
   * @param {{ record: GameRecord, seat: number, first?: number }} options
   */
  against({ record, seat, first = 0 }) {
    const { common_wall } = wallsOf(record);
    return new Against(
      this,
      this.ask(
        "against",
        record.wall,
        record.quan,
        common_wall,
        rowLines(record.responses),
        seat,
        first,
        record.id,
      ),
    );
  }

  /**
   * Sends one request: its name and its fields, texts or integers.
   * @param {string} name
   * @param {...(string|number|bigint|boolean)} fields
   * @returns {any}
   */
  ask(name, ...fields) {
    const { exports } = this;
    const texts = [
      name,
      ...fields.map((field) => String(typeof field === "boolean" ? Number(field) : field)),
    ];
    const question = new TextEncoder().encode(texts.join("\0"));
    const at = this.put(question);
    const reply = exports.mj_ask(this.held, at, question.length);
    exports.mj_free(at);
    const [size, isJson] = new Uint32Array(exports.memory.buffer, reply, 2);
    const text = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, reply + HEAD, size));
    exports.mj_free(reply);
    if (!isJson) throw new EngineError(text);
    return JSON.parse(text);
  }

  /**
   * @param {Uint8Array} bytes
   * @returns {number}
   */
  put(bytes) {
    const at = this.exports.mj_alloc(Math.max(bytes.length, 1));
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }
}

// A game with people and bots; it waits for people and for nobody else.
class Table {
  /**
   * @param {Engine} engine
   * @param {number} number
   * @param {string[]} players
   */
  constructor(engine, number, players) {
    this.engine = engine;
    this.number = number;
    this.players = players;
  }

  /**
   * What a seat sees, with the requests that it got from a turn on.
   * @param {number} seat
   * @param {number} [from]
   * @returns {SeatSeen}
   */
  see(seat, from = 0) {
    return this.engine.ask("see", this.number, seat, from);
  }

  /**
   * @param {number} seat
   * @param {string} answer
   */
  play(seat, answer) {
    this.engine.ask("play", this.number, seat, answer);
  }

  /**
   * The finished game as mj_lab keeps it, one object.
   * @param {string} [id]
   * @param {string[]} [names]
   * @returns {GameRecord & { players: string[] }}
   */
  record(id = "", names = this.players) {
    return this.engine.ask("record", this.number, id, names.join("\n"));
  }

  leave() {
    this.engine.ask("leave", this.number);
  }
}

// Plays out the answers that differ from the tactic's, in sampled worlds; see Engine.against.
class Against {
  /**
   * @param {Engine} engine
   * @param {number} number
   */
  constructor(engine, number) {
    this.engine = engine;
    this.number = number;
  }

  /**
   * Does a part of the work; returns the state after it: { over, played, differ, worlds, points, error }.
   * @returns {AgainstProgress}
   */
  goOn() {
    return this.engine.ask("go_on", this.number);
  }

  leave() {
    this.engine.ask("leave", this.number);
  }
}

// -- records -----------------------------------------------------------------------------------------

/** @param {unknown} text */
const answerLine = (text) => (typeof text === "string" ? text.trim().split(/\s+/).join(" ") : "");

/**
 * The four answers of each turn.
 * @param {unknown[][]} rows
 */
const rowLines = (rows) => rows.map((row) => row.map(answerLine).join("\t")).join("\n");

/**
 * A record as the engine reads it: the requests of one seat and its answers. An answer that is not on
 * record begins with "?", a claim that lost to another seat's with "*".
 * @param {GameRecord | SeatRecord} record
 * @param {number} seat
 * @returns {SeatView}
 */
function seatOf(record, seat) {
  const { only } = /** @type {Partial<GameRecord>} */ (record),
    place = only === undefined ? seat : 0;
  /** @param {(string | string[])[]} rows */
  const of = (rows) => rows.map((row) => (Array.isArray(row) ? row[place] : row));
  const answers = of(record.responses ?? []).map((text) => answerLine(text) || "-");
  const { preempted = [], untold = [] } = /** @type {Partial<GameRecord>} */ (record);
  for (const [turn, who, text] of preempted) if (who === seat) answers[turn] = "*" + text;
  for (const [turn, who] of untold) if (who === seat) answers[turn] = "?";
  return { requests: of(record.requests), answers, ...wallsOf(record) };
}

/**
 * The facts about a record's walls that are in no request.
 * @param {{ common_wall?: boolean, wall?: string, wall_size?: number }} record
 */
export function wallsOf({ common_wall, wall, wall_size }) {
  const tiles = typeof wall === "string" ? wall.split(" ").length : 4 * (wall_size ?? WALL_SIZE);
  return {
    common_wall: common_wall === true,
    wall_size: tiles === 4 * WALL_SIZE_WITH_FLOWERS ? WALL_SIZE_WITH_FLOWERS : WALL_SIZE,
  };
}

/**
 * The same up to a turn; later answers are left out.
 * @param {SeatView} view
 * @param {number} turn
 * @returns {SeatView}
 */
function atTurn(view, turn) {
  const answers = view.answers.slice(0, turn).map((text) => "?" + text.replace(/^[?*]/, ""));
  return {
    ...view,
    requests: view.requests.slice(0, turn + 1),
    answers: [...answers, ...view.answers.slice(turn, turn + 1)],
  };
}

// -- seeds -------------------------------------------------------------------------------------------

/**
 * A seed as words of 32 bits, the lowest first: of a text its bytes and their SHA-512.
 * @param {number | bigint | string} seed
 * @returns {Promise<bigint[]>}
 */
async function seedWords(seed) {
  let left = typeof seed === "string" ? await textNumber(seed) : BigInt(seed);
  if (left < 0n) left = -left;
  const words = [];
  do {
    words.push(left & 0xffffffffn);
    left >>= 32n;
  } while (left > 0n);
  return words;
}

/** @param {string} text */
async function textNumber(text) {
  const bytes = new TextEncoder().encode(text);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-512", bytes));
  const hex = [...bytes, ...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return BigInt("0x" + hex);
}
