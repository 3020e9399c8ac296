"""The command `mj learn oracle`; whatever is heavy is imported when it runs."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mj_lab.learn.oracle.plan import GuidePlan
from mj_lab.learn.settings import settings_help, with_settings
from mj_lab.learn.taught_options import (
    Changes,
    Device,
    GamesEngine,
    RunFolder,
    Steps,
    check_engine,
    check_fast_table,
)
from mj_lab.options import Jobs, Seed, seed_number

if TYPE_CHECKING:
    from mj_lab.learn.oracle.arms import Run
    from mj_lab.learn.selfplay.workers import GameWorkers

# How the figures of a step are told, those that it has.
_TOLD = {
    "entropy": "entropy {:.3f}",
    "value_loss": "value loss {:.3f}",
    "agreement": "agreement {:.1%}",
    "share": "share of the hidden {:.2f}",
    "refused": "refused {:.2%}",
    "score": "{:+.2f} points a game over the start",
}


def register(app: typer.Typer) -> None:
    """Add the command to `mj learn`."""
    app.command(epilog=settings_help(GuidePlan()))(oracle)


def oracle(
    folder: RunFolder,
    arm: Annotated[
        str,
        typer.Option(
            metavar="ARM",
            help="guide: the player sees all at first; critic: the baseline alone does; none;"
            " distil@RUN: it learns to choose as the oracle of a guided run, or of a file.",
        ),
    ] = "guide",
    start: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="MODEL",
            help="Begin with these weights: .mjw, or a training; else net's own.",
        ),
    ] = None,
    steps: Steps = 200,
    changes: Changes = None,
    seed: Seed = "0",
    engine: GamesEngine = "fast",
    jobs: Jobs = 1,
    device: Device = "auto",
) -> None:
    """Teach the network of the tactic net with an oracle's help; the same command goes on.

    As mj learn selfplay, but the other hands and the walls are shown: to the player, less of them
    from step to step, or to the critic. In the folder: net.mjw to play by (net@weights=PATH),
    last.pt to go on from, tensorboard/; of guide until nothing is shown any more in guiding/, where
    oracle.mjw is the oracle.
    """
    # Read when PyTorch is loaded: threads that wait are not to spin where other programs run.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from mj_lab.learn.needs import check_needs, device_named

    check_needs("torch", "tensorboard")
    check_fast_table()
    check_engine(engine)
    plan = with_settings(GuidePlan(seed=seed), changes)
    import torch

    from mj_lab.learn.oracle.arms import ARMS, run_of
    from mj_lab.learn.run.workers import workers_at
    from mj_lab.learn.selfplay.self_play import run_options, start_of
    from mj_lab.learn.selfplay.workers import GameWorkers

    name, _, teacher = arm.partition("@")
    if name not in ARMS:
        raise ValueError(f"--arm is {', '.join(ARMS)}, not {name:.40}")
    if bool(teacher) != (name == "distil"):
        raise ValueError("--arm distil@RUN names an oracle's run, and no other arm has one")
    torch.set_num_threads(1)
    plan = replace(plan, learner=run_options(plan.learner, seed_number(seed)))
    place = device_named(device)
    run = run_of(name, folder, plan, start_of(start), Path(teacher) if teacher else None, place)
    with closing(GameWorkers(workers_at(engine, jobs, processes=True), place)) as workers:
        _step(folder, run, steps, workers)


def _step(folder: Path, run: Run, steps: int, workers: GameWorkers) -> None:
    from mj_lab.learn.training.stepping import step_on

    def line_of(told: dict[str, float], seconds: float) -> str:
        parts = [f"KL {told['kl']:.4f}"]
        for name, form in _TOLD.items():
            if name in told:
                parts.append(form.format(told[name]))
        return f"{', '.join(parts)}, {seconds:.0f} s"

    step_on(folder, "oracle", "step", steps, lambda: run.steps, lambda: run.step(workers), line_of)
