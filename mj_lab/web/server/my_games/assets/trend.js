// A figure of hands over time: a dot for each hand, the moving mean as a line, its error as a band.
// points: [{ value, mean, error }], the first hand first. say(number): how a figure is written.
/**
 * @param {string} title
 * @param {TrendPoint[]} points
 * @param {{ window: number, say: (value: number, digits?: number) => string, kind: string }} options
 */
MJ.trend = function (title, points, { window, say, kind }) {
  /** @param {TrendPoint} point */
  const withError = (point) =>
    say(point.mean) + (point.error === null ? "" : " \u00b1 " + point.error.toFixed(1));
  const heading = MJ.make("h3", {}, title);
  if (points.length < 2) return [heading, MJ.make("p", { class: "quiet small" }, MJ.t("mineTrendShort"))];
  const newest = points[points.length - 1];
  const label = MJ.t("mineTrendLabel", {
    title,
    hands: points.length,
    window: Math.min(window, points.length),
    mean: withError(newest),
  });
  const wide = Math.max(300, Math.min(1000, MJ.element("content").clientWidth - 70)),
    high = 170;
  const picture = MJ.vector("svg", {
    class: "trend " + kind,
    role: "img",
    "aria-label": label,
    viewBox: "0 0 " + wide + " " + high,
    "data-hands": points.length,
  });
  const left = 40,
    right = 10,
    top = 10,
    bottom = 22;
  const reach = points.flatMap(({ value, mean, error }) => [value, mean - (error || 0), mean + (error || 0)]);
  const low = Math.min(0, ...reach),
    above = Math.max(low + 1, ...reach);
  /** @param {number} index */
  const x = (index) => left + ((wide - left - right) * index) / (points.length - 1);
  /** @param {number} value */
  const y = (value) => top + ((high - top - bottom) * (above - value)) / (above - low);
  /**
   * @template {keyof SVGElementTagNameMap} K
   * @param {K} tag
   * @param {SvgAttributes} attributes
   * @param {...Node|string} children
   */
  const add = (tag, attributes, ...children) => picture.append(MJ.vector(tag, attributes, ...children));
  /**
   * @param {number} index
   * @param {number} value
   */
  const at = (index, value) => x(index).toFixed(1) + " " + y(value).toFixed(1);

  for (const value of ticks(low, above, 5)) {
    add("line", {
      class: value === 0 ? "zero" : "grid",
      x1: left,
      x2: wide - right,
      y1: y(value),
      y2: y(value),
    });
    add("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, say(value, 0));
  }
  for (const hand of ticks(1, points.length, 10))
    if (hand >= 1) add("text", { x: x(hand - 1), y: high - 6, "text-anchor": "middle" }, String(hand));
  const known = points.flatMap(({ mean, error }, index) => (error === null ? [] : [{ index, mean, error }]));
  if (known.length > 1) {
    const over = known.map(({ index, mean, error }) => at(index, mean + error));
    const under = known.map(({ index, mean, error }) => at(index, mean - error)).reverse();
    add("path", { class: "band", d: "M" + [...over, ...under].join("L") + "Z" });
  }
  points.forEach(function (point, index) {
    const hover = MJ.t("mineTrendHand", { hand: index + 1, value: say(point.value), mean: withError(point) });
    add(
      "circle",
      {
        class: "dot",
        cx: x(index).toFixed(1),
        cy: y(point.value).toFixed(1),
        r: points.length > 150 ? 1.5 : 2.5,
      },
      MJ.vector("title", {}, hover),
    );
  });
  add("path", { class: "mean", d: "M" + points.map((point, index) => at(index, point.mean)).join("L") });
  return [heading, picture, MJ.make("p", { class: "quiet small" }, MJ.t("mineLegend", { window }))];

  /**
   * @param {number} from
   * @param {number} to
   * @param {number} most
   * @returns {number[]}
   */
  function ticks(from, to, most) {
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((size) => (to - from) / size <= most) || 1000;
    const marks = [];
    for (let mark = Math.ceil(from / step) * step; mark <= to; mark += step) marks.push(mark);
    return marks;
  }
};
