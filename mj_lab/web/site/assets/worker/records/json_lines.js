// The records of a text of JSON: one value, a list, or one value a line (mj_lab/core/records/json_lines.py).
import { parseJson } from "./json_value.js";
import { ReadError } from "./values.js";

const MOST_RECORD = 4_000_000,
  BYTE_ORDER_MARK = "\ufeff";
const BLANK = /^[ \t\n\r]*/,
  MARK = /[[\]{},"]/g,
  IN_STRING = /["\\]/g;

/**
 * @typedef {{ place: string, record: any }} Placed a record, and where it is, for a person
 * @param {string} text
 * @param {string} name the file's
 * @returns {Iterable<Placed>}
 */
export function* recordsIn(text, name) {
  const plain = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text,
    trimmed = plain.trimStart();
  if (!plain.trim()) throw new ReadError(`${name}: nothing in it`);
  if (trimmed[0] === "[") {
    yield* entriesIn(trimmed, name);
    return;
  }
  const lines = plain.split("\n"),
    full = lines.flatMap((line, index) => (line.trim() ? [index] : []));
  for (const index of full) {
    const where = `${name}: line ${index + 1}`,
      line = lines[index];
    if (line.length > MOST_RECORD) throw new ReadError(`${where}: over 4 MB, too large for a record`);
    let record;
    try {
      record = parseJson(line);
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      const failure = new ReadError(
        `${where}: ${error.message === "no JSON" ? "" : "no JSON: "}${error.message}`,
      );
      if (index > full[0]) throw failure;
      yield { place: name, record: whole(plain, failure) };
      return;
    }
    yield { place: full.length === 1 ? name : where, record };
  }
}

/**
 * The one value of a file that spans many lines; if it is none, the error is about the first line.
 * @param {string} text
 * @param {ReadError} failure
 */
function whole(text, failure) {
  if (text.length > 2 * MOST_RECORD) throw failure;
  try {
    return parseJson(text);
  } catch (error) {
    throw error instanceof ReadError ? failure : error;
  }
}

/**
 * The entries of a list one by one, so that they are never all built.
 * @param {string} text
 * @param {string} name
 * @returns {Generator<Placed, void, unknown>}
 */
function* entriesIn(text, name) {
  /** @param {number} from */
  const skip = (from) => from + (BLANK.exec(text.slice(from, from + MOST_RECORD))?.[0].length ?? 0);
  /** @param {number} from */
  const isOver = (from) => skip(from) === text.length;
  let number = 0,
    start = 1;
  /** @param {string} what */
  const wrong = (what) => new ReadError(`${name}: behind entry ${number}: ${what}`);
  if (text[skip(1)] === "]")
    throw isOver(skip(1) + 1)
      ? new ReadError(`${name}: nothing in it`)
      : wrong("no JSON: more behind the list");
  for (;;) {
    const end = endOfEntry(text, start);
    if (end === -1) throw wrong("no JSON, or too large for a record: no end of it");
    const place = `${name}: entry ${++number}`;
    try {
      yield { place, record: parseJson(text.slice(start, end)) };
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      throw new ReadError(`${place}: ${error.message === "no JSON" ? "" : "no JSON: "}${error.message}`);
    }
    if (text[end] === "]") {
      if (!isOver(end + 1)) throw wrong("no JSON: more behind the list");
      return;
    }
    start = end + 1;
  }
}

/**
 * The place of the comma or bracket behind an entry, -1 for none.
 * @param {string} text
 * @param {number} start
 */
function endOfEntry(text, start) {
  let depth = 0,
    position = start,
    inString = false;
  for (;;) {
    const marks = inString ? IN_STRING : MARK;
    marks.lastIndex = position;
    const mark = marks.exec(text);
    if (mark === null || mark.index > start + MOST_RECORD) return -1;
    const [kind] = mark;
    position = mark.index + 1;
    if (kind === "\\")
      position += 1; // It does not end a string.
    else if (kind === '"') inString = !inString;
    else if (kind === "[" || kind === "{") depth += 1;
    else if (depth === 0 && kind !== "}") return mark.index;
    else if (kind !== ",") depth -= 1;
  }
}
