// The table of a decision's candidates with the tactic's figures, best first.
MJ.OUT_OF_REACH = 9.995;
MJ.FIRST_ROWS = 8;
// Columns in this order, then any other number that a tactic gave.
MJ.COLUMNS = ["value", "win_chance", "expected_score", "deal_in", "hand_value", "shanten", "copies"];
MJ.PERCENT = ["win_chance", "deal_in", "probability"];
// On a narrow screen, if there is a score, these columns move to the reasons.
MJ.SPARE = ["shanten", "copies"];
MJ.OWN_SCALES = ["value", "hand_value"];
MJ.NO_COLUMN = ["action", "tile", "chosen", "fan", "learned"];

/**
 * @param {unknown} value
 * @returns {value is number}
 */
MJ.isNumber = (value) => typeof value === "number" && Number.isFinite(value);

/**
 * The points that an answer lost: "about 3 ± 2"; without an error as they are.
 * @param {{ lost: number, lost_error?: number }} options
 */
MJ.aboutPoints = ({ lost, lost_error: error }) =>
  error ? MJ.t("aboutPoints", { points: lost.toFixed(0), error: error.toFixed(0) }) : lost.toFixed(1);

/**
 * @param {Candidate[]} rows
 * @returns {string[]}
 */
MJ.columnsOf = function (rows) {
  /** @type {string[]} */
  const keys = [];
  for (const row of rows) {
    for (const [key, value] of Object.entries(row)) {
      const given = MJ.isNumber(value) || (value === null && MJ.UNKNOWN.includes(key));
      if (given && !MJ.NO_COLUMN.includes(key) && !keys.includes(key)) keys.push(key);
    }
  }
  // Where there are points of the game, the tactic's own scales add nothing.
  const scales = keys.includes("expected_score") ? MJ.OWN_SCALES : [];
  const known = MJ.COLUMNS.filter((key) => keys.includes(key) && !scales.includes(key));
  return known.concat(keys.filter((key) => !known.includes(key) && !scales.includes(key)));
};

/**
 * @param {string} key
 * @param {string[]} columns
 */
MJ.columnClass = (key, columns) =>
  columns.includes("expected_score") && MJ.SPARE.includes(key) ? "spare" : "";

// The shanten number that stands for: never ready, as all tiles that it waits for are gone.
MJ.NEVER = 99;

/** @param {string} key */
MJ.columnHead = (key) => (MJ.TEXTS["column_" + key] ? MJ.t("column_" + key) : key.replace(/_/g, " "));

/**
 * @param {string} key
 * @param {unknown} value
 * @returns {string}
 */
MJ.figure = function (key, value) {
  if (value === null && MJ.UNKNOWN.includes(key)) return MJ.t("unknown");
  if (!MJ.isNumber(value)) return "";
  // A value beyond this marks an action that the tactic always takes, such as a win.
  if ((key === "value" || key === "expected_score") && Math.abs(value) >= 1000) return MJ.t("always");
  if (MJ.PERCENT.includes(key)) return (100 * value).toFixed(1) + "%";
  if (key === "expected_score") return (value > 0 ? "+" : "") + value.toFixed(1);
  if (key === "shanten")
    return value < 0
      ? MJ.t("complete")
      : value === 0
        ? MJ.t("ready")
        : value === MJ.NEVER
          ? MJ.t("dead")
          : String(value);
  if (key === "value") return value.toFixed(2);
  return Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 1 ? 3 : 2);
};

// Bars stand for chances only, and the whole bar for a certain win.
MJ.BAR = "win_chance";
// Figures that may be unknown: the danger, if nothing is known of the other seats.
MJ.UNKNOWN = ["deal_in"];

/**
 * A reason in words, its tiles drawn (mj_lab/explain/analysis/why/words.py says what its parts are).
 * @param {Reason} reason
 */
MJ.reasonWords = (reason) =>
  MJ.make(
    "span",
    { class: "words" },
    reason.parts[MJ.language].map(function (part) {
      if (typeof part === "string") return part;
      return part.tiles ? MJ.inlineTiles(part.tiles) : MJ.fanName(part.fan);
    }),
  );

/**
 * The same after the names of the two actions compared; null without a reason.
 * @param {Reason | null | undefined} reason
 * @param {AnyTile | null} offered
 * @returns {Child[] | null}
 */
