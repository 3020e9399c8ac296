// What a seat knows at a turn: the engine's state after the requests and answers of the seat.
/** @import { Engine } from "../../engine/engine.js" */

// The tactic `random` takes no time: only the state, the legal actions and the waits are wanted.
const QUICK = "random";

/**
 * seen: the requests of one seat up to a turn, its answers before it.
 * @param {Engine} engine
 * @param {SeatRecord} seen
 * @param {string} [tactic]
 */
export const sightOf = (engine, seen, tactic = QUICK) => engine.decide({ tactic, ...seen });

/** @param {Pick<SeatAdvice, "legal">} options */
export const canChoose = ({ legal }) => legal.some(([action]) => action !== "PASS");
/** @param {Pick<SeatAdvice, "legal">} options */
export const canWin = ({ legal }) => legal.some(([action]) => action === "HU");
