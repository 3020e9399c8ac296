"""The commands `mj learn ...`, those of its rooms apart; heavy imports wait until one runs."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mj_lab.learn.taught_options import Device
from mj_lab.options import AsJson, Force
from mj_lab.storage.files import check_output

if TYPE_CHECKING:
    from mj_lab.learn.config import Config
    from mj_lab.learn.evaluation import MoveScorer

_INTERRUPTED = 130  # As a shell has it for Ctrl-C.

DataOption = Annotated[Path, typer.Argument(metavar="DATA", help="A folder of mj learn data make.")]
ModelOption = Annotated[
    Path, typer.Argument(metavar="MODEL", help="A folder of mj learn train, or a checkpoint.")
]

learn_app = typer.Typer(
    help="Teach: data sets, networks, fitted numbers, what the bot plays by.",
)


def register(app: typer.Typer) -> None:
    """Add the commands to `mj`."""
    from mj_lab.dataset import cli as dataset
    from mj_lab.fit import cli as fit
    from mj_lab.learn.adapt import cli as adapt
    from mj_lab.learn.advantages import cli as advantages
    from mj_lab.learn.changes import cli as changes
    from mj_lab.learn.gate import cli as gate
    from mj_lab.learn.gradient import cli as gradient
    from mj_lab.learn.oracle import cli as oracle
    from mj_lab.learn.reward import cli as reward
    from mj_lab.learn.selfplay import cli as selfplay

    gate.register(learn_app)
    advantages.register(learn_app)
    gradient.register(learn_app)
    changes.register(learn_app)
    reward.register(learn_app)
    adapt.register(learn_app)
    selfplay.register(learn_app)
    oracle.register(learn_app)
    fit.register(learn_app)
    dataset.register(learn_app)
    app.add_typer(learn_app, name="learn")


@learn_app.command()
def train(
    config: Annotated[
        str, typer.Argument(metavar="CONFIG", help="A shipped configuration, or a .toml file.")
    ],
    data: DataOption,
    out: Annotated[Path, typer.Option("-o", "--out", help="Where to write: a folder.")],
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="What is set: see CONFIG."),
    ] = None,
    begin: Annotated[
        Path | None,
        typer.Option("--from", metavar="MODEL", help="Begin with these weights: a training."),
    ] = None,
    device: Device = "auto",
    minutes: Annotated[
        float | None, typer.Option(min=0, help="Stop after so long; run again, it goes on.")
    ] = None,
) -> None:
    """Train a network; the same command goes on where it was stopped.

    In the folder: last.pt to go on from, best.pt of the lowest loss, config.json, log.jsonl with
    the figures of each validation, tensorboard/.
    """
    _check_needs("torch", "tensorboard")
    from rich.console import Console

    from mj_lab.learn.config import read_config
    from mj_lab.learn.examples import DataFolder, features_named
    from mj_lab.learn.needs import device_named
    from mj_lab.learn.networks.registry import NETWORK_KINDS
    from mj_lab.learn.training.checkpoint import read_checkpoint
    from mj_lab.learn.training.trainer import Trainer, TrainingPlace
    from mj_lab.learn.training.watching import Watching

    chosen = read_config(config, changes or ())
    seen = features_named(chosen.features)
    shanten = chosen.network in NETWORK_KINDS and NETWORK_KINDS[chosen.network].wants_shanten
    source = DataFolder(data, chosen, shanten)
    first = None if begin is None else read_checkpoint(begin)
    trainer = Trainer(chosen, seen, source, TrainingPlace(out, device_named(device)), first)
    console = Console(stderr=True)
    if trainer.is_done:
        console.print(f"{out}: nothing is left to train", markup=False, soft_wrap=True)
        return

    def stop(*_: Any) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        trainer.stop("stopped")

    before = signal.signal(signal.SIGINT, stop)
    try:
        stopped = trainer.run(Watching(out, console), None if minutes is None else 60 * minutes)
    finally:
        signal.signal(signal.SIGINT, before)
    if stopped:
        step = trainer.progress.step
        print(f"mj: {stopped} after step {step}; the same command goes on", file=sys.stderr)
        raise typer.Exit(_INTERRUPTED if stopped == "stopped" else 0)


@learn_app.command()
def evaluate(
    model: Annotated[
        Path,
        typer.Argument(metavar="MODEL", help="As mj learn train or mj learn export writes it."),
    ],
    data: DataOption,
    split: Annotated[str, typer.Option(help="train, valid or test.")] = "test",
    as_json: AsJson = False,
) -> None:
    """How often a network chooses as the data's players did: discards, claims, all by kind.

    A weights file (.mjw) is run as the bot runs it, without PyTorch's help.
    """
    _check_needs("torch")
    from rich.console import Console

    from mj_lab.learn.evaluation import evaluate_scorer
    from mj_lab.learn.examples import DataFolder
    from mj_lab.learn.learn_text import print_evaluation

    config, scorer = _model(model)
    found = evaluate_scorer(scorer, DataFolder(data, config), split)
    found = {"model": str(model), "network": config.network, "split": split, **found}
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        print_evaluation(Console(), found)


@learn_app.command()
def export(
    model: ModelOption,
    out: Annotated[Path, typer.Option("-o", "--out", help="Where to write: the weights (.mjw).")],
    store: Annotated[
        str, typer.Option("--type", help="How numbers are kept: float32, float16 or int8.")
    ] = "float16",
    force: Force = False,
) -> None:
    """Write a network's weights as the bot plays by them, batch normalisation folded."""
    check_output(out, force)
    _check_needs("torch")
    from mj_lab.learn.export import export_weights
    from mj_lab.learn.training.checkpoint import read_checkpoint

    size = export_weights(read_checkpoint(model), out, store)
    print(f"{out}: {size:,} bytes, {store}")


def _model(path: Path) -> tuple[Config, MoveScorer]:
    """What was trained, and how it scores moves."""
    from mj_bot.nets.weights_file import SUFFIX, read_weights
    from mj_lab.learn.evaluation import config_of_weights, torch_scorer, weights_scorer
    from mj_lab.learn.needs import device_named
    from mj_lab.learn.training.checkpoint import read_checkpoint

    if path.suffix == SUFFIX:
        weights = read_weights(str(path))
        return config_of_weights(weights, str(path)), weights_scorer(weights)
    checkpoint = read_checkpoint(path)
    return checkpoint.config, torch_scorer(checkpoint.loaded_network(), device_named("auto"))


def _check_needs(*modules: str) -> None:
    # Read when PyTorch is loaded: threads that wait are not to spin where other programs run.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from mj_lab.learn.needs import check_needs

    check_needs(*modules)
