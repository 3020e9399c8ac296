// What a seat knows at a turn, by the engine: folded from what it was sent and answered.
/** @import { Engine } from "../../engine/engine.js" */

// Who plays `random` thinks of nothing: the state, what is legal and the waits are wanted alone.
const QUICK = "random";

/**
 * seen: the requests of one seat up to a turn, its answers before it.
 * @param {Engine} engine
 * @param {SeatRecord} seen
 * @param {string} [tactic]
 */
export const sightOf = (engine, seen, tactic = QUICK) => engine.decide({ tactic, ...seen });

/** @param {Pick<Sight, "legal">} options */
export const canChoose = ({ legal }) => legal.some(([action]) => action !== "PASS");
/** @param {Pick<Sight, "legal">} options */
export const canWin = ({ legal }) => legal.some(([action]) => action === "HU");
