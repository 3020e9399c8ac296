// The fan of a complete hand: controls for how its last tile was obtained, its fans, its divisions.
MJ.fan = (function () {
  /**
   * How the tile was obtained: one of these, plus the further flags.
   * @type {Record<string, string[]>}
   */
  const CAME = {
    discard: [],
    "self-drawn": ["self-drawn"],
    replacement: ["self-drawn", "replacement"],
    robbing: ["robbing"],
  };
  const BESIDES = ["last-copy", "last-tile"];

  /**
   * @param {string[]} flags
   * @returns {string}
   */
  const came = (flags) =>
    Object.keys(CAME)
      .reverse()
      .find((key) => CAME[key].every((flag) => flags.includes(flag))) ?? "discard";
  /** @type {Record<string, string>} */
  const cameText = {
    discard: "onDiscard",
    "self-drawn": "selfDrawn",
    replacement: "cameReplacement",
    robbing: "cameRobbing",
  };
  /** @type {Record<string, string>} */
  const besidesText = { "last-copy": "lastCopy", "last-tile": "lastTile" };

  /**
   * The controls. `asked`: flags and tile of the request; `tiles`: those that may be the winning one;
   * `ask(flags, tile, calculator)`.
   * @param {FanAsked} asked
   * @param {FanStudy | null} study
   * @param {string[]} tiles
   * @param {AskFan} ask
   */
  function controls(asked, study, tiles, ask) {
    const flagsNow = () => [
      ...CAME[came(asked.flags)],
      ...BESIDES.filter((flag) => asked.flags.includes(flag)),
    ];
    const radios = Object.keys(CAME).map((key) =>
      MJ.make(
        "label",
        {},
        MJ.make("input", {
          type: "radio",
          name: "came",
          value: key,
          checked: came(asked.flags) === key,
          onchange: () =>
            ask([...CAME[key], ...BESIDES.filter((flag) => asked.flags.includes(flag))], asked.tile),
        }),
        MJ.t(cameText[key]),
      ),
    );
    const boxes = BESIDES.map((flag) =>
      MJ.make(
        "label",
        {},
        MJ.make("input", {
          type: "checkbox",
          value: flag,
          checked: asked.flags.includes(flag),
          onchange: (event) =>
            ask(
              event.target.checked ? [...flagsNow(), flag] : flagsNow().filter((other) => other !== flag),
              asked.tile,
            ),
        }),
        MJ.t(besidesText[flag]),
      ),
    );
    const options = tiles.map((code) =>
      MJ.make("option", { value: code, selected: code === asked.tile }, MJ.tileName(code)),
    );
    const won = MJ.make(
      "label",
      { class: "won" },
      MJ.t("wonWith") + " ",
      MJ.make("select", { id: "won", onchange: (event) => ask(flagsNow(), event.target.value) }, options),
    );
    return MJ.make(
      "div",
      { class: "flags", id: "flags" },
      MJ.make("fieldset", {}, MJ.make("legend", {}, MJ.t("came")), radios),
      MJ.make("fieldset", {}, MJ.make("legend", {}, MJ.t("besides")), boxes),
      won,
      study && study.other ? counts(asked, study, study.other, ask) : null,
    );
  }

  /**
   * Both counts where they differ, to choose between.
   * @param {FanAsked} asked
   * @param {FanStudy} study
   * @param {{ fan: number }} other
   * @param {AskFan} ask
   */
  function counts(asked, study, other, ask) {
    const fans = { [study.calculator]: study.fan };
    const radios = /** @type {("judge" | "mahjonggb")[]} */ (["judge", "mahjonggb"]).map((key) =>
      MJ.make(
        "label",
        {},
        MJ.make("input", {
          type: "radio",
          name: "count",
          value: key,
          checked: study.calculator === key,
          onchange: () => ask(asked.flags, asked.tile, key),
        }),
        MJ.t("count_" + key, { fan: fans[key] ?? other.fan }),
      ),
    );
    return MJ.make(
      "fieldset",
      { id: "count" },
      MJ.make("legend", {}, MJ.t("countedBy")),
      radios,
      MJ.make("p", { class: "quiet small" }, MJ.t("whyTwoCounts")),
    );
  }

  /** @param {FanStudy} study */
  function paid(study) {
    const { all, giver, others } = study.points;
    return giver === null ? MJ.t("paidByAll", { all, others }) : MJ.t("paidByGiver", { all, giver, others });
  }

  /** @param {FanStudy} study */
  function fanTable(study) {
    const rows = study.fans.map(([name, , value, times]) =>
      MJ.make(
        "tr",
        {},
        MJ.make("td", {}, MJ.fanName(name), times > 1 ? " × " + times : ""),
        MJ.make("td", { class: "number" }, String(value * times)),
      ),
    );
    const flowers = study.flowers ? " + " + study.flowers : "";
    rows.push(
      MJ.make(
        "tr",
        { class: "total" },
        MJ.make("td", {}, MJ.t("total")),
        MJ.make("td", { class: "number" }, study.fan + flowers),
      ),
    );
    return MJ.make(
      "table",
      { class: "matches fans", id: "fans" },
      MJ.make("caption", { class: "away" }, MJ.t("fanTitle")),
      MJ.make(
        "thead",
        {},
        MJ.make(
          "tr",
          {},
          MJ.make("th", { scope: "col" }, MJ.t("fan")),
          MJ.make("th", { scope: "col", class: "number" }, MJ.t("points")),
        ),
      ),
      MJ.make("tbody", {}, rows),
    );
  }

  /** @param {Division} reading */
  function division(reading) {
    const parts = reading.parts.map((part) => MJ.inlineTiles(part.tiles));
    return MJ.make(
      "li",
      { class: "division" + (reading.best ? " best" : "") },
      MJ.make(
        "div",
        { class: "title-line" },
        MJ.make("span", { class: "parts" }, parts),
        reading.best ? MJ.make("span", { class: "badge" }, MJ.t("counts")) : null,
      ),
      MJ.make(
        "div",
        {},
        MJ.make("strong", {}, MJ.t("fanTotal", { fan: reading.fan })),
        " ",
        MJ.make("span", { class: "quiet small" }, MJ.term([reading.chinese, reading.english])),
      ),
      MJ.make("div", { class: "small quiet" }, MJ.study.fans(reading)),
    );
  }

  /** @param {FanStudy} study */
  function divisions(study) {
    if (study.divisions.length < 2) return null;
    return MJ.make(
      "div",
      { class: "divisions" },
      MJ.make("h3", {}, MJ.t("divisions", { count: study.divisions.length })),
      MJ.make("ul", { id: "divisions" }, study.divisions.map(division)),
    );
  }

  /**
   * The card of a complete hand. `study`: the reply, or { error }; null before the reply is there.
   * @param {FanAsked} asked
   * @param {FanShown} study
   * @param {string[]} tiles
   * @param {AskFan} ask
   */
  function card(asked, study, tiles, ask) {
    /** @type {Child[]} */
    const parts = [controls(asked, study !== null && study.error === undefined ? study : null, tiles, ask)];
    if (study !== null && study.error !== undefined)
      parts.push(MJ.make("p", { class: "error", role: "alert" }, study.error));
    else if (study !== null)
      parts.push(
        MJ.make(
          "p",
          { class: "paid" },
          MJ.make(
            "span",
            { class: "badge" + (study.enough ? "" : " differs") },
            MJ.t(study.enough ? "fanTotal" : "tooFew", { fan: study.fan }),
          ),
          " ",
          study.enough ? paid(study) : null,
        ),
        fanTable(study),
        divisions(study),
      );
    return MJ.study.card(MJ.t("fanTitle"), ...parts.filter((part) => part !== null));
  }

  return { card, paid };
})();
