// Lists matches, and takes a dropped file; the server or the worker reads it.
(function () {
  // A person at a table who gave no name is "you" where only one played.
  function players(row) {
    const people = row.table ? row.players.filter((name) => name === "human").length : 0;
    return row.players.map((name) =>
      row.table && name === "human" ? MJ.t(people === 1 ? "you" : "aPersonHere") : name,
    );
  }

  function outcome(row) {
    const seat = row.player === null ? "" : MJ.seatName(row.player);
    const name = row.player === null || row.action === "SEAT" ? "" : players(row)[row.player];
    const who = name ? MJ.t("inBrackets", { name }) : "";
    if (row.action === "HU") return MJ.t("outWin", { seat, who, fan: row.fan });
    if (row.action === "SEAT") return MJ.t("outSeat", { seat });
    return row.action === "HUANG" ? MJ.t("outDraw") : MJ.t("outFault", { seat, who, verdict: row.action });
  }

  function broken(row, columns) {
    return MJ.make(
      "tr",
      { class: "broken" },
      MJ.make("td", {}, row.file),
      MJ.make("td", { colspan: String(columns - 1) }, MJ.t("unreadable", { why: row.problem })),
    );
  }

  // The results of tactics in people's seats on the same wall, in the row of the hand.
  function played(row) {
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

  // Rows of matches; address(row): of its replay.
  MJ.matchTable = function (rows, address) {
    const head = ["match", "players", "outcome", "scores", "turns"].map((key) =>
      MJ.make("th", { scope: "col" }, MJ.t(key)),
    );
    const lines = rows.map((row) =>
      row.problem
        ? broken(row, head.length)
        : MJ.make(
            "tr",
            {},
            MJ.make(
              "td",
              {},
              MJ.make("a", { href: address(row) }, MJ.matchName(row.id, row) || row.file || "#" + row.number),
              played(row),
            ),
            MJ.make("td", {}, players(row).filter(Boolean).join(", ")),
            MJ.make("td", {}, outcome(row)),
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

  // The card that takes a file. data: the page's.
  MJ.upload = function (data) {
    const $ = MJ.element;
    const megabytes = Math.floor(data.most_bytes / 1000000);
    let contents = null,
      wrong = null;

    const addressOf = (token, row) => MJ.at("/uploads/" + encodeURIComponent(token) + "/" + row.number);

    function draw() {
      $("kinds").textContent = MJ.t("dropKinds", { size: megabytes });
      $("error").hidden = wrong === null;
      if (wrong !== null) $("error").textContent = wrong();
      $("found").hidden = contents === null;
      if (contents === null) return;
      $("found-title").textContent = MJ.t("inFile", { count: contents.matches.length, name: contents.name });
      // A server leaves hands of a match that cannot be read to its terminal.
      const skipped = (contents.skipped || []).map((why) =>
        MJ.make("p", { class: "quiet small" }, MJ.t("unreadable", { why })),
      );
      $("found-list").replaceChildren(
        MJ.matchTable(contents.matches, (row) => addressOf(contents.token, row)),
        ...skipped,
      );
    }

    async function send(file) {
      wrong = contents = null;
      $("status").textContent = MJ.t("reading", { name: file.name });
      draw();
      if (file.size > data.most_bytes) wrong = () => MJ.t("tooLarge", { name: file.name, size: megabytes });
      else await upload(file);
      $("status").textContent = "";
      draw();
    }

    async function upload(file) {
      try {
        const said = await MJ.ask("/api/uploads", file);
        if (said.error) wrong = () => said.error;
        else if (said.matches.length === 1 && !(said.skipped || []).length)
          location.assign(addressOf(said.token, said.matches[0]));
        else contents = { ...said, name: file.name };
      } catch {
        wrong = () => MJ.t("noAnswer");
      }
    }

    $("file").addEventListener("change", function () {
      if ($("file").files.length) send($("file").files[0]);
      $("file").value = "";
    });
    const drop = $("drop");
    for (const name of ["dragenter", "dragover"])
      drop.addEventListener(name, function (event) {
        event.preventDefault();
        drop.classList.add("over");
      });
    for (const name of ["dragleave", "drop"])
      drop.addEventListener(name, () => drop.classList.remove("over"));
    // A pasted record, as text or as a file.
    document.addEventListener("paste", function (event) {
      const { files } = event.clipboardData,
        text = event.clipboardData.getData("text/plain");
      if (files.length) send(files[0]);
      else if (text.trim() && !/^(INPUT|TEXTAREA)$/.test(event.target.tagName))
        send(new File([text], MJ.t("pasted")));
    });
    drop.addEventListener("drop", function (event) {
      event.preventDefault();
      if (event.dataTransfer.files.length) send(event.dataTransfer.files[0]);
    });

    return { draw };
  };
})();
