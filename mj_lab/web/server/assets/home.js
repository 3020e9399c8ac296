// The first page: a table in one click, and the tables that are not finished.
(function () {
  /** @type {PageChoices} */
  const data = MJ.pageData();
  const $ = MJ.element;
  // Only a server has these: its saved matches.
  const saved = MJ.savedFiles ? MJ.savedFiles() : null;
  const dropped = MJ.upload(data);
  let level = MJ.levelOfLast(data.levels);

  function draw() {
    MJ.levelCards($("levels"), data.levels, level, (tactic) => {
      level = tactic;
      MJ.remember("level", tactic);
    });
    MJ.openTables.draw();
    dropped.draw();
    if (saved !== null) saved.draw();
  }

  $("play-now").addEventListener("click", async function () {
    $("play-now").disabled = true;
    // A newcomer begins: East discards first, with nothing to wait for. Later seats are drawn at random.
    const problem = await MJ.setUpTable({
      lot: MJ.myTables().length > 0,
      players: ["human", level, level, level],
      names: [MJ.recall("name") || "", "", "", ""],
    });
    $("play-now").disabled = false;
    $("play-error").hidden = !problem;
    $("play-error").textContent = problem || "";
  });

  MJ.start(function () {
    $("nav-home").setAttribute("aria-current", "page");
    MJ.switches(draw);
    draw();
    MJ.openTables.ask();
    if (saved !== null) saved.ask();
  });
})();
