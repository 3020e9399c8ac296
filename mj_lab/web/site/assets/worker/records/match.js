// Reads a recorded game from a line of JSON, field by field as the Match of mj_lab/core/records/match.py
// does. Errors name the place, in the words of mj_lab/core/error_text.py.
import { SEATS, tileOf } from "../table/tiles.js";
import { ReadError, isNumber, isObject, isWhole, shown, wordsOf } from "./values.js";

const MOST_NUMBER = 1e15,
  LATEST = 4_102_444_800,
  MOST_FANS = 100;
const WHOLE = /^-?(0|[1-9][0-9]*)$/,
  NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$/;
const YES = ["1", "on", "t", "true", "y", "yes"],
  NO = ["0", "off", "f", "false", "n", "no"];

/**
 * @param {string} where
 * @param {string} what
 */
const wrong = (where, what) => new ReadError(`${where}: ${what}`);

/**
 * Reads a value, or says what is wrong with it at that place.
 * @template T
 * @typedef {(value: Raw, where: string) => T} Reader
 */

// -- one value -----------------------------------------------------------------------------------------

/**
 * @param {Raw} value
 * @param {string} where
 * @param {{ least?: number, below?: number }} [options]
 * @returns {number}
 */
function number(value, where, { least = -MOST_NUMBER, below = Infinity } = {}) {
  let given = typeof value === "boolean" ? Number(value) : value;
  if (typeof given === "string" && wordsOf(given).length === 1 && WHOLE.test(wordsOf(given)[0]))
    given = Number(given);
  if (!isNumber(given) || (!isWhole(given) && !Number.isInteger(given)))
    throw wrong(where, "expected a whole number");
  if (given < least) throw wrong(where, `expected ${least} or more`);
  if (given >= below) throw wrong(where, `expected less than ${below}`);
  if (given > MOST_NUMBER) throw wrong(where, `expected ${MOST_NUMBER} or less`);
  return Number(given) + 0;
}

/**
 * @param {Raw} value
 * @param {string} where
 * @returns {number}
 */
function real(value, where) {
  let given = typeof value === "boolean" ? Number(value) : value;
  if (typeof given === "string" && wordsOf(given).length === 1 && NUMBER.test(wordsOf(given)[0]))
    given = Number(given);
  if (!isNumber(given)) throw wrong(where, "expected a number");
  if (!Number.isFinite(Number(given))) throw wrong(where, "expected a finite number");
  return Number(given);
}

/**
 * @param {Raw} value
 * @param {string} where
 */
function milliseconds(value, where) {
  const time = real(value, where);
  if (time < 0) throw wrong(where, "expected 0 or more");
  if (time > MOST_NUMBER) throw wrong(where, `expected ${MOST_NUMBER} or less`);
  return time;
}

/**
 * @param {Raw} value
 * @param {string} where
 * @returns {string}
 */
function text(value, where) {
  if (typeof value === "string") return value;
  throw wrong(where, "expected a text");
}

/**
 * @param {Raw} value
 * @param {string} where
 * @returns {boolean}
 */
function truth(value, where) {
  if (typeof value === "boolean") return value;
  const word = String(value).toLowerCase();
  if ((isNumber(value) || typeof value === "string") && [YES, NO].some((words) => words.includes(word)))
    return YES.includes(word);
  throw wrong(where, "expected true or false");
}

/**
 * @template T
 * @param {Reader<T>} read
 * @returns {Reader<T | null>}
 */
const orNull = (read) => (value, where) => (value === null ? null : read(value, where));

// -- lists ---------------------------------------------------------------------------------------------

/**
 * @template T
 * @param {Raw} value
 * @param {string} where
 * @param {Reader<T>} entry
 * @returns {T[]}
 */
function list(value, where, entry) {
  if (!Array.isArray(value)) throw wrong(where, "expected a list");
  return value.map((one, index) => entry(one, `${where}.${index}`));
}

/**
 * A list of this length.
 * @param {Raw} value
 * @param {string} where
 * @param {Reader<Raw>[]} entries
 * @returns {Raw[]}
 */
function tuple(value, where, entries) {
  if (!Array.isArray(value)) throw wrong(where, "expected a list");
  if (value.length < entries.length) throw wrong(`${where}.${value.length}`, "missing");
  if (value.length > entries.length)
    throw wrong(where, `expected ${entries.length} or fewer, found ${value.length}`);
  return entries.map((entry, index) => entry(value[index], `${where}.${index}`));
}

