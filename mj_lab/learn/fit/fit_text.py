"""Prints a fit, and words the comment above its coefficients."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from mj_lab.core.wall_means import Estimate
from mj_lab.learn.fit.fitting import ModelFit
from mj_lab.learn.fit.games import Games
from mj_lab.learn.fit.points import Measured
from mj_lab.learn.fit.regression import CurveFit, InUse


def games_text(games: Games) -> str:
    """The games in words: how many, whose, on how many walls, and a digest."""
    players = " and ".join(games.players) or "players without names"
    return f"{len(games.games)} games of {players} on {games.walls} walls (digest {games.digest})"


def model_origin(fit: ModelFit, command: str) -> str:
    """The comment above the coefficients."""
    held_out = sum(game.held_out for game in fit.games.games)
    losses = " and ".join(f"{one.losses[-1]:.5f}" for one in fit.curves)
    return (
        f"{command}, {fit.games.date}: {games_text(fit.games)}, {held_out} of them held out;"
        f" {fit.decisions} decisions, {fit.curves[0].rows} rows;"
        f" log loss on games held out {losses}."
    )


def points_origin(one: Measured, games: Games, command: str) -> str:
    """The comment above a number."""
    origin = f"the mean of {one.games} in {games_text(games)}, error {one.error:.2f}"
    return f"{command}, {games.date}: {origin}."


def print_model(console: Console, fit: ModelFit) -> None:
    """Print all results of a fit."""
    _print_games(console, fit.games)
    _print(console, f"{fit.decisions} decisions, {fit.in_use[0].rows} rows")
    for place, one in enumerate(fit.in_use):
        console.print()
        _print(console, f"{one.curve.title}?", bold=True)
        _print_in_use(console, one)
        if not fit.too_few:
            _print_curve(console, fit.curves[place])
    if fit.too_few:
        _print(console, f"\nnothing is fitted: {fit.too_few}")


def print_points(console: Console, games: Games, found: Sequence[Measured]) -> None:
    """Print what was measured, beside what is in use."""
    _print_games(console, games)
    table = Table(box=None, header_style="dim")
    for name in ("", "measured", "error", "in use", "games"):
        table.add_column(name, justify="left" if not name else "right")
    for one in found:
        numbers = (f"{one.value:.2f}", f"{one.error:.2f}", f"{one.in_use:.2f}", str(one.games))
        table.add_row(one.constant, *numbers)
    console.print(table)


def _print_games(console: Console, games: Games) -> None:
    again = f"; {games.repeated} more are repeated and left out" if games.repeated else ""
    _print(console, games_text(games) + again)


def _print_in_use(console: Console, one: InUse) -> None:
    """Print how well the curve in use predicts these games."""
    table = Table(box=None, header_style="dim")
    table.add_column(f"in use, on all {one.rows} rows")
    for name in ("", "error by wall"):
        table.add_column(name, justify="right")
    table.add_row("log loss", *_with_error(one.loss, 5))
    table.add_row("without its features", f"{one.base:.5f}", "")
    table.add_row("better by", *_with_error(one.gain, 5))
    table.add_row("happened", f"{one.seen:.4f}", "")
    table.add_row("the curve says", f"{one.said:.4f}", "")
    table.add_row("too high by", *_with_error(one.off, 4))
    if one.slope is not None:
        table.add_row("slope (1 is right)", f"{one.slope:.2f}", f"{one.slope_error:.2f}")
    console.print(table)


def _with_error(one: Estimate, digits: int) -> tuple[str, str]:
    """The mean, and its error if there is more than one wall."""
    return f"{one.mean:.{digits}f}", "" if one.error is None else f"{one.error:.{digits}f}"


def _print_curve(console: Console, one: CurveFit) -> None:
    base, in_use, fitted = one.losses
    _print(
        console,
        f"log loss on {one.held_out} rows of games held out:"
        f" base {base:.5f}, in use {in_use:.5f}, fitted {fitted:.5f}",
    )
    values = Table(box=None, header_style="dim")
    for name in ("coefficient", "in use", "fitted", "error"):
        values.add_column(name, justify="left" if name == "coefficient" else "right")
    rows = zip(one.curve.names, one.curve.in_use, one.values, one.errors, strict=True)
    for name, before, value, error in rows:
        kept = name in one.kept
        values.add_row(
            name,
            f"{before:.3f}",
            "kept" if kept else f"{value:.3f}",
            "" if kept else f"{error:.3f}",
        )
    console.print(values)
    if one.kept:
        _print(console, "not fitted: too rare in these games")
    parts = Table(box=None, header_style="dim", title="held out, by the predicted chance")
    for name in ("n", "seen", "fitted says", "in use says"):
        parts.add_column(name, justify="right")
    for part in one.calibration:
        shares = (f"{share:.4f}" for share in (part.seen, part.predicted, part.in_use))
        parts.add_row(f"{part.rows:.0f}", *shares)
    console.print(parts)


def _print(console: Console, text: str, bold: bool = False) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True, style="bold" if bold else "")
