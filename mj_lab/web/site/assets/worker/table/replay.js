// A finished hand as a replay page is given it (mj_lab/explain/replay/match_page.py, replay_data), in steps,
// a turn each (review/steps.js).
import { seatSteps } from "../review/steps.js";
import { seatSums } from "../review/summary.js";
import { inWords } from "../why_words.js";
import { plain } from "./coach.js";

const LONGEST_NAME = 120,
  LONGEST_ANSWER = 200;

const first = (text, most) => [...text].slice(0, most).join("");

// record: a game of four seats; seat: whose decisions are held against the adviser.
export function* replaySteps(engine, rules, record, seat) {
  const decisions = yield* decisionSteps(engine, rules, record, seat);
  return {
    ...gameOf(engine, record),
    seat,
    decisions,
    accuracy: seatSums(engine, rules, decisions).accuracy,
    choices: [],
  };
}

// The first turn that a seat answers in two ways in two games of one wall; null if there is none.
export function partOf({ responses }, other, seat) {
  const turn = responses.findIndex(
    (row, index) => index < other.responses.length && row[seat] !== other.responses[index][seat],
  );
  return turn < 0 ? null : turn;
}

// A game without decisions: what lies on the table at every turn, and how it ended.
export const gameOf = (engine, record) => ({ match: matchData(record), frames: engine.frames(record) });

function matchData({ id, level, players = [], quan, scores, responses, result }) {
  const { action, player = null, fan_total = null, fans = [] } = result;
  const match = {
    id: first(id, LONGEST_NAME),
    level: first(level ?? "", LONGEST_NAME),
    players: [...players, "", "", "", ""].slice(0, 4).map((name) => first(name, LONGEST_NAME)),
    quan,
    scores,
    result: { action, player, fan_total, fans },
  };
  // Of a fault the answer that was one.
  if (action === "HU" || action === "HUANG" || player === null) return match;
  return { ...match, answer: first(responses[responses.length - 1][player], LONGEST_ANSWER) };
}

function* decisionSteps(engine, rules, record, seat) {
  const { decisions } = yield* seatSteps(engine, record, seat, true);
  return decisions.map(function ({
    turn,
    played,
    best,
    told,
    lost,
    lost_error,
    grade,
    kind,
    agrees,
    win_chance,
    expected_score,
    candidates,
    reason,
  }) {
    const happened = hasHappened(record, seat, turn, played);
    return {
      turn,
      played,
      happened,
      choice: best,
      agrees,
      win_chance,
      expected_score,
      told,
      lost,
      lost_error,
      grade,
      kind,
      candidates: candidates.map(plain),
      reason: inWords(reason, rules.why),
    };
  });
}

// Whether an answer took effect, and no other seat's came first.
function hasHappened(record, seat, turn, played) {
  const kind = played.split(" ")[0],
    next = record.requests[turn + 1];
  if (kind === "PASS") return true;
  if (kind === "HU" || next === undefined) return record.result.player === seat;
  const words = next[seat].split(" ");
  return words[0] === "3" && Number(words[1]) === seat && words[2] === kind;
}