MJ.whyParts = function (reason, offered) {
  if (!reason) return null;
  const [better, than] = [reason.better, reason.than].map((action) => MJ.action(action, offered));
  const same = reason.facts.length === 1 && reason.facts[0].kind === "equal";
  const head = same
    ? [better, " " + MJ.t("reasonOr") + " ", than]
    : [MJ.t("reasonWhy") + " ", better, " " + MJ.t("reasonNot") + " ", than];
  return [MJ.make("b", {}, head), " ", MJ.reasonWords(reason)];
};

/**
 * @param {Candidate[]} rows
 * @param {CandidateOptions} options
 * @returns {HTMLElement}
 */
MJ.candidates = function (rows, options) {
  const columns = MJ.columnsOf(rows);
  const head = MJ.make(
    "tr",
    {},
    MJ.make("th", { scope: "col" }, MJ.t("action")),
    columns.map((key) =>
      MJ.make(
        "th",
        {
          scope: "col",
          class: MJ.columnClass(key, columns),
          title: MJ.TEXTS["about_" + key] ? MJ.t("about_" + key) : null,
        },
        MJ.columnHead(key),
      ),
    ),
  );
  const body = MJ.make("tbody");
  const shown = options.all || rows.length <= MJ.FIRST_ROWS + 2 ? rows.length : MJ.FIRST_ROWS;
  rows.forEach(function (row, index) {
    if (index < shown || row.action === options.played || row.action === options.choice) {
      body.append(...MJ.candidateRows(row, columns, options));
    }
  });
  const table = MJ.make(
    "table",
    { class: "candidates" },
    MJ.make("caption", { class: "away" }, MJ.t("candidates")),
    MJ.make("thead", {}, head),
    body,
  );
  const whole = MJ.make(
    "div",
    {},
    MJ.make(
      "div",
      { class: "scroll", tabindex: "0", role: "group", "aria-label": MJ.t("candidates") },
      table,
    ),
  );
  if (shown < rows.length) {
    const more = MJ.make(
      "button",
      { type: "button", onclick: () => whole.replaceWith(MJ.candidates(rows, { ...options, all: true })) },
      MJ.t("showAll", { count: rows.length }),
    );
    whole.append(more);
  }
  return whole;
};

/**
 * @param {Candidate} row
 * @param {string[]} columns
 * @param {CandidateOptions} options
 * @returns {HTMLElement[]}
 */
MJ.candidateRows = function (row, columns, options) {
  const chosen = row.action === options.choice,
    played = row.action === options.played;
  const marks = MJ.make(
    "span",
    { class: "marks" },
    chosen ? MJ.make("span", { class: "mark tactic" }, options.tactic) : null,
    row.as_good && !chosen ? MJ.make("span", { class: "mark same" }, MJ.t("asGood")) : null,
    played ? MJ.make("span", { class: "mark played" }, MJ.t("played")) : null,
  );
  const reasons = MJ.reasons(row, columns, options);
  const open = (chosen || (played && options.both === true)) && reasons !== null && options.expand !== false;
  const plays = options.play?.(row.action) ?? null;
  let first = MJ.make("span", { class: "action" }, MJ.action(row.action, options.offered), marks);
  if (plays !== null)
    first = MJ.make(
      "button",
      {
        type: "button",
        class: "play",
        "aria-label": plays.label,
        onclick: (event) => plays.press(event.detail === 0),
      },
      first,
    );
  const detail =
    reasons === null
      ? null
      : MJ.make(
          "tr",
          { class: "reasons", hidden: !open },
          MJ.make("td", { colspan: columns.length + 1 }, reasons),
        );
  if (detail !== null) {
    const toggle = MJ.make(
      "button",
      {
        type: "button",
        class: "toggle",
        "aria-expanded": String(open),
        "aria-label": plays === null ? null : plays.why,
        onclick: function (event) {
          detail.hidden = !detail.hidden;
          event.currentTarget.setAttribute("aria-expanded", String(!detail.hidden));
        },
      },
      MJ.icon("more"),
      plays === null ? first : null,
    );
    first = plays === null ? toggle : MJ.make("span", { class: "with-play" }, toggle, first);
  }
  const cells = columns.map(function (key) {
    const text = MJ.figure(key, row[key]),
      attributes = { class: MJ.columnClass(key, columns) };
    if (key !== MJ.BAR || !MJ.isNumber(row[key])) return MJ.make("td", attributes, text);
    const part = MJ.make("i");
    part.style.setProperty("--part", Math.min(1, Math.max(0, row[key])).toFixed(4));
    return MJ.make("td", attributes, text, MJ.make("span", { class: "bar", "aria-hidden": "true" }, part));
  });
  const line = MJ.make("tr", { class: chosen ? "choice" : "" }, MJ.make("td", {}, first), cells);
  if (plays !== null) {
    line.classList.add("playable");
    line.addEventListener("click", function (event) {
      if (event.target instanceof Element && event.target.closest("button, a") === null) plays.press(false);
    });
  }
  return detail === null ? [line] : [line, detail];
};

