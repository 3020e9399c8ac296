// Botzone's data set for its course and contest, hands of bots as lines of words
// (mj_lab/core/records/formats/course_data.py).
import { SEATS, codesOf, isChowMiddle, tileOf } from "../table/tiles.js";
import { stepOf, stepText } from "./hand.js";
import { HandError, wordsOf } from "./values.js";

const WALL_SIZE = 34,
  MOST_LINES = 2000;
/** @type {Record<string, string>} copies of the data set differ in their upper and lower case */
const VERBS = {
  draw: "DRAW",
  play: "PLAY",
  chi: "CHI",
  peng: "PENG",
  gang: "GANG",
  angang: "GANG",
  bugang: "BUGANG",
  hu: "HU",
};
const WORDS = ["match", "wind", "player", "fan", "huang", "score"];

/** @param {string} head the first lines of a file */
export const isCourseData = (head) =>
  head.split("\n").some((line) => WORDS.includes(wordsOf(line)[0]?.toLowerCase()));

/**
 * The hands in lines: the number of the first, and those that are not blank.
 * @param {Iterable<{ number: number, text: string }>} lines
 * @returns {Generator<{ first: number, block: string[] }, void, unknown>}
 */
export function* blocksIn(lines) {
  /** @type {string[]} */
  let block = [],
    first = 1,
    last = 0;
  for (const { number, text } of lines) {
    const begins = /^match /i.test(text),
      isAfterBlank = number > last + 1;
    last = number;
    if (block.length && (isAfterBlank || begins || block.length === MOST_LINES)) {
      yield { first, block };
      block = [];
    }
    if (!block.length) first = number;
    block.push(text);
  }
  if (block.length) yield { first, block };
}

/**
 * The hand in lines. Throws a HandError with the line.
 * @param {string[]} block
 * @param {number} first the number of its first line
 * @returns {import("./hand.js").Played}
 */
export function courseHand(block, first) {
  const /** @type {number[][]} */ deals = [],
    /** @type {string[]} */
    steps = [];
  let name = "",
    wind = -1,
    fan = 0,
    drawn = false,
    /** @type {number[] | null} */
    scores = null,
    at = first;
  /** @param {string} reason @param {string} [about] */
  const wrong = (reason, about) => new HandError(reason, at, about);
  /** @param {string[]} words @param {number} least @param {number} most */
  function number(words, least, most) {
    const value = /^[-+]?\d+$/.test(words[0] ?? "") ? Number(words[0]) : most + 1;
    if (value < least || value > most) throw wrong("no such number", words.join(" "));
    return value;
  }
  /** @param {string} code */
  function tile(code) {
    const found = tileOf(code.toUpperCase());
    if (found < 0) throw wrong("no such tile", code);
    return found;
  }
  /**
   * @param {string[]} words @param {boolean} [isWish]
   * @returns {{ kind: string, tile: number | null, chow: number | null }}
   */
  function action(words, isWish = false) {
    if (words.length < 4 || words[0].toLowerCase() !== "player")
      throw wrong("not a line of a hand", words.join(" "));
    const verb = words[2].toLowerCase(),
      named = tile(words[3]),
      kind = Object.hasOwn(VERBS, verb) ? VERBS[verb] : "";
    if (kind === "" || (isWish && ["DRAW", "PLAY", "BUGANG"].includes(kind)))
      throw wrong("no such verb", words[2]);
    if (kind === "CHI" && !isChowMiddle(named)) throw wrong("no middle of a chow", words[3]);
    if (kind === "CHI") return { kind, tile: null, chow: named };
    const isUnnamed = ["PENG", "HU"].includes(kind) || (kind === "GANG" && verb !== "angang");
    return { kind, tile: isUnnamed ? null : named, chow: null };
  }
  /** @param {string[]} words */
  function step(words) {
    /** @type {string[][]} the action's words, then those of each claim that it pre-empted */
    const groups = [[]];
    for (const word of words)
      if (word.toLowerCase() === "ignore") groups.push([]);
      else groups[groups.length - 1].push(word);
    const seat = number(words.slice(1, 2), 0, SEATS - 1),
      { kind, tile: named, chow } = action(groups[0]);
    /** @type {[number, import("./hand.js").Wish][]} */
    const preempted = groups.slice(1).map(function (group) {
      const other = number(group.slice(1, 2), 0, SEATS - 1),
        wish = action(group, true);
      return [other, { kind: wish.kind, chow: wish.chow }];
    });
    return stepText(stepOf(kind, seat, named, { chow, preempted, line: at }));
  }

  if (wordsOf(block[0])[0].toLowerCase() !== "match") throw wrong("no hand begins here", block[0]);
  for (const [index, text] of block.entries()) {
    at = first + index;
    const words = wordsOf(text),
      head = words[0].toLowerCase();
    if (scores !== null) continue; // Copies have other lines behind a hand.
    if (head === "match") name = words[1] ?? "";
    else if (head === "wind") wind = number(words.slice(1, 2), 0, SEATS - 1);
    else if (head === "player" && words[2]?.toLowerCase() === "deal")
      deals[number(words.slice(1, 2), 0, SEATS - 1)] = words.slice(3).map(tile);
    else if (head === "player") steps.push(step(words));
    else if (head === "fan") fan = number(words.slice(1, 2), 0, 999);
    else if (head === "huang") drawn = true;
    else if (head === "score") scores = words.slice(1).map((word) => number([word], -9999, 9999));
    else throw wrong("not a line of a hand", text);
  }
  if (wind < 0 || Object.keys(deals).length !== SEATS || !steps.length) throw wrong("no whole hand", name);
  if (scores?.length !== SEATS) throw wrong("the hand breaks off", name);
  const hand = {
    id: name,
    wind,
    common_wall: false,
    wall_size: WALL_SIZE,
    wall_known: false,
    tells_all: true,
    deals: deals.map(codesOf),
    flowers: deals.map(() => 0),
    scores,
    steps,
    keeping: [],
    drawn,
    fan,
    fans: [],
  };
  return { hand, players: [], player_ids: [], ratings: [], began: 0, place: null };
}
