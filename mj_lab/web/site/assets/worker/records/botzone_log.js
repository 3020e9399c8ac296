// Botzone's own log of a match: the judge's outputs and the players' answers in turn
// (mj_lab/core/records/formats/botzone_log.py).
import { HAND_SIZE, SEATS, codesOf, isFlower, tileOf } from "../table/tiles.js";
import { parseJson } from "./json_value.js";
import { BESIDE_LOG, matchOf } from "./match.js";
import { ReadError, isNumber, isObject, isWhole, shown, typeName, wordsOf } from "./values.js";

const OK = "OK",
  MOST_NUMBER = 1e15,
  WALL_SIZE = 34,
  WALL_SIZE_WITH_FLOWERS = 36;
// Where a player's names and ids are, in the player, its bot or its user.
const NAMES = ["name", "id", "_id", "$oid", "bot", "user"];

const seats = [...Array(SEATS).keys()];
/**
 * @param {Raw} value
 * @param {Raw} other
 * @returns {Raw}
 */
const orElse = (value, other) => (value === undefined ? other : value);
/** @param {Raw} value */
const isTold = (value) => Boolean(value) && !(typeof value === "object" && !Object.keys(value).length);

/**
 * The rows of a log, by turn and seat; `finish` is the judge's last output.
 * @typedef {{ requests: string[][], responses: string[][], verdicts: Remark[], debug: Remark[],
 *   times: (number | null)[][], finish: Record<string, Raw> }} LogRows
 */

/**
 * @param {Record<string, any>} record an object with `log`, and sometimes `initdata`
 * @param {(drawn: import("./hand_at_table.js").Drawn) => string} madeWall a wall of what was drawn
 * @returns {GameRecord}
 */
export function fromBotzone(record, madeWall) {
  const given = orElse(record.log, record.logs),
    log = typeof given === "string" ? parseJson(given) : given;
  if (!Array.isArray(log) || !log.length)
    throw new ReadError("neither a match line (requests, responses) nor a Botzone log (log)");
  const initdata = initdataOf(record.initdata),
    rows = rowsOf(log),
    scores = bySeat(rows.finish.content, "finish.content");
  const requested = quanOf(rows),
    quan = wholeOf(orElse(initdata.quan, requested)),
    wall = initdata.walltiles,
    common = initdata.common_wall === true;
  const players = playersOf(record.players),
    beside = BESIDE_LOG.filter((name) => record[name] !== undefined).map((name) => [name, record[name]]);
  return matchOf({
    id: idOf(record),
    players,
    known_as: isTold(record.known_as) ? record.known_as : knownAs(record.players, players),
    quan,
    common_wall: common,
    wall: isTold(wall) ? wall : madeWall(drawnIn(rows, common)),
    requests: rows.requests,
    responses: rows.responses,
    verdicts: rows.verdicts,
    debug: rows.debug,
    times: rows.times.some((row) => row.some(Boolean)) ? rows.times : [],
    wall_known: isTold(wall) && record.wall_known !== false,
    ...Object.fromEntries(beside),
    scores: scores.map(wholeOf),
    result: resultOf(rows.finish.display),
  });
}

/**
 * Whether this is an entry of a log (a log may be a bare list of them), and not a match.
 * @param {Raw} entry
 */
export const isLogEntry = (entry) => isObject(entry) && isObject(entry.output) && !("log" in entry);

/** @param {any} value @returns {any} as Python's int */
function wholeOf(value) {
  if (typeof value === "boolean") return Number(value);
  if (isWhole(value)) return value;
  if (Number.isFinite(value)) return Math.trunc(value);
  const text =
    typeof value === "string"
      ? wordsOf(value)
          .join(" ")
          .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit.codePointAt(0) ?? 0)))
      : "";
  if (/^[-+]?[0-9]+(_[0-9]+)*$/.test(text)) return Number(text.replaceAll("_", ""));
  throw new ReadError(`no whole number: ${shown(value, 40)}`);
}

/**
 * The value of a digit of any script: each has its ten in a row.
 * @param {number} code
 */
