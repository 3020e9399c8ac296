// What a seat knows at a turn, by the engine: folded from what it was sent and answered.
import { wallsOf } from "../../engine/engine.js";
import { eventOf } from "./frames.js";
import { numberOf, tilesOf } from "./tiles.js";

const COPIES = 4;

// Who plays `random` thinks of nothing: the state, what is legal and the waits are wanted alone.
const QUICK = "random";

// requests: of one seat up to a turn; responses: its answers before it. more: what the tactic's
// choice is held against (`than`); what no request says of the walls, where they are not the usual.
export function sightOf(engine, requests, responses, tactic = QUICK, more = {}) {
  const made = engine.decide({ tactic, requests, responses, ...more });
  return { ...made, request: requests[requests.length - 1], before: requests[requests.length - 2] || "" };
}

// The four seats of a record at a turn.
export function sightsOf(engine, record, turn) {
  const walls = wallsOf(record);
  return [0, 1, 2, 3].map((seat) => sightOf(engine, record.requests.slice(0, turn + 1).map((row) => row[seat]), record.responses.slice(0, turn).map((row) => row[seat]), QUICK, walls));
}

export const canChoose = ({ legal }) => legal.some(([action]) => action !== "PASS");
export const canWin = ({ legal }) => legal.some(([action]) => action === "HU");

// "OWN_DRAW", "CLAIM" or "ROB", what the seat is asked; null if it is asked nothing.
export function decisionOf({ request, state }) {
  const event = eventOf(request, state.seat);
  if (event === null) return null;
  if (event.seat === state.seat) return event.kind === "DRAW" ? "OWN_DRAW" : null;
  if (["PLAY", "CHI", "PENG"].includes(event.kind)) return "CLAIM";
  return event.kind === "BUGANG" ? "ROB" : null;
}

// Copies of a tile that lie open and settled: in melds, among discards but the newest on offer.
function shown(state, tile, decision) {
  const melds = state.melds.flat().filter(({ kind, offer }) => kind !== "GANG" || offer);
  const inMelds = melds.flatMap(tilesOf).filter((one) => one === tile).length;
  const discarded = state.discards.flat().filter(([code, by]) => by === null && numberOf(code) === tile).length;
  return inMelds + discarded - (decision === "CLAIM" ? 1 : 0);
}

// The win of the tile just drawn or on offer, as it would be counted now; null if it does not win.
export function winNow(engine, sight) {
  const { state, before } = sight, decision = decisionOf(sight);
  if (decision === null) return null;
  const tile = decision === "OWN_DRAW" ? state.drawn : state.offered;
  const hand = [...state.hand];
  if (decision === "OWN_DRAW") hand.splice(hand.indexOf(tile), 1);
  const afterKong = /^3 \d (BU)?GANG/.test(before);
  return engine.fan({
    hand: hand.join(" "), tile, melds: state.melds[state.seat].map((meld) => `${meld.kind} ${meld.tile} ${meld.offer}`),
    selfDrawn: decision === "OWN_DRAW", lastCopy: decision !== "ROB" && shown(state, numberOf(tile), decision) === COPIES - 1,
    kong: decision === "OWN_DRAW" ? afterKong : decision === "ROB", lastTile: state.walls[(state.turn + 1) % 4] === 0,
    seat: state.seat, wind: state.prevalent_wind, flowers: state.flowers[state.seat],
  });
}

// What a person is shown of its waits (mj_lab/analysis/complete_hand/waits.py, waits_at_table).
export function waitsAtTable(engine, sight) {
  return { ...sight.waits, under_eight: underEight(engine, sight) };
}

function underEight(engine, sight) {
  const found = canWin(sight) ? null : winNow(engine, sight);
  if (found === null || found.enough) return null;
  const { state } = sight;
  return { tile: decisionOf(sight) === "OWN_DRAW" ? state.drawn : state.offered, fan: found.fan, enough: false, fans: found.fans, points: 0 };
}

// The tiles of the own hand that a claim or kong takes.
export function tilesUsed(action, offered) {
  const [kind, ...words] = action.split(" ");
  if (kind === "CHI") {
    const middle = numberOf(words[0]);
    return [middle - 1, middle, middle + 1].filter((tile) => tile !== offered);
  }
  if (kind === "BUGANG") return [numberOf(words[0])];
  if (kind === "GANG" && words.length) return Array(4).fill(numberOf(words[0]));
  return Array(kind === "PENG" ? 2 : 3).fill(offered);
}

// The legal answers as who has to choose is shown them (mj_lab/play/hand_in_play.py, choices_for).
export function choicesFor(engine, sight, points) {
  const offered = sight.state.offered === null ? null : numberOf(sight.state.offered);
  return sight.legal.map(function ([action]) {
    const kind = action.split(" ")[0], choice = { action, kind };
    if (kind === "HU") return { ...choice, ...winShown(engine, sight, points) };
    return kind === "PASS" || kind === "PLAY" ? choice : { ...choice, uses: tilesUsed(action, offered) };
  });
}

function winShown(engine, sight, points) {
  const found = winNow(engine, sight);
  if (found === null) return {};
  const row = decisionOf(sight) === "OWN_DRAW" ? points.self_drawn : points.on_discard;
  return { fan: found.total, flowers: found.total - found.fan, fans: found.fans.map(([name, , value, times]) => [name, times, value]), points: row[found.total] };
}

