// The table at an answer of a review, as its seat saw it, and how to play on from there.
/**
 * @param {ReviewData} data
 * @param {Pick<ReviewParts, "name" | "handOf">} parts
 */
MJ.reviewMoment = function (data, { name, handOf }) {
  const $ = MJ.element;
  const card = $("moment");
  /** @type {[number, WorstAnswer] | null} */
  let shown = null;
  /** @type {Element | null} what the moment was chosen by */
  let chosenBy = null;

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
   * A link that practises the mistakes among these answers, where a server or the site has their matches.
   * @param {[number, WorstAnswer][]} answers each with its game
   */
  function practise(answers) {
    /** @type {Map<string, WorstAnswer[]>} */
    const byRecord = new Map();
    for (const [game, answer] of answers) {
      const record = data.matches[game]?.replay;
      if (record) byRecord.set(record, [...(byRecord.get(record) ?? []), answer]);
    }
    const link = MJ.practise([...byRecord].map(([record, of]) => ({ record, answers: of })));
    return link && MJ.make("p", { class: "buttons" }, link);
  }

  /**
   * @param {number} game
   * @param {WorstAnswer} answer
   */
  function show(game, answer) {
    shown = [game, answer];
    chosenBy = document.activeElement;
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
          if (chosenBy instanceof HTMLElement) chosenBy.focus();
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
      MJ.make("span", {}, MJ.t("playedHead") + MJ.t("colon"), MJ.action(answer.played, answer.tile)),
      MJ.make(
        "span",
        {},
        MJ.t("best", { tactic: data.tactic }) + MJ.t("colon"),
        MJ.action(answer.best, answer.tile),
      ),
      MJ.make(
        "span",
        {},
        MJ.t("lost") + " " + MJ.aboutPoints(answer) + MJ.t("clause") + name("kind", answer.kind),
      ),
      replay,
      link ? again : null,
      close,
    );
    const felt = MJ.make(
      "div",
      { class: "felt" },
      MJ.make(
        "div",
        { class: "in-sight" },
        MJ.make("div", { class: "table-place" }, MJ.make("div", { class: "table", id: "table" })),
        MJ.make("div", { class: "under-thumb" }, MJ.make("div", { class: "own", id: "own" })),
      ),
    );
    const title = MJ.t("momentTitle", {
      seat: MJ.seatName(answer.seat),
      turn: answer.turn,
      game: handOf(game) ?? match.id,
    });
    card.replaceChildren(
      MJ.make("h2", {}, title),
      MJ.make("div", { class: "board" }, felt),
      MJ.make("div", {}, facts, ...(again && !link ? [again] : [])),
    );
    const table = MJ.replayTable(
      { players, scores: [0, 0, 0, 0], quan: match.prevalent_wind },
      { view: answer.seat, open: false },
      () => ({ choice: answer.best, played: answer.played }),
    );
    table.draw(match.moments[answer.key]);
  }

  return { button, draw, practise };
};
