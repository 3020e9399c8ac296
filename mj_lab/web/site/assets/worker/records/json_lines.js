// The records of a text of JSON: one value, a list, or one value a line (mj_lab/core/records/json_lines.py).
import { MOST_VALUES, parseJson } from "./json_value.js";
import { TextError, decoded, endsInside, lineEnds } from "./text.js";
import { ReadError } from "./values.js";

const MOST_RECORD = 4_000_000,
  MOST_MARKS = 4 * MOST_VALUES,
  TOO_LARGE = "over 4 MB, too large for a record";
// A line this short is not a record, but the first line of a multi-line value.
const SHORT = 200;
/** @param {string} sign */
const codeOf = (sign) => sign.charCodeAt(0);
const [OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT, COMMA, QUOTE, BACKSLASH, LINE_END] = [...'[]{},"\\\n'].map(
  codeOf,
);
const MARKS = new Set([OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT, COMMA, QUOTE]),
  BLANKS = new Set([..." \t\n\r\v\f"].map(codeOf));

/**
 * @typedef {{ place: string, record: any }} Placed a record, and where it is, for a person
 * @typedef {{ number: number, bytes: Uint8Array }} Line a line, counted from 1
 * @param {Uint8Array} bytes in UTF-8 or GBK, without a mark
 * @param {string} name the file's
 * @returns {Iterable<Placed>}
 */
export function* recordsIn(bytes, name) {
  const lines = linesOf(bytes, name),
    { value: first } = lines.next();
  if (!first) throw new ReadError(`${name}: nothing in it`);
  const start = first.bytes.byteOffset - bytes.byteOffset + skipped(first.bytes, 0);
  if (bytes[start] === OPEN) {
    yield* entriesIn(bytes, start, name);
    return;
  }
  let record;
  try {
    record = parsed(first.bytes);
  } catch (error) {
    yield { place: name, record: whole(bytes, first, name, error) };
    return;
  }
  let { value: line } = lines.next();
  yield { place: line ? `${name}: line ${first.number}` : name, record };
  for (; line; line = lines.next().value) {
    try {
      record = parsed(line.bytes);
    } catch (error) {
      throw ofLine(name, line.number, error);
    }
    yield { place: `${name}: line ${line.number}`, record };
  }
}

/** @param {Uint8Array} bytes */
const parsed = (bytes) => parseJson(decoded(bytes));

/**
 * The lines that are not blank; a list may have them all in one.
 * @param {Uint8Array} bytes
 * @param {string} name
 * @returns {Generator<Line, undefined, unknown>}
 */
export function* linesOf(bytes, name) {
  for (let start = 0, number = 1; start < bytes.length; number += 1) {
    const at = bytes.indexOf(LINE_END, start),
      end = at < 0 ? bytes.length : at + 1,
      line = bytes.subarray(start, end),
      begin = skipped(line, 0);
    if (line.length > MOST_RECORD && (number > 1 || line[begin] !== OPEN))
      throw new ReadError(`${name}: line ${number}: ${TOO_LARGE}`);
    if (begin < line.length) yield { number, bytes: line };
    start = end;
  }
  return undefined;
}

/**
 * The first place that is not blank.
 * @param {Uint8Array} bytes
 * @param {number} from
 */
function skipped(bytes, from) {
  let at = from;
  while (at < bytes.length && BLANKS.has(bytes[at])) at += 1;
  return at;
}

/**
 * The one value of a file of many lines.
 * @param {Uint8Array} bytes
 * @param {Line} first
 * @param {string} name
 * @param {unknown} problem what is wrong with its first line alone
 */
function whole(bytes, first, name, problem) {
  if (!(problem instanceof TextError && problem.isCut)) throw ofLine(name, first.number, problem);
  const start = first.bytes.byteOffset - bytes.byteOffset;
  try {
    if (bytes.length - start > MOST_RECORD) throw new ReadError(TOO_LARGE);
    return parsed(bytes.subarray(start));
  } catch (error) {
    // A long line with a colon is a damaged record, not the start of a longer one.
    const isRecord = first.bytes.length > SHORT && first.bytes.includes(codeOf(":"));
    if (error instanceof TextError) throw ofLine(name, first.number, isRecord ? problem : error);
    throw error instanceof ReadError ? new ReadError(`${name}: ${error.message}`) : error;
  }
}

/**
 * The error of the text that begins with a line.
 * @param {string} name
 * @param {number} number
 * @param {unknown} error
 */
function ofLine(name, number, error) {
  if (error instanceof TextError) return new ReadError(`${name}: ${error.behind(number - 1).message}`);
  return error instanceof ReadError ? new ReadError(`${name}: line ${number}: ${error.message}`) : error;
}

/**
 * The entries of a list one by one, so that they are never all built.
 * @param {Uint8Array} bytes
 * @param {number} begin of the list
 * @param {string} name
 * @returns {Generator<Placed, void, unknown>}
 */
function* entriesIn(bytes, begin, name) {
  /** @param {number} from */
  const isOver = (from) => skipped(bytes, from) === bytes.length;
  let number = 0,
    start = begin + 1;
  /** @param {string} what */
  const wrong = (what) => new ReadError(`${name}: behind entry ${number}: ${what}`);
  const closed = skipped(bytes, start);
  if (bytes[closed] === CLOSE)
    throw isOver(closed + 1)
      ? new ReadError(`${name}: nothing in it`)
      : wrong("no JSON: more behind the list");
  for (;;) {
    const end = endOfEntry(bytes, start, wrong);
    if (end === -1) throw new ReadError(`${name}: ${endsInside(lineEnds(bytes, endOf(bytes)) + 1).message}`);
    const place = `${name}: entry ${++number}`;
    try {
      yield { place, record: parsed(bytes.subarray(start, end)) };
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      const told = error instanceof TextError ? error.behind(lineEnds(bytes, start)) : error;
      throw new ReadError(`${place}: ${told.message}`);
    }
    if (bytes[end] === CLOSE) {
      if (!isOver(end + 1)) throw wrong("no JSON: more behind the list");
      return;
    }
    start = end + 1;
  }
}

/**
 * The place of the blanks at the end.
 * @param {Uint8Array} bytes
 */
function endOf(bytes) {
  let end = bytes.length;
  while (end > 0 && BLANKS.has(bytes[end - 1])) end -= 1;
  return end;
}

/**
 * The place of the comma or bracket behind an entry, -1 for none.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {(what: string) => ReadError} wrong
 */
function endOfEntry(bytes, start, wrong) {
  let depth = 0,
    marks = 0,
    inString = false;
  const end = start + MOST_RECORD;
  for (let at = start; at < Math.min(end, bytes.length); at += 1) {
    const byte = bytes[at];
    if (inString ? byte !== QUOTE && byte !== BACKSLASH : !MARKS.has(byte)) continue;
    if (marks === MOST_MARKS) throw wrong(`over ${MOST_VALUES} values, too many for a record`);
    marks += 1;
    if (byte === BACKSLASH)
      at += 1; // It does not end a string.
    else if (byte === QUOTE) inString = !inString;
    else if (byte === OPEN || byte === OPEN_OBJECT) depth += 1;
    else if (depth === 0 && byte !== CLOSE_OBJECT) return at;
    else if (byte !== COMMA) depth -= 1;
  }
  if (end < bytes.length) throw wrong(TOO_LARGE);
  return -1;
}
