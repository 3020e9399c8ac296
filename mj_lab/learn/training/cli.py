"""The commands `mj learn ...` of this package; heavy imports wait until one runs."""

from __future__ import annotations

import json
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from mj_lab.core.files import check_output
from mj_lab.core.options import AsJson, Force, Jobs, folder_to_write
from mj_lab.learn.training.learn_options import (
    Device,
    GamesEngine,
    RecipeChanges,
    check_engine,
)

DataOption = Annotated[Path, typer.Argument(metavar="DATA", help="A folder of mj learn data make.")]
ModelOption = Annotated[
    Path, typer.Argument(metavar="MODEL", help="A folder of mj learn run, or a checkpoint.")
]

learn_app = typer.Typer(
    help="Train: data sets, networks, fitted numbers.",
)


def register(app: typer.Typer) -> None:
    """Add the commands to `mj`."""
    app.add_typer(learn_app, name="learn")


@learn_app.command()
def run(
    recipe: Annotated[
        str,
        typer.Argument(
            help="A shipped recipe, a .toml file, a run's folder, or a checkpoint (.pt) to fork."
        ),
    ],
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="Where to write: a folder.")
    ] = None,
    changes: RecipeChanges = None,
    engine: GamesEngine = "fast",
    jobs: Jobs = 1,
    device: Device = "auto",
    minutes: Annotated[
        float | None, typer.Option(min=0, help="Stop after this time; the same command resumes.")
    ] = None,
) -> None:
    """Train by a recipe; the same command resumes a stopped run.

    From a checkpoint a new run goes on where it was saved, perhaps with --set learn.rate=1e-5.

    The folder gets last.pt to resume from, best.pt with the lowest measured loss, config.json,
    log.jsonl and tensorboard/ with the figures, and the weights to play by. mj learn recipes NAME
    lists what --set can set.
    """
    _check_needs("torch", "tensorboard")
    from mj_lab.core.stopping import EXIT_INTERRUPTED, StopSignal
    from mj_lab.learn.training.needs import device_named
    from mj_lab.learn.training.parts.workers import workers_at
    from mj_lab.learn.training.run.recipe import CHECKPOINT_SUFFIX, read_recipe
    from mj_lab.learn.training.run.registry import PART_KIND, PLAY_PARTS
    from mj_lab.learn.training.run.run import Run
    from mj_lab.learn.training.sources.play import Play

    check_engine(engine)
    chosen = read_recipe(recipe, changes or ())
    play = PLAY_PARTS.named(chosen.play[PART_KIND])
    assert issubclass(play, Play)
    fork = Path(recipe) if recipe.endswith(CHECKPOINT_SUFFIX) else None
    training = Run(_folder(recipe, out), chosen, device_named(device), fork)
    stop = StopSignal()
    if training.steps:
        begins = "resumes" if training.kept else f"goes on from {recipe}"
        after = f"{begins} after {training.play.unit} {training.steps}"
        left = "; nothing is left to do, --set steps=N adds steps" if training.is_done else ""
        print(f"mj: {training.folder}: {after}{left}", file=sys.stderr)
    workers = workers_at(engine, jobs, processes=play.in_processes)
    with closing(workers), stop.listening(), stop.after(minutes):
        training.go_on(workers, stop)
    if not stop.asked:
        print(f"{training.folder}: {training.steps} {training.play.unit}s")
        return
    why = "stopped" if stop.is_signal else "the time is up"
    print(
        f"mj: {why} after {training.play.unit} {training.kept}; the same command resumes",
        file=sys.stderr,
    )
    raise typer.Exit(EXIT_INTERRUPTED if stop.is_signal else 0)


@learn_app.command()
def recipes(
    name: Annotated[
        str | None, typer.Argument(metavar="RECIPE", help="Show this one, with all its options.")
    ] = None,
    changes: RecipeChanges = None,
) -> None:
    """List the recipes: what each trains, its cost, its result."""
    _check_needs("torch")
    from rich.console import Console

    from mj_lab.learn.training.learn_text import print_recipes, recipe_text
    from mj_lab.learn.training.run.recipe import read_recipe, shipped_recipes

    if name is not None:
        print(recipe_text(read_recipe(name, changes or ())))
        return
    print_recipes(Console(), {shipped: read_recipe(shipped) for shipped in shipped_recipes()})


@learn_app.command("evaluate")
def evaluate_(
    model: Annotated[
        Path, typer.Argument(metavar="MODEL", help="From mj learn run or mj learn export.")
    ],
    data: DataOption,
    split: Annotated[str, typer.Option(help="train, valid or test.")] = "test",
    as_json: AsJson = False,
) -> None:
    """Show how often a network chooses like the players of a data set: discards, claims, by kind.

    A weights file (.mjw) is run as in the bot, without PyTorch.
    """
    _check_needs("torch")
    from rich.console import Console

    from mj_lab.learn.training.evaluation import evaluate
    from mj_lab.learn.training.learn_text import print_evaluation
    from mj_lab.learn.training.needs import device_named

    evaluation = evaluate(model, data, split, device_named("auto"))
    if as_json:
        print(json.dumps(evaluation, ensure_ascii=False))
    else:
        print_evaluation(Console(), evaluation)


@learn_app.command()
def export(
    model: ModelOption,
    out: Annotated[Path, typer.Option("-o", "--out", help="Where to write: the weights (.mjw).")],
    store: Annotated[
        str, typer.Option("--type", help="How numbers are stored: float32, float16 or int8.")
    ] = "float16",
    force: Force = False,
) -> None:
    """Write a network's weights for the bot, with batch normalisation folded in."""
    check_output(out, force)
    _check_needs("torch")
    from mj_lab.learn.training.export import export_weights

    size = export_weights(model, out, store)
    print(f"{out}: {size:,} bytes, {store}")


def _folder(recipe: str, out: Path | None) -> Path:
    """The folder of a run: from -o, else the run to resume."""
    if out is not None:
        return folder_to_write(out)
    if not Path(recipe).is_dir():
        raise typer.BadParameter("option -o is missing: where to write")
    return Path(recipe)


def _check_needs(*modules: str) -> None:
    # Read when PyTorch is loaded: waiting threads should not spin beside other programs.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from mj_lab.learn.training.needs import check_needs

    check_needs(*modules)
