// The players of a review together: the hands of a match, losses by kind, style, the worst answers.
/**
 * @param {ReviewData} data
 * @param {{ player: number }} state
 * @param {ReviewParts} parts
 */
MJ.reviewOverview = function (data, state, parts) {
  const $ = MJ.element;
  const { table, cell, name, estimate, signed, open, moment, shownName, handOf } = parts;
  const MOST_COLUMNS = 12;
  /** @type {[keyof PlayStyle & ("win_rate" | "deal_in_rate" | "self_drawn_share" | "mean_fan" | "win_turn" | "claims" | "first_claim_turn"), number, number][]} */
  const STYLE = [
    ["win_rate", 0, 100],
    ["deal_in_rate", 0, 100],
    ["self_drawn_share", 0, 100],
    ["mean_fan", 1, 1],
    ["win_turn", 1, 1],
    ["claims", 2, 1],
    ["first_claim_turn", 1, 1],
  ];
  const MOST_FANS = 5;
  const players = data.players.slice(0, MOST_COLUMNS);

  /** @type {(player: { name: string }) => TableHead} */
  const nameHead = ({ name }) => [MJ.named(shownName(name))];
  /**
   * @param {Estimate} estimated
   * @param {number} digits
   * @param {number} scale
   */
  const scaled = function (estimated, digits, scale) {
    if (estimated.mean === null) return "–";
    const text = (scale * estimated.mean).toFixed(digits);
    return (
      text +
      (estimated.error === null ? "" : " ± " + (scale * estimated.error).toFixed(digits)) +
      (scale === 100 ? "%" : "")
    );
  };
  /** @param {number} game */
  const shown = (game) => game < data.matches.length;

  function drawTables() {
    const cards = data.tables.map(function (match) {
      const title = MJ.matchTitle(match);
      /** @type {TableHead[]} */
      const heads = [[MJ.t("hand"), true], ...match.players.map((player) => nameHead({ name: player }))];
      const rows = match.rows.map((row) =>
        MJ.make(
          "tr",
          {},
          cell(MJ.handName(row), true),
          row.cells.map((handCell) => MJ.make("td", {}, handButton(row, handCell))),
        ),
      );
      const lost = match.players.map((_, index) =>
        match.rows.reduce((sum, row) => sum + (row.cells[index][2] || 0), 0),
      );
      rows.push(
        MJ.make(
          "tr",
          { class: "sum" },
          cell(MJ.t("standing"), true),
          match.standing.map((points) => cell(signed(points, 0))),
        ),
      );
      rows.push(
        MJ.make(
          "tr",
          {},
          cell(MJ.t("pointsLost"), true),
          lost.map((points) => cell(points.toFixed(1))),
        ),
      );
      const ratings = match.players.map((player) => {
        const known = data.players.find((other) => other.name === player);
        return known ? known.rating : null;
      });
      if (ratings.some((rating) => rating !== null))
        rows.push(
          MJ.make(
            "tr",
            {},
            cell(MJ.t("rating"), true),
            ratings.map((rating) => cell(rating === null ? "–" : String(Math.round(rating)))),
          ),
        );
      return MJ.make(
        "section",
        { class: "card" },
        MJ.make("h2", {}, title),
        table(title, heads, rows),
        MJ.make("p", { class: "quiet small" }, MJ.t("matchHelp")),
      );
    });
    $("tables").replaceChildren(...cards);
  }

  /**
   * @param {MatchTableRow} row
   * @param {[number, number, number | null]} options
   */
  function handButton(row, [seat, score, lost]) {
    const text = [
      MJ.make("b", {}, signed(score, 0)),
      lost === null ? "" : MJ.make("span", {}, " " + (lost < 0.05 ? "0" : "−" + lost.toFixed(1))),
    ];
    if (!shown(row.game)) return MJ.make("span", {}, text);
    const label = MJ.t("openHand", {
      hand: MJ.handName(row),
      seat: MJ.seatName(seat),
      score: signed(score, 0),
      lost: lost === null ? "–" : lost.toFixed(1),
    });
    return MJ.make(
      "button",
      { type: "button", class: "hand", "aria-label": label, onclick: () => open(row.game, seat) },
      text,
    );
  }

  function drawLosses() {
    const card = $("losses");
    card.hidden = data.games < 2;
    if (card.hidden) return;
    const title = MJ.t("lossesTitle"),
      /** @type {TableHead[]} */ heads = [[MJ.t("kind"), true], ...players.map(nameHead)];
    const rows = Object.keys(players[0].kinds).map((kind) =>
      MJ.make(
        "tr",
        {},
        cell(name("kind", kind), true),
        players.map((player) => cell(estimate(player.kinds[kind], 2))),
      ),
    );
    card.replaceChildren(MJ.make("h2", {}, title), table(title, heads, rows));
  }

  function drawStyle() {
    const card = $("style"),
      styled = /** @type {StyledPlayer[]} */ (players.filter((player) => player.style));
    card.hidden = data.games < 2 || !styled.length;
    if (card.hidden) return;
    const again = styled.some((player) => player.same_walls);
    const title = MJ.t("styleTitle"),
      /** @type {TableHead[]} */ heads = [
        [MJ.t("figure"), true],
        ...styled.map(nameHead),
        [MJ.t("everybody")],
      ];
    /**
     * @param {StyledPlayer} player
     * @param {(style: PlayStyle) => Child | Child[]} draw
     */
    const both = (player, draw) =>
      MJ.make(
        "td",
        {},
        draw(player.style),
        player.same_walls ? MJ.make("div", { class: "quiet small" }, draw(player.same_walls)) : null,
      );
    const rows = STYLE.map(([key, digits, scale]) =>
      MJ.make(
        "tr",
        {},
        cell(name("style", key), true),
        styled.map((player) => both(player, (style) => scaled(style[key], digits, scale))),
        cell(scaled(data.style[key], digits, scale)),
      ),
    );
    /** @param {PlayStyle} style */
    const fans = (style) =>
      Object.entries(style.main_fans)
        .slice(0, MOST_FANS)
        .map(([fan, count]) =>
          MJ.make("div", {}, MJ.fanName(fan), " " + Math.round((100 * count) / style.wins) + "%"),
        );
    rows.push(
      MJ.make(
        "tr",
        { class: "fans" },
        cell(MJ.t("mainFans"), true),
        styled.map((player) => both(player, fans)),
        MJ.make("td", {}, fans(data.style)),
      ),
    );
    const notes = [MJ.t("styleHelp"), ...(again ? [MJ.t("styleAgain")] : [])].join(" ");
    card.replaceChildren(
      MJ.make("h2", {}, title),
      table(title, heads, rows),
      MJ.make("p", { class: "quiet small" }, notes),
    );
  }

  function drawWorst() {
    const card = $("worst-of-players");
    card.hidden = data.games < 2;
    if (card.hidden) return;
    /** @type {TableHead[]} */
    const heads = [
      [MJ.t("hand"), true],
      [MJ.t("turn")],
      [MJ.t("lost")],
      [MJ.t("playedHead"), true],
      [MJ.t("best", { tactic: data.tactic }), true],
      [MJ.t("kind"), true],
      [MJ.t("grade"), true],
    ];
    /** @param {number} index */
    const choose = function (index) {
      state.player = index;
      drawWorst();
      MJ.focusIn(card, '[aria-pressed="true"]');
    };
    const buttons = players.map((player, index) =>
      MJ.make(
        "button",
        { type: "button", "aria-pressed": String(index === state.player), onclick: () => choose(index) },
        MJ.named(shownName(player.name)),
      ),
    );
    const title = MJ.t("worstOf", { player: MJ.playerName(players[state.player].name) });
    const rows = data.worst[state.player].map((answer) =>
      MJ.make(
        "tr",
        {},
        MJ.make("td", { class: "words" }, gameButton(answer)),
        MJ.make("td", {}, moment.button(answer.game, answer)),
        cell(MJ.aboutPoints(answer)),
        cell(MJ.action(answer.played, answer.tile), true),
        cell(MJ.action(answer.best, answer.tile), true),
        cell(name("kind", answer.kind), true),
        cell(name("grade", answer.grade), true, "grade-" + answer.grade),
      ),
    );
    card.replaceChildren(
      ...[
        MJ.make("h2", {}, title),
        MJ.make("div", { class: "pickers seats", role: "group", "aria-label": MJ.t("pickPlayer") }, buttons),
        rows.length ? table(title, heads, rows) : MJ.make("p", { class: "quiet" }, MJ.t("noWorst")),
        rows.length && data.matches.some(({ replay }) => replay)
          ? MJ.make("p", { class: "quiet small on-screen" }, MJ.t("stepHelp"))
          : null,
        moment.practise(data.worst[state.player].map((answer) => [answer.game, answer])),
      ].filter((part) => part !== null),
    );
  }

  /**
   * @param {PlacedAnswer} answer
   * @returns {Child}
   */
  function gameButton(answer) {
    if (!shown(answer.game)) return String(answer.place);
    const text = (handOf(answer.game) ?? data.matches[answer.game].id) + " " + MJ.seatName(answer.seat);
    return MJ.make(
      "button",
      { type: "button", class: "hand", onclick: () => open(answer.game, answer.seat) },
      text,
    );
  }

  drawTables();
  drawLosses();
  drawStyle();
  drawWorst();
};
