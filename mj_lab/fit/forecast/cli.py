"""The command `mj check forecast`, and the part of `mj learn fit` that fits the forecast."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Annotated

import typer

from mj_lab.options import AsJson, Force, Jobs, Seed
from mj_lab.storage.files import check_output, write_whole

if TYPE_CHECKING:
    from mj_lab.fit.forecast.rows import ForecastRows

_GAMES = 2_000


def register_forecast(app: typer.Typer) -> None:
    """Add `forecast` to the group."""
    app.command()(forecast)


def forecast(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[MATCHES]", help="Match files; without them, fresh games of odds."),
    ] = None,
    games: Annotated[int, typer.Option(min=4, help="How many games; fresh ones.")] = _GAMES,
    seed: Seed = "1",
    jobs: Jobs = 1,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="Where to write: a drawing (.png, .svg).")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Check the predicted chances and points against results, by turn, form and fan."""
    from json import dumps

    from mj_bot.odds.forecast.model import forecast_model
    from mj_lab.fit.forecast.calibration import calibration, lines_of
    from mj_lab.fit.forecast.plot import plot_calibration
    from mj_lab.fit.forecast.rows import joined_rows

    check_output(out, force)
    parts = _recorded(files, jobs) if files else _fresh(games, seed, jobs, None)
    found = calibration(joined_rows(list(parts)), forecast_model())
    if out is not None:
        plot_calibration(out, found)
    typer.echo(dumps(found.to_json()) if as_json else "\n".join(lines_of(found)))


def fit_forecast(games: int, seed: str, jobs: int, out: Path | None) -> None:
    """Play games, fit the forecast to their decisions, and write it."""
    from rich.console import Console
    from rich.progress import Progress

    from mj_lab.fit.forecast.learning import EPOCHS, fitted_record, written
    from mj_lab.fit.forecast.rows import joined_rows

    rows = joined_rows(list(_fresh(games, seed, jobs, Path(".mj") / f"forecast-{seed}")))
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("fitting", total=EPOCHS)
        record = fitted_record(rows, lambda epoch: progress.update(task, completed=epoch))
    print(f"{len(rows):,} decisions of {games:,} games, {int(rows.won.sum()):,} won")
    if out is None:
        return
    command = join(["mj", "learn", "fit", "forecast", "--games", str(games), "--seed", seed])
    write_whole(out, written(record, f"{command}: {len(rows)} decisions"))
    print(f"{out}: the forecast")


def _fresh(games: int, seed: str, jobs: int, store: Path | None) -> Iterator[ForecastRows]:
    from rich.console import Console
    from rich.progress import Progress

    from mj_lab.fit.forecast.rows import played_rows

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("playing", total=games)
        for played, rows in played_rows(games, seed, jobs, store):
            progress.update(task, completed=played)
            yield rows


def _recorded(files: list[Path], jobs: int) -> Iterator[ForecastRows]:
    from rich.console import Console
    from rich.progress import track

    from mj_lab.fit.forecast.rows import recorded_rows
    from mj_lab.fit.games import read_games

    matches = [game.match for game in read_games(files).games]
    console, rows = Console(stderr=True), recorded_rows(matches, jobs)
    yield from track(
        rows,
        "reading",
        len(matches),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
