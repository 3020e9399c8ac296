// The bots by their names, and Easy, Medium, Strong: a card each, with its bot's name, the tactic's small, how
// it plays and how strong it is. levels: from the server. chosen: a tactic, or null if the opponents differ.
// choose(tactic).
/**
 * @param {HTMLElement} fieldset
 * @param {NamedBot[]} levels
 * @param {string | null} chosen
 * @param {(tactic: string) => void} choose
 */
MJ.levelCards = function (fieldset, levels, chosen, choose) {
  const cards = levels.map((bot) =>
    MJ.make(
      "label",
      { class: "level" },
      MJ.make("input", {
        type: "radio",
        name: "level",
        value: bot.tactic,
        checked: bot.tactic === chosen,
        onchange: () => choose(bot.tactic),
      }),
      MJ.make(
        "span",
        {},
        MJ.make("b", {}, MJ.levelName(levels, bot.tactic) + " · " + MJ.botName(levels, bot.tactic)),
        " ",
        MJ.make("small", { class: "quiet" }, bot.tactic),
        MJ.make("span", { class: "small about" }, MJ.ofLanguage(bot.character)),
        MJ.make("span", { class: "small quiet about" }, MJ.strengthOf(levels, bot)),
      ),
    ),
  );
  fieldset.replaceChildren(MJ.make("legend", {}, MJ.t("opponents")), ...cards);
};
/** @param {TextPair} pair */
MJ.ofLanguage = (pair) => pair[MJ.language === "zh" ? 1 : 0];
/**
 * How far a bot is from the strongest; that one is what the others are measured by.
 * @param {NamedBot[]} bots
 * @param {NamedBot} bot
 */
MJ.strengthOf = function (bots, bot) {
  const name = MJ.botName(bots, bots[bots.length - 1].tactic);
  return bot === bots[bots.length - 1]
    ? MJ.t("strengthFirst")
    : MJ.t("strength", { name, points: MJ.signed(bot.points, 1), error: bot.error.toFixed(1) });
};
/**
 * A person's rating in words, between the bots next to it; or how many hands are still needed.
 * @param {NamedBot[]} bots
 * @param {Rating} rating
 */
MJ.ratingText = function (bots, { hands, needed, points, error, below, above }) {
  if (points === null || error === null) return MJ.t("ratingNeeds", { needed, hands });
  const text = MJ.t("ratingIs", { points: MJ.signed(points, 1), error: error.toFixed(1), hands });
  /** @param {string} tactic */
  const title = (tactic) => MJ.botTitle(bots, tactic);
  if (below !== null && above !== null)
    return text + MJ.t("ratingBetween", { below: title(below), above: title(above) });
  if (below !== null) return text + MJ.t("ratingAbove", { below: title(below) });
  return above === null ? text : text + MJ.t("ratingBelow", { above: title(above) });
};
/**
 * A bot's name; of a tactic without one the tactic's.
 * @param {NamedBot[]} bots
 * @param {string} tactic
 */
MJ.botName = function (bots, tactic) {
  const bot = bots.find((one) => one.tactic === tactic);
  return bot === undefined ? tactic : MJ.ofLanguage(bot.name);
};
/**
 * The same with the tactic's name behind it.
 * @param {NamedBot[]} bots
 * @param {string} tactic
 */
MJ.botTitle = function (bots, tactic) {
  const name = MJ.botName(bots, tactic);
  return name === tactic ? tactic : name + MJ.t("inBrackets", { name: tactic });
};
/**
 * @param {NamedBot[]} levels
 * @param {string} tactic
 */
MJ.levelName = function (levels, tactic) {
  const level = levels.find((one) => one.tactic === tactic)?.level ?? null;
  return level === null ? "" : MJ.ofLanguage(level);
};
/**
 * The level that was played last, else the strongest.
 * @param {NamedBot[]} levels
 * @returns {string}
 */
MJ.levelOfLast = function (levels) {
  const last = MJ.recall("level");
  return (levels.find(({ tactic }) => tactic === last) ?? levels[levels.length - 1]).tactic;
};
