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
    losses = " and ".join(f"{curve.losses[-1]:.5f}" for curve in fit.curves)
    return (
        f"{command}, {fit.games.date}: {games_text(fit.games)}, {held_out} of them held out;"
        f" {fit.decisions} decisions, {fit.curves[0].rows} rows;"
        f" log loss on games held out {losses}."
    )


def points_origin(measured: Measured, games: Games, command: str) -> str:
    """The comment above a number."""
    origin = f"the mean of {measured.games} in {games_text(games)}, error {measured.error:.2f}"
    return f"{command}, {games.date}: {origin}."


def print_model(console: Console, fit: ModelFit) -> None:
    """Print all results of a fit."""
    _print_games(console, fit.games)
    _print(console, f"{fit.decisions} decisions, {fit.in_use[0].rows} rows")
    for number, in_use in enumerate(fit.in_use):
        console.print()
        _print(console, f"{in_use.curve.title}?", bold=True)
        _print_in_use(console, in_use)
        if not fit.too_few:
            _print_curve(console, fit.curves[number])
    if fit.too_few:
        _print(console, f"\nnothing is fitted: {fit.too_few}")


def print_points(console: Console, games: Games, points: Sequence[Measured]) -> None:
    """Print what was measured, beside what is in use."""
    _print_games(console, games)
    table = Table(box=None, header_style="dim")
    for name in ("", "measured", "error", "in use", "games"):
        table.add_column(name, justify="left" if not name else "right")
    for point in points:
        numbers = (
            f"{point.value:.2f}",
            f"{point.error:.2f}",
            f"{point.in_use:.2f}",
            str(point.games),
        )
        table.add_row(point.constant, *numbers)
    console.print(table)


def _print_games(console: Console, games: Games) -> None:
    again = f"; {games.repeated} more are repeated and left out" if games.repeated else ""
    _print(console, games_text(games) + again)


def _print_in_use(console: Console, in_use: InUse) -> None:
    """Print how well the curve in use predicts these games."""
    table = Table(box=None, header_style="dim")
    table.add_column(f"in use, on all {in_use.rows} rows")
    for name in ("", "error by wall"):
        table.add_column(name, justify="right")
    table.add_row("log loss", *_with_error(in_use.loss, 5))
    table.add_row("without its features", f"{in_use.base:.5f}", "")
    table.add_row("better by", *_with_error(in_use.gain, 5))
    table.add_row("happened", f"{in_use.seen:.4f}", "")
    table.add_row("the curve says", f"{in_use.said:.4f}", "")
    table.add_row("too high by", *_with_error(in_use.off, 4))
    if in_use.slope is not None:
        table.add_row("slope (1 is right)", f"{in_use.slope:.2f}", f"{in_use.slope_error:.2f}")
    console.print(table)


def _with_error(estimate: Estimate, digits: int) -> tuple[str, str]:
    """The mean, and its error if there is more than one wall."""
    return (
        f"{estimate.mean:.{digits}f}",
        "" if estimate.error is None else f"{estimate.error:.{digits}f}",
    )


def _print_curve(console: Console, fit: CurveFit) -> None:
    base, in_use, fitted = fit.losses
    _print(
        console,
        f"log loss on {fit.held_out} rows of games held out:"
        f" base {base:.5f}, in use {in_use:.5f}, fitted {fitted:.5f}",
    )
    values = Table(box=None, header_style="dim")
    for name in ("coefficient", "in use", "fitted", "error"):
        values.add_column(name, justify="left" if name == "coefficient" else "right")
    rows = zip(fit.curve.names, fit.curve.in_use, fit.values, fit.errors, strict=True)
    for name, before, value, error in rows:
        is_kept = name in fit.kept
        values.add_row(
            name,
            f"{before:.3f}",
            "kept" if is_kept else f"{value:.3f}",
            "" if is_kept else f"{error:.3f}",
        )
    console.print(values)
    if fit.kept:
        _print(console, "not fitted: too rare in these games")
    parts = Table(box=None, header_style="dim", title="held out, by the predicted chance")
    for name in ("n", "seen", "fitted says", "in use says"):
        parts.add_column(name, justify="right")
    for part in fit.calibration:
        shares = (f"{share:.4f}" for share in (part.seen, part.predicted, part.in_use))
        parts.add_row(f"{part.rows:.0f}", *shares)
    console.print(parts)


def _print(console: Console, text: str, bold: bool = False) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True, style="bold" if bold else "")