function digitOf(code) {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

/**
 * @param {Raw} given
 * @returns {Record<string, Raw>}
 */
function initdataOf(given) {
  let initdata = given;
  try {
    if (typeof given === "string") initdata = given.trim() ? parseJson(given) : {};
  } catch (error) {
    throw error instanceof ReadError ? new ReadError(`initdata: ${error.message}`) : error;
  }
  if (initdata === undefined || initdata === null || (Array.isArray(initdata) && !initdata.length)) return {};
  if (!isObject(initdata)) throw new ReadError(`initdata: expected an object, found ${typeName(initdata)}`);
  return initdata;
}

// -- who played ----------------------------------------------------------------------------------------

/**
 * @param {Record<string, Raw>} record
 * @returns {string}
 */
function idOf(record) {
  const id = orElse(record._id, orElse(record.id, ""));
  return named(isObject(id) ? orElse(id.$oid, "") : id);
}

/**
 * A name or an id as text; "" for anything else.
 * @param {Raw} value
 */
const named = (value) => (typeof value === "string" || isWhole(value) ? String(value) : "");

/**
 * The names of the players, else of their bots, else of their users.
 * @param {Raw} listed
 * @returns {string[]}
 */
function playersOf(listed) {
  return (Array.isArray(listed) ? listed : []).map(function (player) {
    const key =
      isObject(player) && !("name" in player)
        ? ["bot", "user"].find((one) => isObject(player[one]))
        : undefined;
    const inner = key === undefined ? player : player[key];
    return named(isObject(inner) ? orElse(inner.name, "") : inner);
  });
}

/**
 * By seat, the names and ids of a player that are not its name in the match.
 * @param {Raw} listed
 * @param {string[]} players
 * @returns {string[][]}
 */
function knownAs(listed, players) {
  if (!Array.isArray(listed) || listed.length !== SEATS) return [];
  const names = listed.map((player, seat) =>
    [...new Set(namesIn(player))].filter((name) => name !== "" && name !== players[seat]),
  );
  return names.some((names) => names.length) ? names : [];
}

/**
 * @param {Raw} value
 * @returns {string[]}
 */
const namesIn = (value) =>
  isObject(value)
    ? NAMES.filter((key) => key in value).flatMap((key) => namesIn(value[key]))
    : [named(value)];

// -- the log -------------------------------------------------------------------------------------------

/**
 * @param {Raw[]} log
 * @returns {LogRows}
 */
function rowsOf(log) {
  /** @type {LogRows} */
  const rows = { requests: [], responses: [], verdicts: [], debug: [], times: [], finish: {} };
  for (const [index, entry] of log.entries()) {
    const output = isObject(entry) ? entry.output : null;
    if (!isObject(output)) addAnswers(rows, entry, index);
    else if (output.command === "finish") return { ...rows, finish: output };
    else {
      const content = bySeat(output.content, `log[${index}].output.content`);
      if (!content.every((text) => typeof text === "string"))
        throw new ReadError(`log[${index}].output.content: expected texts`);
      rows.requests.push(content);
    }
  }
  throw new ReadError("log: the judge did not finish");
}

/**
 * @param {Raw} content
 * @param {string} where
 * @returns {Raw[]}
 */
function bySeat(content, where) {
  if (!isObject(content) || seats.some((seat) => !(seat in content)))
    throw new ReadError(`${where}: expected the seats 0-3`);
  return seats.map((seat) => content[seat]);
}

/**
 * @param {LogRows} rows
 * @param {Raw} entry
 * @param {number} index
 */
function addAnswers(rows, entry, index) {
  const turn = rows.responses.length,
    replies = bySeat(entry, `log[${index}]`);
  rows.responses.push(
    replies.map(function (reply, seat) {
      if (!isObject(reply)) throw new ReadError(`log[${index}]: expected an object of seat ${seat}`);
      const verdict = orElse(reply.verdict, OK);
      if (typeof verdict !== "string")
        throw new ReadError(`log[${index}]: expected a text as verdict of seat ${seat}`);
      if (verdict !== OK) rows.verdicts.push([turn, seat, verdict]);
      if (isTold(reply.debug)) rows.debug.push([turn, seat, textOf(reply.debug)]);
      return textOf(orElse(reply.response, orElse(reply.content, "")));
    }),
  );
  rows.times.push(
    replies.map(({ time }) => (isNumber(time) && time >= 0 && time <= MOST_NUMBER ? Number(time) : null)),
  );
}

/**
 * A text as it is, anything else as Python's json.dumps.
 * @param {Raw} value
 * @returns {string}
 */
function textOf(value) {
  return typeof value === "string" ? value : dumped(value);
}

/**
 * @param {Raw} value
 * @returns {string}
 */
function dumped(value) {
  if (Array.isArray(value)) return `[${value.map(dumped).join(", ")}]`;
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([name, one]) => `${dumped(name)}: ${dumped(one)}`)
      .join(", ")}}`;
  return typeof value === "string"
    ? JSON.stringify(value)
    : shown(value).replace("None", "null").replace("True", "true").replace("False", "false");
}

/** @param {LogRows} options */
function quanOf({ requests }) {
  const words = wordsOf(requests[0]?.[0] ?? "");
  if (words.length !== 3 || words[0] !== "0" || !["0", "1", "2", "3"].includes(words[2]))
    throw new ReadError("neither initdata nor the first request says the prevalent wind");
  return Number(words[2]);
}

/** @param {Raw} display */
function resultOf(display) {
  if (!isObject(display) || typeof display.action !== "string")
    throw new ReadError("finish.display: no action");
  const { action, player = null, fanCnt = null, fan } = display;
  const fans = Array.isArray(fan) ? fan.map((one) => ({ ...one, times: orElse(one.cnt, 1) })) : null;
  return { action, player: action === "HUANG" ? null : player, fan_total: fanCnt, fans };
}

// -- what was drawn, for a wall ------------------------------------------------------------------------

/**
 * The tiles that each seat draws in the requests.
 * @param {LogRows} options
 * @param {boolean} common
 * @returns {import("./hand_at_table.js").Drawn}
 */
function drawnIn({ requests }, common) {
  if (requests.length < 2) throw new ReadError("no deal, and initdata has no walltiles");
  const deals = requests[1].map(wordsOf),
    /** @type {number[]} */
    counts = deals[0].slice(1, 5).map(wholeOf),
    /** @type {[number, number][]} */
    draws = [];
  for (const row of requests.slice(2)) {
    const own = row.findIndex((text) => text.startsWith("2 ")),
      words = wordsOf(row[0]);
    if (own >= 0) draws.push([own, tileIn(wordsOf(row[own])[1])]);
    else if (words.length > 3 && words[2] === "BUHUA") draws.push([wholeOf(words[1]), tileIn(words[3])]);
  }
  const dealt = deals[0].slice(5 + HAND_SIZE),
    all = counts.reduce((sum, count) => sum + count, 0),
    hasFlowers = all !== 0 || draws.some(([, tile]) => isFlower(tile));
  return {
    wall_size: hasFlowers ? WALL_SIZE_WITH_FLOWERS : WALL_SIZE,
    common_wall: common,
    deals: deals.map((words) => codesOf(words.slice(5, 5 + HAND_SIZE).map(tileIn))),
    flowers: counts,
    dealt_flowers: dealt.length === all ? dealtFlowers(dealt.map(tileIn), counts) : [],
    draws: draws
      .filter(([seat]) => seat >= 0 && seat < SEATS)
      .map(([seat, tile]) => `${seat} ${codesOf([tile])}`),
  };
}

/** @param {Raw} code */
function tileIn(code) {
  const tile = tileOf(code);
  if (tile < 0) throw new ReadError(`no such tile: ${shown(code)}`);
  return tile;
}

/**
 * Dealt flowers by seat, if the deal lists those of all; older logs list the seat's own.
 * @param {number[]} tiles
 * @param {number[]} counts
 */
const dealtFlowers = (tiles, counts) => counts.map((count) => codesOf(tiles.splice(0, count)));
