// The review of a match that the site's worker makes in node, piece by piece: the folder of the site; on
// stdin a kept table. Out: what each piece said, the longest in milliseconds, and the last one's data.
import { answer, engine, load, question, RULES } from "./site.mjs";

const { Router } = await load("worker/router.js");
const { Forgotten } = await load("worker/store.js");

const kept = question(),
  store = new Forgotten();
await store.put("tables", kept.token, kept);
const router = new Router(await engine(), store, RULES, null);

async function reviewed() {
  const pieces = [];
  let longest = 0;
  for (;;) {
    const began = performance.now(),
      said = await router.answer("/api/review", { token: kept.token });
    longest = Math.max(longest, performance.now() - began);
    pieces.push(said);
    if (!said.all) return { pieces, longest };
  }
}

const first = await reviewed(),
  again = await reviewed();
answer({
  ...first,
  again: again.pieces.length,
  same: JSON.stringify(again.pieces.at(-1)) === JSON.stringify(first.pieces.at(-1)),
});
