// Plays a hand by the site's worker in node: the folder of the site; on stdin { settings, wall, lot },
// of one that begins in a record besides { again: { record, seat, turn, tactic } }. Out: every state of the table, the answers by turn, the record.
import { answer, engine as opened, load, question, RULES } from "./site.mjs";

const { againAsked } = await load("worker/table/again.js");
const { Match } = await load("worker/table/match.js");
const { tableMessage } = await load("worker/table/message.js");

const { settings, wall, lot, again } = question();
const engine = await opened();
const random = (count) => new Uint8Array(count);
const kept = again
  ? againAsked(again, again.record, { engine, rules: RULES, random })
  : { token: "t", id: "00", settings, hands: [{ wall, answers: {}, passes: "", scores: null }] };
const match = await Match.of(engine, RULES, kept, null);
const messages = [];
// Turn 0, the start, is shown to nobody; of a record what is played on.
let next = again ? again.turn : 1;

function look() {
  while (next <= match.hand.latest) messages.push(tableMessage(match, next++));
  return messages[messages.length - 1];
}

// By turns of the number: the tactic that comes to wins of few fan, the one that comes to 8, or
// anything, claims before passes and no win.
function answerTo(shown) {
  if (lot % 3) return match.hand.sight(shown.turn, lot % 3 === 1 ? "greedy" : "odds").response;
  const choices = shown.ask.choices.map(({ action }) => action).filter((action) => action !== "HU");
  const claims = choices.filter((action) => !/^(PASS|PLAY)/.test(action));
  const from = claims.length && (shown.turn + lot) % 3 ? claims : choices;
  return from[(shown.turn * 7 + lot) % from.length];
}

for (let shown = look(); shown.result === null; shown = look()) {
  match.answer(shown.turn, answerTo(shown));
}
answer({ messages, answers: kept.hands[0].answers, record: match.record() });
