// The places of a common wall's tiles on the table, and the order in which they are drawn
// (mj_lab/core/records/formats/platforms/common_wall.py).
import { HAND_SIZE, SEATS, isFlower } from "../../table/tiles.js";
import { FALSE_WIN } from "../hand.js";
import { HandError } from "../values.js";

export const DEALT = SEATS * HAND_SIZE + 1;

/**
 * Places on the table in the order in which our judge draws them, up to the last draw. Replacements
 * come from the back in stacks of two, the upper tile first.
 * @param {number[]} replaced by seat, how many dealt tiles were replaced
 * @param {import("../hand.js").Step[]} steps from the dealer's first draw on
 * @param {number} size
 * @returns {number[]}
 */
export function drawnPlaces(replaced, steps, size) {
  const back = Array.from({ length: size }, (_, place) => size - 2 - place + 2 * (place % 2)),
    front = Array.from({ length: size - DEALT }, (_, place) => DEALT + place);
  const taken = new Set(Array(DEALT).keys()),
    places = [];
  /** @param {number} place */
  const take = (place) => {
    taken.add(place);
    places.push(place);
  };
  for (const [seat, count] of replaced.entries()) {
    for (let place = 0; place < HAND_SIZE; place += 1) places.push(seat * HAND_SIZE + place);
    for (const place of back.splice(0, count)) take(place);
  }
  places.push(DEALT - 1);
  let replaces = false;
  for (const { kind, tile } of steps.slice(1)) {
    if (kind === "DRAW") {
      const from = replaces ? back : front;
      while (from.length && taken.has(from[0])) from.shift();
      const place = from.shift();
      if (place === undefined || place < DEALT) throw new HandError("more is drawn than the wall holds");
      take(place);
    }
    if (kind !== FALSE_WIN)
      replaces = kind === "GANG" || kind === "BUGANG" || (kind === "DRAW" && isFlower(tile ?? 0));
  }
  return places;
}

/**
 * @param {number[]} table as it lies there @returns {number[]} the wall as a match has it
 * @param {number[]} replaced
 * @param {import("../hand.js").Step[]} steps
 */
export function asDrawn(table, replaced, steps) {
  const places = drawnPlaces(replaced, steps, table.length),
    drawn = new Set(places);
  const rest = [...table.keys()].filter((place) => !drawn.has(place));
  return [...places, ...rest].reverse().map((place) => table[place]);
}
