// Frames of a table, as mj_lab/replay/seat_table.py and frames.py make them: what lies on it after
// an event. A sight is { request, state }: what a seat was sent last, and what it knows then.
import { HAND_SIZE, SEATS, numberOf, numbersOf, tilesOf } from "./tiles.js";

const FACE_DOWN = -1;

// What a request says that happened; null for the start and the deal. seat: whose request it is.
export function eventOf(request, seat) {
  const words = request.split(" ");
  if (words[0] === "2") return { kind: "DRAW", seat, tile: numberOf(words[1]) };
  if (words[0] !== "3") return null;
  const tile = words.length > 3 ? numberOf(words[words.length - 1]) : null;
  return { kind: words[2], seat: Number(words[1]), tile };
}

// A meld as it lies: [kind, tiles left to right, place of the turned one, concealed, added].
function lying(meld) {
  const { kind, offer, added } = meld, tiles = tilesOf(meld);
  if (kind === "GANG" && !offer) return [kind, tiles, -1, 1, 0];
  if (added) return [kind, tiles.slice(0, 3), offer - 1, 0, 1];
  if (kind === "CHI") {
    const claimed = tiles[offer - 1];
    return [kind, [claimed, ...tiles.filter((tile) => tile !== claimed)], 0, 0, 0];
  }
  return [kind, tiles, offer < 3 ? offer - 1 : tiles.length - 1, 0, 0];
}

const openPart = (state, melds) => ({
  melds: melds.map((row) => row.map(lying)),
  discards: state.discards.map((row) => row.map(([code, by]) => [numberOf(code), by === null ? -1 : by])),
  walls: state.walls,
  flowers: Array.from({ length: SEATS }, () => []),
});

function eventPart({ request, state }) {
  const event = eventOf(request, state.seat);
  if (event === null) return { kind: "DEAL", seat: null, tile: null };
  const { kind, seat } = event;
  const meld = state.melds[seat][state.melds[seat].length - 1];
  const part = { kind, seat, tile: kind !== "GANG" ? event.tile : meld.tile === null ? null : numberOf(meld.tile) };
  if (kind === "CHI") return { ...part, claimed: tilesOf(meld)[meld.offer - 1], giver: (seat + SEATS - 1) % SEATS };
  if (kind === "PENG" || (kind === "GANG" && meld.offer)) return { ...part, claimed: numberOf(meld.tile), giver: (seat + SEATS - meld.offer) % SEATS };
  return part;
}

function ownHand(state, drawn) {
  const tiles = numbersOf(state.hand);
  if (drawn !== null && drawn !== FACE_DOWN) tiles.splice(tiles.indexOf(drawn), 1);
  return tiles;
}

// The table as its seat sees it.
export function frameOf(sight) {
  const { request, state } = sight, event = eventOf(request, state.seat);
  const drawn = event === null || event.kind !== "DRAW" ? null : event.tile === null ? FACE_DOWN : event.tile;
  const hands = state.melds.map((melds, seat) => (seat === state.seat ? ownHand(state, drawn) : Array(HAND_SIZE - 3 * melds.length).fill(null)));
  return { ...eventPart(sight), hands, drawn, ...openPart(state, state.melds) };
}

// The one event that the four seats were sent at a turn: who drew knows the tile.
function eventOfAll(sights) {
  const found = sights.map(({ request }, seat) => eventOf(request, seat));
  return found.find((event) => event !== null && event.kind === "DRAW" && event.tile !== null) || found[0];
}

function openFrame(sights, event, drawn) {
  const of = sights.map(({ state }) => state);
  const hands = of.map((state, seat) => ownHand(state, event !== null && event.seat === seat ? drawn : null));
  return { hands, drawn, ...openPart(of[0], of.map((state, seat) => state.melds[seat])) };
}

// The same with all hands open. sights: of the four seats at one turn.
export function frameOfAll(sights) {
  const event = eventOfAll(sights);
  return { ...eventPart(sights[event === null ? 0 : event.seat]), ...openFrame(sights, event, event !== null && event.kind === "DRAW" ? event.tile : null) };
}

// The end: the table as it stood, the winning tile beside the winner's hand.
export function endFrame(sights, result) {
  const event = eventOfAll(sights), player = result.player ?? null;
  const frame = { kind: "END", seat: player, tile: null };
  if (event === null || result.action !== "HU") return { ...frame, ...openFrame(sights, event, null) };
  const selfDrawn = event.kind === "DRAW", robbed = event.kind === "BUGANG";
  const shown = openFrame(sights, event, selfDrawn ? event.tile : null);
  if (!selfDrawn) frame.giver = event.seat;
  const row = shown.discards[event.seat];
  if (!selfDrawn && !robbed && row.length) row[row.length - 1][1] = player;
  return { ...frame, ...shown, tile: event.tile, drawn: event.tile, robbed };
}
