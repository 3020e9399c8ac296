"""The plots of a report, each an SVG in a data URI that a page shows without any network."""

from __future__ import annotations

import base64
import io
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from mj_lab.arena.statistics.wall_means import LEVEL, Running, t_quantile
from mj_lab.text.fan_names import english_name

# Inches. At a phone's width the 9-point letters are still read.
_WIDTH, _HEIGHT = 4.8, 3.0
_FONT_SIZE = 9
_COLOURS = ("#0b6e99", "#c2571a", "#5b8c2a", "#7a4fa3")
_GREY = "#8a8a8a"
# Letters stay letters, which the reader's fonts draw: matplotlib's own lack Chinese.
_STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "mj",
    "font.size": _FONT_SIZE,
    "font.family": "sans-serif",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": False,
}
# Dots beyond this many make a file large: they are drawn as pixels.
_MANY_DOTS = 2000
# Letters of a name in a legend.
_LONGEST_NAME = 24
# Fans that get a bar; the report's table has all.
_TOP_FANS = 16


def walls_plot(summary: Mapping[str, Any]) -> str:
    """The difference of every wall, and the running mean with its interval."""
    differences = [float(wall["difference"]) for wall in summary["walls"]]
    picture = _Picture("wall", "points a game and seat")
    axes = picture.axes
    numbers = range(1, len(differences) + 1)
    size = max(4.0, 24.0 - len(differences) / 20)
    dots: Any = {"s": size, "color": _GREY, "alpha": 0.6, "linewidths": 0}
    axes.scatter(numbers, differences, rasterized=len(differences) > _MANY_DOTS, **dots)
    axes.axhline(0, color="black", linewidth=0.6)
    means, low, high = running_interval(differences)
    axes.plot(numbers, means, color=_COLOURS[0], linewidth=1.5)
    if len(differences) > 1:
        shade: Any = {"color": _COLOURS[0], "alpha": 0.25, "linewidth": 0}
        axes.fill_between(numbers[1:], low[1:], high[1:], **shade)
        # The first intervals are so wide that they would flatten all that follows.
        lowest, highest = min(0.0, *differences), max(0.0, *differences)
        margin = 0.08 * (highest - lowest) or 1.0
        axes.set_ylim(lowest - margin, highest + margin)
    return picture.uri()


def running_interval(
    differences: Sequence[float],
) -> tuple[list[float], list[float], list[float]]:
    """The mean and the ends of its interval after every wall; after the first the mean alone."""
    running, means, low, high = Running(), [], [], []
    for value in differences:
        running.add(value)
        reach = 0.0
        if running.error is not None:
            reach = running.error * t_quantile(0.5 + LEVEL / 2, running.count - 1)
        means.append(running.mean)
        low.append(running.mean - reach)
        high.append(running.mean + reach)
    return means, low, high


def fans_plot(sides: Mapping[str, Mapping[str, Any]]) -> str:
    """The most frequent fans: the share of each side's wins that have them."""
    total: dict[str, int] = {}
    for side in sides.values():
        for fan, times in side["fans"].items():
            total[fan] = total.get(fan, 0) + times
    fans = sorted(total, key=lambda fan: -total[fan])[:_TOP_FANS]
    picture = _Picture("% of wins", "", height=0.8 + 0.24 * max(4, len(fans)))
    axes = picture.axes
    thickness = 0.8 / max(1, len(sides))
    for place, (name, side) in enumerate(sides.items()):
        wins = side["wins"] or 1
        where = [row + (place + 0.5) * thickness - 0.4 for row in range(len(fans))]
        shares = [100 * side["fans"].get(fan, 0) / wins for fan in fans]
        axes.barh(where, shares, thickness, color=_colour(place), label=_short(name))
    axes.set_yticks(range(len(fans)), [f"{fan} {english_name(fan)}" for fan in fans], fontsize=8)
    axes.set_ylim(len(fans) - 0.5, -0.5)
    return picture.uri(left=0.45)


def counts_plot(
    sides: Mapping[str, Mapping[str, Any]], key: str, label: str, most: int | None = None
) -> str:
    """Wins by something that is counted (`key` of each side); beyond `most` as one."""
    from matplotlib.ticker import MaxNLocator

    picture = _Picture(label, "wins")
    axes = picture.axes
    thickness = 0.8 / max(1, len(sides))
    for place, (name, side) in enumerate(sides.items()):
        counts: dict[int, int] = {}
        for word, times in side[key].items():
            value = int(word) if most is None else min(int(word), most)
            counts[value] = counts.get(value, 0) + times
        where = [value + (place + 0.5) * thickness - 0.4 for value in counts]
        axes.bar(where, list(counts.values()), thickness, color=_colour(place), label=_short(name))
    if most is not None:
        ticks = list(range(8, most + 1, 4))
        axes.set_xticks(ticks, [str(tick) if tick < most else f"{most}+" for tick in ticks])
    else:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    return picture.uri()


def times_plot(times: Mapping[str, Mapping[str, Any]], per_doubling: int) -> str:
    """How long decisions took, on a logarithmic scale."""
    picture = _Picture("milliseconds a decision", "% of decisions")
    axes = picture.axes
    for place, (name, record) in enumerate(times.items()):
        total = record["decisions"] or 1
        # Two buckets in one: a smoother line.
        shares: dict[int, float] = {}
        for bucket, count in record["buckets"]:
            shares[bucket // 4] = shares.get(bucket // 4, 0.0) + 100 * count / total
        if not shares:
            continue
        buckets = range(min(shares) - 1, max(shares) + 2)
        where = [1000 * 2 ** ((4 * bucket + 2) / per_doubling) for bucket in buckets]
        values = [shares.get(bucket, 0.0) for bucket in buckets]
        axes.plot(where, values, color=_colour(place), label=_short(name), linewidth=1.3)
    axes.set_xscale("log")
    return picture.uri()


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"


def _colour(place: int) -> str:
    return _COLOURS[place % len(_COLOURS)]


class _Picture:
    """Empty axes, and what makes a data URI of them when they are full."""

    def __init__(self, x_label: str, y_label: str, height: float = _HEIGHT) -> None:
        from matplotlib import rc_context
        from matplotlib.figure import Figure

        self._height = height
        with rc_context(_STYLE):
            self._figure = Figure(figsize=(_WIDTH, height))
            self.axes = self._figure.add_subplot()
        self.axes.set_xlabel(x_label)
        self.axes.set_ylabel(y_label)

    def uri(self, left: float = 0.13) -> str:
        """The picture; `left` is its share of the width that labels have."""
        from matplotlib import rc_context

        lines = 0.1
        if self.axes.get_legend_handles_labels()[0]:
            lines = self._legend()
        top, bottom = 1 - lines / self._height, 0.45 / self._height
        self._figure.subplots_adjust(left=left, right=0.98, top=top, bottom=bottom)
        buffer = io.BytesIO()
        with rc_context(_STYLE), warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Glyph .* missing from font")
            self._figure.savefig(buffer, format="svg", metadata={"Date": None})
        return "data:image/svg+xml;base64," + base64.b64encode(buffer.getvalue()).decode()

    def _legend(self) -> float:
        """Puts the legend above the axes; returns its height in inches."""
        names = len(self.axes.get_legend_handles_labels()[0])
        self._figure.legend(
            frameon=False, fontsize=_FONT_SIZE - 1, loc="upper right", ncols=2, borderpad=0
        )
        return 0.1 + 0.17 * ((names + 1) // 2)
