// The cost of the seat's answers: a line of sums, and the worst answers, each a link to its step.
MJ.WORST = 5;
MJ.GRADES = ["blunder", "mistake", "slight"];

/** @param {number} lost */
MJ.pointsLost = (lost) => (lost < 0.05 ? "0" : "\u2212" + lost.toFixed(1));

/**
 * A claim without its discard; "" for any other action.
 * @param {string} action
 */
MJ.claimOf = (action) => (/^(CHI|PENG) /.test(action) ? action.split(" ").slice(0, -1).join(" ") : "");

/**
 * A short form of an action: the tile of a discard; the discard of a claim that was just named (`claim`).
 * @param {string} action
 * @param {AnyTile | null} offered
 * @param {string} [claim]
 */
MJ.shortAction = function (action, offered, claim) {
  const words = String(action).split(" "),
    tile = words[words.length - 1];
  if (!MJ.isCode(tile) || (words[0] !== "PLAY" && !(claim && MJ.claimOf(action) === claim)))
    return MJ.action(action, offered);
  return MJ.make("span", { class: "action" }, MJ.inlineTiles([tile]));
};

/**
 * The card of a seat's decisions. points: [{ step, decision, offered }]. accuracy: of all, or null.
 * go(step): shows a step.
 * @param {DecidedStep[]} points
 * @param {{ seat: number, tactic: string, accuracy: number | null }} options
 * @param {(step: number) => void} go
 */
MJ.lossCard = function (points, { seat, tactic, accuracy }, go) {
  const known = /** @type {LosingStep[]} */ (points.filter(({ decision }) => MJ.isNumber(decision.lost)));
  const losing = known
    .filter(({ decision }) => decision.lost >= 0.05)
    .sort((a, b) => b.decision.lost - a.decision.lost);
  let whole = false;

  function counted() {
    const differ = points.filter(({ decision }) => !decision.agrees).length;
    return MJ.make(
      "span",
      { class: "quiet small", id: "differ-count" },
      MJ.t("differCount", { count: differ, all: points.length }),
    );
  }

  function sums() {
    if (!known.length) return [];
    const sum = known.reduce((all, { decision }) => all + decision.lost, 0);
    const line = MJ.t("lostInAll", { points: sum.toFixed(1), each: (sum / known.length).toFixed(2) });
    const grades = MJ.GRADES.map((grade) => ({
      grade,
      count: known.filter(({ decision }) => decision.grade === grade).length,
    }))
      .filter(({ count }) => count)
      .map(({ grade, count }) =>
        MJ.make("span", { class: "grade " + grade }, MJ.t("count_" + grade, { count })),
      );
    const exact = MJ.isNumber(accuracy)
      ? MJ.make("span", { class: "number accuracy" }, MJ.t("accuracy", { figure: accuracy.toFixed(1) }))
      : null;
    return [MJ.make("p", { class: "sums small" }, MJ.make("b", { class: "number" }, line), exact, ...grades)];
  }

  /**
   * @param {LosingStep} options
   * @param {number | null} current
   */
  function entry({ step, decision, offered }, current) {
    const name =
      MJ.t("worstAt", { step: decision.turn, points: MJ.aboutPoints(decision) }) +
      (decision.grade ? MJ.t("comma") + MJ.t("grade_" + decision.grade) : "");
    const button = MJ.make(
      "button",
      {
        type: "button",
        class: "worst-one " + (decision.grade || "noise"),
        "data-step": step,
        "data-title": name,
        "aria-current": step === current ? "step" : null,
        onclick: () => go(step),
      },
      MJ.make("b", { class: "number" }, MJ.pointsLost(decision.lost)),
      MJ.shortAction(decision.played, offered),
      MJ.make("span", { "aria-hidden": "true" }, "\u2192"),
      MJ.shortAction(decision.choice ?? "", offered, MJ.claimOf(decision.played)),
      MJ.make("span", { class: "away" }, name),
    );
    return MJ.make("li", {}, button);
  }

  /**
   * @param {HTMLElement} card
   * @param {number | null} current
   */
  function draw(card, current) {
    const shown = whole ? losing : losing.slice(0, MJ.WORST);
    const redraw = function () {
      whole = !whole;
      draw(card, current);
      MJ.focusIn(card, ".all-losses");
    };
    const all =
      losing.length > MJ.WORST
        ? MJ.make(
            "button",
            { type: "button", class: "all-losses", "aria-expanded": String(whole), onclick: redraw },
            MJ.t(whole ? "worstOnly" : "worstAll", { count: losing.length }),
          )
        : null;
    const title = MJ.make(
      "div",
      { class: "title-line" },
      MJ.make("h2", {}, MJ.t("reviewOf", { seat: MJ.seatName(seat), tactic })),
      counted(),
    );
    card.replaceChildren(
      title,
      ...sums(),
      ...(shown.length
        ? [
            MJ.make(
              "ol",
              { class: "worst", "aria-label": MJ.t("worst") },
              shown.map((one) => entry(one, current)),
            ),
          ]
        : []),
      ...(all ? [all] : []),
    );
  }

  return { draw };
};
