// The waits of a hand, as the server gives them: tile, copies left, fan on a discard and self-drawn.
MJ.waits = (function () {
  /** @param {WinCount} win */
  const fans = (win) =>
    win.fans
      .map(([name, english, value, times]) => MJ.name([name, english]) + " " + value * times)
      .join(MJ.t("comma"));
  /**
   * @param {WinCount} win
   * @param {string} key
   */
  const figure = (win, key) =>
    MJ.make(
      "span",
      { class: win.enough ? null : "too-few", title: fans(win) || null },
      MJ.t(key, { fan: win.fan }),
    );

  /**
   * The fan both ways; red where it is under 8, in words where no way is enough.
   * @param {WaitRow} row
   */
  function fan(row) {
    const head = figure(row.on_discard, row.self_drawn.enough ? "waitFan" : "waitOnly");
    return MJ.make("span", { class: "wait-fan" }, head, MJ.t("comma"), figure(row.self_drawn, "waitDrawn"));
  }

  /**
   * A list of waits. `pick(code)`: what a click on a tile does, if anything.
   * @param {WaitRow[]} rows
   * @param {((code: string) => void)} [pick]
   */
  function list(rows, pick) {
    return MJ.make(
      "ul",
      { class: "wait-list" },
      rows.map((row) =>
        MJ.make("li", { "data-wait": row.tile }, MJ.inlineTiles([row.tile], [row.left], pick), fan(row)),
      ),
    );
  }

  /**
   * The same for screen readers.
   * @param {WaitRow[]} rows
   */
  const words = (rows) =>
    rows
      .map(
        (row) =>
          MJ.tileName(row.tile) +
          MJ.t("comma") +
          MJ.t("copies", { count: row.left }) +
          MJ.t("comma") +
          fan(row).textContent,
      )
      .join(MJ.t("semicolon"));

  return { list, words };
})();
