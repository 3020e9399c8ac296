// One JSON value of a text, if it is no larger than a record may be (mj_lab/core/records/json_value.py).
import { TextError, endsInside } from "./text.js";
import { ReadError } from "./values.js";

export const MOST_VALUES = 100000;
const MOST_DEPTH = 64;
const LONG_NUMBER = /\d{16}/;
// A lone half of a surrogate pair.
const HALF = /\p{Surrogate}/u;
const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)/y;
// Where a text breaks off: in a text, in a word, or behind what may be a whole value.
const CUT_TEXT =
    /^"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*(?:\\(?:u[\da-fA-F]{0,3})?)?$/,
  CUT_NUMBER = /^(?:\.|[eE][-+]?)$/,
  WORDS = ["true", "false", "null", "NaN", "-Infinity"];

/** @param {string} text @returns {any} */
export function parseJson(text) {
  let value;
  try {
    value = LONG_NUMBER.test(text) ? JSON.parse(text, unrounded) : JSON.parse(text);
  } catch (error) {
    throw error instanceof SyntaxError ? faultOf(text) : error;
  }
  const left = { values: MOST_VALUES };
  checked(value, left, 0);
  return value;
}

/**
 * What is wrong with a text that is no JSON, with its line.
 * @param {string} text
 * @returns {ReadError}
 */
function faultOf(text) {
  if (!text.trim()) return new ReadError("nothing in it");
  const { at, isOver } = faultPlace(text),
    rest = text.slice(at).trimEnd(),
    isCut = CUT_TEXT.test(rest) || CUT_NUMBER.test(rest) || WORDS.some((word) => word.startsWith(rest));
  /** @param {string} part */
  const lines = (part) => part.split("\n").length;
  return isCut && !isOver
    ? endsInside(lines(text.trimEnd()))
    : new TextError("no JSON", lines(text.slice(0, at)));
}

/**
 * The place of the first token that cannot be there. isOver: whether the value is whole before it.
 * @param {string} text
 */
function faultPlace(text) {
  const /** @type {string[]} */ open = [];
  let wanted = "value";
  const behind = () => (open.length ? ", or end" : "nothing");
  TOKEN.lastIndex = 0;
  for (;;) {
    const begin = TOKEN.lastIndex,
      found = TOKEN.exec(text);
    const at = begin + (/^[ \t\n\r]*/.exec(text.slice(begin))?.[0].length ?? 0),
      fault = { at, isOver: wanted === "nothing" };
    if (found === null) return fault;
    const [, sign, string] = found,
      mayBeValue = wanted === "value" || wanted === "value or end";
    if (sign === "{" || sign === "[") {
      if (!mayBeValue) return fault;
      open.push(sign);
      wanted = sign === "{" ? "name or end" : "value or end";
    } else if (sign === "}" || sign === "]") {
      const begun = open.pop();
      if (begun !== (sign === "}" ? "{" : "[") || !wanted.endsWith("or end")) return fault;
      wanted = behind();
    } else if (sign === ",") {
      if (wanted !== ", or end") return fault;
      wanted = open.at(-1) === "{" ? "name" : "value";
    } else if (sign === ":") {
      if (wanted !== ":") return fault;
      wanted = "value";
    } else if (mayBeValue) wanted = behind();
    else if (string !== undefined && wanted.startsWith("name")) wanted = ":";
    else return fault;
  }
}

/**
 * Keeps integers that a double cannot hold as BigInt, where the browser gives the source text.
 * @param {string} _name
 * @param {unknown} value
 * @param {{ source?: string }} [context]
 */
function unrounded(_name, value, context) {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? "";
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/**
 * @param {unknown} value
 * @param {{ values: number }} left
 * @param {number} depth
 */
function checked(value, left, depth) {
  if (typeof value === "string" && HALF.test(value))
    throw new ReadError("a text with half of a surrogate pair");
  if (typeof value !== "object" || value === null) return;
  if (depth === MOST_DEPTH) throw new ReadError(`nested deeper than ${MOST_DEPTH}`);
  const parts = Object.values(value);
  left.values -= Math.max(parts.length, 1);
  if (left.values <= 0) throw new ReadError(`over ${MOST_VALUES} values, too many for a record`);
  if (!Array.isArray(value)) for (const name in value) checked(name, left, depth);
  for (const part of parts) checked(part, left, depth + 1);
}
