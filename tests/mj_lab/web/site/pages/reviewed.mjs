// The review of a match that the site's worker makes in node, piece by piece: the folder of the site; on
// stdin a kept table, or a file as { name, base64 }. Out: what the file holds, what each piece said, the
// longest in milliseconds, what My games has of it, and whether asked again it is the same.
import { answer, engine, load, question, RULES } from "./site.mjs";

const { Router } = await load("worker/router.js");
const { Store } = await load("worker/store.js");

const asked = question(),
  store = new Store(),
  router = new Router(await engine(), store, RULES, null);
const isFile = "base64" in asked;
const file = isFile && Object.assign(new Blob([Buffer.from(asked.base64, "base64")]), { name: asked.name });
const contents = isFile ? await router.answer("/api/uploads", file) : null;
const token = isFile ? contents.token + ".1" : asked.token;
if (!isFile) await store.put("tables", token, asked);

async function reviewed() {
  const pieces = [];
  let longest = 0;
  for (;;) {
    const began = performance.now(),
      said = await router.answer("/api/review", { token });
    longest = Math.max(longest, performance.now() - began);
    pieces.push(said);
    if (!said.all) return { pieces, longest };
  }
}

const first = await reviewed(),
  again = await reviewed();
answer({
  ...first,
  contents,
  mine: await router.answer("/api/my-games"),
  again: again.pieces.length,
  same: JSON.stringify(again.pieces.at(-1)) === JSON.stringify(first.pieces.at(-1)),
});