/**
 * @param {Raw} value
 * @param {string} where
 */
const texts = (value, where) => list(value, where, text);

/**
 * @template T
 * @param {Raw} value
 * @param {string} where
 * @param {Reader<T>} entry
 * @returns {T[][]}
 */
function bySeat(value, where, entry) {
  const rows = list(value, where, (row, at) => list(row, at, entry)),
    turn = rows.findIndex((row) => row.length !== SEATS);
  if (turn >= 0) throw wrong(where, `turn ${turn} has ${rows[turn].length} entries, not ${SEATS}`);
  return rows;
}

/**
 * @param {Raw} value
 * @param {string} where
 */
const rows = (value, where) => bySeat(value, where, text);
/**
 * @param {...Reader<Raw>} entries
 * @returns {Reader<Raw[]>}
 */
const notes =
  (...entries) =>
  (value, where) =>
    list(value, where, (note, at) => tuple(note, at, entries));
const marks = notes(number, number),
  remarks = notes(number, number, text);

/**
 * @param {Raw} value
 * @param {string} where
 */
function four(value, where) {
  const numbers = list(value, where, number);
  if (numbers.length !== SEATS)
    throw wrong(
      where,
      `expected ${SEATS} or ${numbers.length < SEATS ? "more" : "fewer"}, found ${numbers.length}`,
    );
  return numbers;
}

/**
 * @param {Raw} value
 * @param {string} where
 * @returns {Record<string, Raw>}
 */
function object(value, where) {
  if (isObject(value)) return value;
  throw wrong(where, "expected an object");
}

/**
 * @template T
 * @param {Record<string, Raw>} value
 * @param {string} name
 * @param {string} where
 * @param {Reader<T>} read
 * @returns {T}
 */
function member(value, name, where, read) {
  if (value[name] === undefined) throw wrong(`${where}.${name}`, "missing");
  return read(value[name], `${where}.${name}`);
}

/**
 * @param {Raw} value
 * @param {string} where
 */
function place(value, where) {
  const given = object(value, where),
    least = /** @param {number} bound @returns {Reader<number>} */ (bound) => (inner, at) =>
      number(inner, at, { least: bound });
  return {
    match: given.match === undefined ? "" : text(given.match, `${where}.match`),
    hand: member(given, "hand", where, least(0)),
    hands: member(given, "hands", where, least(1)),
    totals: member(given, "totals", where, (inner, at) => tuple(inner, at, Array(SEATS).fill(number))),
  };
}

/**
 * @param {Raw} value
 * @param {string} where
 * @returns {FanLine}
 */
function fan(value, where) {
  const line =
    Array.isArray(value) && value.length === 3
      ? { name: value[0], times: value[1], value: value[2] }
      : object(value, where);
  return [
    member(line, "name", where, text),
    member(line, "times", where, number),
    member(line, "value", where, number),
  ];
}

/**
 * @param {Raw} value
 * @param {string} where
 */
function fans(value, where) {
  if (Array.isArray(value) && value.length > MOST_FANS)
    throw wrong(where, `${value.length} fans, of which there are not that many`);
  return list(value, where, fan);
}

/**
 * @param {Raw} value
 * @param {string} where
 * @returns {RecordResult}
 */
function result(value, where) {
  const given = object(value, where),
    /** @type {RecordResult & Record<string, Raw>} */
    made = { action: member(given, "action", where, text) };
  /** @type {Record<string, Reader<Raw>>} */
  const readers = {
    player: (inner, at) => number(inner, at, { least: 0, below: SEATS }),
    fan_total: number,
    fans,
  };
  for (const [name, read] of Object.entries(readers))
    if (given[name] !== undefined && given[name] !== null) made[name] = read(given[name], `${where}.${name}`);
  return made;
}

/**
 * @param {Raw} value
 * @param {string} where
 * @returns {string} a wall's codes, of a text or a list of them
 */
