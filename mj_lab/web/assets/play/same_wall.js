// A tactic's results in a person's seat on the same wall: for a hand, a match, all hands.
MJ.signed = (points, digits) => (points > 0 ? "+" : points < 0 ? "\u2212" : "") + Math.abs(points).toFixed(digits || 0);
MJ.scoreLook = (points) => "number score " + (points > 0 ? "plus" : points < 0 ? "minus" : "");

// The mean of differences and its standard error, which takes two of them.
MJ.meanOf = function (draws) {
  const mean = draws.reduce((sum, one) => sum + one, 0) / draws.length;
  const squares = draws.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return { mean, error: draws.length > 1 ? Math.sqrt(squares / (draws.length - 1) / draws.length) : null };
};

MJ.meanLine = function (tactic, { mean, error }, hands) {
  const told = { tactic, points: MJ.signed(mean, 1), error: error === null ? "" : error.toFixed(1), hands };
  return MJ.t(error === null ? "sameWallOne" : "sameWallMean", told);
};

// compared: the server's results for the own seat, null if there are none. hand: the finished one.
MJ.sameWallOf = (compared, hand) => (compared === null ? undefined : compared.hands.find((row) => row.hand === hand));

MJ.sameWallLine = function (compared, hand) {
  if (compared === null) return null;
  const row = MJ.sameWallOf(compared, hand), { tactic } = compared;
  if (row === undefined) return MJ.make("p", { class: "same-wall quiet" }, MJ.t("sameWallWaiting", { tactic }));
  const line = MJ.t("sameWallLine", { tactic, instead: MJ.signed(row.instead), score: MJ.signed(row.score) });
  return MJ.make("div", { class: "same-wall" }, MJ.make("p", {}, line, " ", MJ.make("a", { href: MJ.at(row.beside), id: "beside" }, MJ.t("besideLink"))),
    row.alone ? null : MJ.make("p", { class: "quiet small" }, MJ.t("sameWallOthers", { tactic })));
};

// The hands of a match by now; nothing before there are two.
MJ.sameWallCard = function (compared) {
  if (compared === null || compared.hands.length < 2) return [];
  const { tactic, hands } = compared;
  const head = (text, number) => MJ.make("th", { scope: "col", class: number ? "number" : "" }, text);
  const lines = hands.map((row) => MJ.make("tr", {}, MJ.make("td", {}, String(row.hand + 1)),
    [row.score, row.instead].map((points) => MJ.make("td", { class: MJ.scoreLook(points) }, MJ.signed(points))), MJ.make("td", { class: "number" }, MJ.signed(row.score - row.instead)),
    MJ.make("td", { class: "number" }, MJ.make("a", { href: MJ.at(row.beside) }, MJ.t("besideShort")))));
  const exact = hands.filter((row) => row.alone).map((row) => row.score - row.instead);
  const title = MJ.t("sameWallTitle", { tactic });
  return [MJ.make("h2", {}, title), MJ.make("div", { class: "scroll", role: "group", tabindex: "0", "aria-label": title }, MJ.make("table", { class: "by-hand" },
    MJ.make("thead", {}, MJ.make("tr", {}, head(MJ.t("handNumber")), head(MJ.t("you"), true), head(tactic, true), head(MJ.t("difference"), true), MJ.make("td", {}))), MJ.make("tbody", {}, lines))),
    exact.length > 1 ? MJ.make("p", { class: "number" }, MJ.meanLine(tactic, MJ.meanOf(exact), exact.length)) : null].filter(Boolean);
};

// Everybody's hands on this machine: name, count, the score of the seat and the tactic's score there.
MJ.duplicateScores = function (scores) {
  const head = (text, number) => MJ.make("th", { scope: "col", class: number ? "number" : "" }, text);
  const lines = scores.map((one) => MJ.make("tr", {}, MJ.make("td", {}, one.name || MJ.t("you")), MJ.make("td", {}, one.tactic), MJ.make("td", { class: "number" }, String(one.hands)),
    one.seats.map((points) => MJ.make("td", { class: MJ.scoreLook(points) }, MJ.signed(points, 1))),
    MJ.make("td", { class: "number" }, MJ.signed(one.points, 1) + (one.error === null ? "" : " \u00b1 " + one.error.toFixed(1)))));
  return [MJ.make("h2", {}, MJ.t("scoreTitle")), MJ.make("p", { class: "quiet small" }, MJ.t("scoreText")),
    MJ.make("div", { class: "scroll", role: "group", tabindex: "0", "aria-label": MJ.t("scoreTitle") }, MJ.make("table", { class: "by-hand" },
      MJ.make("thead", {}, MJ.make("tr", {}, head(MJ.t("player")), head(MJ.t("tacticField")), head(MJ.t("handsCount"), true), head(MJ.t("perHand", { who: MJ.t("player") }), true), head(MJ.t("perHand", { who: MJ.t("tacticField") }), true), head(MJ.t("difference"), true))),
      MJ.make("tbody", {}, lines)))];
};
