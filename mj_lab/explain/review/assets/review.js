// The review: a table of players, and of one seat at a time its figures, its curve, its worst answers.
/** @param {ReviewData} data */
MJ.showReview = function (data) {
  const { tactic, matches, players, limits } = data;
  const $ = MJ.element;
  /** @param {SeatReview} seat */
  const nameOfSeat = (seat) => seat.player;
  /**
   * The player that lost most comes first.
   * @param {GameReview} match
   */
  const worstSeat = (match) =>
    match.seats.reduce(
      (worst, seat, index) => (seat.points_lost > match.seats[worst].points_lost ? index : worst),
      0,
    );
  const names = data.games > 1 ? players.map((player) => player.name) : matches[0].seats.map(nameOfSeat);
  /**
   * The reader's own seat, else the one that lost most.
   * @param {GameReview} match
   */
  function firstSeat(match) {
    const own = names[MJ.ownPlayer(names)];
    const seat = match.seats.findIndex((other) => other.player !== "" && other.player === own);
    return seat < 0 ? worstSeat(match) : seat;
  }
  // A kept page knows whose it is, where its reader has not said so.
  if (data.own !== undefined && MJ.ownPlayer(names) < 0) MJ.rememberOwn(data.own, true);
  const state = { match: 0, seat: firstSeat(matches[0]), player: Math.max(0, MJ.ownPlayer(names)) };
  const GRADES = ["slight", "mistake", "blunder"];

  const { signed } = MJ;
  /**
   * @param {number | null} value
   * @param {number} digits
   */
  const plain = (value, digits) => (value === null ? "–" : value.toFixed(digits));
  /**
   * @param {Estimate} estimated
   * @param {number} digits
   */
  const estimate = (estimated, digits) =>
    estimated.mean === null
      ? "–"
      : estimated.mean.toFixed(digits) +
        (estimated.error === null ? "" : " ± " + estimated.error.toFixed(digits));
  /**
   * @param {string} kind
   * @param {string | null} value
   */
  const name = (kind, value) => MJ.t(kind + "_" + String(value || "none").replace(/ /g, "_"));
  /**
   * @param {Child | Child[]} text
   * @param {boolean} [words]
   * @param {string} [more]
   */
  const cell = (text, words, more) => MJ.make("td", { class: (words ? "words " : "") + (more || "") }, text);
  /** @param {TableHead[]} texts */
  const head = (texts) =>
    MJ.make(
      "thead",
      {},
      MJ.make(
        "tr",
        {},
        texts.map(([text, words]) => MJ.make("th", { scope: "col", class: words ? "words" : "" }, text)),
      ),
    );
  /**
   * @param {SeatReview} seat
   * @returns {Child[]}
   */
  const seatNamed = (seat) => [
    MJ.seatName(seat.seat),
    ...(seat.player ? [" ", MJ.named(MJ.playerName(seat.player))] : []),
  ];
  /** @param {SeatReview} seat */
  const seatTitle = (seat) => MJ.seatName(seat.seat) + (seat.player ? " " + MJ.playerName(seat.player) : "");

  /**
   * @param {string} title
   * @param {TableHead[]} heads
   * @param {HTMLElement[]} rows
   */
  function table(title, heads, rows) {
    const made = MJ.make(
      "table",
      { class: "figures" },
      MJ.make("caption", { class: "away" }, title),
      head(heads),
      MJ.make("tbody", {}, rows),
    );
    return MJ.make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": title }, made);
  }

  /**
   * What the hand is called in its match; null if it is of none.
   * @param {number} game
   */
  function handOf(game) {
    const row = data.tables.flatMap(({ rows }) => rows).find((row) => row.game === game);
    return row ? MJ.handName(row) : null;
  }

  const moment = MJ.reviewMoment(data, { name, handOf });

  /**
   * A player's name, marked where it is the reader's own.
   * @param {string} player
   */
  const shownName = (player) =>
    MJ.playerName(player) + (player === names[MJ.ownPlayer(names)] ? MJ.t("isYou") : "");

  function drawOwn() {
    const card = $("own-player"),
      isNamed = names.length > 1 && names.every(Boolean);
    card.hidden = !isNamed;
    if (!isNamed) return;
    const picker = MJ.ownPicker(names, function () {
      state.player = Math.max(0, MJ.ownPlayer(names));
      state.seat = firstSeat(matches[state.match]);
      draw();
      MJ.focusIn(card, "button");
    });
    card.replaceChildren(picker);
  }

  // -- many games ---------------------------------------------------------------------------------

  function drawPlayers() {
    const card = $("players");
    card.hidden = data.games < 2;
    if (card.hidden) return;
    const rated = players.some((player) => player.rating !== null);
    /** @type {TableHead[]} */
    const heads = [
      [MJ.t("player"), true],
      ...(rated ? [/** @type {TableHead} */ ([MJ.t("rating")])] : []),
      [MJ.t("games")],
      [MJ.t("decisionCount")],
      [MJ.t("lostPerDecision")],
      [MJ.t("lostPerGame")],
      [MJ.t("accuracy")],
      [MJ.t("mistakesPer100")],
      [MJ.t("luckPerGame")],
    ];
    const own = MJ.ownPlayer(names);
    const rows = players.map((player, index) =>
      MJ.make(
        "tr",
        { class: index === own ? "own-row" : null },
        cell(MJ.named(shownName(player.name)), true),
        ...(rated ? [cell(player.rating === null ? "–" : String(Math.round(player.rating)))] : []),
        cell(String(player.games)),
        cell(String(player.decisions)),
        cell(estimate(player.lost_per_decision, 3)),
        cell(estimate(player.lost_per_game, 2)),
        cell(estimate(player.accuracy, 1)),
        cell(estimate(player.mistakes_per_100, 1)),
        cell(estimate(player.luck_per_game, 1)),
      ),
    );
    const rest = data.left_out
      ? MJ.make("p", { class: "quiet small" }, MJ.t("leftOut", { count: data.left_out }))
      : null;
    card.replaceChildren(
      MJ.make("h2", {}, MJ.t("byPlayer")),
      table(MJ.t("byPlayer"), heads, rows),
      ...(rest ? [rest] : []),
    );
  }

  /**
   * Opens a seat of a game that another part of the page links to.
   * @param {number} game
   * @param {number} seat
   */
  function open(game, seat) {
    state.match = game;
    state.seat = Math.max(
      0,
      matches[game].seats.findIndex((other) => other.seat === seat),
    );
    draw();
    $("pickers").scrollIntoView();
    MJ.focusIn($("pickers"), '[aria-pressed="true"], select', { preventScroll: true });
  }

  function drawPickers() {
    const card = $("pickers");
    const seats = matches[state.match].seats;
    card.hidden = matches.length < 2 && seats.length < 2;
    if (card.hidden) return;
    const parts = [];
    if (matches.length > 1) {
      const select = MJ.make(
        "select",
        {
          id: "game",
          onchange: function (event) {
            state.match = Number(event.target.value);
            state.seat = firstSeat(matches[state.match]);
            draw();
            $("game").focus();
          },
        },
        matches.map((match, index) =>
          MJ.make(
            "option",
            { value: index, selected: index === state.match },
            index +
              1 +
              ". " +
              (handOf(index) ?? match.id) +
              (match.level ? MJ.t("inBrackets", { name: match.level }) : ""),
          ),
        ),
      );
      parts.push(MJ.make("label", {}, MJ.t("pickGame"), select));
    }
    if (seats.length > 1) {
      const buttons = seats.map((seat, index) =>
        MJ.make(
          "button",
          {
            type: "button",
            "aria-pressed": String(index === state.seat),
            onclick: function () {
              state.seat = index;
              draw();
              MJ.focusIn(card, '[aria-pressed="true"]');
            },
          },
          [...seatNamed(seat), " " + plain(seat.points_lost, 1)],
        ),
      );
      parts.push(MJ.make("div", { class: "seats", role: "group", "aria-label": MJ.t("pickSeat") }, buttons));
    }
    card.replaceChildren(...parts);
  }

  // -- one seat -------------------------------------------------------------------------------------

  /** @param {SeatReview} seat */
  function drawSummary(seat) {
    const facts = [
      [MJ.t("pointsLost"), plain(seat.points_lost, 1)],
      [MJ.t("lostPerDecision"), plain(seat.lost_per_decision, 3) + " × " + seat.decisions],
      [MJ.t("accuracy"), plain(seat.accuracy, 1)],
      [MJ.t("gradeCounts"), GRADES.map((grade) => seat.grades[grade]).join(" · ")],
      [MJ.t("finalScore"), seat.score === null ? "–" : signed(seat.score, 0)],
    ];
    const { deal, draws, others, end, total } = seat.luck;
    const luck = Object.entries({
      luckDeal: deal,
      luckDraws: draws,
      luckOthers: others,
      luckEnd: end,
      luckTotal: total,
    }).map(([key, value]) =>
      value === null ? null : MJ.make("span", {}, MJ.t(key) + " ", MJ.make("b", {}, signed(value, 1))),
    );
    const hand = handOf(state.match);
    const whose = (hand === null ? "" : hand + " ") + seatTitle(seat);
    $("summary").replaceChildren(
      MJ.make("h2", {}, MJ.t("summaryOf", { seat: whose })),
      MJ.make(
        "dl",
        { class: "facts" },
        facts.map(([term, value]) => MJ.make("div", {}, MJ.make("dt", {}, term), MJ.make("dd", {}, value))),
      ),
      MJ.make("p", { class: "luck" }, MJ.make("span", { class: "quiet" }, MJ.t("luckTitle")), luck),
      ...(seat.illegal
        ? [MJ.make("p", { class: "quiet small" }, MJ.t("illegalCount", { count: seat.illegal }))]
        : []),
    );
  }

  /** @param {SeatReview} seat */
  function drawCurve(seat) {
    const card = $("seat-curve"),
      title = MJ.make("h2", {}, MJ.t("curveTitle"));
    if (!seat.curve.length)
      return card.replaceChildren(title, MJ.make("p", { class: "quiet" }, MJ.t("noCurve")));
    const legend = MJ.make(
      "p",
      { class: "legend" },
      [
        ["points", "expectedPoints"],
        ["chance", "winChance"],
        ["lost", "lostPoints"],
      ].map(([kind, key]) => MJ.make("span", { class: kind }, MJ.make("i", {}), MJ.t(key))),
    );
    const picture = MJ.vector("svg", {
      class: "curve",
      role: "img",
      "aria-label": MJ.t("curveLabel", { seat: seatTitle(seat) }),
    });
    card.replaceChildren(title, legend, picture);
    plot(picture, seat.curve);
  }

  /**
   * @param {SVGSVGElement} picture
   * @param {SeatReview["curve"]} curve
   */
  function plot(picture, curve) {
    const box = picture.getBoundingClientRect(),
      wide = Math.max(260, box.width),
      high = Math.max(180, box.height);
    const left = 38,
      right = 44,
      top = 10,
      bottom = 22,
      foot = 46;
    picture.setAttribute("viewBox", "0 0 " + wide + " " + high);
    const middle = high - bottom - foot,
      turns = curve.map(([turn]) => turn);
    const first = turns[0],
      span = Math.max(1, turns[turns.length - 1] - first);
    /** @param {number} turn */
    const x = (turn) => left + ((wide - left - right) * (turn - first)) / span;
    const scores = curve.map((one) => one[2]);
    const low = Math.min(-10, ...scores),
      above = Math.max(10, ...scores);
    /** @param {number} points */
    const y = (points) => top + ((middle - top) * (above - points)) / (above - low);
    /** @param {number} chance */
    const chanceY = (chance) => top + (middle - top) * (1 - chance);
    const mostLost = Math.max(4, ...curve.map((one) => one[3]));
    /**
     * @template {keyof SVGElementTagNameMap} K
     * @param {K} tag
     * @param {SvgAttributes} attributes
     * @param {...Node|string} children
     */
    const add = (tag, attributes, ...children) => picture.append(MJ.vector(tag, attributes, ...children));
    for (const points of ticks(low, above)) {
      add("line", {
        class: points === 0 ? "zero" : "grid",
        x1: left,
        x2: wide - right,
        y1: y(points),
        y2: y(points),
      });
      add(
        "text",
        { x: left - 6, y: y(points) + 4, "text-anchor": "end" },
        points === 0 ? "0" : signed(points, 0),
      );
    }
    for (const chance of [0, 0.5, 1])
      add("text", { x: wide - right + 6, y: chanceY(chance) + 4 }, Math.round(100 * chance) + "%");
    for (const turn of ticks(first, turns[turns.length - 1]))
      add("text", { x: x(turn), y: high - 6, "text-anchor": "middle" }, String(turn));
    add("line", { class: "grid", x1: left, x2: wide - right, y1: high - bottom, y2: high - bottom });
    add("path", { class: "chance", d: path(curve.map((one) => [x(one[0]), chanceY(one[1])])) });
    add("path", { class: "points", d: path(curve.map((one) => [x(one[0]), y(one[2])])) });
    curve.forEach(function ([turn, chance, points, lost], index) {
      const tall = (lost / mostLost) * (foot - 6);
      if (lost > 0)
        add("rect", { class: "lost", x: x(turn) - 2.5, y: high - bottom - tall, width: 5, height: tall });
      const from = index ? (x(turn) + x(turns[index - 1])) / 2 : left,
        to = index + 1 < turns.length ? (x(turn) + x(turns[index + 1])) / 2 : wide - right;
      const shown = MJ.t("atTurn", {
        turn,
        points: signed(points, 1),
        chance: (100 * chance).toFixed(1) + "%",
        lost: lost.toFixed(1),
      });
      add(
        "rect",
        { class: "here", x: from, y: top, width: Math.max(1, to - from), height: high - bottom - top },
        MJ.vector("title", {}, shown),
      );
    });
  }

  /** @param {[number, number][]} places */
  const path = (places) =>
    places.map(([left, top], index) => (index ? "L" : "M") + left.toFixed(1) + " " + top.toFixed(1)).join("");

  /**
   * @param {number} low
   * @param {number} high
   */
  function ticks(low, high) {
    const step = [1, 2, 5, 10, 20, 25, 50, 100].find((size) => (high - low) / size <= 8) || 200;
    const marks = [];
    for (let mark = Math.ceil(low / step) * step; mark <= high; mark += step) marks.push(mark);
    return marks;
  }

  /** @param {SeatReview} seat */
  function drawWorst(seat) {
    const title = MJ.t("worstTitle"),
      card = $("worst");
    if (!seat.worst.length)
      return card.replaceChildren(
        MJ.make("h2", {}, title),
        MJ.make("p", { class: "quiet" }, MJ.t("noWorst")),
      );
    /** @type {TableHead[]} */
    const heads = [
      [MJ.t("turn")],
      [MJ.t("lost")],
      [MJ.t("playedHead"), true],
      [MJ.t("best", { tactic }), true],
      [MJ.t("kind"), true],
      [MJ.t("grade"), true],
    ];
    const rows = seat.worst.map((answer) =>
      MJ.make(
        "tr",
        {},
        MJ.make("td", {}, moment.button(state.match, answer)),
        cell(MJ.aboutPoints(answer)),
        cell(MJ.action(answer.played, answer.tile), true),
        cell(MJ.action(answer.best, answer.tile), true),
        cell(name("kind", answer.kind), true),
        cell(name("grade", answer.grade), true, "grade-" + answer.grade),
      ),
    );
    const practise = moment.practise(seat.worst.map((answer) => [state.match, answer]));
    card.replaceChildren(
      MJ.make("h2", {}, title),
      table(title, heads, rows),
      ...(practise ? [practise] : []),
    );
  }

  /** @param {SeatReview} seat */
  function drawKinds(seat) {
    const title = MJ.t("kindsTitle");
    /** @type {TableHead[]} */
    const heads = [[MJ.t("kind"), true], [MJ.t("kindCount")], [MJ.t("mistakeCount")], [MJ.t("pointsLost")]];
    const rows = Object.keys(seat.kinds).map((kind) =>
      MJ.make(
        "tr",
        {},
        cell(name("kind", kind), true),
        cell(String(seat.kinds[kind].differ)),
        cell(String(seat.kinds[kind].mistakes)),
        cell(plain(seat.kinds[kind].points_lost, 1)),
      ),
    );
    $("kinds").replaceChildren(MJ.make("h2", {}, title), table(title, heads, rows));
  }

  function drawHelp() {
    const values = { tactic, halving: data.halving, ...limits };
    $("help").replaceChildren(
      MJ.make("summary", {}, MJ.t("howTitle")),
      MJ.make(
        "ul",
        {},
        ["how1", "how2", "how3", "how4", "how5"].map((key) => MJ.make("li", {}, MJ.t(key, values))),
      ),
    );
  }

  function draw() {
    const [match] = data.tables;
    document.title = MJ.t("reviewTitle") + (match ? " " + match.name : "");
    $("title").textContent = MJ.t("reviewTitle");
    $("subtitle").textContent = MJ.t("reviewSubtitle", { games: data.games, tactic });
    drawOwn();
    drawPlayers();
    MJ.reviewOverview(data, state, { table, cell, name, estimate, signed, open, moment, shownName, handOf });
    moment.draw();
    drawPickers();
    drawHelp();
    const seat = matches[state.match].seats[state.seat];
    drawSummary(seat);
    drawCurve(seat);
    drawWorst(seat);
    drawKinds(seat);
  }

  window.addEventListener("resize", () => drawCurve(matches[state.match].seats[state.seat]));
  MJ.start(function () {
    MJ.switches(draw);
    draw();
  });
};

(async function () {
  MJ.LABELS = MJ.pageData().labels;
  const data = await MJ.loadRecord("review");
  if (data === null) return;
  MJ.showReview(data);
  MJ.keepPage("review", data);
})();
