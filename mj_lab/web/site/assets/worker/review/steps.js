// A review in small steps: between two steps the worker answers other requests.
/** @import { Engine } from "../../engine/engine.js" */
import { seatSums } from "./summary.js";

// About how long other requests wait for a part of the work.
const PIECE_MS = 50;

/**
 * Every turn of a seat is a step: { decisions, illegal } in the end. saysAll: with all that the adviser says.
 * @param {Engine} engine
 * @param {GameRecord} record
 * @param {number} seat
 * @param {boolean} [saysAll]
 * @returns {Generator<undefined, SeatDecisions, unknown>}
 */
export function* seatSteps(engine, record, seat, saysAll = false) {
  /** @type {ReviewedDecision[]} */
  const decisions = [];
  let illegal = 0;
  for (let turn = 0; turn < record.requests.length; turn += 1) {
    const reviewed = engine.review(record, seat, turn, saysAll);
    decisions.push(...reviewed.decisions);
    illegal += reviewed.illegal;
    yield;
  }
  return { decisions, illegal };
}

/**
 * All of a hand, `stepsOf` steps: the four seats, the table at the worst answers of each (by
 * SEAT-TURN), and the game of the tactic at all seats on that wall.
 * @param {Engine} engine
 * @param {GameRecord} record
 * @param {SiteRules} rules
 * @returns {Generator<undefined, HandReview, unknown>}
 */
export function* handSteps(engine, record, rules) {
  /** @type {SeatDecisions[]} */
  const seats = [];
  /** @type {Record<string, Frame>} */
  const moments = {};
  for (const seat of [0, 1, 2, 3]) {
    const reviewed = yield* seatSteps(engine, record, seat);
    for (const { turn } of seatSums(engine, rules, reviewed.decisions).worst.map(
      (index) => reviewed.decisions[index],
    ))
      moments[`${seat}-${turn}`] = momentOf(engine, record, seat, turn);
    seats.push(reviewed);
  }
  const table = engine.table({
    players: Array(4).fill(rules.tactic),
    wall: record.wall,
    wind: record.quan,
    common_wall: record.common_wall === true,
  });
  const { requests, result } = table.record();
  table.leave();
  yield;
  return { seats, moments, again: { requests, result } };
}

/** @param {GameRecord} record */
export const stepsOf = (record) => 4 * record.requests.length + 1;

/**
 * @param {Engine} engine
 * @param {GameRecord} record
 * @param {number} seat
 * @param {number} turn
 */
function momentOf(engine, record, seat, turn) {
  /** @param {string[][]} rows */
  const of = (rows) => rows.map((row) => row[seat]);
  return engine.frames(
    {
      ...record,
      requests: of(record.requests).slice(0, turn + 1),
      responses: of(record.responses).slice(0, turn),
    },
    turn,
  )[0];
}

/**
 * Runs steps for a moment. Returns the result, or undefined if steps are left.
 * @template T
 * @param {Generator<undefined, T, unknown>} steps
 * @param {() => void} [taken]
 * @returns {T | undefined}
 */
export function pieceOf(steps, taken = () => null) {
  const until = performance.now() + PIECE_MS;
  while (performance.now() < until) {
    const { done, value } = steps.next();
    if (done) return value;
    taken();
  }
  return undefined;
}

/**
 * Runs all steps; other requests are answered in between.
 * @template T
 * @param {Generator<undefined, T, unknown>} steps
 * @returns {Promise<T>}
 */
export async function inPieces(steps) {
  for (;;) {
    const result = pieceOf(steps);
    if (result !== undefined) return result;
    await new Promise((done) => setTimeout(done, 0));
  }
}
