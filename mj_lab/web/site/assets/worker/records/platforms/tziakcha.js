// tziakcha (雀渣): hands as its pages fetch them, compressed or not. What the numbers mean is in
// mj_lab/core/records/formats/platforms/tziakcha.py.
import { COPIES, SEATS, TILE_KINDS, codesOf, isChowMiddle } from "../../table/tiles.js";
import { stepText } from "../hand.js";
import { parseJson } from "../json_value.js";
import {
  HandError,
  ReadError,
  isNumber,
  isObject,
  listIn,
  numberIn,
  objectIn,
  pointsIn,
  ratingIn,
  textIn,
} from "../values.js";
import { fanOfNumber } from "./fans.js";
import { COMMON_WALL_SIZE, HandFromEvents } from "./hand_from_events.js";

const WITHOUT_WALL =
  "no wall: only it says which tiles were dealt, so this hand cannot be replayed or reviewed";
const HANDS = 16,
  LATEST_MS = 4_102_444_800_000,
  ADDED = 0x300,
  MOST_SCRIPT = 4_000_000;
const WIDTH = 36; // Tiles of the wall on one side of the table.
const FIRST_FLOWER = TILE_KINDS * COPIES;
const BEGIN = 0,
  FLOWER = 1,
  DISCARD = 2,
  CHOW = 3,
  PUNG = 4,
  KONG = 5,
  WIN = 6,
  DRAW = 7,
  PASS = 8,
  NO_WIN = 9;
/** @type {Record<number, string>} */
const CLAIMS = { [CHOW]: "CHI", [PUNG]: "PENG", [KONG]: "GANG" };
const NO_SCRIPT = "script: not base64 of zlib, or too large for a hand";

const seats = [...Array(SEATS).keys()];
/**
 * @param {Raw} value
 * @param {Raw} other
 * @returns {Raw}
 */
const orElse = (value, other) => (value === undefined ? other : value);

/** @param {Raw} record */
const stepsIn = (record) => (["a", "p"].every((name) => name in record) ? record : record.step);

/** @param {Raw} record */
export const isTziakchaHand = (record) =>
  isObject(record) && (isObject(stepsIn(record)) || typeof record.script === "string");

/** @param {string} text base64 of zlib of JSON @returns {Promise<Record<string, any>>} */
async function unpackedScript(text) {
  const plain = await inflated(text).catch(() => {
    throw new ReadError(NO_SCRIPT);
  });
  try {
    return objectIn(parseJson(plain), "its JSON");
  } catch (error) {
    throw error instanceof ReadError ? new ReadError(`script: ${error.message}`) : error;
  }
}

/** @param {string} text */
async function inflated(text) {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4) throw new ReadError(NO_SCRIPT);
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
    parts = [];
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_SCRIPT) throw new ReadError(NO_SCRIPT);
    parts.push(part.value);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
}

/**
 * @param {any} record
 * @param {[string, number][]} fans of `fans.js`
 * @param {number} hands of the match, 0 if unknown
 * @returns {Promise<import("../hand.js").Played>}
 */
export async function tziakchaHand(record, fans, hands = 0) {
  const given = stepsIn(record),
    step = isObject(given) ? given : await unpackedScript(String(record.script ?? ""));
  const number = numberIn(step.i, 0, 99, "i"),
    settings = isObject(step.g) ? step.g : {};
  const seated = listIn(step.p, "p").map((one) => objectIn(one, "p"));
  if (seated.length !== SEATS) throw new ReadError(`p: expected four seats, found ${seated.length}`);
  const ofMatch = hands || numberIn(orElse(settings.n, HANDS), 1, 99, "g.n"),
    belongs = textIn(record.belongs);
  const name = textIn(record.id) || `${belongs || textIn(step.r)}-${number + 1}`,
    began = orElse(step.t, 0);
  return {
    hand: handOf(step, name, Math.floor(number / SEATS) % SEATS, fans),
    players: seated.map((one) => textIn(one.n) || textIn(one.i)),
    player_ids: seated.map((one) => textIn(one.i)),
    ratings: seated.map((one) => ratingIn(one.e)),
    began:
      isNumber(began) && began > 0 && began < LATEST_MS ? Math.floor(Math.floor(Number(began)) / 1000) : 0,
    place: placeOf(seated, belongs, number, Math.max(ofMatch, number + 1)),
  };
}

/**
 * @param {Raw[]} seated
 * @param {string} name
 * @param {number} number
 * @param {number} hands
 */
function placeOf(seated, name, number, hands) {
  // Otherwise the points won before this hand are unknown.
  if (hands === 1 || (number && seated.some((one) => !("s" in one)))) return null;
  return {
    match: name,
    hand: number,
    hands,
    totals: pointsIn(
      seated.map((one) => orElse(one.s, 0)),
      "p.s",
    ),
  };
}

/**
 * @param {Raw} step
 * @param {string} name
 * @param {number} wind
 * @param {[string, number][]} fans
 * @returns {import("../hand.js").PlainHand}
 */