/**
 * A candidate's details other than its numbers; null if it has none.
 * options.pick(tile, row): what a click on an effective tile does; options.more(row): one part more.
 * @param {Candidate} row
 * @param {string[]} columns
 * @param {CandidateOptions} options
 * @returns {HTMLElement | null}
 */
MJ.reasons = function (row, columns, options) {
  /** @type {Child[]} */
  const parts = [];
  /**
   * @param {string} title
   * @param {...Child} content
   */
  const add = (title, ...content) =>
    parts.push(MJ.make("div", { class: "reason" }, MJ.make("h3", {}, title), ...content));
  if (MJ.isNumber(row.fan))
    parts.push(MJ.make("div", { class: "reason" }, MJ.t("fanCount", { fan: row.fan })));
  if (row.effective && typeof row.effective === "object") {
    const pick = options.pick && options.pick(row);
    const effective = MJ.effectiveTiles(row.effective, pick);
    if (effective !== null) add(MJ.t("effective"), effective);
  }
  if (Array.isArray(row.targets) && row.targets.length) add(MJ.t("targets"), ...row.targets.map(MJ.target));
  if (row.distances && typeof row.distances === "object") {
    const near = Object.entries(row.distances)
      .filter(([, value]) => MJ.isNumber(value) && value < MJ.OUT_OF_REACH)
      .sort((a, b) => a[1] - b[1]);
    if (near.length) {
      const lines = near
        .slice(0, 6)
        .flatMap(([key, value]) => [
          MJ.make("dt", {}, MJ.term(MJ.LABELS.routes[key] || [key, key])),
          MJ.make("dd", {}, value.toFixed(2)),
        ]);
      add(MJ.t("routes"), MJ.make("dl", { class: "routes" }, lines));
    }
  }
  // The nearest route is the first of the distances.
  const known = [
    ...MJ.NO_COLUMN,
    ...MJ.COLUMNS,
    "effective",
    "targets",
    "distances",
    "forms",
    ...(row.distances ? ["route"] : []),
  ];
  for (const [key, value] of Object.entries(row)) {
    if (known.includes(key) || value === null || MJ.isNumber(value) || typeof value === "boolean") continue;
    add(MJ.columnHead(key), MJ.anything(value));
  }
  const more = options.more && options.more(row);
  if (more) parts.push(more);
  if (!parts.length) return null;
  const spare = columns.filter((key) => MJ.columnClass(key, columns) && MJ.isNumber(row[key]));
  const narrow = spare.map((key) => MJ.columnHead(key) + " " + MJ.figure(key, row[key])).join(MJ.t("comma"));
  return MJ.make(
    "div",
    {},
    spare.length ? MJ.make("div", { class: "reason if-narrow" }, narrow) : null,
    parts,
  );
};

/**
 * Tiles with the copies left; `pick(tile)` makes buttons of them.
 * @param {Record<string, number> | string[]} effective
 * @param {((code: string) => void) | null} [pick]
 * @returns {HTMLElement | null}
 */
MJ.effectiveTiles = function (effective, pick) {
  const codes = Array.isArray(effective) ? effective : Object.keys(effective);
  if (!codes.length || !codes.every(MJ.isCode)) return null;
  const counts = Array.isArray(effective) ? [null] : Object.values(effective);
  return MJ.inlineTiles(codes, counts.every(MJ.isNumber) ? counts : null, pick);
};

/**
 * Both names of a fan by either of them; null for another word.
 * @param {string} name
 * @returns {NamePair | null}
 */
