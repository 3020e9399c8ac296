// Lists matches, and takes a dropped file; the server or the worker reads it.
/**
 * A person at a table who gave no name is "you" where only one played.
 * @param {MatchRow} row
 */
function playersOfRow(row) {
  const people = row.table ? row.players.filter((name) => name === "human").length : 0;
  return row.players.map((name) =>
    row.table && name === "human" ? MJ.t(people === 1 ? "you" : "aPersonHere") : name,
  );
}

/** @param {MatchRow} row */
function outcomeOfRow(row) {
  const seat = row.player === null ? "" : MJ.seatName(row.player);
  const name = row.player === null || row.action === "SEAT" ? "" : playersOfRow(row)[row.player];
  const who = name ? MJ.t("inBrackets", { name }) : "";
  if (row.action === "HU") return MJ.t("outWin", { seat, who, fan: row.fan });
  if (row.action === "SEAT") return MJ.t("outSeat", { seat });
  return row.action === "HUANG" ? MJ.t("outDraw") : MJ.t("outFault", { seat, who, verdict: row.action });
}

/**
 * @param {MatchRow} row
 * @param {number} columns
 */
function brokenRow(row, columns) {
  return MJ.make(
    "tr",
    { class: "broken" },
    MJ.make("td", {}, row.file),
    MJ.make("td", { colspan: String(columns - 1) }, MJ.t("unreadable", { why: row.problem })),
  );
}

/**
 * The results of tactics in people's seats on the same wall, in the row of the hand.
 * @param {MatchRow} row
 */
function insteadLinks(row) {
  return (row.instead || []).map((other) =>
    MJ.make(
      "div",
      { class: "small instead" },
      MJ.make(
        "a",
        { href: "/saved/" + other.key },
        MJ.t("insteadAs", {
          tactic: other.tactic,
          seat: MJ.seatName(other.seat),
          points: MJ.signed(other.score),
        }),
      ),
      MJ.make(
        "a",
        { href: "/beside/" + row.key + "/" + other.key + "?seat=" + other.seat },
        MJ.t("besideShort"),
      ),
    ),
  );
}

/**
 * Rows of matches; address(row): of its replay.
 * @param {MatchRow[]} rows
 * @param {(row: MatchRow) => string} address
 */
MJ.matchTable = function (rows, address) {
  const head = ["match", "players", "outcome", "scores", "turns"].map((key) =>
    MJ.make("th", { scope: "col" }, MJ.t(key)),
  );
  const lines = rows.map((row) =>
    row.problem
      ? brokenRow(row, head.length)
      : MJ.make(
          "tr",
          {},
          MJ.make(
            "td",
            {},
            MJ.make("a", { href: address(row) }, MJ.matchName(row.id, row) || row.file || "#" + row.number),
            insteadLinks(row),
          ),
          MJ.make(
            "td",
            {},
            MJ.listed(
              playersOfRow(row)
                .filter(Boolean)
                .map((name) => MJ.named(name)),
            ),
          ),
          MJ.make("td", {}, outcomeOfRow(row)),
          MJ.make(
            "td",
            { class: "number" },
            row.scores.map((score) => (score > 0 ? "+" : "") + score).join("  "),
          ),
          MJ.make("td", { class: "number" }, String(row.turns)),
        ),
  );
  return MJ.make(
    "table",
    { class: "matches games" },
    MJ.make("thead", {}, MJ.make("tr", {}, head)),
    MJ.make("tbody", {}, lines),
  );
};

/**
 * The matches of several hands in a file: of each the players and their points, the report, the hands.
 * @param {UploadReply} contents
 * @param {(row: MatchRow) => string} address
 * @param {() => void} redraw
 */
MJ.matchCards = function ({ token, tables, matches }, address, redraw) {
  /** @type {(text: Child, more?: string) => HTMLElement} */
  const cell = (text, more) => MJ.make("td", { class: more ?? "number" }, text);
  return tables.map(function (match, index) {
    const own = MJ.ownPlayer(match.players),
      title = MJ.matchTitle(match);
    const heads = [MJ.t("hand"), ...match.players.map((name) => MJ.named(MJ.playerName(name)))].map(
      (text, column) =>
        MJ.make(
          "th",
          { scope: "col", class: column ? "number" : null },
          text,
          column && column - 1 === own ? MJ.t("isYou") : null,
        ),
    );
    const rows = match.rows.map((row) =>
      MJ.make(
        "tr",
        {},
        cell(MJ.make("a", { href: address(matches[row.game]) }, MJ.handName(row)), "words"),
        row.cells.map(([, score]) => cell(MJ.signed(score))),
      ),
    );
    const sum = MJ.make(
      "tr",
      { class: "sum" },
      cell(MJ.t("standing"), "words"),
      match.standing.map((points) => cell(MJ.signed(points))),
    );
    return MJ.make(
      "section",
      { class: "match-of-hands" },
      MJ.make("h3", {}, title),
      MJ.ownPicker(match.players, redraw),
      MJ.make(
        "p",
        { class: "buttons" },
        MJ.make(
          "a",
          { class: "button main", href: MJ.at("/review/" + token + "." + (index + 1)) },
          MJ.t("reportOfMatch"),
        ),
      ),
      MJ.make(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-label": title },
        MJ.make(
          "table",
          { class: "matches" },
          MJ.make("thead", {}, MJ.make("tr", {}, heads)),
          MJ.make("tbody", {}, sum, rows),
        ),
      ),
    );
  });
};

/**
 * The card that takes a file, or an address. data: the page's.
 * @param {PageChoices} data
 */
