// Questions from standard input, a line of JSON each, answered by the engine: node in_node.mjs FOLDER
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(process.argv[2] + "/");
const { EngineError, openEngine } = await import(new URL("engine.js", folder));
const began = performance.now();
const engine = await openEngine(folder);
const ready = performance.now() - began;

const tables = new Map();

// A seat's answers against the bot's, to the end: what was said last, and how often it was asked.
function against(asked) {
  const hand = engine.against(asked);
  let said = hand.goOn(),
    pieces = 1;
  for (; !said.over; pieces += 1) said = hand.goOn();
  hand.leave();
  return { ...said, pieces };
}

// A game of bots alone, as its record.
function game(asked) {
  const table = engine.table(asked);
  const record = table.record(asked.id);
  table.leave();
  return record;
}

const answers = {
  ready: () => ({ ready, bytes: engine.exports.memory.buffer.byteLength }),
  wall: ({ seed, flowers }) => engine.wall(seed, flowers),
  fanStudy: (asked) => engine.fanStudy(asked),
  effective: (asked) => engine.effective(asked),
  decide: (asked) => engine.decide(asked),
  study: (asked) => engine.study(asked),
  review: ({ record, seat, turn = null, says_all }) => engine.review(record, seat, turn, says_all),
  against,
  game,
  raw: ({ fields }) => engine.ask(...fields),
  begin: (asked) => {
    const table = engine.table(asked);
    tables.set(table.number, table);
    return table.number;
  },
  see: ({ table, seat, from }) => tables.get(table).see(seat, from),
  play: ({ table, seat, answer }) => tables.get(table).play(seat, answer),
  record: ({ table, id, names }) => tables.get(table).record(id, names),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [what, asked] = JSON.parse(line);
  const start = performance.now();
  let reply;
  try {
    reply = { reply: await answers[what](asked) };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    reply = { error: error.message };
  }
  console.log(JSON.stringify({ ...reply, ms: performance.now() - start }));
}
