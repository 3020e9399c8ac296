// Tiles by their codes (W1) and by their numbers, as pages have them (mj_bot/tiles.py).
/** @type {Record<string, number>} */
const FIRST = { W: 0, B: 9, T: 18, F: 27, J: 31, H: 34 };

export const SEATS = 4;
export const HAND_SIZE = 13;

/** @param {string} code */
export const numberOf = (code) => FIRST[code[0]] + Number(code[1]) - 1;

const CODES = Object.entries({ W: 9, B: 9, T: 9, F: 4, J: 3, H: 8 }).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => letter + (index + 1)),
);

export const TILE_KINDS = 34;
export const COPIES = 4;
export const ALL_KINDS = CODES.length;

/** @param {number} tile */
export const codeOf = (tile) => CODES[tile];

/**
 * -1 for what is no code.
 * @param {string} code
 */
export const tileOf = (code) => CODES.indexOf(code);

/** @param {number[]} tiles */
export const codesOf = (tiles) => tiles.map(codeOf).join(" ");

/** @param {number} tile */
export const isFlower = (tile) => tile >= TILE_KINDS;

/** @param {number} tile */
export const isChowMiddle = (tile) => tile >= 0 && tile < FIRST.F && tile % 9 > 0 && tile % 9 < 8;
