// The text in the bytes that people bring: UTF-8, UTF-16, or GBK where it can be nothing else
// (mj_lab/core/records/encoding.py).
import { ReadError } from "./values.js";

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf],
  REPLACED = [0xef, 0xbf, 0xbd],
  LINE_END = 10;
// A letter that UTF-8 writes in three bytes, as it does every Chinese one.
const OF_THREE = /[\u0800-\ufffc]/g;
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }),
  lenient = new TextDecoder("utf-8", { ignoreBOM: true }),
  encoder = new TextEncoder();

// What is wrong in a text, with its line from 1. isCut: the text only ends too early.
export class TextError extends ReadError {
  /**
   * @param {string} problem
   * @param {number} line
   * @param {boolean} [isCut]
   */
  constructor(problem, line, isCut = false) {
    super(`line ${line}: ${problem}`);
    this.problem = problem;
    this.line = line;
    this.isCut = isCut;
  }

  /** @param {number} lines before this text in a longer one */
  behind(lines) {
    return new TextError(this.problem, this.line + lines, this.isCut);
  }
}

/** @param {number} line */
export const endsInside = (line) => new TextError("ends inside the value", line, true);

/**
 * @param {Uint8Array} bytes
 * @param {number} [end]
 * @returns {number} the line ends before a place
 */
export function lineEnds(bytes, end = bytes.length) {
  let count = 0;
  for (let at = bytes.indexOf(LINE_END); at >= 0 && at < end; at = bytes.indexOf(LINE_END, at + 1))
    count += 1;
  return count;
}

/**
 * @param {Uint8Array} bytes
 * @param {number[]} mark
 * @param {number} [at]
 */
export const begins = (bytes, mark, at = 0) => mark.every((byte, index) => bytes[at + index] === byte);

/** @param {Uint8Array} bytes */
export const withoutMark = (bytes) => (begins(bytes, BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes);

/**
 * A text as UTF-8 if it is UTF-16: by its mark, or by the half of its first letter. Half a letter at the
 * end is left out.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function inUtf8(bytes) {
  const [one, two] = bytes,
    isMarked = (one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff);
  if (bytes.length < 2 || (!isMarked && (one === 0) === (two === 0))) return bytes;
  const isLittle = isMarked ? one === 0xff : two === 0;
  return encoder.encode(new TextDecoder(isLittle ? "utf-16le" : "utf-16be").decode(bytes, { stream: true }));
}

/**
 * The text of bytes. GBK is read where the bytes beyond ASCII stand in pairs, and most of them are no
 * letters of UTF-8. Throws a TextError with the first byte that is not UTF-8.
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function decoded(bytes) {
  const plain = withoutMark(bytes);
  try {
    return strict.decode(plain);
  } catch {
    const replaced = lenient.decode(plain),
      letters = replaced.match(OF_THREE)?.length ?? 0;
    try {
      if (2 * 3 * letters < bytesInPairs(plain))
        return new TextDecoder("gb18030", { fatal: true }).decode(plain);
    } catch {
      // It is named as what it is not.
    }
    throw wrongByte(plain, replaced);
  }
}

/**
 * A line of a format of lines: what cannot be read in it stands there as such.
 * @param {Uint8Array} bytes
 */
export function legible(bytes) {
  try {
    return decoded(bytes);
  } catch (error) {
    if (error instanceof TextError) return lenient.decode(bytes);
    throw error;
  }
}

/**
 * How many bytes are beyond ASCII; 0 where they do not stand in pairs.
 * @param {Uint8Array} bytes
 */
function bytesInPairs(bytes) {
  let count = 0,
    run = 0;
  for (const byte of bytes) {
    if (byte < 0x80 && run % 2) return 0;
    run = byte < 0x80 ? 0 : run + 1;
    if (byte >= 0x80) count += 1;
  }
  return run % 2 ? 0 : count;
}

/**
 * @param {Uint8Array} bytes
 * @param {string} replaced their text, with U+FFFD for what is not UTF-8
 */
function wrongByte(bytes, replaced) {
  let at = 0;
  for (const part of replaced.split("\ufffd")) {
    at += encoder.encode(part).length;
    if (!begins(bytes, REPLACED, at)) break;
    at += REPLACED.length;
  }
  const line = lineEnds(bytes, at) + 1;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextError(`not UTF-8: byte 0x${bytes[at].toString(16).padStart(2, "0")}`, line);
  }
  return endsInside(line);
}
