// What one seat saw of a game: Botzone's input to one bot (mj_lab/core/records/formats/seat_record.py).
import { ReadError, isWhole, shown, wordsOf } from "./values.js";

const SEATS = 4;

/**
 * The record of a game with the requests and answers of one seat alone, `only`.
 * @param {Record<string, Raw>} record
 * @returns {GameRecord}
 */
export function seatGame({ requests, responses = [], id = "", player, tactic, scores, common_wall }) {
  if (!Array.isArray(responses)) throw new ReadError("requests and responses must be lists");
  const [kind, seat, wind, ...more] = wordsOf(requests[0] ?? "").map(Number);
  const isSeat = /** @param {number} value */ (value) => [0, 1, 2, 3].includes(value);
  if (kind !== 0 || !isSeat(seat) || !isSeat(wind) || more.length)
    throw new ReadError("the first request does not say whose seat it is");
  const name = player ?? tactic,
    players = Array(SEATS).fill("");
  players[seat] = typeof name === "string" ? name : "";
  return {
    id: typeof id === "string" || isWhole(id) ? String(id) : shown(id),
    players,
    quan: wind,
    common_wall: common_wall === true,
    wall: "",
    only: seat,
    requests: requests.map((/** @type {string} */ text) => [text]),
    responses: responses.map((/** @type {Raw} */ text) => [typeof text === "string" ? text : shown(text)]),
    scores: Array.isArray(scores) && scores.length === SEATS ? scores.map(Number) : [],
    result: { action: "", player: null, fan_total: null, fans: null },
  };
}
