// The event that a request reports.
import { numberOf } from "./tiles.js";

/**
 * Null for the start and the deal. seat: whose request it is.
 * @param {string} request
 * @param {number} seat
 */
export function eventOf(request, seat) {
  const words = request.split(" ");
  if (words[0] === "2") return { kind: "DRAW", seat, tile: numberOf(words[1]) };
  if (words[0] !== "3") return null;
  const tile = words.length > 3 ? numberOf(words[words.length - 1]) : null;
  return { kind: words[2], seat: Number(words[1]), tile };
}
