// Two matches of the site's worker in node: of one a bot plays the first hand and the match is given up in the
// second, and a rating: the folder of the site; on stdin hands { score, opponents }. Out: { messages, first,
// known, mine, rating, late }.
import { answer, engine, load, question, RULES } from "./site.mjs";

const { ratingOf } = await load("worker/means.js");
const { MyGames } = await load("worker/my_games.js");
const { Store } = await load("worker/store.js");
const { Tables } = await load("worker/tables.js");

const store = new Store(),
  opened = await engine(),
  tables = new Tables(async () => opened, store, RULES);
const [{ token }] = (
  await tables.begin({ pace: 0, hands: 4, players: ["human", "greedy", "greedy", "greedy"] })
).people;
const messages = [];
const order = (said, connection = 1) =>
  tables.hear(
    connection,
    JSON.stringify(said),
    (message) => messages.push(message),
    () => null,
  );
const last = (kind) => messages.findLast(({ type }) => type === kind);
async function until(isSo) {
  while (!isSo()) await new Promise((done) => setTimeout(done, 5));
}

await order({ type: "hello", token, sequence: -1 });
await order({ type: "back" });
await order({ type: "leave" });
await until(() => last("table").result !== null);
const first = last("table");
await order({ type: "next", hand: 0 });
await until(() => last("table").hand === 1);
await order({ type: "back" });
await until(() => last("table").ask !== null);
const { hand, turn } = last("table");
await order({ type: "give_up" });
for (const type of ["leave", "back"]) await order({ type });
await order({ type: "answer", hand, turn, action: last("table").ask.choices[0].action });
const [known] = (await tables.known([token])).tables;
tables.leave(1);
await order({ type: "hello", token, sequence: -1 }, 2);
await new Promise((done) => setTimeout(done, 50));
tables.leave(2);
answer({
  messages,
  first,
  known,
  late: last("note"),
  mine: await new MyGames(opened, store, RULES, null).listed(),
  score: await tables.score(),
  rating: ratingOf(question(), RULES.bots, RULES.least_hands),
});
