// What scripts that ask the site's worker in node share: `load` a module of the folder of the site, the
// command's first word; its `engine`; the `question` on stdin.
import { readFileSync } from "node:fs";

const folder = new URL(`file://${process.argv[2]}/`);
export const load = (path) => import(new URL(path, folder));
export const { RULES } = await load("worker/rules.js");
export const engine = async () => (await load("engine/engine.js")).openEngine(new URL("engine/", folder));
export const question = () => JSON.parse(readFileSync(0, "utf8"));
export const answer = (value) => process.stdout.write(JSON.stringify(value));
