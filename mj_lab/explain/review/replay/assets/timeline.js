// The match as a line over time: what the seat could expect, and a mark for each of its decisions.
// points: [{ step, decision }] in order; end: { win, score } of the seat at the last step.
/**
 * @param {DecidedStep[]} points
 * @param {number} last
 * @param {{ win: number, score: number }} end
 * @param {(step: number) => void} go
 */
MJ.timeline = function (points, last, end, go) {
  const $ = MJ.element;
  const CURVE = 100,
    MARKS = 40,
    TICK = 5;
  const losses = points.map(({ decision }) => decision.lost || 0);
  const differs = points.some(({ decision }) => !decision.agrees);
  // In a match without mistakes no mark is tall.
  const tallest = Math.max(MJ.LEAST_SCALE, ...losses);
  /** @type {Knot[]} */
  const knots = points.flatMap(({ step, decision: { win_chance: win = 0, expected_score: score } }) =>
    MJ.isNumber(score) ? [{ step, win: win || 0, score }] : [],
  );
  // The pay of a win and the final score may be far beyond the expected points; they are cut at the edge.
  const open = knots.filter(({ win }) => win < 1).map(({ score }) => score);
  const highest = Math.max(MJ.LEAST_SCALE, ...open),
    lowest = Math.min(-MJ.LEAST_SCALE, ...open);
  if (knots.length) knots.push({ step: last, win: end.win, score: end.score });
  /** @param {number} score */
  const heightOf = (score) =>
    CURVE * (1 - (Math.min(highest, Math.max(lowest, score)) - lowest) / (highest - lowest));
  /** @param {number} number */
  const short = (number) => String(Math.round(number * 100) / 100);

  function drawCurve() {
    const svg = $("curve");
    svg.toggleAttribute("hidden", !knots.length);
    svg.setAttribute("viewBox", "0 0 " + Math.max(1, last) + " " + CURVE);
    if (!knots.length) return;
    /**
     * The figures of a decision hold until the next one.
     * @param {(knot: Knot) => number} value
     */
    const stairs = (value) =>
      knots
        .map((knot, index) => (index ? "H" + knot.step + "V" : "M" + knot.step + " ") + short(value(knot)))
        .join("");
    const win = stairs(({ win }) => CURVE * (1 - win));
    const zero = short(heightOf(0));
    svg.replaceChildren(
      MJ.vector("path", { class: "win", d: win + "V" + CURVE + "H" + knots[0].step + "Z" }),
      MJ.vector("path", { class: "zero", d: "M0 " + zero + "H" + last }),
      MJ.vector("path", { class: "score", d: stairs(({ score }) => heightOf(score)) }),
      MJ.vector("path", { class: "here", d: "" }),
    );
  }

  function drawMarks() {
    const svg = $("ticks");
    svg.setAttribute("viewBox", "0 0 " + Math.max(1, last) + " " + MARKS);
    svg.replaceChildren(
      ...points.map(function ({ step, decision }) {
        const lost = decision.lost || 0;
        // Without points a mark has half the height; one that loses nothing is a tick.
        const tall = decision.agrees
          ? TICK
          : MJ.isNumber(decision.lost)
            ? Math.max(TICK, (lost / tallest) * MARKS)
            : MARKS / 2;
        const kind = decision.agrees ? "decision" : "differs " + (decision.grade || "noise");
        return MJ.vector("line", {
          x1: step,
          x2: step,
          y1: 0,
          y2: short(tall),
          class: kind,
          "data-step": step,
          "data-lost": short(lost),
        });
      }),
      MJ.vector("path", { class: "here", d: "" }),
    );
    svg.onclick = function (event) {
      const box = svg.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * last;
      const near = points.map(({ step }) => step).sort((a, b) => Math.abs(a - at) - Math.abs(b - at));
      if (near.length) go(near[0]);
    };
  }

  /**
   * The figures that hold at a step: of the last decision before it, or of the end.
   * @param {number} step
   * @returns {Knot | null}
   */
  function at(step) {
    const before = knots.filter((knot) => knot.step <= step);
    return before.length ? before[before.length - 1] : null;
  }

  /** @param {number} step */
  function mark(step) {
    for (const [id, height] of Object.entries({ curve: CURVE, ticks: MARKS }))
      $(id)
        .querySelector(".here")
        ?.setAttribute("d", "M" + step + " 0V" + height);
    $("legend").hidden = !points.length;
    if (!points.length) return;
    const now = at(step);
    /**
     * @param {string} kind
     * @param {string} text
     */
    const item = (kind, text) =>
      MJ.make(
        "span",
        { class: "key " + kind },
        MJ.make("i", { "aria-hidden": "true" }),
        MJ.make("span", {}, text),
      );
    const parts = [];
    if (knots.length) {
      parts.push(
        item("win", MJ.t("legendWin") + " " + (now ? MJ.figure("win_chance", now.win) : "–")),
        item("score", MJ.t("legendScore") + " " + (now ? MJ.figure("expected_score", now.score) : "–")),
      );
      parts.push(item("lost", MJ.t("legendLost", { points: tallest.toFixed(1) })));
    } else if (differs) parts.push(item("lost", MJ.t("legendDiffers")));
    $("legend").replaceChildren(...parts);
  }

  return {
    draw: function () {
      drawCurve();
      drawMarks();
    },
    mark,
  };
};

// The least height of the scales, in points: the cost of another seat's win.
MJ.LEAST_SCALE = 8;
