// A hand that begins in the middle of one on record, at a decision of a seat
// (mj_lab/web/server/at_table/again.py, mj_lab/table/play/hands/resumed_hand.py).
/** @import { Engine } from "../../engine/engine.js" */
import { WALL_SIZE } from "../../engine/engine.js";
import { canChoose, sightOf } from "./sights.js";
import { name, token } from "./match.js";

/**
 * The address of a hand that the browser keeps, as pages have it.
 * @param {string} token
 * @param {number} number
 */
export const addressOf = (token, number) => `/saved/${token}.${number}`;

/**
 * Where it is played on from a decision of a seat; `turn` may follow (mj_lab/explain/review/replay/again.py).
 * @param {string} record
 * @param {number} seat
 * @param {number | ""} [turn]
 */
export const againLink = (record, seat, turn = "") =>
  "/play?" + new URLSearchParams({ record, seat: String(seat), turn: String(turn) });

/**
 * Whether the site can play on from this record: its tables have walls of the usual kind only.
 * @param {GameRecord} options
 */
export function playsOn({ wall, common_wall = false, preempted = [] }) {
  return (
    typeof wall === "string" && wall.split(" ").length === 4 * WALL_SIZE && !common_wall && !preempted.length
  );
}

/**
 * The table, as one that has yet to begin (matchAsked). record: the hand's.
 * Throws an Error, one line, for what no table can have.
 * @param {AgainRequest} options
 * @param {GameRecord} record
 * @param {{ engine: Engine, rules: SiteRules, random: RandomBytes }} more
 * @returns {KeptGame}
 */
export function againAsked(
  { seat, turn, tactic, name: called = "", pace = 0.8 },
  record,
  { engine, rules, random },
) {
  const bot = tactic ?? rules.tactics[rules.tactics.length - 1];
  if (!rules.tactics.includes(bot))
    throw new Error("no tactic " + String(bot).slice(0, 40) + "; there are " + rules.tactics.join(", "));
  if (![0, 1, 2, 3].includes(seat) || !Number.isInteger(turn) || turn < 1 || turn >= record.requests.length)
    throw new Error("there is no such seat or turn");
  if (!playsOn(record)) throw new Error("this kind of record needs a server");
  const of = /** @param {string[][]} rows */ (rows) => rows.map((row) => row[seat]),
    requests = of(record.requests).slice(0, turn + 1);
  if (!canChoose(sightOf(engine, { requests, responses: of(record.responses).slice(0, turn) })))
    throw new Error(`turn ${turn} asks seat ${seat} nothing`);
  /**
   * @param {string} one
   * @param {string} other
   */
  const put = (one, other) => [0, 1, 2, 3].map((index) => (index === seat ? one : other));
  const settings = {
    players: put(rules.person, bot),
    names: put(called.trim(), ""),
    hands: 1,
    pace,
    clock: null,
  };
  const again = { turn, way: record.responses.slice(0, turn), wind: record.quan, scores: record.scores };
  check(engine, record, again);
  return {
    token: token(random),
    id: name(random),
    settings,
    hands: [{ wall: record.wall, answers: {}, passes: "", scores: null }],
    begun: Date.now() / 1000,
    again,
  };
}

/**
 * Checks that the engine's requests up to the decision are those of the record.
 * @param {Engine} engine
 * @param {GameRecord} record
 * @param {KeptBeginning} options
 */
function check(engine, record, { turn, way, wind }) {
  const table = engine.table({ players: Array(4).fill("person"), wall: record.wall, wind, way });
  const asked = [0, 1, 2, 3].map((seat) => table.see(seat).requests);
  table.leave();
  const other = asked[0].findIndex((_, index) =>
    asked.some((requests, seat) => requests[index] !== record.requests[index][seat]),
  );
  if (other >= 0 || asked[0].length !== turn + 1)
    throw new Error(`turn ${other < 0 ? turn : other}: the engine asks something else`);
}
