// The fans of people's platforms, by number or name; mj_lab/core/records/formats/platforms/fans.py says
// where the numbers come from. all: [name, value] of every fan, in the order of the rule book.
import { ReadError, first } from "../values.js";

const TWO_NUMBERS = ["一色四步高", "一色三步高"];
/** @type {Record<string, string>} */
const OTHER_NAMES = { 一色三连环: "一色三步高", 一色四连环: "一色四步高", 单钓: "单钓将", 单骑: "单钓将" };
export const FALSE_WIN_NAME = "错和";
const MOST_TIMES = 8,
  LONGEST_NAME = 20;

/** @typedef {[string, number, number]} Fan its name, how often it counts, its value */

/**
 * @param {[string, number][]} all @returns {Fan} the fan with tziakcha's number
 * @param {number} number
 * @param {number} value
 */
export function fanOfNumber(all, number, value) {
  const names = [
    "",
    ...all.slice(0, -1).flatMap(([name]) => (TWO_NUMBERS.includes(name) ? [name, name] : [name])),
  ];
  if (number < 1 || number >= names.length || value >> 8 >= MOST_TIMES)
    throw new ReadError(`no such fan: ${number}: ${value}`);
  return [names[number], (value >> 8) + 1, value & 255];
}

/**
 * @param {[string, number][]} all @returns {Fan} the fan with Salasasa's name, of value 0 if it is unknown
 * @param {string} text
 */
export function fanOfName(all, text) {
  const at = text.indexOf("*"),
    given = at < 0 ? text : text.slice(0, at),
    times = at < 0 ? "" : text.slice(at + 1);
  const name = Object.hasOwn(OTHER_NAMES, given) ? OTHER_NAMES[given] : given;
  const [, value] = all.find(([one]) => one === name) ?? [name, 0];
  return [first(name, LONGEST_NAME), /^[0-9]$/.test(times) ? Number(times) : 1, value];
}
