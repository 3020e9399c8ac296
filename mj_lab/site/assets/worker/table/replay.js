// A finished hand as a replay page is given it (mj_lab/replay/match_page.py, replay_data).
import { wallsOf } from "../../engine/engine.js";
import { plain } from "./coach.js";
import { endFrame, frameOfAll } from "./frames.js";
import { sightOf, sightsOf } from "./sights.js";

// record: a game of four seats; seat: whose decisions are held against `odds`.
export const replayData = (engine, record, seat) => ({ ...gameData(engine, record), seat, decisions: decisionsOf(engine, record, seat), accuracy: null, choices: [], again: "" });

// The first turn that a seat answers in two ways in two games of one wall; null if there is none.
export function partOf({ responses }, other, seat) {
  const turn = responses.findIndex((row, place) => place < other.responses.length && row[seat] !== other.responses[place][seat]);
  return turn < 0 ? null : turn;
}

// A game without decisions: what lies on the table at every turn, and how it ended.
export function gameData(engine, record) {
  const frames = [], last = record.requests.length - 1;
  let sights = null;
  // Turn 0, the start, shows nothing.
  for (let turn = 1; turn <= last; turn += 1) {
    sights = sightsOf(engine, record, turn);
    frames.push({ turn, ...frameOfAll(sights) });
  }
  frames.push({ turn: last, ...endFrame(sights, record.result) });
  const { id, players, quan, scores, result } = record;
  return {
    match: { id, level: "", players, quan, scores, result: { action: result.action, player: result.player ?? null, fan_total: result.fan_total ?? null, fans: result.fans ?? [] } },
    frames,
  };
}

function decisionsOf(engine, record, seat) {
  const requests = record.requests.map((row) => row[seat]), responses = record.responses.map((row) => row[seat]);
  return engine.review(record, seat).decisions.map(function ({ turn, played, best, told, lost, grade, kind, win_chance, expected_score }) {
    const { candidates } = sightOf(engine, requests.slice(0, turn + 1), responses.slice(0, turn), "odds", wallsOf(record));
    const happened = hasHappened(record, seat, turn, played);
    return { turn, played, happened, choice: best, agrees: played === best, win_chance, expected_score, told, lost, grade, kind, candidates: candidates.map(plain), reason: null };
  });
}

// Whether an answer took effect, and no other seat's came first.
function hasHappened(record, seat, turn, played) {
  const kind = played.split(" ")[0], next = record.requests[turn + 1];
  if (kind === "PASS") return true;
  if (kind === "HU" || next === undefined) return record.result.player === seat;
  const words = next[seat].split(" ");
  return words[0] === "3" && Number(words[1]) === seat && words[2] === kind;
}
