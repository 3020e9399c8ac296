// The hands in a file of records, whatever its format: our own lines, Botzone's logs, tziakcha, Salasasa
// (mj_lab/core/records/archives.py).
/** @import { Engine } from "../../engine/engine.js" */
import { fromBotzone, isLogEntry } from "./botzone_log.js";
import { folded, madeWall } from "./hand_at_table.js";
import { blocksIn, courseHand, isCourseData } from "./course_data.js";
import { linesOf, recordsIn } from "./json_lines.js";
import { matchOf } from "./match.js";
import { handsOfPeople } from "./platforms/detect.js";
import { seatGame } from "./seat_record.js";
import { inUtf8, legible, withoutMark } from "./text.js";
import { HandError, ReadError, isObject, oneLine, typeName } from "./values.js";

const MOST_SKIPPED = 20,
  LOOKED_AT = 4096,
  MOST_LINE = 20000;
export const ONE_VIEW = "what one seat saw: the other hands and the wall are not in it";

// An error whose line names its own place.
class PlacedError extends ReadError {}

/**
 * @typedef {(drawn: import("./hand_at_table.js").Drawn) => string} MadeWall a wall of what was drawn
 * @typedef {{ place: string, build: () => Promise<GameRecord>, parse: (() => import("./hand.js").Played | Promise<import("./hand.js").Played>) | null, ofMany: boolean }} Entry
 * One record, not yet built. parse: its hand in the plain form, where the record lists what was done.
 * ofMany: whether it is one of a match of several, some of which may be spoilt.
 */

/**
 * The hands of a file. Throws a ReadError, one line with the place, where it cannot be read.
 * @param {import("../../engine/engine.js").Engine} engine
 * @param {{ fans: [string, number][] }} rules
 * @param {Uint8Array} bytes
 * @param {string} name the file's
 * @param {number} most hands that it may hold
 * @returns {Promise<{ hands: { place: string, record: GameRecord }[], skipped: string[] }>}
 */
export async function handsIn(engine, { fans }, bytes, name, most) {
  const /** @type {{ place: string, record: GameRecord }[]} */ hands = [],
    /** @type {string[]} */
    skipped = [];
  for (const { place, build, ofMany } of entriesIn(engine, fans, bytes, name)) {
    let record;
    try {
      record = await build();
    } catch (error) {
      const wrong = errorAt(place, error);
      if (!ofMany) throw wrong;
      skipped.push(wrong.message);
      continue;
    }
    if (hands.length === most) throw new ReadError(`${name}: over ${most} matches in one file`);
    hands.push({ place, record });
  }
  if (!hands.length && skipped.length) throw new ReadError(skipped[0]);
  return { hands, skipped: skipped.slice(0, MOST_SKIPPED) };
}

/**
 * What is wrong with a record, with its place. A RangeError is a fault of ours, or of the memory.
 * @param {string} place
 * @param {unknown} error
 */
function errorAt(place, error) {
  if (error instanceof RangeError) throw error;
  if (error instanceof PlacedError) return error;
  return new ReadError(oneLine(`${place}: ${error instanceof Error ? error.message : String(error)}`));
}

/**
 * @param {Engine} engine
 * @param {[string, number][]} fans
 * @param {Uint8Array} bytes
 * @param {string} name
 * @returns {Iterable<Entry>}
 */
export function* entriesIn(engine, fans, bytes, name) {
  const plain = withoutMark(inUtf8(bytes));
  const /** @type {Raw[]} */ log = [],
    wall = /** @param {import("./hand_at_table.js").Drawn} drawn */ (drawn) => madeWall(engine, drawn);
  if (isInLines(plain)) {
    yield* courseEntries(engine, plain, name);
    return;
  }
  if (/^[^{[\n]*\.xml\s*(\n|$)/.test(legible(plain.subarray(0, LOOKED_AT)).trimStart()))
    throw new ReadError(`${name}: a hand of the human games of 2017: mj and a server read it`);
  let isFirst = true;
  for (const { place, record } of recordsIn(plain, name)) {
    // Botzone's bare list: the judge's outputs and the players' answers, in turn.
    if (log.length || (isFirst && isLogEntry(record))) log.push(record);
    else yield* entriesOf(engine, fans, place, record, wall);
    isFirst = false;
  }
  if (log.length)
    yield { place: name, build: async () => fromBotzone({ log }, wall), parse: null, ofMany: false };
}

/** @param {Uint8Array} bytes */
function isInLines(bytes) {
  const head = legible(bytes.subarray(0, LOOKED_AT)).trimStart();
  return !["{", "["].includes(head[0]) && isCourseData(head);
}

/**
 * @param {Engine} engine
 * @param {Uint8Array} bytes
 * @param {string} name
 * @returns {Iterable<Entry>}
 */
function* courseEntries(engine, bytes, name) {
  for (const { first, block } of blocksIn(textLines(bytes, name))) {
    const parse = () => courseHand(block, first);
    const build = async function () {
      try {
        return folded(engine, parse());
      } catch (error) {
        if (!(error instanceof HandError && error.at)) throw error;
        throw new PlacedError(oneLine(`${name}: line ${error.at}: ${error.what}`));
      }
    };
    yield { place: `${name}: line ${first}`, build, parse, ofMany: true };
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {string} name
 */
function* textLines(bytes, name) {
  for (const { number, bytes: line } of linesOf(bytes, name)) {
    if (line.length > MOST_LINE)
      throw new ReadError(`${name}: line ${number}: over ${MOST_LINE} bytes, too long for a record`);
    yield { number, text: legible(line).trim() };
  }
}

/**
 * @param {Engine} engine
 * @param {[string, number][]} fans
 * @param {string} place
 * @param {Raw} record
 * @param {MadeWall} wall
 * @returns {Iterable<Entry>}
 */
function* entriesOf(engine, fans, place, record, wall) {
  let hands;
  try {
    hands = handsOfPeople(record, fans);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    yield {
      place,
      build: async () => {
        throw error;
      },
      parse: null,
      ofMany: false,
    };
    return;
  }
  if (hands === null) {
    yield { place, build: async () => matchIn(record, wall), parse: null, ofMany: false };
    return;
  }
  const ofMany = hands.length > 1;
  for (const { label, parse } of hands) {
    yield {
      place: label ? `${place}: ${label}` : place,
      build: async () => folded(engine, await parse()),
      parse,
      ofMany,
    };
  }
}

/**
 * The match in one record that is no people's.
 * @param {Raw} record
 * @param {MadeWall} wall
 * @returns {GameRecord}
 */
function matchIn(record, wall) {
  if (Array.isArray(record)) return fromBotzone({ log: record }, wall);
  if (!isObject(record)) throw new ReadError(`expected a match, found ${typeName(record)}`);
  const { requests } = record,
    isOneView = Array.isArray(requests) && requests.every((one) => typeof one === "string");
  if (isOneView && (requests.length || "responses" in record)) return seatGame(record);
  return "requests" in record ? matchOf(record) : fromBotzone(record, wall);
}
