// Checks values of records before they are used (mj_lab/core/records/formats/platforms/values.py), with
// Python's words for what is wrong.
const LONGEST_TEXT = 80,
  MOST_ENTRIES = 10000,
  MOST_POINTS = 99999,
  MOST_RATING = 1e6,
  SHOWN = 40;
const BLANKS = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

// An error in a record, one line.
export class ReadError extends Error {}

// A hand that is not possible: the reason, the line or event, the detail (mj_lab/core/records/hand.py).
export class HandError extends ReadError {
  /**
   * @param {string} reason
   * @param {number} [at]
   * @param {string} [about]
   */
  constructor(reason, at = 0, about = "") {
    const what = reason + (about ? ": " + first(about, 60) : "");
    super((at ? `event ${at}: ` : "") + what);
    this.at = at;
    this.what = what;
  }
}

/** @param {string} text @param {number} most @returns {string} the first letters */
export const first = (text, most) => (text.length <= most ? text : [...text].slice(0, most).join(""));

/** @param {string} text @returns {string[]} as Python's str.split */
export const wordsOf = (text) => text.split(BLANKS).filter(Boolean);

/** @param {string} text @returns {string} one line of limited length */
export const oneLine = (text) => first(wordsOf(text).join(" "), 500);

/**
 * JSON.parse keeps no whole number beyond 2 ** 53 but as a BigInt (json_value.js).
 * @param {unknown} value
 * @returns {value is number | bigint}
 */
export const isWhole = (value) => typeof value === "bigint" || Number.isSafeInteger(value);

/**
 * @param {unknown} value
 * @returns {value is number | bigint}
 */
export const isNumber = (value) => typeof value === "number" || typeof value === "bigint";

/**
 * @param {unknown} value
 * @returns {value is Record<string, Raw>}
 */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @param {unknown} value
 * @returns {string} what Python calls the type
 */
export function typeName(value) {
  if (value === null || value === undefined) return "NoneType";
  if (Array.isArray(value)) return "list";
  if (isNumber(value)) return isWhole(value) ? "int" : "float";
  return typeof value === "boolean" ? "bool" : typeof value === "string" ? "str" : "dict";
}

/**
 * @param {unknown} value
 * @param {number} [most]
 * @returns {string} as Python's repr
 */
export function shown(value, most = Infinity) {
  return first(whole(value), most);
}

/**
 * @param {Raw} value
 * @returns {string}
 */
function whole(value) {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (isNumber(value)) return isWhole(value) ? String(value) : fraction(value);
  if (Array.isArray(value)) return `[${value.map(whole).join(", ")}]`;
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([name, one]) => `${whole(name)}: ${whole(one)}`)
      .join(", ")}}`;
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  /** @type {Record<string, string>} */
  const named = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\", [quote]: "\\" + quote };
  /** @param {string} sign */
  const code = (sign) => "\\x" + sign.charCodeAt(0).toString(16).padStart(2, "0");
  return (
    quote +
    value.replace(
      /[\x00-\x1f\x7f-\xa0\\'"]/g,
      (/** @type {string} */ sign) => named[sign] ?? (/['"]/.test(sign) ? sign : code(sign)),
    ) +
    quote
  );
}

/**
 * Python shows other numbers with an exponent, and that with two digits.
 * @param {number} value
 */
function fraction(value) {
  const size = Math.abs(value),
    text = size >= 1e16 || (size < 1e-4 && size > 0) ? value.toExponential() : String(value);
  return text.replace(/e([-+])(\d)$/, "e$10$2");
}

/**
 * @param {string} what @returns {number} a whole number of that range
 * @param {Raw} value
 * @param {number} least
 * @param {number} most
 */
export function numberIn(value, least, most, what) {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  throw new ReadError(`${what}: expected ${least} to ${most}, found ${shown(value, SHOWN)}`);
}

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {any[]}
 */
export function listIn(value, what) {
  if (Array.isArray(value) && value.length <= MOST_ENTRIES) return value;
  throw new ReadError(`${what}: expected a list, found ${typeName(value)}`);
}

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {Record<string, any>}
 */
export function objectIn(value, what) {
  if (isObject(value)) return value;
  throw new ReadError(`${what}: expected an object, found ${typeName(value)}`);
}

/**
 * @param {unknown} value
 * @returns {string} a name or an id as one short line, "" for anything else
 */
export function textIn(value) {
  if (isWhole(value)) return -(2n ** 63n) < value && value < 2n ** 63n ? String(value) : "";
  return typeof value === "string" ? first(wordsOf(value).join(" "), LONGEST_TEXT) : "";
}

/**
 * @param {unknown} value
 * @returns {number | null}
 */
export const ratingIn = (value) =>
  typeof value === "number" && Math.abs(value) < MOST_RATING ? value : null;

/**
 * @param {unknown} value
 * @param {string} what
 * @returns {number[]} the points of four seats
 */
export function pointsIn(value, what) {
  const points = listIn(value, what);
  if (points.length !== 4)
    throw new ReadError(`${what}: expected points of four seats, found ${points.length}`);
  return points.map((one) => numberIn(one, -MOST_POINTS, MOST_POINTS, what));
}

/**
 * @param {Raw[]} list
 * @param {number} index
 * @returns {any} a part that has to be there, as Python's value[place]
 */
export function partOf(list, index) {
  if (index < list.length) return list[index];
  throw new HandError("an event without its parts");
}
