// Facts in words by the site's worker in node: the folder of the site; on stdin a list of reasons. Out:
// the same with their parts.
import { answer, load, question, RULES } from "./site.mjs";

const { inWords } = await load("worker/why_words.js");
answer(question().map((reason) => inWords(reason, RULES.why)));
