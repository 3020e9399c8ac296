"""The commands `mj learn advantages ...`; whatever is heavy is imported when one runs."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from mj_lab.extras import engine_line
from mj_lab.options import finite_number, folder_to_write

_INTERRUPTED = 130  # As a shell has it for Ctrl-C.

advantages_app = typer.Typer(
    help="Learn where another action than the search's wins more, by trying both.",
)


def register(app: typer.Typer) -> None:
    """Add the commands to `mj learn`."""
    app.add_typer(advantages_app, name="advantages")


@advantages_app.command()
def collect(
    folder: Annotated[
        Path,
        typer.Argument(callback=folder_to_write, help="Where the files of tried decisions go."),
    ],
    player: Annotated[str, typer.Option(help="Who plays in all seats.")] = "odds",
    games: Annotated[int, typer.Option(min=1, help="Of self-play; more can follow.")] = 2_000,
    seed: Annotated[str, typer.Option(help="Of walls and lots.")] = "0",
    gap: Annotated[
        float,
        typer.Option(
            min=0, callback=finite_number, help="Try what seems worth at most so many points less."
        ),
    ] = 4.0,
    claim_gap: Annotated[
        float,
        typer.Option(min=0, callback=finite_number, help="The same of claims and passing."),
    ] = 4.0,
    decisions: Annotated[int, typer.Option(min=1, help="Of a game at most, by lot.")] = 100,
    actions: Annotated[int, typer.Option(min=2, help="Of a decision, the one taken too.")] = 2,
    worlds: Annotated[int, typer.Option(min=1, help="The true wall, and others shuffled.")] = 1,
    draws: Annotated[
        int, typer.Option(min=0, help="Play on to that own draw; 0 is to the end of the game.")
    ] = 3,
    claim_draws: Annotated[int, typer.Option(min=0, help="The same for claims.")] = 3,
    games_a_file: Annotated[int, typer.Option(min=1, help="What is lost if it is stopped.")] = 200,
    jobs: Annotated[int, typer.Option(min=1, help="Threads to play in.")] = 1,
) -> None:
    """Play games and try close decisions; the same command goes on where it was stopped.

    Each action is played on in the same world: true hands, true walls. Its score, or what the
    player expects at the draw where it stops, less that of the action taken is what it gains.
    """
    from mj_lab.learn.advantages.collecting import CollectPlan
    from mj_lab.learn.advantages.collecting import collect as collect_in

    _check_engine()
    plan = CollectPlan(
        player,
        seed,
        games_a_file,
        {
            "gap": gap,
            "claim_gap": claim_gap,
            "decisions": decisions,
            "actions": actions,
            "worlds": worlds,
            "draws": draws,
            "claim_draws": claim_draws,
        },
    )
    since, first = time.monotonic(), [0]

    def watch(played: int, found: int) -> None:
        took = time.monotonic() - since
        first[0] += games_a_file
        _tell(
            f"{played:,} of {games:,} games, {found:,} decisions;"
            f" {first[0] / took:.1f} games a second"
        )

    try:
        found = collect_in(folder, plan, games, jobs, watch)
    except KeyboardInterrupt:
        _tell("interrupted; the same command goes on from here")
        raise typer.Exit(_INTERRUPTED) from None
    print(f"{folder}: {found:,} decisions")


@advantages_app.command()
def fit(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="Of mj learn advantages collect.")
    ],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", callback=folder_to_write, help="The folder of the model."),
    ],
    hidden: Annotated[
        int, typer.Option(min=0, help="Of a second layer (needs PyTorch); 0 is linear.")
    ] = 0,
    margin: Annotated[
        float | None,
        typer.Option(
            min=0, callback=finite_number, help="Points; the best on held-out games if not given."
        ),
    ] = None,
    epochs: Annotated[int, typer.Option(min=1, help="At most, of two layers.")] = 8,
    folds: Annotated[int, typer.Option(min=2, help="Parts of the games, each held out once.")] = 5,
    leaves: Annotated[
        bool, typer.Option(help="Set what is expected where play was cut right by whole games.")
    ] = True,
    luck: Annotated[bool, typer.Option(help="Take off what draws brought.")] = True,
    seed: Annotated[int, typer.Option(min=0, help="Of two layers.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Fit the model, and tell what it gains on decisions of games that it has not seen.

    In the folder: advantage.mjw to play by (learned@weights=PATH), fit.json with all figures,
    tensorboard/. If two layers are stopped, the same command goes on from unfinished.pt.
    """
    from mj_lab.learn.needs import check_needs

    check_needs("tensorboard", "torch")
    from mj_lab.learn.advantages.collecting import read_collections
    from mj_lab.learn.advantages.fitting import fit_advantages
    from mj_lab.learn.advantages.model_folder import CHECKPOINT, FitNotes, told_fit, write_fit
    from mj_lab.learn.advantages.pairs import FitOptions, FitWatch

    if hidden:
        import torch

        torch.set_num_threads(1)
    tried, settings = read_collections(folders)
    options = FitOptions(
        hidden=hidden,
        margin=margin,
        epochs=epochs,
        folds=folds,
        leaves=leaves,
        luck=luck,
        seed=seed,
    )
    _tell(f"{len(tried):,} decisions of {settings['player']}")
    try:
        with FitNotes(output) as notes:
            watch = FitWatch(notes.note, _tell, output / CHECKPOINT)
            found = fit_advantages(tried, options, watch)
    except KeyboardInterrupt:
        _tell("interrupted; the same command goes on from the last epoch")
        raise typer.Exit(_INTERRUPTED) from None
    told = write_fit(output, found, settings)
    if as_json:
        print(json.dumps(told, ensure_ascii=False))
    else:
        print("\n".join(told_fit(told)))


def _check_engine() -> None:
    try:
        import mj_engine.advantages  # noqa: F401  # asked for, not used
    except ImportError:
        raise ValueError(f"this needs the fast table: {engine_line()}") from None


def _tell(line: str) -> None:
    print(f"mj: {line}", file=sys.stderr)