function handOf(step, name, wind, fans) {
  const won = seatsOfBits(step, 0),
    reader = new Reader(wallOf(step), seatsOfBits(step, 8));
  reader.read(listIn(step.a, "a"), won);
  const scores = pointsIn(step.s, "s"),
    { made, winner } = reader,
    [wall, isKnown] = made.finish();
  const [counted, named] =
      winner === null ? [0, /** @type {import("./fans.js").Fan[]} */ ([])] : fansOf(step, winner, fans),
    fan = winner === null ? 0 : counted || reader.fan;
  return {
    id: name,
    wind,
    common_wall: true,
    wall_size: COMMON_WALL_SIZE / SEATS,
    wall_known: isKnown,
    tells_all: false,
    wall: codesOf(wall),
    scores,
    ...(reader.falseWins ? { penalties: penaltiesOf(reader, scores, fan) } : {}),
    steps: made.steps.map(stepText),
    keeping: made.keeping,
    drawn: winner === null,
    fan,
    fans: named,
  };
}

/**
 * The part of the points that does not come from the win.
 * @param {Reader} options
 * @param {number[]} scores
 * @param {number} fan
 * @returns {number[]}
 */
function penaltiesOf({ winner, giver }, scores, fan) {
  if (winner === null) return scores;
  const won = Array(SEATS).fill(0);
  for (const seat of seats) {
    const pays = 8 + (giver === null || giver === seat ? fan : 0);
    if (seat === winner) continue;
    won[seat] -= pays;
    won[winner] += pays;
  }
  return scores.map((score, seat) => score - won[seat]);
}

/**
 * The seats that won (shift 0), or declared a false win (8).
 * @param {Raw} step
 * @param {number} shift
 */
function seatsOfBits(step, shift) {
  const bits = numberIn(orElse(step.b, 0), 0, 1 << 16, "b") >> shift;
  return seats.filter((seat) => (bits >> seat) & 1);
}

/**
 * @param {Raw} step
 * @param {number} winner
 * @param {[string, number][]} fans
 * @returns {[number, import("./fans.js").Fan[]]}
 */
function fansOf(step, winner, fans) {
  const won = Array.isArray(step.y) && step.y.length === SEATS ? step.y[winner] : null;
  if (!isObject(won) || !Object.keys(won).length) return [0, []];
  const fan = numberIn(orElse(won.f, 0), 0, 999, "y.f");
  return [
    fan,
    Object.entries(objectIn(orElse(won.t, {}), "y.t")).map(function ([number, value]) {
      if (!/^[0-9]{1,3}$/.test(number)) throw new ReadError(`y.t: no such fan: ${number}`);
      return fanOfNumber(fans, Number(number), numberIn(value, 1, 1 << 12, "y.t"));
    }),
  ];
}

/**
 * The wall from its front on, as numbers 0-143.
 * @param {Raw} step
 * @returns {number[]}
 */
