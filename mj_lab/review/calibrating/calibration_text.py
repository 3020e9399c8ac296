"""How true predicted points are, by play-outs: lines for a terminal, and a plot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path

from mj_lab.analysis.losses import LossScale
from mj_lab.review.calibrating.calibration import Slope, binned, expected_loss, slopes_by_kind
from mj_lab.review.calibrating.playing_on import PlayedOn
from mj_lab.storage.files import write_whole

_EDGES = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 9.0, 15.0001)
_WIDTH, _HEIGHT, _DPI = 6.4, 4.4, 100
_BLUE, _ORANGE, _GREY = "#0b6e99", "#c2571a", "#8a8a8a"
# True losses beyond these are drawn at the edge of the plot; they come from unlucky worlds.
_LEAST_SHOWN, _MOST_SHOWN = -12.0, 25.0


def slope_lines(slopes: Mapping[str, Slope]) -> Iterator[str]:
    """A line for each kind: count, mean predicted and true loss, slope, offset, scatter."""
    for name, one in slopes.items():
        yield (
            f"{name:13} {one.decisions:4}  predicted {one.told:.2f}  true {one.true:.2f} ± "
            f"{one.true_error:.2f}  slope {one.line.slope:.2f} ± {one.slope_error:.2f}  offset "
            f"{one.line.offset:+.2f} ± {one.offset_error:.2f}  scatter {one.scatter:.1f}"
        )


def scale_lines(scale: LossScale) -> Iterator[str]:
    """The lines by kind and the grades' limits."""
    for kind, line in scale.lines.items():
        yield f"{kind}: lost = {line.offset:+.2f} {line.slope:+.2f} x predicted"
    if not scale.lines:
        yield "every kind: lost as predicted"
    yield ", ".join(f"{grade} from {limit:g} points" for grade, limit in scale.limits.items())


def plot_losses(path: Path, played: Sequence[PlayedOn], scale: LossScale | None = None) -> None:
    """Draw true over predicted losses: a dot for each decision, means with errors, the slope.

    scale: corrects the predicted losses first.
    """
    from matplotlib.figure import Figure

    predicted = [expected_loss(one, scale) for one in played]
    true = [one.loss for one in played]
    whole = slopes_by_kind(played, scale)["all"]
    figure = Figure(figsize=(_WIDTH, _HEIGHT), dpi=_DPI, layout="constrained")
    axes = figure.add_subplot()
    shown = [min(_MOST_SHOWN, max(_LEAST_SHOWN, one)) for one in true]
    axes.scatter(predicted, shown, s=9, color=_GREY, alpha=0.5, linewidths=0, label="one decision")
    ends = (0.0, max(predicted))
    axes.plot(ends, ends, color="black", linewidth=0.8, linestyle="--", label="as predicted")
    line = [whole.line.offset + whole.line.slope * end for end in ends]
    label = f"slope {whole.line.slope:.2f} ± {whole.slope_error:.2f}"
    axes.plot(ends, line, color=_BLUE, linewidth=1.6, label=label)
    means = binned(predicted, true, _EDGES)
    axes.errorbar(
        [one["told"] for one in means],
        [one["true"] for one in means],
        [one["error"] for one in means],
        fmt="o",
        color=_ORANGE,
        markersize=5,
        capsize=3,
        label="mean, with its error",
    )
    axes.axhline(0, color="black", linewidth=0.5)
    axes.set_xlabel("points that the answer is predicted to lose")
    axes.set_ylabel("points lost, played on")
    axes.set_ylim(_LEAST_SHOWN - 0.5, _MOST_SHOWN + 0.5)
    axes.legend(frameon=False, fontsize=8, loc="upper left")
    drawn = BytesIO()
    figure.savefig(drawn, format=path.suffix[1:] or "png", metadata={"Software": None})
    write_whole(path, drawn.getvalue())
