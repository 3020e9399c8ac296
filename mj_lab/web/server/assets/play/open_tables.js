// The tables of this browser that are not finished, on the first page, so that one is found again.
MJ.openTables = (function () {
  /** @type {(KnownTable & { token: string })[]} */
  let rows = [];

  function draw() {
    const card = MJ.element("open-tables");
    card.hidden = !rows.length;
    /** @type {PageChoices} */
    const { bots } = MJ.pageData();
    const lines = rows.map((row) =>
      MJ.make(
        "li",
        {},
        MJ.make("a", { class: "button", href: MJ.at("/play") + "#" + row.token }, MJ.t("goOn")),
        " ",
        MJ.t("openTable", {
          hand: row.hand + 1,
          hands: row.hands,
          players: row.players.map((name) => MJ.botName(bots, MJ.playerName(name))).join(MJ.t("comma")),
          score: (row.score > 0 ? "+" : "") + row.score,
        }),
      ),
    );
    card.replaceChildren(MJ.make("h2", {}, MJ.t("openTables")), MJ.make("ul", { class: "open-list" }, lines));
  }

  async function ask() {
    // Friends may have begun the next match at a table whose last one is over.
    const own = [...MJ.knownTables(), ...MJ.rooms().map(([, seat]) => seat)],
      tokens = [...new Set(own)].slice(0, MJ.MOST_TABLES);
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
