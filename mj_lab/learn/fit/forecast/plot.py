"""Plots the calibration: the chance by form, points and danger."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mj_lab.core.files import write_drawing
from mj_lab.learn.fit.forecast.calibration import LEAST, OWN_FORMS, Calibration, Kept

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDTH, _HEIGHT, _DPI = 10.0, 7.2, 90
_BLUE, _GREY = "#0b6e99", "#8a8a8a"


def plot_calibration(path: Path, calibration: Calibration) -> None:
    """Plot actual against predicted: a panel for each form, one for points, one for danger.

    Raises OSError if the file cannot be written.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_WIDTH, _HEIGHT), dpi=_DPI, layout="constrained")
    panels = list(figure.subplots(2, 4).flat)
    for name, axes in zip(OWN_FORMS, panels, strict=False):
        _panel(
            axes,
            f"win chance: {name}",
            [
                figure_of_tenth
                for figure_of_tenth in calibration.tenths[name]
                if figure_of_tenth.decisions
            ],
        )
    points = [checked.points for checked in calibration.classes.all]
    _panel(panels[len(OWN_FORMS)], f"points: classes of {LEAST} or more", points)
    _panel(panels[len(OWN_FORMS) + 1], "danger of a discard", calibration.danger)
    figure.supxlabel("predicted")
    figure.supylabel("actual, with two standard errors")
    write_drawing(path, figure)


def _panel(axes: Axes, title: str, shown: Sequence[Kept]) -> None:
    axes.set_title(title, fontsize=9)
    axes.tick_params(labelsize=7)
    if not shown:
        return
    ends = [
        min(figure.predicted for figure in shown),
        max(figure.predicted for figure in shown),
    ]
    axes.plot(ends, ends, color="black", linewidth=0.8, linestyle="--")
    axes.errorbar(
        [figure.predicted for figure in shown],
        [figure.actual for figure in shown],
        [2 * figure.error for figure in shown],
        fmt="o",
        color=_BLUE,
        ecolor=_GREY,
        markersize=3,
        linewidth=1,
    )
