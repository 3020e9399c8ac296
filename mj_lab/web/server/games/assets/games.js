// The page of an archive: the query is in its address, and the server sends the results page by page.
(function () {
  /** @type {{ labels: Labels, has_index: boolean, most: number }} */
  const data = MJ.pageData();
  MJ.LABELS = data.labels;
  const $ = MJ.element;
  const FIELDS = [
    "player",
    "since",
    "until",
    "result",
    "fan",
    "fan_name",
    "shortest",
    "longest",
    "lost",
    "sort",
    "order",
  ];
  /** @type {Record<string, string>} */
  const USUAL = { sort: "began", order: "desc" };
  const RESULTS = ["", "won", "self-drawn", "discard", "drawn", "fault", "seat"];
  let /** @type {ArchiveReply | null} */ page = null,
    /** @type {string | null} */
    wrong = null,
    asked = 0;

  const ofAddress = () => new URLSearchParams(location.search);

  function ofFields() {
    const query = new URLSearchParams();
    for (const name of FIELDS) {
      const value = $(`field-${name}`).value.trim();
      if (value && value !== USUAL[name]) query.set(name, value);
    }
    return query;
  }

  function fill() {
    const query = ofAddress();
    for (const name of FIELDS) $(`field-${name}`).value = query.get(name) || USUAL[name] || "";
  }

  /**
   * @param {HTMLSelectElement} select
   * @param {string[]} values
   * @param {string} prefix
   */
  function options(select, values, prefix) {
    const chosen = select.value;
    select.replaceChildren(
      ...values.map((value) => MJ.make("option", { value }, value ? MJ.t(prefix + value) : MJ.t("gamesAny"))),
    );
    select.value = values.includes(chosen) ? chosen : values[0];
  }

  /** @param {ArchiveGame} row */
  function outcome(row) {
    const result = MJ.t("result_" + row.result),
      seat = row.winner ?? row.seat;
    const fans = [...MJ.listed(row.fans.slice(0, 3).map(MJ.fanName)), row.fans.length > 3 ? " …" : ""];
    return [
      seat === null ? result : MJ.seatName(seat) + MJ.t("colon") + result,
      row.fan
        ? MJ.make("span", { class: "quiet" }, " " + MJ.t("fanCount", { fan: row.fan }) + " ", fans)
        : null,
    ];
  }

  /** @param {{ score: number | null }} seat */
  const score = (seat) => (seat.score === null ? "" : (seat.score > 0 ? " +" : " ") + seat.score);
  /** @param {ArchiveGame} row */
  const people = (row) =>
    row.seats.flatMap((player, seat) => [
      seat ? MJ.t("clause") : "",
      MJ.named(MJ.playerName(player.player) || MJ.seatName(seat)),
      score(player),
    ]);

  /** @param {ArchiveGame} row */
  function lost(row) {
    const known = row.seats.filter((player) => player.lost !== null);
    return known.length
      ? row.seats.map((player) => (player.lost === null ? "–" : player.lost.toFixed(1))).join("  ")
      : "";
  }

  /** @param {ArchiveGame[]} rows */
  function table(rows) {
    const head = [
      "columnGame",
      "columnPlayers",
      "columnResult",
      "columnDate",
      "columnLength",
      "columnLost",
    ].map((key) => MJ.make("th", { scope: "col" }, MJ.t(key)));
    const lines = rows.map((row) =>
      MJ.make(
        "tr",
        {},
        MJ.make("td", {}, MJ.make("a", { href: "/games/" + row.game }, row.name || "#" + row.game)),
        MJ.make("td", {}, people(row)),
        MJ.make("td", {}, outcome(row)),
        MJ.make("td", { class: "number" }, row.date || ""),
        MJ.make("td", { class: "number" }, String(row.length)),
        MJ.make("td", { class: "number" }, lost(row)),
      ),
    );
    return MJ.make(
      "table",
      { class: "matches games found-games" },
      MJ.make("thead", {}, MJ.make("tr", {}, head)),
      MJ.make("tbody", {}, lines),
    );
  }

  function draw() {
    options($("field-result"), RESULTS, "result_");
    options($("field-sort"), ["began", "fan", "length", "lost"], "sort_");
    options($("field-order"), ["desc", "asc"], "order_");
    $("error").hidden = wrong === null;
    $("error").textContent = wrong || "";
    $("found").hidden = $("pages").hidden = page === null;
    if (page === null) return;
    const many = page.total > data.most;
    $("count").textContent = page.games.length
      ? MJ.t(many ? "gamesMany" : "gamesCount", { count: Math.min(page.total, data.most).toLocaleString() })
      : MJ.t("gamesNone");
    $("found").replaceChildren(...(page.games.length ? [table(page.games)] : []));
    $("first").hidden = !ofAddress().has("after");
    $("next").hidden = page.next === null;
  }

  async function ask() {
    const number = ++asked;
    try {
      const query = ofAddress();
      query.set("tz", Intl.DateTimeFormat().resolvedOptions().timeZone);
      const said = await MJ.ask(`/api/games?${query}`);
      if (number !== asked) return;
      wrong = said.error ?? null;
      page = said.error === undefined ? said : null;
    } catch {
      wrong = MJ.t("noAnswer");
    }
    draw();
  }

  /** @param {URLSearchParams} query */
  function go(query) {
    history.pushState(null, "", "/games" + (String(query) ? "?" + query : ""));
    ask();
  }

  async function suggest() {
    try {
      const said = await MJ.ask(`/api/games/names?begins=${encodeURIComponent($("field-player").value)}`);
      const { players, fans } = said.error === undefined ? said : { players: [], fans: [] };
      for (const [id, names] of Object.entries({ players, fans }))
        $(id).replaceChildren(...names.map((value) => MJ.make("option", { value })));
    } catch {
      /* Names can be typed without suggestions. */
    }
  }

  $("search").addEventListener("submit", function (event) {
    event.preventDefault();
    go(ofFields());
  });
  $("first").addEventListener("click", () => go(ofFields()));
  $("next").addEventListener("click", function () {
    const query = ofAddress();
    query.set("after", page?.next ?? "");
    go(query);
    scrollTo(0, 0);
  });
  $("field-player").addEventListener("input", suggest);
  addEventListener("popstate", function () {
    fill();
    ask();
  });

  MJ.start(function () {
    $("nav-games").setAttribute("aria-current", "page");
    $("no-archive").hidden = data.has_index;
    $("archive").hidden = !data.has_index;
    MJ.switches(
      data.has_index
        ? draw
        : () => {
            /* All texts are in the page. */
          },
    );
    if (!data.has_index) return;
    draw();
    fill();
    ask();
    suggest();
  });
})();