function wall(value, where) {
  const isList = Array.isArray(value) && value.every((code) => typeof code === "string");
  if (typeof value !== "string" && !isList) throw wrong(where, "a wall is a line of tiles");
  const codes = wordsOf(isList ? value.join(" ") : value),
    odd = codes.find((code) => tileOf(code) < 0);
  if (odd !== undefined) throw wrong(where, `no such tile: ${shown(odd)}`);
  return codes.join(" ");
}

// -- a match -------------------------------------------------------------------------------------------

/**
 * By name: how a field is read, and its default; required fields have none.
 * @type {Record<string, [(value: any, where: string) => any, any?]>}
 */
const FIELDS = {
  id: [
    (value, where) =>
      isWhole(value) ? String(value) : typeof value === "boolean" ? shown(value) : text(value, where),
    "",
  ],
  level: [orNull(text), null],
  players: [texts, []],
  quan: [(value, where) => number(value, where, { least: 0, below: SEATS })],
  common_wall: [truth, false],
  wall: [wall],
  requests: [rows],
  responses: [rows],
  verdicts: [remarks, []],
  preempted: [remarks, []],
  untold: [marks, []],
  wall_known: [truth, true],
  false_wins: [marks, []],
  penalties: [(value, where) => list(value, where, number), []],
  player_ids: [texts, []],
  ratings: [(value, where) => list(value, where, orNull(real)), []],
  began: [(value, where) => number(value, where, { least: 0, below: LATEST }), 0],
  place: [orNull(place), null],
  debug: [remarks, []],
  times: [(value, where) => bySeat(value, where, orNull(milliseconds)), []],
  known_as: [(value, where) => list(value, where, texts), []],
  scores: [four],
  result: [result],
};
// In the order of mj_lab's lines; fields that are left out if they have the default value.
const ORDER = [
  "id",
  "players",
  "quan",
  "common_wall",
  "requests",
  "responses",
  "verdicts",
  "preempted",
  "untold",
  "wall_known",
  "false_wins",
  "penalties",
  "player_ids",
  "ratings",
  "began",
  "place",
  "debug",
  "times",
  "known_as",
  "scores",
  "wall",
  "level",
  "result",
];
const ALWAYS = new Set(["id", "quan", "requests", "responses", "scores", "wall", "result"]);
export const BESIDE_LOG = [
  "preempted",
  "untold",
  "false_wins",
  "penalties",
  "player_ids",
  "ratings",
  "began",
  "place",
];

/**
 * @param {Record<string, Raw>} fields
 * @returns {GameRecord} with what is not said left out
 */
export function matchOf(fields) {
  /** @type {Record<string, Raw>} */
  const match = {};
  for (const [name, [read, ...by]] of Object.entries(FIELDS)) {
    if (fields[name] === undefined && !by.length) throw wrong(name, "missing");
    match[name] = fields[name] === undefined ? by[0] : read(fields[name], name);
  }
  checkBetween(match);
  return lineOf(match);
}

/**
 * A game as mj_lab writes it in a line: default values are left out.
 * @param {Record<string, Raw>} match
 * @returns {GameRecord}
 */
export function lineOf(match) {
  /** @param {string} name */
  const isSaid = (name) =>
    ALWAYS.has(name) || JSON.stringify(match[name]) !== JSON.stringify(FIELDS[name][1]);
  const said = ORDER.filter((name) => match[name] !== undefined && isSaid(name));
  return /** @type {GameRecord} */ (
    /** @type {unknown} */ (Object.fromEntries(said.map((name) => [name, match[name]])))
  );
}

/**
 * Whether the fields belong together.
 * @param {Record<string, Raw>} match
 */
function checkBetween(match) {
  const turns = match.responses.length;
  if (match.requests.length !== turns)
    throw new ReadError(`${match.requests.length} requests, ${turns} responses`);
  if (match.times.length && match.times.length !== turns)
    throw new ReadError(`${turns} responses, ${match.times.length} times`);
  for (const name of ["penalties", "player_ids", "ratings", "known_as"])
    if (![0, SEATS].includes(match[name].length))
      throw wrong(name, `expected ${SEATS}, found ${match[name].length}`);
  for (const name of ["verdicts", "preempted", "untold", "false_wins", "debug"]) {
    for (const [turn, seat] of match[name])
      if (turn < 0 || turn >= turns || seat < 0 || seat >= SEATS)
        throw wrong(name, `turn ${turn}, seat ${seat}: it is not there`);
  }
}
