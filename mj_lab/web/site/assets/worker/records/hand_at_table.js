// Replays records with the engine: the match of a hand, a wall for a match without one, and whether a
// match ends as its record says (mj_lab/core/records/hand_at_table.py, mj_lab/measure/check/verify.py).
/** @import { Engine } from "../../engine/engine.js" */
import { EngineError } from "../../engine/engine.js";
import { lineOf } from "./match.js";
import { HandError, ReadError, shown } from "./values.js";

/**
 * MahjongGB's names say that the wait is for one tile only; the judge has the plain names.
 * @type {Record<string, string>}
 */
const JUDGE_NAMES = { "独听・边张": "边张", "独听・嵌张": "嵌张", "独听・单钓": "单钓将" };

/**
 * @typedef {object} Drawn what is known of a game without a wall
 * @property {number} wall_size of one seat
 * @property {boolean} common_wall
 * @property {string[]} deals
 * @property {number[]} flowers how many each seat was dealt
 * @property {string[]} dealt_flowers which; empty where that is not known
 * @property {string[]} draws a seat and a tile
 */

/** @param {FanLine} options */
const fanKey = ([name, times, value]) =>
  JSON.stringify([Object.hasOwn(JUDGE_NAMES, name) ? JUDGE_NAMES[name] : name, times, value]);
/** @param {FanLine[] | null | undefined} fans */
const inOrder = (fans) => [...(fans ?? [])].map(fanKey).sort();
/**
 * @param {unknown} one
 * @param {unknown} other
 */
const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The match of a hand, played again at our table; a pre-empted seat passes in it.
 * @param {import("../../engine/engine.js").Engine} engine
 * @param {import("./hand.js").Played} played
 * @returns {GameRecord}
 */
export function folded(engine, { hand, players, player_ids, ratings, began, place }) {
  const wall = hand.wall ?? madeWall(engine, drawnIn(hand));
  const { fault, game, ...notes } = engine.playHand({ ...hand, wall });
  if (fault) throw new HandError(...fault);
  const { requests, responses, result } = game;
  if (
    result.action === "HU" &&
    ((hand.fan && hand.fan !== result.fan_total) ||
      (hand.fans.length && !alike(inOrder(hand.fans), inOrder(result.fans))))
  )
    Object.assign(result, { fan_total: hand.fan, fans: hand.fans });
  return lineOf({
    id: hand.id,
    players,
    quan: hand.wind,
    common_wall: hand.common_wall,
    requests,
    responses,
    ...notes,
    wall_known: hand.wall_known,
    penalties: hand.penalties ?? [],
    player_ids,
    ratings: ratings.some((one) => one !== null) ? ratings : [],
    began,
    place,
    scores: hand.scores,
    wall,
    result,
  });
}

/**
 * @param {Engine} engine
 * @param {GameRecord} match
 * @returns {string | null} the first difference between our table and a match, in one line
 */
export function disagreement(engine, match) {
  let ours;
  try {
    ours = engine.playAgain(match);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return error.message;
  }
  for (const [turn, row] of match.requests.entries()) {
    if (turn === ours.requests.length) return `turn ${turn}: the game was over (${ours.result.action})`;
    const seat = row.findIndex((text, other) => text !== ours.requests[turn][other]);
    if (seat >= 0)
      return `turn ${turn}, seat ${seat}: recorded ${shown(row[seat])}, ours ${shown(ours.requests[turn][seat])}`;
  }
  if (ours.result.action === "") return "the record ends before the game does";
  const scores = ours.scores.map((score, seat) => score + (match.penalties?.[seat] ?? 0));
  if (!alike(scores, match.scores)) return `scores: recorded ${shown(match.scores)}, ours ${shown(scores)}`;
  for (const name of /** @type {const} */ (["action", "player", "fan_total"])) {
    const [theirs, mine] = [match.result[name], ours.result[name]];
    /** @param {unknown} value */
    const text = (value) => (typeof value === "string" ? value : shown(value));
    if (theirs !== mine) return `result: recorded ${name} ${text(theirs)}, ours ${text(mine)}`;
  }
  const [theirs, mine] = [match.result, ours.result].map(({ fans }) => inOrder(fans));
  if (alike(theirs, mine)) return null;
  /** @param {string[]} fans */
  const fanTexts = (fans) => {
    /** @type {FanLine[]} */
    const lines = fans.map((text) => JSON.parse(text));
    return `[${lines.map((line) => `(${line.map((part) => shown(part)).join(", ")})`).join(", ")}]`;
  };
  return `result: recorded fans ${fanTexts(theirs)}, ours ${fanTexts(mine)}`;
}

/**
 * What a hand without a wall tells of it.
 * @param {import("./hand.js").PlainHand} hand
 * @returns {Drawn}
 */
function drawnIn({ wall_size, common_wall, deals = [], flowers = [], dealt_flowers = [], steps }) {
  const draws = steps
    .map((step) => step.split(" "))
    .filter(([kind, , tile]) => kind === "DRAW" && tile !== "-")
    .map(([, seat, tile]) => `${seat} ${tile}`);
  return { wall_size, common_wall, deals, flowers, dealt_flowers, draws };
}

/**
 * @param {Drawn} drawn @returns {string} a wall from which each seat draws what it drew
 * @param {Engine} engine
 */
export function madeWall(engine, drawn) {
  try {
    return engine.madeWall(drawn);
  } catch (error) {
    throw error instanceof EngineError ? new ReadError(error.message) : error;
  }
}
