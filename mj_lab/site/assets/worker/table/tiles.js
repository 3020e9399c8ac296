// Tiles by their codes (W1) and by their numbers, as pages have them (mj_bot/tiles.py).
const FIRST = { W: 0, B: 9, T: 18, F: 27, J: 31, H: 34 };

export const SEATS = 4;
export const HAND_SIZE = 13;

export const numberOf = (code) => FIRST[code[0]] + Number(code[1]) - 1;

export const numbersOf = (codes) => codes.map(numberOf).sort((one, other) => one - other);

// The tiles of a meld as the engine gives it; none if they are not known.
export function tilesOf({ kind, tile }) {
  if (tile === null) return [];
  const number = numberOf(tile);
  if (kind === "CHI") return [number - 1, number, number + 1];
  return Array(kind === "PENG" ? 3 : 4).fill(number);
}
