// The plain form of a hand: what was dealt, drawn and done, in order, whatever its record was
// (mj_lab/core/records/hand.py, plain_form). The engine plays it.
import { codeOf, isChowMiddle } from "../table/tiles.js";

/**
 * @typedef {{ kind: string, chow: number | null }} Wish a claim without its discard
 * @typedef {object} Step one thing that a seat did or got
 * @property {string} kind DRAW (a flower too), PLAY, CHI, PENG, GANG, BUGANG, HU or FALSE, a false win
 * @property {number} seat
 * @property {number | null} tile of a GANG that of a concealed kong
 * @property {number | null} chow the middle of a CHI
 * @property {[number, Wish][]} preempted what others wanted and did not get
 * @property {number} line of the record, 0 for none
 * @property {number[]} passed
 *
 * @typedef {object} PlainHand
 * @property {string} id
 * @property {number} wind
 * @property {boolean} common_wall
 * @property {number} wall_size
 * @property {boolean} wall_known
 * @property {boolean} tells_all
 * @property {string} [wall] without one it is made of the deals and draws
 * @property {string[]} [deals] by seat
 * @property {number[]} [flowers] how many each seat was dealt
 * @property {string[]} [dealt_flowers]
 * @property {number[]} scores
 * @property {number[]} [penalties]
 * @property {string[]} steps
 * @property {number[][]} keeping
 * @property {boolean} drawn
 * @property {number} fan
 * @property {[string, number, number][]} fans
 *
 * @typedef {object} Played a hand and, by its seats, who played it
 * @property {PlainHand} hand
 * @property {string[]} players
 * @property {string[]} player_ids
 * @property {(number | null)[]} ratings
 * @property {number} began
 * @property {object | null} place
 */

export const FALSE_WIN = "FALSE";

/**
 * @param {string} kind
 * @param {number} seat
 * @param {number | null} [tile]
 * @param {{ chow?: number | null, preempted?: [number, Wish][], line?: number, passed?: number[] }} [options]
 * @returns {Step}
 */
export const stepOf = (
  kind,
  seat,
  tile = null,
  { chow = null, preempted = [], line = 0, passed = [] } = {},
) => ({ kind, seat, tile, chow, preempted, line, passed });

/** @param {Step} step @returns {string} */
export function stepText({ kind, seat, tile, chow, preempted, line, passed }) {
  /** @param {number | null} one */
  const code = (one) => (one === null ? "-" : codeOf(one));
  const wishes = preempted.map(
    ([other, wanted]) => ` ${other}:${wanted.kind}${wanted.chow === null ? "" : ":" + codeOf(wanted.chow)}`,
  );
  return `${kind} ${seat} ${code(tile)} ${code(chow)} ${line} ${passed.join("") || "-"}${wishes.join("")}`;
}

/**
 * @param {number} middle of a chow with this tile @returns {boolean} whether there is such a chow
 * @param {number} tile
 */
export const isChow = (middle, tile) =>
  isChowMiddle(middle) && Math.floor(middle / 9) === Math.floor(tile / 9);
