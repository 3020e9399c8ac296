"""The command `mj learn fit`; heavy imports wait until it runs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mj_lab.core.files import check_output, write_whole
from mj_lab.core.options import Force, Jobs, Seed
from mj_lab.learn.fit.forecast.cli import fit_forecast
from mj_lab.learn.fit.worlds.cli import fit_hands

if TYPE_CHECKING:
    from mj_lab.learn.fit.curve import FittedModel

_POINTS, _FORECAST, _HANDS = "points", "forecast", "hands"
# These models play their own games. They take 17 minutes of two cores, and one.
_GAMES = {_FORECAST: 60_000, _HANDS: 2_500}
# The curves, and the most decisions of each; None for all.
_DECISIONS = {"deal-in": None, "tile-location": 20_000, "win-chance": 20_000}
# Those that can be fitted to one player's seats.
_BY_PLAYER = ("win-chance", _POINTS)


def register(app: typer.Typer) -> None:
    """Add the command to `mj learn`."""
    app.command()(fit)


def fit(
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODEL", help="deal-in, tile-location, win-chance, points, forecast or hands."
        ),
    ],
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[MATCHES]", help="Match files in any format, or folders; each game once."
        ),
    ] = None,
    decisions: Annotated[
        int | None,
        typer.Option(min=1, help="The most decisions; by default 20,000, or all for deal-in."),
    ] = None,
    player: Annotated[
        str | None, typer.Option(help="Only the seats of this player: win-chance, points.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(min=100, help="How many games; for forecast, 60,000, and hands, 2,500."),
    ] = None,
    seed: Seed = "0",
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", help="Where to write: the bot's coefficients."),
    ] = None,
    force: Force = False,
    jobs: Jobs = 1,
) -> None:
    """Compare one of the bot's models with games, fit it to them, and show how good it is.

    deal-in: how likely another seat wins with a discard. tile-location: where the unseen tiles are,
    in the wall or discarded next. win-chance: how likely a game is won with the hand that a
    decision leaves. points: what a win gives and dealing in costs, measured. forecast: the win
    chance and points shown for an action; it plays its own games, and keeps them in .mj. hands: how
    likely the other seats' hands are, which worlds are sampled by; it plays its own games too.
    """
    check_output(out, force)
    models = (*_DECISIONS, _POINTS, *_GAMES)
    if model not in models:
        raise ValueError(f"no model {model:.40}; there are {', '.join(models)}")
    if games is not None and model not in _GAMES:
        raise ValueError(f"--games is for {' and '.join(_GAMES)}, not {model}")
    if model in _GAMES and files:
        raise ValueError(f"{model} takes no matches: it plays its games itself")
    if player is not None and model not in _BY_PLAYER:
        raise ValueError(f"--player is for {' and '.join(_BY_PLAYER)}, not {model}")
    if decisions is not None and model not in _DECISIONS:
        raise ValueError(f"--decisions is not for {model}")
    if model in _GAMES:
        fits = fit_forecast if model == _FORECAST else fit_hands
        fits(games or _GAMES[model], seed, jobs, out)
        return
    if not files:
        raise ValueError("argument MATCHES is missing")
    command = ["mj", "learn", "fit", model]
    by = [] if player is None else ["--player", player]
    if model == _POINTS:
        _measure(files, player, join([*command, *by]), out)
        return
    if decisions is None:
        decisions = _DECISIONS[model]
    drawn = ["--seed", seed] + ([] if decisions is None else ["--decisions", str(decisions)])
    curve = _model(model, player)
    _fit(curve, files, decisions, seed, jobs, join([*command, *drawn, *by]), out)


def _measure(files: list[Path], player: str | None, command: str, out: Path | None) -> None:
    """Measure the points, print, write."""
    from rich.console import Console

    from mj_lab.learn.fit.fit_text import points_origin, print_points
    from mj_lab.learn.fit.games import read_games
    from mj_lab.learn.fit.points import measured

    games = read_games(files)
    points = measured(games.games, player)
    print_points(Console(), games, points)
    _write(
        {point.constant: (point.value, points_origin(point, games, command)) for point in points},
        out,
    )


def _model(name: str, player: str | None) -> FittedModel:
    from mj_lab.learn.fit import deal_in, tile_location, win_chance

    if name == "win-chance":
        return win_chance.model(player)
    return deal_in.model() if name == "deal-in" else tile_location.model()


def _fit(
    model: FittedModel,
    files: list[Path],
    decisions: int | None,
    seed: str,
    jobs: int,
    command: str,
    out: Path | None,
) -> None:
    """Fit, print, write."""
    from rich.console import Console
    from rich.progress import track

    from mj_lab.learn.fit.fit_text import model_origin, print_model
    from mj_lab.learn.fit.fitting import fit_model
    from mj_lab.learn.fit.games import read_games

    games, bar = read_games(files), Console(stderr=True)

    def tracked(results: Iterable[Any], count: int) -> Iterable[Any]:
        shown = bar.is_terminal
        return track(results, "reading", count, console=bar, transient=True, disable=not shown)

    fit = fit_model(model, games, decisions, seed, jobs, tracked)
    changes = {}
    if out is not None:
        changes[model.constant] = (fit.coefficients, model_origin(fit, command))
    print_model(Console(), fit)
    _write(changes, out)


def _write(changes: dict[str, tuple[Any, str]], out: Path | None) -> None:
    """Write the file of coefficients in use, with these constants changed."""
    from mj_lab.learn.fit.coefficients_file import default_path, with_constant

    if out is None:
        return
    text = default_path().read_text(encoding="utf-8")
    for constant, (value, origin) in changes.items():
        text = with_constant(text, constant, value, origin)
    write_whole(out, text)
    print(f"{out}: {', '.join(changes)}")