MJ.fanPair = (name) => Object.entries(MJ.LABELS.fans).find((pair) => pair.includes(name)) || null;
/** @param {string} english */
MJ.fanSlug = (english) => english.toLowerCase().replace(/[^a-z]+/g, "-");
/** @param {string} name */
MJ.fanLabel = (name) => MJ.name(MJ.fanPair(name) || [name, name]);

/**
 * What a fan of the judge's name is, in a line.
 * @param {string} name
 */
MJ.fanRule = (name) => ((MJ.LABELS.rules || {})[name] || ["", ""])[MJ.language === "zh" ? 1 : 0];

/**
 * The name of a fan wherever one is shown: it leads to the page of the fans where there is one, and
 * says the other language's name and what the fan is where a pointer rests.
 * @param {string | FanLine | FanCount} fan
 * @returns {HTMLElement}
 */
MJ.fanName = function (fan) {
  const name = Array.isArray(fan) ? String(fan[0]) : String(fan),
    pair = MJ.fanPair(name);
  if (pair === null) return MJ.make("span", {}, name);
  const title = [MJ.language === "zh" ? pair[1] : pair[0], MJ.fanRule(pair[0])]
    .filter(Boolean)
    .join(MJ.t("colon"));
  const at = MJ.LABELS.rules_at;
  if (!at) return MJ.make("span", { class: "term", title }, MJ.name(pair));
  // At a table the game goes on: the page of the fans opens beside it.
  const beside = document.body.classList.contains("at-table") ? { target: "_blank", rel: "noopener" } : {};
  return MJ.make(
    "a",
    { class: "term fan", href: at + "#" + MJ.fanSlug(pair[1]), title, ...beside },
    MJ.name(pair),
  );
};

/** @param {Target | string} target */
MJ.target = function (target) {
  if (!target || typeof target !== "object") return MJ.make("div", {}, String(target));
  const fans = MJ.listed((Array.isArray(target.fans) ? target.fans : []).map(MJ.fanName));
  const missing =
    target.missing && typeof target.missing === "object" ? MJ.effectiveTiles(target.missing) : null;
  const total = MJ.isNumber(target.fan) ? MJ.make("b", {}, MJ.t("fanTotal", { fan: target.fan })) : null;
  const known = ["fans", "missing", ...(total === null ? [] : ["fan"])];
  const rest = Object.entries(target)
    .filter(([key, value]) => !known.includes(key) && value !== null && value !== "")
    .map(([key, value]) =>
      MJ.make(
        "span",
        { class: "quiet small" },
        MJ.columnHead(key) + " ",
        MJ.isNumber(value) ? MJ.figure(key, value) : MJ.anything(value),
      ),
    );
  return MJ.make(
    "div",
    { class: "target" },
    MJ.make("span", {}, total, total === null ? "" : " ", fans),
    missing,
    rest,
  );
};

/**
 * A value of unknown kind: tiles are drawn as tiles, anything else is shown as text.
 * @param {unknown} value
 * @returns {HTMLElement}
 */
MJ.anything = function (value) {
  if (Array.isArray(value) && value.length && value.every((one) => MJ.isCode(one)))
    return MJ.inlineTiles(value);
  if (value && typeof value === "object" && !Array.isArray(value)) {
    const lines = Object.entries(value).flatMap(([key, inner]) => [
      MJ.make("dt", {}, MJ.columnHead(key)),
      MJ.make("dd", {}, MJ.anything(inner)),
    ]);
    return MJ.make("dl", { class: "routes" }, lines);
  }
  if (Array.isArray(value))
    return MJ.make(
      "span",
      {},
      value.map((one) => (typeof one === "object" ? JSON.stringify(one) : String(one))).join(MJ.t("comma")),
    );
  if (typeof value === "string" && value !== "" && value.split(" ").every(MJ.isCode))
    return MJ.inlineTiles(value.split(" "));
  const text = MJ.isNumber(value) ? MJ.figure("", value) : String(value);
  return MJ.make(
    "span",
    {},
    MJ.LABELS.fans[text] || Object.values(MJ.LABELS.fans).includes(text)
      ? MJ.fanName(text)
      : MJ.LABELS.routes[text]
        ? MJ.term(MJ.LABELS.routes[text])
        : text,
  );
};
