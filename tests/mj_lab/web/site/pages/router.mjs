// Asks the site's worker in node: the folder of the site; on stdin [[path, body], ...], a path that is
// null for the replay of the newest hand; TOKEN in a path or a body is the newest token. A body with `name`
// and `base64` is a file. Out: the answers.
import { readFileSync } from "node:fs";
import { answer, engine, load, question, RULES } from "./site.mjs";

globalThis.fetch = async (url) => new Response(readFileSync(url));
const { Router } = await load("worker/router.js");
const { Store } = await load("worker/store.js");

const router = new Router(await engine(), new Store(), RULES, null);
const found = [];
for (const [path, body] of question()) {
  const { token } = found.findLast((one) => one.token) ?? {};
  const withToken = (text) => text.replaceAll("TOKEN", token);
  const asked = path === null ? (await router.answer("/api/my-games")).hands[0].replay : withToken(path);
  const isFile = body !== null && "base64" in body;
  found.push(
    await router.answer(
      asked,
      isFile
        ? Object.assign(new Blob([Buffer.from(body.base64, "base64")]), { name: body.name })
        : JSON.parse(withToken(JSON.stringify(body))),
    ),
  );
}
answer(found);
