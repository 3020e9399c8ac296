// A tactic's results in a person's seat on the same wall: for a hand, a match, all hands.
/** @param {number} points */
MJ.scoreLook = (points) => "number score " + (points > 0 ? "plus" : points < 0 ? "minus" : "");

/**
 * The mean per hand with its standard error; the error needs two hands that differ.
 * @param {string} key
 * @param {string} tactic
 * @param {HandMean} options
 */
MJ.meanLine = function (key, tactic, { mean, error, hands }) {
  return MJ.t(error === null ? key + "One" : key + "Mean", {
    tactic,
    points: MJ.signed(mean ?? 0, 1),
    error: error === null ? "" : error.toFixed(1),
    hands,
  });
};

/**
 * The value of the answers in sampled worlds; null if they were not played out.
 * @param {{ against: number | null, error: number | null }} options
 */
MJ.sampledText = ({ against, error }) =>
  against === null ? null : MJ.signed(against, 1) + (error ? " \u00b1 " + error.toFixed(1) : "");

/**
 * compared: the server's results for the own seat, null if there are none. hand: the finished one.
 * @param {SameWallMessage | null} compared
 * @param {number} hand
 */
MJ.sameWallOf = (compared, hand) =>
  compared === null ? undefined : compared.hands.find((row) => row.hand === hand);

/**
 * @param {SameWallMessage | null} compared
 * @param {number} hand
 */
MJ.sameWallLine = function (compared, hand) {
  if (compared === null) return null;
  const row = MJ.sameWallOf(compared, hand),
    { tactic } = compared;
  if (row === undefined) return sameWallWaits(compared, hand);
  const line = onThisWall(tactic, row);
  return MJ.make(
    "div",
    { class: "same-wall" },
    MJ.make("p", {}, line, " ", MJ.make("a", { href: MJ.at(row.beside), id: "beside" }, MJ.t("besideLink"))),
    row.against === null
      ? null
      : MJ.make(
          "p",
          { class: "sampled" },
          MJ.t(row.differ ? "sampledLine" : "sampledNone", {
            tactic,
            differ: row.differ,
            worlds: row.worlds,
            points: MJ.sampledText(row),
          }),
        ),
    row.alone ? null : MJ.make("p", { class: "quiet small" }, MJ.t("sameWallOthers", { tactic })),
  );
};

/**
 * @param {string} tactic
 * @param {{ instead: number, score: number }} options
 */
const onThisWall = (tactic, { instead, score }) =>
  MJ.t("sameWallLine", { tactic, instead: MJ.signed(instead), score: MJ.signed(score) });

/**
 * While the hand is replayed: no result yet, or the result on this wall.
 * @param {SameWallMessage} options
 * @param {number} hand
 */
function sameWallWaits({ tactic, progress }, hand) {
  if (progress === null || progress.hand !== hand)
    return MJ.make("p", { class: "same-wall quiet" }, MJ.t("sameWallWaiting", { tactic }));
  const waits = MJ.t("sampledWaiting", { tactic, played: progress.played, differ: progress.differ });
  return MJ.make(
    "div",
    { class: "same-wall" },
    MJ.make("p", {}, onThisWall(tactic, progress)),
    MJ.make("p", { class: "quiet" }, waits),
  );
}

/**
 * The hands of a match by now; nothing before there are two.
 * @param {SameWallMessage | null} compared
 */
MJ.sameWallCard = function (compared) {
  if (compared === null || compared.hands.length < 2) return [];
  const { tactic, hands, means } = compared;
  /**
   * @param {string} text
   * @param {boolean} [number]
   */
  const head = (text, number) => MJ.make("th", { scope: "col", class: number ? "number" : "" }, text);
  const lines = hands.map((row) =>
    MJ.make(
      "tr",
      {},
      MJ.make("td", {}, String(row.hand + 1)),
      [row.score, row.instead].map((points) =>
        MJ.make("td", { class: MJ.scoreLook(points) }, MJ.signed(points)),
      ),
      MJ.make("td", { class: "number" }, MJ.sampledText(row) || "\u2013"),
      MJ.make("td", { class: "number" }, MJ.make("a", { href: MJ.at(row.beside) }, MJ.t("besideShort"))),
    ),
  );
  const title = MJ.t("sameWallTitle", { tactic });
  return [
    MJ.make("h2", {}, title),
    MJ.make(
      "div",
      { class: "scroll", role: "group", tabindex: "0", "aria-label": title },
      MJ.make(
        "table",
        { class: "by-hand" },
        MJ.make(
          "thead",
          {},
          MJ.make(
            "tr",
            {},
            head(MJ.t("handNumber")),
            head(MJ.t("you"), true),
            head(MJ.t("theBot", { tactic }), true),
            head(MJ.t("sampled"), true),
            MJ.make("td", {}),
          ),
        ),
        MJ.make("tbody", {}, lines),
      ),
    ),
    means.wall.hands > 1
      ? MJ.make("p", { class: "number" }, MJ.meanLine("sameWall", tactic, means.wall))
      : null,
    means.sampled.hands > 1
      ? MJ.make("p", { class: "number" }, MJ.meanLine("sampled", tactic, means.sampled))
      : null,
  ].filter((part) => part !== null);
};

/**
 * Everybody's hands on this machine: name, count, the score of the seat and the tactic's score there,
 * the difference on these walls and in sampled worlds.
 * @param {ScoreRow[]} scores
 */
MJ.duplicateScores = function (scores) {
  /**
   * @param {string} text
   * @param {boolean} [number]
   */
  const head = (text, number) => MJ.make("th", { scope: "col", class: number ? "number" : "" }, text);
  const lines = scores.map((person) =>
    MJ.make(
      "tr",
      {},
      MJ.make("td", {}, person.name || MJ.t("you")),
      MJ.make("td", {}, person.tactic),
      MJ.make("td", { class: "number" }, String(person.hands)),
      person.seats.map((points) => MJ.make("td", { class: MJ.scoreLook(points) }, MJ.signed(points, 1))),
      [
        { against: person.points, error: person.error },
        { ...person.against, against: person.against.mean },
      ].map((difference) => MJ.make("td", { class: "number" }, MJ.sampledText(difference) || "\u2013")),
    ),
  );
  return [
    MJ.make("h2", {}, MJ.t("scoreTitle")),
    MJ.make("p", { class: "quiet small" }, MJ.t("scoreText")),
    MJ.make(
      "div",
      { class: "scroll", role: "group", tabindex: "0", "aria-label": MJ.t("scoreTitle") },
      MJ.make(
        "table",
        { class: "by-hand" },
        MJ.make(
          "thead",
          {},
          MJ.make(
            "tr",
            {},
            head(MJ.t("player")),
            head(MJ.t("tacticField")),
            head(MJ.t("handsCount"), true),
            head(MJ.t("perHand", { who: MJ.t("player") }), true),
            head(MJ.t("perHand", { who: MJ.t("tacticField") }), true),
            head(MJ.t("difference"), true),
            head(MJ.t("sampled"), true),
          ),
        ),
        MJ.make("tbody", {}, lines),
      ),
    ),
  ];
};
