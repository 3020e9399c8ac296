// One JSON value of a text, if it is no larger than a record may be (mj_lab/core/records/json_value.py).
import { ReadError } from "./values.js";

const MOST_VALUES = 100000,
  MOST_DEPTH = 64;
const LONG_NUMBER = /\d{16}/;
// A lone half of a surrogate pair.
const HALF = /\p{Surrogate}/u;

/** @param {string} text @returns {any} */
export function parseJson(text) {
  let value;
  try {
    value = LONG_NUMBER.test(text) ? JSON.parse(text, unrounded) : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new ReadError("no JSON");
    throw error;
  }
  const left = { values: MOST_VALUES };
  checked(value, left, 0);
  return value;
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
