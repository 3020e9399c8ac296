// The report of a duel or a league.
(function () {
  /** @type {ReportData} */
  const data = MJ.pageData();
  MJ.LABELS = data.labels;
  MJ.players = data.players;
  const [a, b] = data.players;
  /** @type {Set<string>} */
  const opened = new Set();
  /** @type {(() => void)[]} */
  let draws = [];

  /**
   * @param {string | null} title
   * @param {...Child|Child[]} content
   */
  const card = (title, ...content) =>
    MJ.make("section", { class: "card" }, title ? MJ.make("h2", {}, title) : null, ...content);
  /**
   * @param {Child | Child[]} content
   * @param {Attributes} [more]
   */
  const head = (content, more) => MJ.make("th", { scope: "col", ...more }, content);
  /** @param {Child | Child[]} content */
  const rowHead = (content) => MJ.make("th", { scope: "row" }, content);
  /**
   * @param {Child | Child[]} content
   * @param {Attributes} [more]
   */
  const cell = (content, more) => MJ.make("td", more || {}, content);

  /**
   * @param {string} id
   * @param {string} label
   * @param {HTMLElement[]} heads
   * @param {HTMLElement[]} rows
   */
  function table(id, label, heads, rows) {
    return MJ.make(
      "div",
      { class: "scroll", tabindex: "0", role: "group", "aria-label": label },
      MJ.make(
        "table",
        { class: "figures", id },
        MJ.make("thead", {}, MJ.make("tr", {}, heads)),
        MJ.make("tbody", {}, rows),
      ),
    );
  }

  /**
   * A fold-out that stays as it was when the language changes.
   * @param {string} key
   * @param {string} title
   * @param {HTMLElement} content
   */
  function fold(key, title, content) {
    const details = MJ.make("details", { open: opened.has(key) }, MJ.make("summary", {}, title), content);
    details.addEventListener("toggle", () => (details.open ? opened.add(key) : opened.delete(key)));
    return MJ.make("section", { class: "card" }, details);
  }

  Object.assign(MJ.TEXTS, data.words); // Those of a duel, as the terminal has them.
  /** @param {[string, Record<string, unknown>]} options */
  const verdict = ([key, values]) => MJ.make("p", { class: "verdict" }, MJ.t(key, values));

  // -- a duel ---------------------------------------------------------------------------------------

  /** @param {DuelData} data */
  function duel(data) {
    const mode = data.mode + (data.quick ? " " + MJ.t("quick") : "");
    const rows = data.rows.map((row) =>
      MJ.make(
        "tr",
        { class: row.under ? "sub" : "" },
        rowHead(MJ.t("row_" + row.key)),
        row.cells.map((text) => cell(text)),
      ),
    );
    return [
      card(
        null,
        data.verdicts.map(verdict),
        MJ.make("p", { class: "quiet" }, MJ.t("duelPlayed", { ...data, walls: data.walls_played, mode })),
        interrupted(),
      ),
      card(
        MJ.t("figures"),
        table(
          "sides",
          MJ.t("figures"),
          [cell(""), ...data.players.map((name, player) => head(MJ.who(player)))],
          rows,
        ),
      ),
    ];
  }

  const interrupted = () => (data.complete ? null : MJ.make("p", { class: "quiet" }, MJ.t("interrupted")));

  /** @param {WallGame} game */
  function seats(game) {
    const names = game.seating.map(function (player) {
      const letter = MJ.make("b", { title: MJ.players[player] }, "AB"[player]);
      MJ.paint(letter, player);
      return letter;
    });
    return game.link ? MJ.make("a", { href: game.link }, names) : MJ.make("span", {}, names);
  }

  /**
   * @param {string} id
   * @param {WallRow[]} walls
   */
  function wallTable(id, walls) {
    const rows = walls.map((wall) =>
      MJ.make(
        "tr",
        {},
        rowHead(String(wall.wall)),
        cell(wall.difference, { class: "nowrap" }),
        cell(MJ.make("span", { class: "seats" }, wall.games.map(seats))),
      ),
    );
    return table(
      id,
      MJ.t("allWalls"),
      [head(MJ.t("wall")), head(MJ.t("minus", { a, b })), head(MJ.t("games"))],
      rows,
    );
  }

  function walls() {
    if (data.kind !== "duel") return [];
    const legend = MJ.make("p", { class: "legend" }, ["A ", MJ.who(0), " B ", MJ.who(1)]);
    return [
      card(MJ.t("widest"), legend, wallTable("widest", data.widest), hint()),
      fold("walls", MJ.t("allWalls"), wallTable("walls", data.walls)),
    ];
  }

  const hint = () =>
    data.folder
      ? MJ.make("p", { class: "quiet small hint" }, MJ.t("replaysHint", { folder: data.folder }))
      : null;

  // -- a league ---------------------------------------------------------------------------------------

  const COUNTED = data.kind === "league" && data.match ? ["deals", "a_match"] : ["walls", "a_wall"];
  const STANDING = ["points", ...COUNTED, "score", "rating", "wins", "deal_ins", "faults", "median", "p99"];

  /** @param {LeagueData} data */
  function league(data) {
    const rows = data.standings.map((cells, player) =>
      MJ.make(
        "tr",
        {},
        rowHead([player + 1 + ". ", MJ.who(player)]),
        cells.map((text) => cell(text, { class: "nowrap" })),
      ),
    );
    const cross = data.crosstable.map((cells, player) =>
      MJ.make(
        "tr",
        {},
        rowHead(MJ.who(player)),
        cells.map((pair) =>
          pair === null
            ? cell("")
            : cell(
                [
                  MJ.make("div", {}, pair.difference),
                  MJ.make("div", { class: "quiet small" }, MJ.t("aheadOf", pair)),
                ],
                { class: "nowrap" },
              ),
        ),
      ),
    );
    return [
      card(
        MJ.t("standings"),
        MJ.make("p", { class: "quiet" }, MJ.t(data.match ? "matchesPlayed" : "leaguePlayed", { ...data })),
        interrupted(),
        table(
          "standings",
          MJ.t("standings"),
          [head(MJ.t("player")), ...STANDING.map((key) => head(MJ.t("col_" + key)))],
          rows,
        ),
      ),
      card(
        MJ.t("crosstable"),
        table(
          "crosstable",
          MJ.t("crosstable"),
          [cell(""), ...data.players.map((name, player) => head(MJ.who(player)))],
          cross,
        ),
      ),
      data.replays.length
        ? card(
            MJ.t("replays"),
            MJ.make(
              "ul",
              {},
              data.replays.map((replay) =>
                MJ.make("li", {}, MJ.make("a", { href: replay.link }, replay.name)),
              ),
            ),
            hint(),
          )
        : data.folder
          ? card(MJ.t("replays"), hint())
          : null,
    ].filter((part) => part !== null);
  }

  // -- both ---------------------------------------------------------------------------------------------

  function faults() {
    if (!data.faults.length) return card(MJ.t("faults"), MJ.make("p", {}, MJ.t("faultsNone")));
    const rows = data.faults
      .slice(0, 20)
      .flatMap((fault) => [
        MJ.make(
          "p",
          { class: "fault" },
          MJ.make("b", {}, MJ.named(fault.player)),
          MJ.t("colon"),
          MJ.t("faultOn", fault),
          fault.detail ? MJ.t("colon") + fault.detail : "",
        ),
        fault.stderr.length
          ? MJ.make("pre", { tabindex: "0", "aria-label": fault.player }, fault.stderr.join("\n"))
          : null,
      ]);
    return card(
      MJ.t("faults"),
      MJ.make("p", {}, MJ.t("faultsCount", { count: data.faults.length })),
      ...rows,
    );
  }

  function fans() {
    const rows = data.fans.map(([fan, counts]) =>
      MJ.make(
        "tr",
        {},
        rowHead(MJ.fanName(fan)),
        counts.map((count) => cell(String(count))),
      ),
    );
    return fold(
      "fans",
      MJ.t("allFans"),
      table(
        "fans",
        MJ.t("allFans"),
        [head(MJ.t("fan")), ...data.players.map((name, player) => head(MJ.who(player)))],
        rows,
      ),
    );
  }

  function draw() {
    const charts = data.charts.map((chart) => MJ.charts.figure(chart, { a, b }));
    draws = charts.map((chart) => chart.draw);
    const title =
      data.kind === "duel"
        ? MJ.plain(a + " – " + b)
        : MJ.t("leagueOf", { players: data.players.length, rounds: data.rounds });
    document.title = title;
    MJ.element("title").textContent = title;
    MJ.element("content").replaceChildren(
      ...(data.kind === "duel" ? duel(data) : league(data)),
      faults(),
      MJ.make(
        "div",
        { class: "charts" },
        charts.map((chart) => chart.element),
      ),
      fans(),
      ...walls(),
    );
    redraw();
  }

  const redraw = () => draws.forEach((drawChart) => drawChart());
  let wide = 0;
  MJ.start(function () {
    MJ.switches(draw);
    draw();
    window.addEventListener("resize", function () {
      if (wide !== window.innerWidth) {
        wide = window.innerWidth;
        redraw();
      }
    });
  });
})();
