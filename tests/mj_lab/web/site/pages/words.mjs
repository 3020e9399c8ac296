// Facts in words by the site's worker in node: the folder of the site; on stdin a list of reasons. Out:
// the same with their parts.
import { answer, load, question, RULES } from "./site.mjs";

const folder = new URL(`file://${process.argv[2]}/`);
const { inWords } = await import(new URL("worker/why_words.js", folder));
const { RULES } = await import(new URL("worker/rules.js", folder));
process.stdout.write(
  JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((reason) => inWords(reason, RULES.why))),
);
