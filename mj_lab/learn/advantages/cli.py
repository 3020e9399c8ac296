"""The commands `mj learn advantages ...`; heavy imports wait until one runs."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from mj_lab.core.options import AsJson, Jobs, Seed, folder_to_write, seed_number
from mj_lab.core.stopping import stopped_in_a_line
from mj_lab.learn.advantages.plan import FitOptions, TryOptions
from mj_lab.learn.settings import settings_help, with_settings
from mj_lab.learn.training.learn_options import Changes

advantages_app = typer.Typer(
    help="Play out decisions with several actions, and learn where the search errs.",
)


def register(app: typer.Typer) -> None:
    """Add the commands to `mj learn`."""
    app.add_typer(advantages_app, name="advantages")


@advantages_app.command(epilog=settings_help(TryOptions()))
def collect(
    folder: Annotated[
        Path,
        typer.Argument(callback=folder_to_write, help="The folder for tried decisions."),
    ],
    player: Annotated[
        str, typer.Option("--tactic", help="The tactic to ask; it plays in all seats.")
    ] = "odds",
    others: Annotated[
        str | None,
        typer.Option(
            help="Who has the other seats while an action is played out, instead of --tactic."
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games; more can follow.")] = 2_000,
    changes: Changes = None,
    seed: Seed = "0",
    jobs: Jobs = 1,
) -> None:
    """Play games and try close decisions; the same command resumes.

    Each action is played out in the same world: true hands, true walls. Its gain is its score, or
    the player's value at the draw where it stops, less that of the action taken.
    """
    from mj_lab.learn.advantages.collecting import CollectPlan
    from mj_lab.learn.advantages.collecting import collect as collect_in

    figures = asdict(with_settings(TryOptions(), changes))
    plan = CollectPlan(player, others, seed, figures.pop("games_a_file"), figures)
    since, first = time.monotonic(), [0]

    def watch(played: int, whole: int, decisions: int) -> None:
        took = time.monotonic() - since
        first[0] += plan.games_a_file
        _tell(
            f"{played:,} of {whole:,} games, {decisions:,} decisions;"
            f" {first[0] / took:.1f} games a second"
        )

    with stopped_in_a_line(lambda: "interrupted; the same command resumes"):
        decisions = collect_in(folder, plan, games, jobs, watch)
    print(f"{folder}: {decisions:,} decisions")


@advantages_app.command(epilog=settings_help(FitOptions()))
def fit(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="From mj learn advantages collect.")
    ],
    out: Annotated[
        Path,
        typer.Option("-o", "--out", callback=folder_to_write, help="Where to write: a folder."),
    ],
    begin: Annotated[
        list[Path] | None,
        typer.Option(
            "--from",
            metavar="MODEL",
            help="Weights of learned to start from; with several, their mean.",
        ),
    ] = None,
    changes: Changes = None,
    seed: Seed = "0",
    as_json: AsJson = False,
) -> None:
    """Fit the model, and show its gain on held-out games.

    The folder gets advantage.mjw to play by (learned@weights=PATH), fit.json with all figures, and
    tensorboard/. If a fit of two layers is stopped, the same command resumes from unfinished.pt.
    """
    from mj_lab.learn.training.needs import check_needs

    check_needs("tensorboard", "torch")
    options = with_settings(FitOptions(seed=seed_number(seed)), changes)
    from mj_lab.learn.advantages.collecting import Collections
    from mj_lab.learn.advantages.fitting import fit_advantages
    from mj_lab.learn.advantages.model_folder import (
        CHECKPOINT,
        FitNotes,
        fit_lines,
        write_fit,
    )
    from mj_lab.learn.advantages.pairs import FitWatch

    tried = Collections(folders)
    if options.hidden:
        import torch

        torch.set_num_threads(1)
    with (
        stopped_in_a_line(lambda: "interrupted; the same command resumes from the last epoch"),
        FitNotes(out) as notes,
    ):
        watch = FitWatch(notes.note, _tell, out / CHECKPOINT)
        advantages = fit_advantages(tried, options, watch, begin or (), tried.of_whole_games())
    figures = write_fit(out, advantages, tried)
    if as_json:
        print(json.dumps(figures, ensure_ascii=False))
    else:
        print("\n".join(fit_lines(figures)))


def _tell(line: str) -> None:
    print(f"mj: {line}", file=sys.stderr)
