// Why one action is better, in words: the engine's facts put into Python's sentences
// (mj_lab/explain/analysis/why, sentences.py and words.py), in parts as pages draw them.
const PARTS = ["tiles", "fan"];

/**
 * reason: as the engine gives it, null for none; words: `sentences` and what stands around them.
 * @param {EngineReason | null} reason
 * @param {WhyWords} words
 * @returns {Reason | null}
 */
export function inWords(reason, words) {
  if (reason === null) return null;
  /** @param {0 | 1} language */
  const said = (language) => reason.facts.map((fact) => partsOf(fact, words, language));
  return { ...reason, parts: { en: joined(said(0), words, 0), zh: joined(said(1), words, 1) } };
}

/**
 * @param {ReasonFact} fact
 * @param {WhyWords} options
 * @param {0 | 1} language
 * @returns {ReasonPart[]}
 */
function partsOf(fact, { sentences, against }, language) {
  const sentence = sentences[fact.kind].find(([conditions]) =>
    Object.entries(conditions).every(([field, wanted]) => holds(fact, field, wanted)),
  );
  if (sentence === undefined) throw new TypeError(`no sentence for ${fact.kind}`);
  const [, english, chinese] = sentence;
  return [fact.against ? against[language] : "", ...filled([english, chinese][language], fact)];
}

/**
 * @param {ReasonFact} fact
 * @param {string} field
 * @param {unknown} wanted
 */
function holds(fact, field, wanted) {
  const other = typeof wanted === "string" && wanted.startsWith("=") ? fact[wanted.slice(1)] : wanted;
  return JSON.stringify(figure(fact, field) ?? null) === JSON.stringify(other);
}

/**
 * A sentence with its fields replaced by the fact's figures.
 * @param {string} form
 * @param {ReasonFact} fact
 * @returns {ReasonPart[]}
 */
const filled = (form, fact) =>
  form.split(/\{([^}]*)\}/).map(function (piece, index) {
    if (index % 2 === 0) return piece;
    const name = piece.split(":")[1];
    if (!PARTS.includes(name)) return String(figure(fact, piece));
    return /** @type {ReasonPart} */ ({ [name]: figure(fact, piece) });
  });

/**
 * A field of a fact, as text where it says how it is shown.
 * @param {ReasonFact} fact
 * @param {string} field
 * @returns {any} of the kind that its sentence is written for
 */
function figure(fact, field) {
  const [path, form = ""] = field.split(":"),
    [name, part] = path.split("."),
    /** @type {any} */
    whole = fact[name];
  const value = part === undefined ? whole : whole?.[Number(part)];
  if (form === "" || PARTS.includes(form)) return value;
  if (form === "%") return (100 * value).toFixed(1) + "%";
  return form === "abs" ? Math.abs(value).toFixed(1) : value.toFixed(Number(form));
}

/**
 * The parts of all facts in order; neighbouring texts are joined.
 * @param {ReasonPart[][]} facts
 * @param {WhyWords} options
 * @param {0 | 1} language
 * @returns {ReasonPart[]}
 */
function joined(facts, { between, nothing }, language) {
  const all = facts.length
      ? facts.flatMap((fact, number) => (number ? [between[language], ...fact] : fact))
      : [nothing[language]],
    made = [];
  for (const part of all) {
    if (part === "") continue;
    if (typeof part === "string" && typeof made[made.length - 1] === "string") made[made.length - 1] += part;
    else made.push(part);
  }
  return made;
}
