"""Prints and plots how true the shown losses of each player are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from mj_lab.core.files import write_drawing
from mj_lab.explain.analysis.losses import LossScale
from mj_lab.explain.review.calibrating.calibration import (
    PlayerLosses,
    ShownLosses,
    Slope,
    binned,
    large_losses,
)
from mj_lab.explain.review.calibrating.playing_on import PlayedOn

_EDGES = (0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 40.0)
_WIDTH, _HEIGHT, _DPI = 6.4, 4.4, 100
_BLUE, _ORANGE = "#0b6e99", "#c2571a"


def slope_lines(large: Slope | None, players: Sequence[PlayerLosses]) -> Iterator[str]:
    """The slope of the losses over one point; a line for each player."""
    if large is not None:
        yield (
            f"over 1 point: {large.decisions} decisions  shown {large.shown:.2f}  true "
            f"{large.true:.2f} ± {large.true_error:.2f}  slope {large.slope:.2f} ± "
            f"{large.slope_error:.2f}"
        )
    for slope in players:
        yield (
            f"{slope.player:12} {slope.decisions:5} decisions  a game: shown {slope.shown:5.2f}"
            f"  true {slope.true:5.2f} ± {slope.true_error:.2f}  graded {slope.graded:.2f}"
        )


def scale_lines(scale: LossScale) -> Iterator[str]:
    """The weights, the error, the grades' limits."""
    yield (
        f"a point of value {scale.value:+.2f}, of forecast {scale.forecast:+.2f}, of danger "
        f"{scale.danger:+.2f}"
    )
    yield ", ".join(f"{kind} {weight:+.2f}" for kind, weight in scale.by_kind.items())
    yield ", ".join(f"{grade} from {limit:g} points" for grade, limit in scale.limits.items())


def plot_losses(path: Path, played: Sequence[PlayedOn], shown: ShownLosses) -> None:
    """Plot true over shown losses: means with errors, the slope."""
    from matplotlib.figure import Figure

    true = np.array([sample.true for sample in played])
    figure = Figure(figsize=(_WIDTH, _HEIGHT), dpi=_DPI, layout="constrained")
    axes = figure.add_subplot()
    means = binned(shown, true, _EDGES)
    ends = np.array([0.0, max(mean["shown"] for mean in means)])
    axes.plot(ends, ends, color="black", linewidth=0.8, linestyle="--", label="as shown")
    large = large_losses(played, shown)
    if large is not None:
        line = large.true + large.slope * (ends - large.shown)
        label = f"slope over 1 point {large.slope:.2f} ± {large.slope_error:.2f}"
        axes.plot(ends, line, color=_BLUE, linewidth=1.6, label=label)
    axes.errorbar(
        [mean["shown"] for mean in means],
        [mean["true"] for mean in means],
        [mean["error"] for mean in means],
        fmt="o",
        color=_ORANGE,
        markersize=5,
        capsize=3,
        label="mean, with its error",
    )
    axes.axhline(0, color="black", linewidth=0.5)
    axes.set_xlabel("points that the answer is shown to lose")
    axes.set_ylabel("points lost, by play-outs")
    axes.legend(frameon=False, fontsize=8, loc="upper left")
    write_drawing(path, figure)
