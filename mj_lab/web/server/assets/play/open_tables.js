// The tables of this browser that are not finished, on the first page, so that one is found again.
MJ.openTables = (function () {
  /** @type {(KnownTable & { token: string })[]} */
  let rows = [];

  function draw() {
    const card = MJ.element("open-tables");
    card.hidden = !rows.length;
    const lines = rows.map((row) =>
      MJ.make(
        "li",
        {},
        MJ.make("a", { class: "button", href: MJ.at("/play") + "#" + row.token }, MJ.t("goOn")),
        " ",
        MJ.t("openTable", {
          hand: row.hand + 1,
          hands: row.hands,
          players: row.players.join(", "),
          score: (row.score > 0 ? "+" : "") + row.score,
        }),
      ),
    );
    card.replaceChildren(MJ.make("h2", {}, MJ.t("openTables")), MJ.make("ul", { class: "open-list" }, lines));
  }

  async function ask() {
    const tokens = MJ.knownTables();
    if (!tokens.length) return;
    try {
      const said = await MJ.ask("/api/tables/known", { tokens });
      const known = said.error === undefined ? said.tables : [];
      rows = known.flatMap((row, index) =>
        row === null || row.over ? [] : [{ ...row, token: tokens[index] }],
      );
      // Tables that are over or gone are removed from the list.
      if (said.error === undefined) MJ.remember("tables", JSON.stringify(rows.map((row) => row.token)));
      draw();
    } catch {
      /* The list stays empty. */
    }
  }

  return { ask, draw };
})();
