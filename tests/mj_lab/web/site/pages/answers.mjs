// Asks the site's worker in node: the folder of the site; on stdin [[path, body], ...], a path that is
// null for the replay of the newest hand; TOKEN in a path is the newest token. A body with `name`
// and `base64` is a file. Out: the answers.
import { readFileSync } from "node:fs";

const folder = new URL(`file://${process.argv[2]}/`);
const load = (path) => import(new URL(path, folder));
globalThis.fetch = async (url) => new Response(readFileSync(url));
const { openEngine } = await load("engine/engine.js");
const { Answers } = await load("worker/answers.js");
const { Forgotten } = await load("worker/store.js");
const { RULES } = await load("worker/rules.js");

const answers = new Answers(await openEngine(new URL("engine/", folder)), new Forgotten(), RULES, null);
const found = [];
for (const [path, body] of JSON.parse(readFileSync(0, "utf8"))) {
  const { token } = found.findLast((one) => one.token) ?? {};
  const asked = path?.replace("TOKEN", token) ?? (await answers.to("/api/my-games")).hands[0].replay;
  const isFile = body !== null && "base64" in body;
  found.push(await answers.to(asked, isFile ? Object.assign(new Blob([Buffer.from(body.base64, "base64")]), { name: body.name }) : body));
}
process.stdout.write(JSON.stringify(found));
