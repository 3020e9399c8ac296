// Plays a hand over a connection to the site's worker in node, as a page does: the folder of the site. Out:
// every message.
import { answer, engine, load, RULES } from "./site.mjs";

const { Store } = await load("worker/store.js");
const { Tables } = await load("worker/tables.js");

const opened = await engine();
const tables = new Tables(async () => opened, new Store(), RULES);
const begun = await tables.begin({ pace: 0, clock: 600 });
const messages = [];
let table = null,
  answered = null;
const order = (said) => tables.hear(1, JSON.stringify(said), heard, () => null);

function heard(message) {
  messages.push(message);
  if (message.type === "table") table = message;
  const { hand, turn } = table ?? {};
  // The coach and the effective tiles are heard out before the answer.
  if (message.type === "note" && message.coach === null) order({ type: "coach", mode: "before" });
  if (message.type === "note" && message.coach?.advice && answered !== turn)
    order({ type: "effective", hand, turn });
  if (message.type === "effective" && answered !== turn) {
    answered = turn;
    const { choices } = table.ask;
    order({
      type: "answer",
      hand,
      turn,
      action: (choices.find(({ kind }) => kind === "HU") || choices[choices.length - 1]).action,
    });
  }
}

await order({ type: "hello", token: begun.people[0].token, sequence: -1 });
while (!messages.some(({ type, waiting }) => type === "same_wall" && waiting === 0))
  await new Promise((done) => setTimeout(done, 10));
await order({ type: "answer", hand: 9, turn: 0, action: "PASS" });
tables.leave(1);
answer(messages);
