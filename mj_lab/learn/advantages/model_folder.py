"""The folder of a model of advantages: the weights file, all figures of the fit, its curves."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mj_bot.learned.model import weights_of
from mj_bot.nets.weights_file import SUFFIX, write_weights
from mj_lab.core.files import drafted
from mj_lab.learn.advantages.collecting import Collections
from mj_lab.learn.advantages.fitting import Fit

MODEL, FIT_FIGURES = "advantage" + SUFFIX, "fit.json"
CHECKPOINT = "unfinished.pt"


class FitNotes:
    """Writes figures for TensorBoard; opened at the first figure."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "tensorboard"
        self._writer: Any = None

    def __enter__(self) -> FitNotes:
        return self

    def __exit__(self, *_: object) -> None:
        if self._writer is not None:
            self._writer.close()

    def note(self, step: int, name: str, value: float) -> None:
        """Write one figure."""
        if self._writer is None:
            from torch.utils.tensorboard.writer import SummaryWriter

            # A resumed fit writes all its figures again.
            self._writer = SummaryWriter(str(self._folder), purge_step=0)
        self._writer.add_scalar(name, value, step)


def write_fit(folder: Path, fit: Fit, tried: Collections) -> dict[str, Any]:
    """Write the model and its figures; returns the figures.

    tried: the data of the fit; an action farther from the best than the tried ones is never taken.
    """
    figures = {
        "margin": fit.margin,
        "within": tried.within,
        "ridge": fit.ridge,
        "weights": sum(weight.size + bias.size for weight, bias in fit.layers),
        **fit.figures,
        "gains": [gain.as_json() for gain in fit.gains],
        "collections": tried.settings,
    }
    weights = weights_of(fit.layers, fit.margin, tried.within, held_out=fit.figures["held_out"])
    folder.mkdir(parents=True, exist_ok=True)
    with drafted(folder / MODEL) as draft:
        write_weights(str(draft), weights.header, weights.tensors, "float32")
    (folder / FIT_FIGURES).write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    (folder / CHECKPOINT).unlink(missing_ok=True)
    return figures


def fit_lines(fit: Mapping[str, Any]) -> list[str]:
    """A fit in lines for people."""
    lines = [
        f"{fit['decisions']:,} decisions of {fit['games']:,} games,"
        f" {fit['weights']:,} weights, ridge {fit['ridge']:g}",
        "margin  changed  a change  a game (error by game)",
    ]
    lines += [
        f"{gain['margin']:6.2f}  {100 * gain['changed']:6.2f}%  {gain['a_change']:+8.3f}"
        f"  {gain['a_game']:+7.3f} +- {gain['error']:.3f}"
        for gain in fit["gains"]
        if gain["changed"]
    ]
    held, raw = fit["held_out"], fit["held_out_as_expected"]
    if fit["begin"]:
        begun, over = fit["begun_with"], fit["over_begun"]
        lines.append(
            f"begun with: {begun['a_game']:+.3f} +- {begun['error']:.3f} points a game;"
            f" over it: {over['a_game']:+.3f} +- {over['error']:.3f}"
        )
    return [
        *lines,
        f"margin {fit['margin']:g}: {held['a_game']:+.3f} +- {held['error']:.3f} points a game of"
        f" four such players, {raw['a_game']:+.3f} as the player itself expects",
    ]
