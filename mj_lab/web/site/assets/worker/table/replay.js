// A finished hand as a replay page is given it (mj_lab/explain/review/replay/match_page.py, replay_data), in steps,
// a turn each (review/steps.js).
/** @import { Engine } from "../../engine/engine.js" */
import { seatSteps } from "../review/steps.js";
import { seatSums } from "../review/summary.js";
import { inWords } from "../why_words.js";
import { plain } from "./coach.js";

const LONGEST_NAME = 120,
  LONGEST_ANSWER = 200;

/**
 * @param {string} text
 * @param {number} most
 */
const first = (text, most) => [...text].slice(0, most).join("");

/**
 * record: a game of four seats; seat: whose decisions are held against the adviser.
 * @param {Engine} engine
 * @param {SiteRules} rules
 * @param {GameRecord} record
 * @param {number} seat
 */
export function* replaySteps(engine, rules, record, seat) {
  if ((record.only ?? seat) !== seat)
    throw new Error(`only seat ${record.only} is on record, not seat ${seat}`);
  if (record.only !== undefined && !engine.frames(record).length)
    throw new Error("the record ends before the deal");
  const { decisions } = yield* seatSteps(engine, record, seat, true);
  return {
    ...gameOf(engine, record),
    seat,
    decisions: decisions.map((decision) => shownDecision(rules, record, seat, decision)),
    accuracy: seatSums(engine, rules, decisions).accuracy,
    choices: [],
  };
}

/**
 * The first turn that a seat answers in two ways in two games of one wall; null if there is none.
 * @param {GameRecord} options
 * @param {GameRecord} other
 * @param {number} seat
 */
export function partOf({ responses }, other, seat) {
  const turn = responses.findIndex(
    (row, index) => index < other.responses.length && row[seat] !== other.responses[index][seat],
  );
  return turn < 0 ? null : turn;
}

/**
 * A game without decisions: what lies on the table at every turn, and how it ended.
 * @param {Engine} engine
 * @param {GameRecord} record
 */
export const gameOf = (engine, record) => ({ match: matchData(record), frames: engine.frames(record) });

/**
 * @param {GameRecord} options
 * @returns {MatchShown}
 */
function matchData({ id, level, players = [], quan, scores, responses, result }) {
  const { action, player = null, fan_total = null } = result,
    fans = result.fans ?? [];
  const match = {
    id: first(id, LONGEST_NAME),
    level: first(level ?? "", LONGEST_NAME),
    players: [...players, "", "", "", ""].slice(0, 4).map((name) => first(name, LONGEST_NAME)),
    quan,
    scores: scores.length ? scores : [0, 0, 0, 0],
    result: { action, player, fan_total, fans },
  };
  // Of a fault the answer that was one.
  if (action === "HU" || action === "HUANG" || player === null) return match;
  return { ...match, answer: first(responses[responses.length - 1][player], LONGEST_ANSWER) };
}

/**
 * A decision as the page has it: whether it took effect, and why the choice is better, in words.
 * @param {SiteRules} rules
 * @param {GameRecord} record
 * @param {number} seat
 * @param {ReviewedDecision} decision
 * @returns {Decision}
 */
function shownDecision(rules, record, seat, { best, tile: _tile, own_draw: _drawn, ...decision }) {
  return {
    ...decision,
    happened: hasHappened(record, seat, decision.turn, decision.played),
    choice: best,
    candidates: decision.candidates.map(plain),
    reason: inWords(decision.reason, rules.why),
  };
}

/**
 * Whether an answer took effect, and no other seat's came first.
 * @param {GameRecord} record
 * @param {number} seat
 * @param {number} turn
 * @param {string} played
 */
function hasHappened(record, seat, turn, played) {
  const kind = played.split(" ")[0],
    next = record.requests[turn + 1];
  if (kind === "PASS") return true;
  if (played === "") return false;
  if (kind === "HU" || next === undefined) return record.only === seat || record.result.player === seat;
  const words = next[record.only === seat ? 0 : seat].split(" ");
  return words[0] === "3" && Number(words[1]) === seat && words[2] === kind;
}