function wallOf(step) {
  if (step.w === undefined || step.w === null || step.w === "") throw new ReadError(WITHOUT_WALL);
  const digits = step.w,
    dice = numberIn(step.d, 0, 0xffff, "d");
  if (typeof digits !== "string" || digits.length !== 2 * COMMON_WALL_SIZE || /[^\x00-\x7f]/.test(digits))
    throw new ReadError("w: expected a wall of 144 tiles, two hex digits each");
  if (/[^0-9a-f]/i.test(digits)) throw new ReadError("w: not all of it are hex digits");
  const tiles = (digits.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
  if (new Set(tiles).size !== COMMON_WALL_SIZE || Math.max(...tiles) >= COMMON_WALL_SIZE)
    throw new ReadError("w: not each of the 144 tiles is there once");
  const [one, two, three, four] = [0, 4, 8, 12].map((shift) => (dice >> shift) & 15);
  const side = (((1 - one - two) % SEATS) + SEATS) % SEATS,
    begin = (side * WIDTH + 2 * (one + two + three + four)) % COMMON_WALL_SIZE;
  return [...tiles.slice(begin), ...tiles.slice(0, begin)];
}

/**
 * Our tile for a number 0-143.
 * @param {number} number
 * @returns {number}
 */
const tileOf = (number) =>
  number >= FIRST_FLOWER ? TILE_KINDS + number - FIRST_FLOWER : kindOf(Math.floor(number / COPIES));

/** @param {Raw} number */
const numbered = (number) => tileOf(numberIn(number, 0, COMMON_WALL_SIZE - 1, "tile"));

/**
 * Our tile for the platform's kind 0-33: bamboos and dots change places.
 * @param {number} kind
 */
function kindOf(kind) {
  if (kind >= TILE_KINDS) throw new ReadError(`no such tile: ${kind}`);
  return kind >= 9 && kind < 18 ? kind + 9 : kind >= 18 && kind < 27 ? kind - 9 : kind;
}

// Reads the actions of a hand one by one.
class Reader {
  /**
   * @param {number[]} wall
   * @param {number[]} falsely
   */
  constructor(wall, falsely) {
    const tiles = wall.map(tileOf);
    /** @type {number[][]} */
    const dealt = seats.map(() => []);
    for (const count of [4, 4, 4, 1]) for (const seat of seats) dealt[seat].push(...tiles.splice(0, count));
    dealt[0].push(...tiles.splice(0, 1));
    this.made = new HandFromEvents(dealt, tiles);
    /** @type {number | null} */
    this.winner = null;
    /** @type {number | null} */
    this.giver = null;
    this.fan = 0;
    this.falseWins = 0;
    this.falsely = falsely;
    this.final = -1;
    this.playing = false;
    /** @type {[number, number] | null} who discarded, and the tile on offer */
    this.offered = null;
    /** @type {number | null} the seat whose turn it is */
    this.own = 0;
  }

  /**
   * @param {Raw[]} actions
   * @param {number[]} winners
   */
  read(actions, winners) {
    const rows = actions.map((action, index) => rowOf(action, index));
    this.final = finalWin(rows, winners);
    for (const [index, [seat, kind, value]] of rows.entries()) {
      this.made.at = index + 1;
      try {
        this.action(index, seat, kind, value);
      } catch (error) {
        if (error instanceof HandError || !(error instanceof ReadError)) throw error;
        throw new HandError(error.message, index + 1);
      }
    }
  }

  /**
   * @param {number} index
   * @param {number} seat
   * @param {number} kind
   * @param {number} value
   */
  action(index, seat, kind, value) {
    const { made } = this;
    if (kind === BEGIN) this.playing = true;
    else if (kind === FLOWER) this.flower(seat, value);
    else if (kind === DRAW) {
      made.draw(seat, numbered(value & 255));
      [this.offered, this.own] = [null, seat];
    } else if (kind === DISCARD) {
      const tile = tileOf(numberIn(value & 255, 0, FIRST_FLOWER - 1, "tile"));
      made.act("PLAY", seat, tile, !((value >> 8) & 1));
      [this.offered, this.own] = [[seat, tile], null];
    } else if (kind === KONG && this.own === seat) {
      const tile = kindOf(value & 63),
        isAdded = (value & ADDED) === ADDED;
      made.act(isAdded ? "BUGANG" : "GANG", seat, tile);
      this.offered = isAdded ? [seat, tile] : null;
    } else if (kind in CLAIMS) this.claim(seat, kind, value);
    else if (kind === WIN) this.win(index, seat, value);
    else if (kind !== PASS && kind !== NO_WIN) throw new ReadError(`no such action: ${kind}`);
    else if (this.playing && this.offered !== null) made.decline(seat);
  }

  /**
   * @param {number} seat
   * @param {number} value
   */
  flower(seat, value) {
    const number = (value >> 8) & 15,
      tile = numbered(value & 255);
    if (number >= 8) throw new ReadError(`no such flower: ${number}`);
    this.made.showFlower(seat, TILE_KINDS + number, tile, !this.playing);
    if (this.playing) [this.offered, this.own] = [null, seat];
  }

  /**
   * @param {number} seat
   * @param {number} kind
   * @param {number} value
   */
  claim(seat, kind, value) {
    if (this.offered === null || this.offered[0] === seat)
      throw new HandError("a claim without a discard before it", this.made.at);
    const middle = value && kind === CHOW ? kindOf(value & 63) : null;
    if (middle !== null && !isChowMiddle(middle)) throw new ReadError(`no middle of a chow: ${value & 63}`);
    if (!value) {
      this.made.wish(seat, CLAIMS[kind]);
      return;
    }
    if (kind !== CHOW && kindOf(value & 63) !== this.offered[1])
      throw new HandError("the claimed tile is not the discard", this.made.at);
    this.made.claim(CLAIMS[kind], seat, middle);
    [this.own, this.offered] = [kind === KONG ? null : seat, null];
  }

  /**
   * @param {number} index
   * @param {number} seat
   * @param {number} value
   */
  win(index, seat, value) {
    if (index === this.final) {
      [this.winner, this.fan] = [seat, Math.min(value >> 1, 999)];
      this.giver = this.offered === null ? null : this.offered[0];
      this.made.claim("HU", seat);
    } else if (value || this.falsely.includes(seat)) {
      this.falseWins += 1;
      this.made.falseWin(seat);
    } else if (this.offered !== null) this.made.wish(seat, "HU");
    else throw new HandError("a win that is given up without a discard", index + 1);
  }
}

/**
 * @param {Raw} action
 * @param {number} index
 * @returns {[number, number, number]}
 */
function rowOf(action, index) {
  if (!Array.isArray(action) || action.length < 2)
    throw new HandError("an action without its parts", index + 1);
  const [code, value] = action.slice(0, 2).map((one) => numberIn(one, 0, 1 << 30, `event ${index + 1}`));
  return [(code >> 4) & 3, code & 15, value];
}

/**
 * The row of the win that ends the hand; -1 if nobody wins.
 * @param {[number, number, number][]} rows
 * @param {number[]} winners
 */
function finalWin(rows, winners) {
  const wins = [...rows.keys()].filter((index) => rows[index][1] === WIN && winners.includes(rows[index][0])),
    carried = wins.filter((index) => rows[index][2]);
  if (winners.length && !wins.length) throw new ReadError(`b: seat ${winners[0]} won, but declares no win`);
  return (carried.length ? carried : wins).at(-1) ?? -1;
}
