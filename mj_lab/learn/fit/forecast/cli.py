"""The command `mj check forecast`, and the part of `mj learn fit` that fits the forecast."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Annotated

import typer

from mj_bot.tactics import DEFAULT
from mj_lab.core.extras import check_installed
from mj_lab.core.files import DRAWINGS, check_output, write_whole
from mj_lab.core.options import AsJson, Force, Jobs, Seed

if TYPE_CHECKING:
    from mj_lab.learn.fit.forecast.rows import ForecastRows, GameSort

_GAMES = 2_000
# For this many usual games there is one more with an early hand.
_EARLY = 5


def register_forecast(app: typer.Typer) -> None:
    """Add `forecast` to the group."""
    app.command()(forecast)


def forecast(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[MATCHES]", help="Match files; without them, fresh games."),
    ] = None,
    games: Annotated[int, typer.Option(min=4, help="How many games; fresh ones.")] = _GAMES,
    players: Annotated[
        str,
        typer.Option(
            help="Players of fresh games, sampled from these; mixed: learned,odds,net,rule_based."
        ),
    ] = DEFAULT,
    seed: Seed = "1",
    jobs: Jobs = 1,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="Where to write: a drawing (.png, .svg).")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Check the predicted chances and points against results, by turn, form and fan.

    Fresh games also give hands without their table, as a person types them. Extra games have an
    early hand: ready at the first draws, or with a win that is passed.
    """
    from json import dumps

    from mj_bot.odds.forecast.model import forecast_model
    from mj_lab.learn.fit.forecast.calibration import calibration, lines_of
    from mj_lab.learn.fit.forecast.deals import early_deal, usual_deal
    from mj_lab.learn.fit.forecast.plot import plot_calibration
    from mj_lab.learn.fit.forecast.rows import GameSort, joined_rows

    check_output(out, force, DRAWINGS)
    if out is not None:
        check_installed(f"-o {out}", "matplotlib", "plot")
    if files:
        rows, early = joined_rows(list(_recorded(files, jobs))), None
    else:
        tables = (_checked_table(players),)
        usual, early_sort = GameSort(usual_deal, tables, False), GameSort(early_deal, tables, True)
        rows = joined_rows(list(_fresh(games, seed, jobs, usual, None)))
        early = joined_rows(
            list(_fresh(max(1, games // _EARLY), f"{seed} early", jobs, early_sort, None))
        )
    calibrated = calibration(rows, forecast_model(), early)
    if out is not None:
        plot_calibration(out, calibrated)
    typer.echo(dumps(calibrated.to_json()) if as_json else "\n".join(lines_of(calibrated)))


def fit_forecast(games: int, seed: str, jobs: int, out: Path | None) -> None:
    """Play games, fit the forecast to their decisions, and write it."""
    from rich.console import Console
    from rich.progress import Progress

    from mj_lab.learn.fit.forecast.deals import deal_of_seed
    from mj_lab.learn.fit.forecast.learning import EPOCHS, fitted_record, written
    from mj_lab.learn.fit.forecast.rows import FIT_TABLES, GameSort, joined_rows

    sort = GameSort(deal_of_seed, FIT_TABLES, True)
    rows = joined_rows(list(_fresh(games, seed, jobs, sort, Path(".mj") / f"forecast-{seed}")))
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


def _checked_table(players: str) -> tuple[str, ...]:
    """The players of a table by their names; raises ValueError if none of them has a forecast."""
    from mj_bot.tactics import load
    from mj_lab.learn.fit.forecast.rows import ADVISERS, MIXED

    names = MIXED if players == "mixed" else tuple(players.split(","))
    for name in names:
        load(name, seed=0)
    if not set(names) & set(ADVISERS):
        raise ValueError(f"--players needs {' or '.join(ADVISERS)}: of others there is no forecast")
    return names


def _fresh(
    games: int, seed: str, jobs: int, sort: GameSort, store: Path | None
) -> Iterator[ForecastRows]:
    from rich.console import Console
    from rich.progress import Progress

    from mj_lab.learn.fit.forecast.rows import played_rows

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("playing", total=games)
        for played, rows in played_rows(games, seed, jobs, sort, store):
            progress.update(task, completed=played)
            yield rows


def _recorded(files: list[Path], jobs: int) -> Iterator[ForecastRows]:
    from rich.console import Console
    from rich.progress import track

    from mj_lab.learn.fit.forecast.rows import recorded_rows
    from mj_lab.learn.fit.games import read_games

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
