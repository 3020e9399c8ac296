"""The commands `mj fit ...`; whatever is heavy is imported when a command runs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date as calendar_date
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mj_lab.options import Force
from mj_lab.storage.files import check_output, write_whole

if TYPE_CHECKING:
    from mj_lab.fit.curve import FittedModel
    from mj_lab.fit.games import Games

Files = Annotated[
    list[Path], typer.Argument(metavar="MATCHES", help="Match files, as mj duel --save writes.")
]
Out = Annotated[
    Path | None,
    typer.Option(help="Write the bot's coefficients into this file."),
]
WriteOption = Annotated[bool, typer.Option("--write", help="Write them where the bot reads them.")]
SampleSeed = Annotated[str, typer.Option(help="Chooses the decisions that are looked at.")]
Date = Annotated[
    str | None, typer.Option(help="YYYY-MM-DD, to be noted; if not given, of the newest file.")
]
Jobs = Annotated[int, typer.Option(min=1, help="Processes to work with.")]
PlayerOption = Annotated[
    str | None, typer.Option(help="Only this player's seats, by name; all if not given.")
]

fit_app = typer.Typer(help="Fit the bot's models to games, and say how good they are.")


def register(app: typer.Typer) -> None:
    """Add the commands to `mj`."""
    app.add_typer(fit_app, name="fit")


@fit_app.command("deal-in")
def deal_in(
    files: Files,
    decisions: Annotated[
        int | None, typer.Option(min=1, help="Discards to look at, at most; all if not given.")
    ] = None,
    seed: SampleSeed = "0",
    date: Date = None,
    out: Out = None,
    force: Force = False,
    write: WriteOption = False,
    jobs: Jobs = 1,
) -> None:
    """Fit how likely another seat wins with a discard."""
    from mj_lab.fit.deal_in import model

    check_output(out, force)
    words = ["mj", "fit", "deal-in", *_drawn(seed, decisions)]
    _fit(model(), files, decisions, seed, jobs, words, date, out, write)


@fit_app.command("tile-location")
def tile_location(
    files: Files,
    decisions: Annotated[int, typer.Option(min=1, help="Discards to look at, at most.")] = 20_000,
    seed: SampleSeed = "0",
    date: Date = None,
    out: Out = None,
    force: Force = False,
    write: WriteOption = False,
    jobs: Jobs = 1,
) -> None:
    """Fit where the unseen tiles are: in the wall, or discarded next."""
    from mj_lab.fit.tile_location import model

    check_output(out, force)
    words = ["mj", "fit", "tile-location", *_drawn(seed, decisions)]
    _fit(model(), files, decisions, seed, jobs, words, date, out, write)


@fit_app.command("win-chance")
def win_chance(
    files: Files,
    decisions: Annotated[
        int, typer.Option(min=1, help="Decisions to look at, at most; each takes 10 ms.")
    ] = 20_000,
    player: PlayerOption = None,
    seed: SampleSeed = "0",
    date: Date = None,
    out: Out = None,
    force: Force = False,
    write: WriteOption = False,
    jobs: Jobs = 1,
) -> None:
    """Fit how likely a game is won with the hand that a decision leaves."""
    from mj_lab.fit.win_chance import model

    check_output(out, force)
    words = ["mj", "fit", "win-chance", *_drawn(seed, decisions), *_by(player)]
    _fit(model(player), files, decisions, seed, jobs, words, date, out, write)


@fit_app.command()
def points(
    files: Files,
    player: PlayerOption = None,
    date: Date = None,
    out: Out = None,
    force: Force = False,
    write: WriteOption = False,
) -> None:
    """Measure the points that a win gives and that dealing in costs."""
    from rich.console import Console

    from mj_lab.fit.fit_text import points_origin, print_points
    from mj_lab.fit.games import read_games
    from mj_lab.fit.points import measured

    check_output(out, force)
    games = read_games(files)
    day, command = _day(date, games), join(["mj", "fit", "points", *_by(player)])
    found = measured(games.games, player)
    print_points(Console(), games, found)
    changes = {one.constant: (one.value, points_origin(one, games, command, day)) for one in found}
    _write(changes, out, write)


def _drawn(seed: str, decisions: int | None) -> list[str]:
    return ["--seed", seed] + ([] if decisions is None else ["--decisions", str(decisions)])


def _by(player: str | None) -> list[str]:
    return [] if player is None else ["--player", player]


def _fit(
    model: FittedModel,
    files: list[Path],
    decisions: int | None,
    seed: str,
    jobs: int,
    command: list[str],
    date: str | None,
    out: Path | None,
    write: bool,
) -> None:
    """Fit, print, write."""
    from rich.console import Console
    from rich.progress import track

    from mj_lab.fit.fit_text import model_origin, print_model
    from mj_lab.fit.fitting import fit_model
    from mj_lab.fit.games import read_games

    games = read_games(files)
    day, bar = _day(date, games), Console(stderr=True)

    def tracked(results: Iterable[Any], count: int) -> Iterable[Any]:
        shown = bar.is_terminal
        return track(results, "reading", count, console=bar, transient=True, disable=not shown)

    found = fit_model(model, games, decisions, seed, jobs, tracked)
    print_model(Console(), found)
    origin = model_origin(found, join(command), day)
    _write({model.constant: (found.coefficients, origin)}, out, write)


def _day(date: str | None, games: Games) -> str:
    if date is None:
        return games.date
    try:
        return calendar_date.fromisoformat(date).isoformat()
    except ValueError:
        raise ValueError(f"--date is a day, YYYY-MM-DD, not {date}") from None


def _write(changes: dict[str, tuple[Any, str]], out: Path | None, write: bool) -> None:
    """Write the file of coefficients in use, with these constants changed."""
    from mj_lab.fit.coefficients_file import default_path, with_constant

    text = default_path().read_text(encoding="utf-8")
    for constant, (value, origin) in changes.items():
        text = with_constant(text, constant, value, origin)
    for path in ([out] if out is not None else []) + ([default_path()] if write else []):
        write_whole(path, text)
        print(f"{path}: {', '.join(changes)}")
