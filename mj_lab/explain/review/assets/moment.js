// The table at an answer of a review, as its seat saw it, and how to play on from there.
/**
 * @param {ReviewData} data
 * @param {{ name: (kind: string, value: string | null) => string }} options
 */
MJ.reviewMoment = function (data, { name }) {
  const $ = MJ.element;
  const card = $("moment");
  /** @type {[number, WorstAnswer] | null} */
  let shown = null;

  /**
   * @param {number} game
   * @param {WorstAnswer} answer
   */
  const has = (game, answer) => game < data.matches.length && answer.key in data.matches[game].moments;

  /**
   * @param {number} game
   * @param {WorstAnswer} answer
   * @returns {Child}
   */
  function button(game, answer) {
    if (!has(game, answer)) return String(answer.turn);
    return MJ.make(
      "button",
      {
        type: "button",
        class: "hand",
        "aria-label": MJ.t("seeMoment", { turn: answer.turn }),
        onclick: () => show(game, answer),
      },
      String(answer.turn),
    );
  }

  /**
   * @param {number} game
   * @param {WorstAnswer} answer
   */
  function show(game, answer) {
    shown = [game, answer];
    draw();
    card.scrollIntoView({ block: "start" });
    card.focus({ preventScroll: true });
  }

  function draw() {
    card.hidden = shown === null;
    if (shown === null) return;
    const [game, answer] = shown,
      match = data.matches[game];
    const players = [0, 1, 2, 3].map(
      (seat) => (match.seats.find((one) => one.seat === seat) || {}).player || "",
    );
    const close = MJ.make(
      "button",
      {
        type: "button",
        onclick: function () {
          shown = null;
          draw();
        },
      },
      MJ.t("closeMoment"),
    );
    // Only if a server has the match: a link to its replay at this turn, with this seat's review.
    const replay = match.replay
      ? MJ.make(
          "a",
          {
            class: "button",
            id: "to-replay",
            href: MJ.at(match.replay + "?seat=" + answer.seat) + "#t" + answer.turn,
          },
          MJ.t("momentReplay"),
        )
      : null;
    const link = match.replay && answer.again ? MJ.againLink(match.replay, answer.seat, answer.turn) : null;
    const again = link
      ? MJ.make("a", { class: "button main", id: "try-again", href: link }, MJ.t("tryAgain"))
      : answer.again
        ? MJ.make(
            "p",
            { class: "quiet small" },
            MJ.t("tryAgainBy") + " ",
            MJ.make("code", { id: "try-again" }, answer.again),
          )
        : null;
    const facts = MJ.make(
      "p",
      { class: "moment-facts" },
      MJ.make("span", {}, MJ.t("playedHead") + ": ", MJ.action(answer.played, answer.tile)),
      MJ.make("span", {}, MJ.t("best", { tactic: data.tactic }) + ": ", MJ.action(answer.best, answer.tile)),
      MJ.make("span", {}, MJ.t("lost") + " " + MJ.aboutPoints(answer) + ", " + name("kind", answer.kind)),
      replay,
      link ? again : null,
      close,
    );
    const felt = MJ.make(
      "div",
      { class: "felt" },
      MJ.make("div", { class: "table", id: "table" }),
      MJ.make("div", { class: "own", id: "own" }),
    );
    const title = MJ.t("momentTitle", { seat: MJ.seatName(answer.seat), turn: answer.turn, game: match.id });
    card.replaceChildren(
      MJ.make("h2", {}, title),
      facts,
      ...(again && !link ? [again] : []),
      MJ.make("div", { class: "board" }, felt),
    );
    const table = MJ.replayTable(
      { players, scores: [0, 0, 0, 0], quan: match.prevalent_wind },
      { view: answer.seat, open: false },
      () => ({ choice: answer.best, played: answer.played }),
    );
    table.draw(match.moments[answer.key]);
  }

  return { button, draw };
};
