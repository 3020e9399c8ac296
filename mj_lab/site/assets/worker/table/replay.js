// A finished hand as a replay page is given it (mj_lab/replay/match_page.py, replay_data), in steps:
// a turn or a decision each (review/steps.js).
import { wallsOf } from "../../engine/engine.js";
import { seatSteps } from "../review/steps.js";
import { meanAccuracy } from "../review/summary.js";
import { inWords } from "../why_words.js";
import { plain } from "./coach.js";
import { endFrame, frameOfAll } from "./frames.js";
import { sightOf, sightsOf } from "./sights.js";
import { HAND_SIZE, numberOf } from "./tiles.js";

const LONGEST_NAME = 120, LONGEST_ANSWER = 200;
// Words of a deal before its tiles: the kind, and how many flowers each seat has.
const DEAL_HEAD = 5;

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

const first = (text, most) => [...text].slice(0, most).join("");

// record: a game of four seats; seat: whose decisions are held against the adviser.
export function* replaySteps(engine, rules, record, seat) {
  const decisions = yield* decisionSteps(engine, rules, record, seat);
  return { ...yield* gameSteps(engine, record), seat, decisions, accuracy: meanAccuracy(decisions, rules), choices: [] };
}

// The first turn that a seat answers in two ways in two games of one wall; null if there is none.
export function partOf({ responses }, other, seat) {
  const turn = responses.findIndex((row, place) => place < other.responses.length && row[seat] !== other.responses[place][seat]);
  return turn < 0 ? null : turn;
}

// A game without decisions: what lies on the table at every turn, and how it ended.
export function* gameSteps(engine, record) {
  const frames = [], last = record.requests.length - 1;
  let sights = null, flowers = [];
  // Turn 0, the start, shows nothing.
  for (let turn = 1; turn <= last; turn += 1) {
    sights = sightsOf(engine, record, turn);
    flowers = flowersAfter(flowers, record.requests[turn]);
    frames.push({ turn, ...frameOfAll(sights), flowers });
    yield;
  }
  frames.push({ turn: last, ...endFrame(sights, record.result), flowers });
  return { match: matchData(record), frames };
}

// The flowers that lie before each seat after a turn, by those before it and what the seats were sent.
function flowersAfter(before, row) {
  const words = row.map((request) => request.split(" "));
  if (words[0][0] === "1") {
    const counts = words[0].slice(1, DEAL_HEAD).map(Number), all = sum(counts);
    const listed = words.map((one) => one.slice(DEAL_HEAD + HAND_SIZE).map(numberOf));
    // Older records list one's own alone.
    if (listed[0].length !== all) return listed;
    return counts.map((count, seat) => listed[0].slice(sum(counts.slice(0, seat)), sum(counts.slice(0, seat)) + count));
  }
  const [, seat, kind, flower] = words[0];
  return kind !== "BUHUA" ? before : before.map((laid, one) => (one === Number(seat) ? [...laid, numberOf(flower)] : laid));
}

function matchData({ id, level, players = [], quan, scores, responses, result }) {
  const { action, player = null, fan_total = null, fans = [] } = result;
  const match = {
    id: first(id, LONGEST_NAME), level: first(level ?? "", LONGEST_NAME), players: [...players, "", "", "", ""].slice(0, 4).map((name) => first(name, LONGEST_NAME)),
    quan, scores, result: { action, player, fan_total, fans },
  };
  // Of a fault the answer that was one.
  if (action === "HU" || action === "HUANG" || player === null) return match;
  return { ...match, answer: first(responses[responses.length - 1][player], LONGEST_ANSWER) };
}

function* decisionSteps(engine, rules, record, seat) {
  const requests = record.requests.map((row) => row[seat]), responses = record.responses.map((row) => row[seat]), made = [], walls = wallsOf(record);
  for (const { turn, played, best, told, lost, lost_error, grade, kind, agrees, win_chance, expected_score } of (yield* seatSteps(engine, record, seat)).decisions) {
    const { candidates, reason } = sightOf(engine, requests.slice(0, turn + 1), responses.slice(0, turn), rules.tactic, { than: played, ...walls });
    const happened = hasHappened(record, seat, turn, played);
    made.push({ turn, played, happened, choice: best, agrees, win_chance, expected_score, told, lost, lost_error, grade, kind, candidates: candidates.map(plain), reason: inWords(reason, rules.why) });
    yield;
  }
  return made;
}

// Whether an answer took effect, and no other seat's came first.
function hasHappened(record, seat, turn, played) {
  const kind = played.split(" ")[0], next = record.requests[turn + 1];
  if (kind === "PASS") return true;
  if (kind === "HU" || next === undefined) return record.result.player === seat;
  const words = next[seat].split(" ");
  return words[0] === "3" && Number(words[1]) === seat && words[2] === kind;
}
