"""The command `mj learn oracle`; whatever is heavy is imported when it runs."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mj_lab.learn.taught_options import (
    AdamRate,
    Device,
    EntropyGoal,
    Epochs,
    GamesEngine,
    ProcessJobs,
    Pull,
    RunFolder,
    check_engine,
    check_fast_table,
)
from mj_lab.options import finite_number

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
    app.command()(oracle)


def oracle(
    folder: RunFolder,
    arm: Annotated[
        str,
        typer.Option(
            help="guide: the player sees all at first; critic: the baseline alone does; none;"
            " distil: it learns to choose as an oracle does."
        ),
    ] = "guide",
    start: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="MODEL",
            help="Begin with these weights (.mjw), or this training; else the bot's own of net.",
        ),
    ] = None,
    teacher: Annotated[
        Path | None,
        typer.Option(
            "--oracle", metavar="RUN", help="Of distil: the folder of a guided run, or its oracle."
        ),
    ] = None,
    steps: Annotated[int, typer.Option(min=1, help="In all; more can follow.")] = 200,
    games: Annotated[int, typer.Option(min=1, help="A step, with itself.")] = 64,
    pairs: Annotated[
        int, typer.Option(min=0, help="Walls a step that are played twice with the start.")
    ] = 8,
    whole: Annotated[
        int, typer.Option(min=0, help="Of guide: the steps in which it sees all.")
    ] = 20,
    falling: Annotated[
        int, typer.Option(min=0, help="Of guide: those in which the share falls to nothing.")
    ] = 100,
    slower: Annotated[
        float, typer.Option(callback=finite_number, help="Of guide: times the rate afterwards.")
    ] = 0.1,
    refuse: Annotated[
        float,
        typer.Option(
            callback=finite_number,
            help="Of guide: decisions of a greater importance weight are refused afterwards.",
        ),
    ] = 1.5,
    rate: AdamRate = 1e-5,
    epochs: Epochs = 2,
    batch: Annotated[int, typer.Option(min=1, help="Decisions.")] = 512,
    kl: Pull = 0.05,
    entropy: EntropyGoal = None,
    seed: Annotated[int, typer.Option(min=0, help="Of games and batches.")] = 0,
    engine: GamesEngine = "fast",
    jobs: ProcessJobs = 1,
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
    if rate <= 0:
        raise ValueError("--rate is above 0")
    check_engine(engine)
    import torch

    from mj_lab.learn.networks.columns_net import VALUE_POINTS
    from mj_lab.learn.oracle.arms import ARMS, run_of
    from mj_lab.learn.oracle.guiding import Guiding
    from mj_lab.learn.selfplay.policy_learner import PolicyOptions
    from mj_lab.learn.selfplay.self_play import SelfPlayPlan, start_of
    from mj_lab.learn.selfplay.workers import GameWorkers
    from mj_lab.learn.training.workers import workers_at

    if arm not in ARMS:
        raise ValueError(f"--arm is {', '.join(ARMS)}, not {arm:.40}")
    if (teacher is not None) != (arm == "distil"):
        raise ValueError("--oracle is for --arm distil, which needs it")
    torch.set_num_threads(1)
    options = PolicyOptions(
        rate=rate, critic_rate=rate, epochs=epochs, batch=batch, kl=kl, entropy=entropy,
        scale=VALUE_POINTS, seed=seed,
    )  # fmt: skip
    place = device_named(device)
    plan = SelfPlayPlan(games, pairs, False, str(seed), options)
    guiding = Guiding(whole, falling, slower, refuse)
    run = run_of(arm, folder, plan, start_of(start), guiding, teacher, place)
    with closing(GameWorkers(workers_at(engine, jobs, processes=True), place)) as workers:
        _step(folder, run, steps, workers)


def _step(folder: Path, run: Run, steps: int, workers: GameWorkers) -> None:
    from mj_lab.learn.training.stepping import step_on

    def told_of(told: dict[str, float], seconds: float) -> str:
        parts = [f"KL {told['kl']:.4f}"]
        for name, form in _TOLD.items():
            if name in told:
                parts.append(form.format(told[name]))
        return f"{', '.join(parts)}, {seconds:.0f} s"

    step_on(folder, "oracle", "step", steps, lambda: run.steps, lambda: run.step(workers), told_of)
