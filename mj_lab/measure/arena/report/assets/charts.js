// Charts as SVG, drawn at the width they are shown at: themes by CSS, words in the language chosen.
/** @type {string[]} */
MJ.players = [];

/**
 * A player's colour, the same in every table and chart.
 * @param {HTMLElement | SVGElement} element
 * @param {number} player
 */
MJ.paint = (element, player) =>
  element.style.setProperty(
    "--player",
    player < 8 ? `var(--p${player})` : `hsl(${(player * 137) % 360} 55% 50%)`,
  );

/** @param {number} player */
MJ.who = function (player) {
  const name = MJ.named(MJ.players[player], "who");
  MJ.paint(name, player);
  return name;
};

MJ.charts = (function () {
  const HEIGHT = 240,
    TOP = 8,
    RIGHT = 10,
    BOTTOM = 40;
  const v = MJ.vector;
  /**
   * @param {number} x
   * @param {number} y
   * @param {string} words
   * @param {string} [anchor]
   */
  const text = (x, y, words, anchor) => v("text", { x, y, "text-anchor": anchor || "middle" }, words);

  /**
   * Steps of 1, 2 or 5 times a power of ten, about `most` of them.
   * @param {number} low
   * @param {number} high
   * @param {number} most
   * @returns {number[]}
   */
  function ticks(low, high, most) {
    const raw = (high - low) / most || 1,
      power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5].map((part) => part * power).find((size) => size >= raw) ?? 10 * power;
    const marks = [];
    for (let at = Math.ceil(low / step - 1e-9) * step; at <= high + step * 1e-9; at += step)
      marks.push(Number(at.toPrecision(12)));
    return marks;
  }

  /** @param {number[]} values */
  const whole = (values) => values.filter(Number.isInteger);

  /**
   * Axes with their ticks; returns where a value lies. x, y: { low, high, ticks, label, name(tick) }.
   * @param {SVGSVGElement} svg
   * @param {number} wide
   * @param {ChartAxis} x
   * @param {ChartAxis} y
   */
  function frame(svg, wide, x, y) {
    const left = 46,
      right = wide - RIGHT,
      bottom = HEIGHT - BOTTOM;
    /**
     * @param {ChartAxis} axis
     * @param {number} from
     * @param {number} to
     */
    const at =
      (axis, from, to) =>
      /** @param {number} value */
      (value) =>
        from + ((value - axis.low) / (axis.high - axis.low || 1)) * (to - from);
    const px = at(x, left, right),
      py = at(y, bottom, TOP);
    for (const tick of y.ticks)
      svg.append(
        v("path", { class: "axis", d: `M${left} ${py(tick)}H${right}` }),
        text(left - 6, py(tick) + 4, String(tick), "end"),
      );
    for (const tick of x.ticks) svg.append(text(px(tick), bottom + 16, x.name ? x.name(tick) : String(tick)));
    svg.append(text((left + right) / 2, HEIGHT - 6, x.label));
    const label = text(0, 0, y.label);
    label.setAttribute("transform", `translate(11 ${(TOP + bottom) / 2}) rotate(-90)`);
    svg.append(label);
    return { px, py, left, right, bottom };
  }

  /** @param {[number, number][]} points */
  const line = (points) =>
    points.map(([x, y], index) => (index ? "L" : "M") + x.toFixed(1) + " " + y.toFixed(1)).join("");

  /**
   * @param {SVGSVGElement} svg
   * @param {number} wide
   * @param {WallsChart} chart
   */
  function walls(svg, wide, chart) {
    const { values, means, low, high } = chart;
    const least = Math.min(0, ...values),
      most = Math.max(0, ...values),
      margin = 0.08 * (most - least) || 1;
    const [floor, ceiling] = [least - margin, most + margin];
    const y = { low: floor, high: ceiling, ticks: ticks(floor, ceiling, 5), label: MJ.t("axis_difference") };
    const x = {
      low: 0,
      high: values.length + 1,
      ticks: whole(ticks(1, values.length, wide / 90)),
      label: MJ.t("axis_wall"),
    };
    const { px, py, left, right } = frame(svg, wide, x, y);
    /** @param {number} value */
    const inside = (value) => Math.min(y.high, Math.max(y.low, value));
    svg.append(v("path", { class: "zero", d: `M${left} ${py(0)}H${right}` }));
    svg.append(
      v("path", {
        class: "dots",
        "stroke-width": Math.max(2, 5 - values.length / 200),
        d: values.map((value, index) => `M${px(index + 1).toFixed(1)} ${py(value).toFixed(1)}h0`).join(""),
      }),
    );
    /** @param {number[]} line @returns {[number, number][]} */
    const points = (line) => line.map((value, index) => [px(index + 1), py(inside(value))]);
    if (values.length > 1) {
      const up = points(high).slice(1),
        down = points(low).slice(1).reverse();
      svg.append(v("path", { class: "band", d: line([...up, ...down]) + "Z" }));
    }
    svg.append(v("path", { class: "mean", d: line(points(means)) }));
  }

  /**
   * @param {number} player
   * @param {number} x
   * @param {number} y
   * @param {number} wide
   * @param {number} high
   * @param {string} hover
   */
  function bar(player, x, y, wide, high, hover) {
    const drawn = v(
      "rect",
      {
        class: "bar-of",
        x: x.toFixed(1),
        y: y.toFixed(1),
        width: Math.max(0, wide).toFixed(1),
        height: Math.max(0, high).toFixed(1),
      },
      v("title", {}, hover),
    );
    MJ.paint(drawn, player);
    return drawn;
  }

  /**
   * Bars side by side. chart.counts: by player [value, count] pairs. chart.most: values above it share a bar.
   * @param {SVGSVGElement} svg
   * @param {number} wide
   * @param {ColumnsChart} chart
   */
  function columns(svg, wide, chart) {
    const all = chart.counts.flat();
    const low = Math.min(...all.map(([value]) => value)) - 0.5,
      high = Math.max(...all.map(([value]) => value)) + 0.5;
    const top = Math.max(...all.map(([, count]) => count)) * 1.05;
    const y = { low: 0, high: top, ticks: whole(ticks(0, top, 5)), label: MJ.t("axis_wins") };
    const x = {
      low,
      high,
      label: MJ.t(chart.axis),
      ticks: whole(ticks(low, high, Math.min(wide / 44, high - low))),
      /** @param {number} tick */
      name: (tick) => (tick === chart.most ? tick + "+" : String(tick)),
    };
    const { px, py, bottom } = frame(svg, wide, x, y);
    const thick = ((px(1) - px(0)) * 0.84) / chart.counts.length;
    chart.counts.forEach((pairs, player) =>
      pairs.forEach(([value, count]) =>
        svg.append(
          bar(
            player,
            px(value) + (player - chart.counts.length / 2) * thick,
            py(count),
            thick - (thick > 4 ? 1 : 0),
            bottom - py(count),
            MJ.players[player] + MJ.t("clause") + x.name(value) + MJ.t("colon") + count,
          ),
        ),
      ),
    );
  }

  /**
   * One group of bars a fan; its name over them, so that no name is cut on a phone.
   * @param {SVGSVGElement} svg
   * @param {number} wide
   * @param {FansChart} chart
   */
  function fans(svg, wide, chart) {
    const thick = Math.max(6, 14 - 2 * chart.shares.length),
      group = 17 + thick * chart.shares.length + 7,
      right = wide - RIGHT - 44;
    const most = Math.max(...chart.shares.flat(), 1);
    svg.setAttribute("height", String(chart.fans.length * group + 4));
    svg.setAttribute("viewBox", `0 0 ${wide} ${chart.fans.length * group + 4}`);
    chart.fans.forEach(function (fan, row) {
      const top = row * group;
      svg.append(text(0, top + 13, MJ.name([fan, MJ.LABELS.fans[fan] || fan]), "start"));
      chart.shares.forEach(function (shares, player) {
        const y = top + 17 + player * thick,
          long = (shares[row] / most) * right;
        svg.append(
          bar(
            player,
            0,
            y,
            Math.max(long, 0.5),
            thick - 1,
            MJ.players[player] + MJ.t("colon") + shares[row].toFixed(1) + "%",
          ),
        );
        if (thick > 8 && shares[row])
          svg.append(text(long + 4, y + thick - 1.5, shares[row].toFixed(1) + "%", "start"));
      });
    });
  }

  /**
   * @param {SVGSVGElement} svg
   * @param {number} wide
   * @param {TimesChart} chart
   */
  function times(svg, wide, chart) {
    const all = chart.lines.flat();
    if (!all.length) return;
    const low = Math.floor(Math.log10(Math.min(...all.map(([ms]) => ms)))),
      high = Math.ceil(Math.log10(Math.max(...all.map(([ms]) => ms))));
    const x = {
      low,
      high: Math.max(high, low + 1),
      ticks: Array.from({ length: Math.max(high, low + 1) - low + 1 }, (_, step) => low + step),
      label: MJ.t("axis_times"),
      /** @param {number} tick */
      name: (tick) => String(Number((10 ** tick).toPrecision(1))),
    };
    const top = Math.max(...all.map(([, share]) => share)) * 1.05;
    const y = { low: 0, high: top, ticks: ticks(0, top, 5), label: MJ.t("axis_decisions") };
    const { px, py } = frame(svg, wide, x, y);
    chart.lines.forEach(function (points, player) {
      const drawn = v("path", {
        class: "line-of",
        d: line(points.map(([ms, share]) => [px(Math.log10(ms)), py(share)])),
      });
      MJ.paint(drawn, player);
      svg.append(drawn);
    });
  }

  /**
   * @param {SVGSVGElement} svg
   * @param {number} wide
   * @param {Chart} chart
   */
  function fill(svg, wide, chart) {
    if (chart.kind === "walls") walls(svg, wide, chart);
    else if (chart.kind === "fans") fans(svg, wide, chart);
    else if (chart.kind === "columns") columns(svg, wide, chart);
    else times(svg, wide, chart);
  }

  /**
   * A chart with its title, the players' colours and what it says.
   * @param {Chart} chart
   * @param {Record<string, string>} values
   */
  function figure(chart, values) {
    const title = MJ.t("chart_" + chart.name, values);
    const svg = v("svg", { role: "img", "aria-label": title });
    const draw = function () {
      const wide = Math.max(240, Math.round(svg.getBoundingClientRect().width) || 440);
      svg.replaceChildren();
      svg.setAttribute("viewBox", `0 0 ${wide} ${HEIGHT}`);
      svg.setAttribute("height", String(HEIGHT));
      fill(svg, wide, chart);
    };
    const legend =
      chart.kind === "walls"
        ? null
        : MJ.make(
            "div",
            { class: "legend" },
            MJ.players.map((name, player) => MJ.who(player)),
          );
    return {
      element: MJ.make(
        "figure",
        { class: "card chart" },
        MJ.make("h2", {}, title),
        legend,
        svg,
        MJ.make("figcaption", {}, MJ.t("chart_" + chart.name + "_note")),
      ),
      draw,
    };
  }

  return { figure, ticks };
})();
