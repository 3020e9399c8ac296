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
          MJ.make("td", {}, playersOfRow(row).filter(Boolean).join(", ")),
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
 * The card that takes a file. data: the page's.
 * @param {PageChoices} data
 */
MJ.upload = function (data) {
  const $ = MJ.element;
  const megabytes = Math.floor(data.most_bytes / 1000000);
  let /** @type {(UploadReply & { name: string }) | null} */ contents = null,
    /** @type {(() => string) | null} */
    wrong = null;

  /**
   * @param {string} token
   * @param {MatchRow} row
   */
  const addressOf = (token, row) => MJ.at("/uploads/" + encodeURIComponent(token) + "/" + row.number);

  function draw() {
    $("kinds").textContent = MJ.t("dropKinds", { size: megabytes });
    $("error").hidden = wrong === null;
    if (wrong !== null) $("error").textContent = wrong();
    $("found").hidden = contents === null;
    if (contents === null) return;
    $("found-title").textContent = MJ.t("inFile", { count: contents.matches.length, name: contents.name });
    // A server reports unreadable hands of a match on its terminal instead.
    const skipped = (contents.skipped || []).map((why) =>
      MJ.make("p", { class: "quiet small" }, MJ.t("unreadable", { why })),
    );
    const { token } = contents;
    $("found-list").replaceChildren(
      MJ.matchTable(contents.matches, (row) => addressOf(token, row)),
      ...skipped,
    );
  }

  /** @param {File} file */
  async function send(file) {
    wrong = contents = null;
    $("status").textContent = MJ.t("reading", { name: file.name });
    draw();
    if (file.size > data.most_bytes) wrong = () => MJ.t("tooLarge", { name: file.name, size: megabytes });
    else await upload(file);
    $("status").textContent = "";
    draw();
  }

  /** @param {File} file */
  async function upload(file) {
    try {
      const said = await MJ.ask("/api/uploads", file);
      if (said.error !== undefined) wrong = () => said.error;
      else if (said.matches.length === 1 && !(said.skipped || []).length)
        location.assign(addressOf(said.token, said.matches[0]));
      else contents = { ...said, name: file.name };
    } catch {
      wrong = () => MJ.t("noAnswer");
    }
  }

  $("file").addEventListener("change", function () {
    const [file] = $("file").files ?? [];
    if (file !== undefined) send(file);
    $("file").value = "";
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

  return { draw };
};
