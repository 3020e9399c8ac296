// The coach of the seat: what the adviser says of its decision, and what its answer cost
// (mj_lab/table/play/coach.py).
/** @import { Engine } from "../../engine/engine.js" */
/** @import { Match } from "./match.js" */
import { inWords } from "../why_words.js";
import { numberOf } from "./tiles.js";

const COACHING = ["off", "after", "before"];
const DIGITS = 1e4;

/**
 * As analysis/explanation.py has candidates: further digits would only make them longer.
 * @param {unknown} value
 */
export const rounded = (value) => (typeof value === "number" ? Math.round(value * DIGITS) / DIGITS : value);
/**
 * @param {Candidate} row
 * @returns {Candidate}
 */
export const plain = ({ action, ...row }) => ({
  action,
  ...Object.fromEntries(Object.entries(row).map(([key, value]) => [key, rounded(value)])),
});

/**
 * What an answer at the last of these turns lost, as a review has it.
 * @param {Engine} engine
 * @param {string[]} requests
 * @param {string[]} responses
 */
export function lossAt(engine, requests, responses) {
  return engine.review({ requests, responses }, 0, requests.length - 1, true).decisions[0];
}

export class Coach {
  /**
   * changed(): called when `says` has changed.
   * @param {Match} match
   * @param {() => void} changed
   */
  constructor(match, changed) {
    this.match = match;
    this.changed = changed;
    this.mode = "off";
    /** @type {{ hand: number, turn: number, said: SeatAdvice } | null} */
    this.found = null;
    /** @type {CoachMark | null} */
    this.mark = null;
  }

  /**
   * @param {string} mode
   * @param {number | null} turn
   */
  setMode(mode, turn) {
    if (!COACHING.includes(mode)) throw new Error("coach: mode is none of the words for it");
    this.mode = mode;
    if (turn !== null) this.look(turn);
    this.changed();
  }

  /**
   * The seat is asked: the coach thinks once the page is drawn.
   * @param {number} turn
   */
  look(turn) {
    const { number, hand } = this.match;
    const isKnown = this.found !== null && this.found.hand === number && this.found.turn === turn;
    if (this.mode === "off" || isKnown) return;
    setTimeout(() => {
      if (this.match.hand !== hand || hand.latest !== turn) return;
      this.found = { hand: number, turn, said: hand.sight(turn, this.match.rules.tactic) };
      this.changed();
    }, 0);
  }

  /**
   * @param {number} turn
   * @param {string} action
   */
  answered(turn, action) {
    const { number, hand, rules } = this.match;
    if (this.mode === "off") return;
    const requests = hand.requests.slice(0, turn + 1),
      responses = [...hand.responses.slice(0, turn), action];
    const sight = hand.sight(turn),
      { offered } = sight.state;
    setTimeout(() => {
      const {
        best,
        lost,
        lost_error,
        grade,
        agrees,
        reason: facts,
      } = lossAt(hand.engine, requests, responses);
      const reason = inWords(facts, rules.why);
      this.mark = {
        hand: number,
        turn,
        offered: offered === null ? null : numberOf(offered),
        played: action,
        choice: best,
        agrees,
        lost,
        lost_error,
        grade,
        reason,
      };
      this.changed();
    }, 0);
  }

  /**
   * @param {number} turn
   * @returns {CoachNote | null}
   */
  says(turn) {
    if (this.mode === "off") return null;
    const { number, hand } = this.match,
      { found } = this;
    const isNow = found !== null && found.hand === number && found.turn === turn && !hand.given.has(turn);
    const advice =
      this.mode !== "before" || !isNow
        ? null
        : {
            turn,
            choice: found.said.candidates[0].action,
            candidates: found.said.candidates.map(plain),
            reason: inWords(found.said.reason, this.match.rules.why),
          };
    return { mode: this.mode, advice, mark: this.mark };
  }
}
