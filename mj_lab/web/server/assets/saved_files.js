// On the first page of a server: the saved matches and reports in its folder.
MJ.savedFiles = function () {
  const $ = MJ.element;
  let /** @type {MatchRow[]} */ saved = [],
    /** @type {ReportRow[]} */
    reports = [];

  function reportTable() {
    const head = ["file", "kindOfPage", "about"].map((key) => MJ.make("th", { scope: "col" }, MJ.t(key)));
    const lines = reports.map((row) =>
      MJ.make(
        "tr",
        {},
        MJ.make("td", {}, MJ.make("a", { href: "/reports/" + row.key }, row.file)),
        MJ.make("td", {}, MJ.t("page_" + row.kind)),
        MJ.make("td", {}, row.kind === "report" ? row.title : ""),
      ),
    );
    return MJ.make(
      "table",
      { class: "matches games" },
      MJ.make("thead", {}, MJ.make("tr", {}, head)),
      MJ.make("tbody", {}, lines),
    );
  }

  function draw() {
    $("reports-card").hidden = !reports.length;
    $("reports").replaceChildren(reportTable());
    $("saved").replaceChildren(
      saved.length
        ? MJ.matchTable(saved, (row) => "/saved/" + row.key)
        : MJ.make("p", { class: "quiet" }, MJ.t("savedNone")),
    );
  }

  async function ask() {
    try {
      const [matches, pages] = await Promise.all([MJ.ask("/api/saved"), MJ.ask("/api/reports")]);
      saved = Array.isArray(matches) ? matches : [];
      reports = Array.isArray(pages) ? pages : [];
      draw();
    } catch {
      /* The lists stay empty; an upload will say what is wrong. */
    }
  }

  return { draw, ask };
};
