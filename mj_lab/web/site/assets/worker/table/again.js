// A hand that begins in the middle of one on record, at a decision of a seat
// (mj_lab/web/server/at_table/again.py, mj_lab/table/play/hands/resumed_hand.py).
/** @import { Engine } from "../../engine/engine.js" */
import { WALL_SIZE, wallsOf } from "../../engine/engine.js";
import { canChoose, sightOf } from "./sights.js";
import { name, shuffle, token } from "./match.js";

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
 * Whether the site can play on from this record: of walls with flowers it has the common one only.
 * @param {GameRecord} options
 */
export function playsOn({ wall, common_wall = false }) {
  const tiles = typeof wall === "string" ? wall.split(" ").length : 0;
  return tiles === 4 * (common_wall ? wallsOf({ wall, common_wall }).wall_size : WALL_SIZE);
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
    requests = of(record.requests).slice(0, turn + 1),
    responses = of(record.responses).slice(0, turn);
  if (!canChoose(sightOf(engine, { requests, responses, ...wallsOf(record) })))
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
  const { quan: wind, scores, common_wall = false, wall_known = true } = record,
    wall = wall_known ? record.wall : dealtAnew(engine, record, random),
    way = record.responses.slice(0, turn),
    penalties = (record.penalties ?? []).some((points) => points !== 0),
    again = { turn, way, wind, scores, penalties, common_wall, wall_known };
  check(engine, { ...record, wall }, again);
  return {
    token: token(random),
    id: name(random),
    settings,
    hands: [{ wall, answers: {}, passes: "", scores: null }],
    begun: Date.now() / 1000,
    again,
  };
}

/**
 * The wall with what nobody drew shuffled: a record without its wall has these tiles in order, which would
 * show what comes (mj_lab/table/play/hands/resumed_hand.py, _dealt_anew).
 * @param {Engine} engine
 * @param {GameRecord} record
 * @param {RandomBytes} random
 */
function dealtAnew(engine, record, random) {
  const wall = record.wall.split(" "),
    bySeat = engine.frames(record).at(-1)?.walls ?? [];
  const left = record.common_wall ? [bySeat.reduce((sum, count) => sum + count, 0)] : bySeat,
    size = wall.length / left.length;
  // Each wall is drawn from its end.
  const places = left.flatMap((count, own) =>
    Array.from({ length: count }, (_, index) => own * size + index),
  );
  const tiles = places.map((place) => wall[place]);
  shuffle(tiles, random);
  for (const [index, place] of places.entries()) wall[place] = tiles[index];
  return wall.join(" ");
}

/**
 * Checks that the engine's requests up to the decision are those of the record.
 * @param {Engine} engine
 * @param {GameRecord} record
 * @param {KeptBeginning} options
 */
function check(engine, record, { turn, way, wind, common_wall }) {
  const table = engine.table({ players: Array(4).fill("person"), wall: record.wall, wind, common_wall, way });
  const asked = [0, 1, 2, 3].map((seat) => table.see(seat).requests);
  table.leave();
  const other = asked[0].findIndex((_, index) =>
    asked.some((requests, seat) => requests[index] !== record.requests[index][seat]),
  );
  if (other >= 0 || asked[0].length !== turn + 1)
    throw new Error(`turn ${other < 0 ? turn : other}: the engine asks something else`);
}
