// The first page: a table in one click, and the tables that are not finished.
(function () {
  /** @type {PageChoices} */
  const data = MJ.pageData();
  MJ.LABELS = data.labels;
  const $ = MJ.element;
  // Only a server has these: its saved matches.
  const saved = MJ.savedFiles ? MJ.savedFiles() : null;
  const dropped = MJ.upload(data);
  let level = MJ.levelOfLast(data.levels);
  /** @type {Rating | null} */
  let rating = null;

  function draw() {
    MJ.levelCards($("levels"), data.levels, level, (tactic) => {
      level = tactic;
      MJ.remember("level", tactic);
    });
    $("my-rating").hidden = rating === null;
    $("my-rating").textContent = rating === null ? "" : MJ.ratingText(data.bots, rating);
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

  // Whoever has played a hand sees how far it is to a rating, or the rating.
  async function askRating() {
    const tokens = MJ.myTables();
    if (!tokens.length) return;
    try {
      const said = await MJ.ask("/api/my-games/rating", { tokens });
      rating = said.error === undefined && said.rating.hands ? said.rating : null;
      draw();
    } catch {
      /* There is none to show. */
    }
  }

  MJ.start(function () {
    $("nav-home").setAttribute("aria-current", "page");
    MJ.switches(draw);
    draw();
    dropped.open();
    MJ.openTables.ask();
    askRating();
    if (saved !== null) saved.ask();
    // While the reader looks at the page the table's files come.
    setTimeout(() => MJ.loadAhead("/play").catch(() => null), 1000);
  });
  // A page that "Back" takes out of the browser's memory has old lists.
  window.addEventListener("pageshow", function ({ persisted }) {
    if (!persisted) return;
    MJ.openTables.ask();
    saved?.ask();
  });
})();