MJ.upload = function (data) {
  const $ = MJ.element;
  const megabytes = Math.floor(data.most_bytes / 1000000);
  let /** @type {UploadReply | null} */ contents = null,
    /** @type {(() => string) | null} */
    wrong = null,
    /** @type {(() => string) | null} */
    doing = null;

  /**
   * The replay of a hand, seen from the reader's own seat.
   * @param {string} token
   * @param {MatchRow} row
   */
  function addressOf(token, row) {
    const own = MJ.ownPlayer(row.players);
    return MJ.at(
      "/uploads/" + encodeURIComponent(token) + "/" + row.number + (own < 0 ? "" : "?seat=" + own),
    );
  }

  function draw() {
    $("kinds").textContent = MJ.t("dropKinds", { size: megabytes });
    $("status").textContent = doing === null ? "" : doing();
    $("error").hidden = wrong === null;
    if (wrong !== null) $("error").textContent = wrong();
    $("found").hidden = contents === null;
    if (contents !== null) drawContents(contents);
  }

  /** @param {UploadReply} contents */
  function drawContents(contents) {
    const { token, name, matches, tables } = contents;
    $("found-title").textContent = MJ.t("inFile", { count: matches.length, name });
    const ofTables = new Set(tables.flatMap(({ rows }) => rows.map(({ game }) => game)));
    const single = matches.filter((_, index) => !ofTables.has(index));
    /** @param {MatchRow} row */
    const address = (row) => addressOf(token, row);
    const report =
      matches.length > 1 && matches.length <= data.most_reviewed && (single.length || tables.length > 1)
        ? MJ.make(
            "p",
            { class: "buttons" },
            MJ.make(
              "a",
              { class: "button", href: MJ.at("/review/" + token) },
              MJ.t("reportOfAll", { count: matches.length }),
            ),
          )
        : null;
    const skipped = (contents.skipped || []).map((why) =>
      MJ.make("p", { class: "quiet small" }, MJ.t("unreadable", { why: MJ.refusal(why) })),
    );
    const redraw = function () {
      draw();
      MJ.focusIn($("found-list"), ".own-picker button");
    };
    $("found-list").replaceChildren(
      ...[
        report,
        ...MJ.matchCards(contents, address, redraw),
        single.length && tables.length ? MJ.make("h3", {}, MJ.t("otherHands")) : null,
        single.length
          ? MJ.make(
              "div",
              { class: "scroll", role: "group", tabindex: "0", "aria-labelledby": "found-title" },
              MJ.matchTable(single, address),
            )
          : null,
        ...skipped,
      ].filter((part) => part !== null),
    );
  }

  /**
   * Shows what came; a single hand at once. The page's address names it, so that Back comes back to it. What
   * was there before stays where nothing came.
   * @param {Promise<Reply<UploadReply>>} coming
   * @param {() => string} told
   */
  async function show(coming, told) {
    wrong = null;
    doing = told;
    draw();
    const said = await coming.catch(() => ({ error: MJ.t("noAnswer") }));
    doing = null;
    if (said.error !== undefined) wrong = () => said.error;
    else if (said.matches.length === 1 && !(said.skipped || []).length)
      location.assign(addressOf(said.token, said.matches[0]));
    else {
      contents = said;
      if (location.hash !== "#file=" + said.token) history.pushState(null, "", "#file=" + said.token);
    }
    draw();
    if (said.error === undefined && contents !== null) $("found-title").focus();
  }

  /** @param {File} file */
  function send(file) {
    if (file.size > data.most_bytes) {
      wrong = () => MJ.t("tooLarge", { name: file.name, size: megabytes });
      draw();
    } else show(MJ.ask("/api/uploads", file), () => MJ.t("reading", { name: file.name }));
  }

  // The file that the address names, if any: after a new load, or Back and forward.
  async function open() {
    const [, token] = /^#file=([\w-]+)$/.exec(location.hash) ?? [];
    wrong = doing = null;
    if (token === undefined) contents = null;
    else if (contents?.token !== token) {
      const said = await MJ.ask(`/api/uploads/${token}`).catch(() => ({ error: MJ.t("noAnswer") }));
      contents = said.error === undefined ? said : null;
      if (said.error !== undefined) wrong = () => said.error;
    }
    draw();
  }

  $("file").addEventListener("change", function () {
    const [file] = $("file").files ?? [];
    if (file !== undefined) send(file);
    $("file").value = "";
  });
  // Only a server can ask another site.
  const asking = document.getElementById("address-form");
  asking?.addEventListener("submit", function (event) {
    event.preventDefault();
    const address = $("address").value.trim();
    if (address) show(MJ.ask("/api/fetch", { address }), () => MJ.t("getting", { name: address }));
  });
  const drop = $("drop");
  for (const name of ["dragenter", "dragover"])
    drop.addEventListener(name, function (event) {
      event.preventDefault();
      drop.classList.add("over");
    });
  for (const name of ["dragleave", "drop"]) drop.addEventListener(name, () => drop.classList.remove("over"));
  // A pasted record, as text or as a file.
  document.addEventListener("paste", function (event) {
    const [file] = event.clipboardData?.files ?? [],
      text = event.clipboardData?.getData("text/plain") ?? "";
    const inField = event.target instanceof Element && /^(INPUT|TEXTAREA)$/.test(event.target.tagName);
    if (file !== undefined) send(file);
    else if (text.trim() && !inField) send(new File([text], MJ.t("pasted")));
  });
  drop.addEventListener("drop", function (event) {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file !== undefined) send(file);
  });
  window.addEventListener("popstate", open);

  return { draw, open };
};
