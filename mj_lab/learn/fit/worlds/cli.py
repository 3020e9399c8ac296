"""The command `mj check worlds`, and the part of `mj learn fit` that fits the hidden hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import join

import typer

from mj_lab.core.files import write_whole
from mj_lab.core.options import AsJson, Jobs, Seed

_GAMES = 2_000
_EVERY = 3
WEIGHTS_HEADER = Path(__file__).parents[4] / "mj_engine/cpp/worlds/hand_weights.hpp"


def register_worlds(app: typer.Typer) -> None:
    """Add `worlds` to the group."""
    app.command()(worlds)


def worlds(
    games: int = typer.Option(_GAMES, min=1, help="How many games; fresh ones."),
    seed: Seed = "1",
    jobs: Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Check that sampled hands are ready, and are dealt into, as often as true ones.

    At every third turn of games of `learned` the other seats' hands are sampled once. Takes a
    quarter of an hour of one core.
    """
    from json import dumps

    from mj_lab.learn.fit.worlds.fitting import by_turn, weights_in
    from mj_lab.learn.fit.worlds.hands import decisions

    with _progress("sampling") as advance:
        rows = by_turn(decisions(games, seed, jobs, _EVERY), weights_in(WEIGHTS_HEADER), advance)
    if as_json:
        typer.echo(dumps([row._asdict() for row in rows]))
        return
    typer.echo("own discards  decisions   ready: true, sampled   shanten: same   deal-in: same")
    for row in rows:
        typer.echo(
            f"{row.turn:12}{row.decisions:11}{row.ready[0]:14.3f}{row.ready[1]:9.3f}"
            f"{row.shanten[0]:10.2f}{row.shanten[1]:6.2f}{row.deal_in[0]:10.4f}"
            f"{row.deal_in[1]:8.4f}"
        )


def fit_hands(games: int, seed: str, jobs: int, out: Path | None) -> None:
    """Play games, fit the weights of hidden hands to their decisions, and write them."""
    from mj_lab.learn.fit.worlds.fitting import fitted_weights, header_of
    from mj_lab.learn.fit.worlds.hands import decisions

    with _progress("playing") as advance:
        hands = []
        for hidden in decisions(games, seed, jobs):
            hands.append(hidden)
            advance(len(hands))
    with _progress("fitting") as advance:
        weights = fitted_weights(hands, 1, jobs, advance)
    print(f"{len(hands):,} decisions of {games:,} games")
    if out is None:
        return
    command = join(["mj", "learn", "fit", "hands", "--games", str(games), "--seed", seed])
    write_whole(out, header_of(weights, f"{command}: {len(hands)} decisions"))
    print(f"{out}: the weights of hidden hands")


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int], None]]:
    """Show how many are done, on a terminal."""
    from rich.console import Console
    from rich.progress import Progress, TextColumn

    console = Console(stderr=True)
    shown = Progress(
        TextColumn("{task.description} {task.completed}"),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with shown:
        task = shown.add_task(what, total=None)
        yield lambda done: shown.update(task, completed=done)
