// Easy, Medium, Strong: a card each, with a line on how it plays and the tactic's name small.
// levels: from the server. chosen: a tactic, or null if the opponents differ. choose(tactic).
/**
 * @param {HTMLElement} fieldset
 * @param {Level[]} levels
 * @param {string | null} chosen
 * @param {(tactic: string) => void} choose
 */
MJ.levelCards = function (fieldset, levels, chosen, choose) {
  /** @param {TextPair} pair */
  const own = (pair) => pair[MJ.language === "zh" ? 1 : 0];
  const cards = levels.map((level) =>
    MJ.make(
      "label",
      { class: "level" },
      MJ.make("input", {
        type: "radio",
        name: "level",
        value: level.tactic,
        checked: level.tactic === chosen,
        onchange: () => choose(level.tactic),
      }),
      MJ.make(
        "span",
        {},
        MJ.make("b", {}, own(level.name)),
        " ",
        MJ.make("small", { class: "quiet" }, level.tactic),
        MJ.make("span", { class: "small about" }, own(level.about)),
      ),
    ),
  );
  fieldset.replaceChildren(MJ.make("legend", {}, MJ.t("opponents")), ...cards);
};
/**
 * @param {Level[]} levels
 * @param {string} tactic
 */
MJ.levelName = function (levels, tactic) {
  const level = levels.find((one) => one.tactic === tactic);
  return level === undefined ? "" : level.name[MJ.language === "zh" ? 1 : 0];
};
/**
 * The level that was played last, else the strongest.
 * @param {Level[]} levels
 * @returns {string}
 */
MJ.levelOfLast = function (levels) {
  const last = MJ.recall("level");
  return (levels.find(({ tactic }) => tactic === last) ?? levels[levels.length - 1]).tactic;
};
