// My games: the finished hands of this browser's seats, the bot's results, the points lost.
(function () {
  const $ = MJ.element;
  /** @type {{ labels: Labels, bots: NamedBot[] }} */
  const { labels, bots } = MJ.pageData();
  MJ.LABELS = labels;
  const FIRST = 20;
  let /** @type {MyGamesReply | null} */ games = null,
    /** @type {string | null} */
    wrong = null,
    whole = false;
  /**
   * Reviews that are being made: hands by token and number, and how far all of them are.
   * @type {Set<string>}
   */
  const making = new Set();
  /** @type {Map<string, string>} */
  const failed = new Map();
  /** @type {Set<string>} */
  const opened = new Set();
  /** @type {{ done: number, count: number } | null} */
  let all = null;

  /** @param {MyHand} row */
  const keyOf = (row) => [row.token, row.table, row.hand].join(" ");
  /**
   * @param {number} value
   * @param {number} [digits]
   */
  const plain = (value, digits) => value.toFixed(digits === undefined ? 1 : digits);
  /**
   * @param {number} value
   * @param {number} [digits]
   */
  const signed = (value, digits) => MJ.signed(value, digits === undefined ? 1 : digits);
  const toReview = () =>
    games === null
      ? []
      : games.hands.filter((row) => row.review === null && row.replay !== null && !failed.has(keyOf(row)));

  /**
   * @template {"/api/my-games" | "/api/my-games/review"} Path
   * @param {Path} address
   * @param {Exchanges[Path][0]} asked
   * @returns {Promise<Reply<Exchanges[Path][1]>>}
   */
  async function post(address, asked) {
    try {
      return await MJ.ask(address, asked);
    } catch {
      return { error: MJ.t("noAnswer") };
    }
  }

  async function ask() {
    const tokens = MJ.myTables();
    if (!tokens.length) return;
    const said = await post("/api/my-games", { tokens });
    wrong = said.error ?? null;
    if (said.error === undefined) games = said;
  }

  // -- reviews ------------------------------------------------------------------------------------

  /** @param {MyHand} row */
  async function review(row) {
    making.add(keyOf(row));
    draw();
    const said = await post("/api/my-games/review", {
      token: row.token,
      table: row.table,
      hand: row.hand,
    });
    making.delete(keyOf(row));
    if (said.error) failed.set(keyOf(row), said.error);
    await ask();
    draw();
  }

  async function reviewAll() {
    const rows = toReview();
    const mine = (all = { done: 0, count: rows.length });
    for (const row of rows) {
      await review(row);
      if (all !== mine) return;
      mine.done += 1;
    }
    all = null;
    draw();
    $("hands-title").focus();
  }

  // -- the means ------------------------------------------------------------------------------------

  /**
   * @param {string} key
   * @param {HandMean} options
   * @param {(value: number) => string} say
   */
  function meanText(key, { mean, error, hands }, say) {
    if (mean === null) return MJ.t(key === "lost" ? "mineMeanNoReview" : "mineMeanNone");
    return MJ.t(error === null ? "mineMeanOne" : key === "lost" ? "mineMeanReviewed" : "mineMean", {
      points: say(mean),
      error: error === null ? "" : plain(error),
      hands,
    });
  }

  const strongest = () => MJ.botName(bots, bots[bots.length - 1].tactic);

  /** @param {MyGamesReply} games */
  function drawMeans({ tactic, score, versus, against, lost, rating }) {
    /** @type {[string, string, HandMean, (value: number) => string][]} */
    const lines = [
      ["score", MJ.t("mineScore"), score, signed],
      ["versus", MJ.t("mineVersus", { tactic }), versus, signed],
      ["against", MJ.t("mineAgainst", { tactic }), against, signed],
      ["lost", MJ.t("mineLostMean"), lost, plain],
    ];
    $("means").replaceChildren(
      MJ.make(
        "dl",
        { class: "mine-means" },
        MJ.make(
          "div",
          { class: "whole" },
          MJ.make("dt", {}, MJ.t("mineRating")),
          MJ.make("dd", { id: "rating" }, MJ.ratingText(bots, rating)),
          MJ.make("dd", { class: "quiet small about" }, MJ.t("mineRatingAbout", { name: strongest() })),
        ),
        lines.map(([key, term, mean, say]) =>
          MJ.make(
            "div",
            {},
            MJ.make("dt", {}, term),
            MJ.make("dd", { class: "number", id: "mean-" + key }, meanText(key, mean, say)),
          ),
        ),
      ),
      MJ.make("p", { class: "quiet small" }, MJ.t("mineError")),
    );
  }

  /** @param {MyGamesReply} games */
  function drawTrends({ trends, tactic, window }) {
    $("lost").replaceChildren(
      ...MJ.trend(MJ.t("mineLostTrend"), trends.lost, { window, say: plain, kind: "of-lost" }),
    );
    $("against").replaceChildren(
      ...MJ.trend(MJ.t("mineAgainstTrend", { tactic }), trends.against, {
        window,
        say: signed,
        kind: "of-against",
      }),
    );
  }

  /**
   * The points lost by kind of loss, the most first: of all reviewed hands, and of the newest.
   * @param {MyGamesReply} games
   */
  function drawKinds({ kinds, window }) {
    const rows = Object.entries(kinds)
      .filter(
        ([
          ,
          {
            all: { mean },
          },
        ]) => mean !== null && mean > 0,
      )
      .sort(([, one], [, other]) => (other.all.mean ?? 0) - (one.all.mean ?? 0));
    $("kinds").hidden = !rows.length;
    if (!rows.length) return;
    /** @param {HandMean} mean */
    const said = ({ mean, error }) =>
      mean === null ? "–" : plain(mean, 2) + (error === null ? "" : " ± " + plain(error, 2));
    const { hands } = rows[0][1].all,
      heads = [MJ.t("mineKind"), MJ.t("mineKindAll", { hands })];
    if (hands > window) heads.push(MJ.t("mineKindRecent", { hands: window }));
    const lines = rows.map(([kind, { all: every, recent }]) =>
      MJ.make(
        "tr",
        {},
        MJ.make("td", {}, MJ.t("kind_" + kind.replace(/ /g, "_"))),
        [every, ...(hands > window ? [recent] : [])].map((mean) =>
          MJ.make("td", { class: "number" }, said(mean)),
        ),
      ),
    );
    $("kinds").replaceChildren(
      MJ.make("h3", {}, MJ.t("mineKinds")),
      MJ.make(
        "table",
        { class: "matches" },
        MJ.make(
          "thead",
          {},
          MJ.make(
            "tr",
            {},
            heads.map((text) => MJ.make("th", { scope: "col" }, text)),
          ),
        ),
        MJ.make("tbody", {}, lines),
      ),
    );
  }

  // -- the hands ------------------------------------------------------------------------------------

  /** @param {MyHand} row */
  function handName(row) {
    const round = MJ.t("round", { wind: MJ.seatName(row.wind) });
    const name =
      row.hands === 1 ? MJ.t("mineOne") : MJ.t("mineOf", { hand: row.hand + 1, hands: row.hands, round });
    return [
      name,
      MJ.make(
        "span",
        { class: "quiet small" },
        MJ.t("comma") +
          MJ.t("mineSeat", { seat: MJ.seatName(row.seat) }) +
          (row.again ? MJ.t("comma") + MJ.t("mineAgain") : "") +
          (row.by_bot ? MJ.t("comma") + MJ.t("mineByBot") : ""),
      ),
    ];
  }

  /** @param {MyHand} row */
  function others(row) {
    const names = row.others.map((name) => MJ.botName(bots, MJ.playerName(name)));
    /** @param {string} name */
    const several = (name) => names.filter((other) => other === name).length;
    return [...new Set(names)].flatMap((name, place) => [
      place ? MJ.t("comma") : "",
      MJ.named(name),
      several(name) > 1 ? " \u00d7 " + several(name) : "",
    ]);
  }

  /** @param {MyHand} options */
  function ofBot({ instead }) {
    if (instead === null) return [MJ.make("span", { class: "quiet small" }, MJ.t("mineWaiting"))];
    const sampled = MJ.sampledText(instead);
    return [
      MJ.make("span", { class: MJ.scoreLook(instead.score) }, MJ.signed(instead.score)),
      sampled === null
        ? null
        : MJ.make(
            "span",
            { class: "number small sampled", title: MJ.t("mineSampled") },
            MJ.t("mineAgainstOne", { points: sampled }),
          ),
      instead.alone
        ? null
        : MJ.make(
            "span",
            { class: "quiet", title: MJ.t("mineUncounted") },
            " *",
            MJ.make("span", { class: "away" }, MJ.t("mineUncounted")),
          ),
    ];
  }

  /** @param {MyHand} row */
  function ways(row) {
    if (row.replay === null) return [MJ.make("span", { class: "quiet small" }, MJ.t("mineGone"))];
    const links = [MJ.make("a", { href: MJ.at(row.replay), class: "to-replay" }, MJ.t("mineReplay"))];
    if (row.instead !== null && row.instead.beside !== null)
      links.push(
        MJ.make(
          "a",
          { href: MJ.at(row.instead.beside), class: "to-beside", title: MJ.t("mineBeside") },
          MJ.t("besideShort"),
        ),
      );
    if (row.match)
      links.push(
        MJ.make(
          "a",
          { href: MJ.at(row.match), class: "to-review", title: MJ.t("mineMatchReview") },
          MJ.t("mineMatchShort"),
        ),
      );
    return [MJ.make("span", { class: "ways" }, links)];
  }

  /**
   * One of the worst answers: links to its moment in the replay, and to playing on from there.
   * @param {MyHand & { replay: string }} row
   * @param {KeptReview["worst"][number]} answer
   */
  function worstOne(row, answer) {
    const name =
      MJ.t("mineWorstAt", { points: MJ.aboutPoints(answer) }) +
      (answer.grade ? MJ.t("comma") + MJ.t("grade_" + answer.grade) : "");
    const link = MJ.make(
      "a",
      {
        class: "button worst-one " + (answer.grade || "noise"),
        href: MJ.at(row.replay) + "#t" + answer.turn,
        "data-title": name,
      },
      MJ.make("b", { class: "number" }, MJ.pointsLost(answer.lost)),
      MJ.shortAction(answer.played, answer.tile),
      MJ.make("span", { "aria-hidden": "true" }, "\u2192"),
      MJ.shortAction(answer.best, answer.tile, MJ.claimOf(answer.played)),
      MJ.make("span", { class: "away" }, name),
    );
    return MJ.make(
      "li",
      {},
      link,
      MJ.make(
        "a",
        { class: "small try-again", href: MJ.againLink(row.replay.split("?")[0], row.seat, answer.turn) },
        MJ.t("mineTryAgain"),
      ),
    );
  }

  /**
   * @param {MyHand} row
   * @param {number} index
   */
  function lostCell(row, index) {
    const key = keyOf(row);
    if (row.review !== null) return reviewed(row, row.review, index);
    if (failed.has(key)) return [MJ.make("span", { class: "quiet small" }, failed.get(key))];
    if (row.replay === null) return ["\u2013"];
    const busy = making.has(key);
    return [
      MJ.make(
        "button",
        {
          type: "button",
          class: "review-one",
          id: "lost-" + index,
          "aria-disabled": String(busy),
          onclick: () => (busy ? null : review(row)),
        },
        MJ.t(busy ? "mineReviewing" : "mineReview"),
      ),
    ];
  }

  /**
   * @param {MyHand} row
   * @param {KeptReview} review
   * @param {number} index
   */
  function reviewed(row, { points_lost: lost, grades, worst }, index) {
    const { replay } = row;
    const counts = MJ.GRADES.filter((grade) => grades[grade]).map((grade) =>
      MJ.make("span", { class: "grade small " + grade }, MJ.t("count_" + grade, { count: grades[grade] })),
    );
    const line = [
      MJ.make("b", { class: "number lost" }, plain(lost)),
      ...counts.flatMap((count) => [" ", count]),
    ];
    if (replay === null || !worst.length)
      return [
        MJ.make(
          "span",
          {},
          line,
          worst.length ? null : MJ.make("span", { class: "quiet small" }, " " + MJ.t("mineNothing")),
        ),
      ];
    // The list is made when it is opened: a page has hundreds.
    const list = () =>
      MJ.make(
        "ol",
        { class: "worst", "aria-label": MJ.t("mineWorst") },
        worst.map((answer) => worstOne({ ...row, replay }, answer)),
      );
    const isOpen = opened.has(keyOf(row));
    const details = MJ.make(
      "details",
      { class: "lost-answers", open: isOpen },
      MJ.make("summary", { id: "lost-" + index }, line),
      isOpen ? list() : null,
    );
    details.addEventListener("toggle", function () {
      if (!details.open) opened.delete(keyOf(row));
      else opened.add(keyOf(row));
      details.querySelector("ol")?.remove();
      if (details.open) details.append(list());
    });
    return [details];
  }

  /** @param {MyGamesReply} games */
  function drawHands({ hands, tactic, count }) {
    const shown = whole ? hands : hands.slice(0, FIRST);
    const columns = [
      ...["mineDate", "mineHand", "mineOthers", "mineYou"].map((key) => MJ.t(key)),
      tactic,
      ...["mineLost", "mineWays"].map((key) => MJ.t(key)),
    ];
    const lines = shown.map((row, number) =>
      MJ.make(
        "tr",
        { "data-hand": row.hand },
        [
          [MJ.date(row.ended)],
          handName(row),
          others(row),
          [MJ.make("span", { class: MJ.scoreLook(row.score) }, MJ.signed(row.score))],
          ofBot(row),
          lostCell(row, number),
          ways(row),
        ].map((parts, index) => MJ.make("td", { "data-label": columns[index] }, parts)),
      ),
    );
    $("hands-title").textContent = MJ.t("mineHands", { count });
    $("hands").replaceChildren(
      MJ.make(
        "table",
        { class: "matches mine-hands" },
        MJ.make(
          "thead",
          {},
          MJ.make(
            "tr",
            {},
            columns.map((text) => MJ.make("th", { scope: "col" }, text)),
          ),
        ),
        MJ.make("tbody", {}, lines),
      ),
    );
    $("more").hidden = whole || hands.length <= FIRST;
    $("more").textContent = MJ.t("mineMore", { count: hands.length });
    drawReviewAll();
  }

  function drawReviewAll() {
    const left = toReview().length,
      buttons = [];
    if (all !== null)
      buttons.push(
        MJ.make(
          "button",
          {
            type: "button",
            id: "stop-reviews",
            onclick: () => {
              all = null;
              draw();
            },
          },
          MJ.t("mineStop"),
        ),
      );
    else if (left > 1)
      buttons.push(
        MJ.make(
          "button",
          { type: "button", id: "start-reviews", onclick: reviewAll },
          MJ.t("mineReviewAll", { count: left }),
        ),
      );
    const practise = MJ.practise(
      (games?.hands ?? []).flatMap(({ replay, seat, review }) =>
        replay === null || review === null
          ? []
          : [{ record: replay.split("?")[0], answers: review.worst.map((answer) => ({ ...answer, seat })) }],
      ),
    );
    $("review-all").replaceChildren(...buttons, ...(practise ? [practise] : []));
    $("status").textContent =
      all !== null ? MJ.t("mineProgress", all) : left > 1 ? MJ.t("mineReviewTime") : "";
  }

  function draw() {
    document.title = MJ.t("title_my_games");
    $("error").hidden = wrong === null;
    $("error").textContent = wrong || "";
    const shown = games !== null && games.hands.length > 0 ? games : null;
    $("none").hidden = shown !== null || wrong !== null;
    $("trends").hidden = $("played").hidden = $("means").hidden = shown === null;
    if (shown === null) return;
    const focused = document.activeElement ? document.activeElement.id : "";
    drawMeans(shown);
    drawTrends(shown);
    drawKinds(shown);
    drawHands(shown);
    // The element with the focus keeps it, or its replacement gets it.
    const other = focused === "start-reviews" ? "stop-reviews" : "start-reviews";
    const now = document.getElementById(focused) ?? (focused.endsWith("-reviews") ? $(other) : null);
    now?.focus();
  }

  $("more").addEventListener("click", function () {
    whole = true;
    draw();
  });
  MJ.start(async function () {
    $("nav-mine").setAttribute("aria-current", "page");
    MJ.switches(draw);
    document.title = MJ.t("title_my_games");
    await ask();
    draw();
  });
  // A page that "Back" takes out of the browser's memory has an old list.
  window.addEventListener("pageshow", ({ persisted }) => persisted && ask().then(draw));
})();
