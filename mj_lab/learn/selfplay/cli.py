"""The command `mj learn selfplay`; whatever is heavy is imported when it runs."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mj_lab.learn.taught_options import (
    AdamRate,
    Clip,
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
    from mj_lab.learn.selfplay.self_play import SelfPlayRun
    from mj_lab.learn.selfplay.workers import GameWorkers


def register(app: typer.Typer) -> None:
    """Add the command to `mj learn`."""
    app.command()(selfplay)


def selfplay(
    folder: RunFolder,
    start: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="MODEL",
            help="Begin with these weights (.mjw), or this training; else the bot's own of net.",
        ),
    ] = None,
    steps: Annotated[int, typer.Option(min=1, help="In all; more can follow.")] = 20,
    games: Annotated[int, typer.Option(min=1, help="A step, with itself.")] = 64,
    pairs: Annotated[
        int, typer.Option(min=0, help="Walls a step that are played twice with the start.")
    ] = 8,
    rate: AdamRate = 1e-5,
    epochs: Epochs = 2,
    batch: Annotated[int, typer.Option(min=1, help="Decisions.")] = 512,
    clip: Clip = 2.0,
    kl: Pull = 0.05,
    entropy: EntropyGoal = None,
    alpha: Annotated[
        float,
        typer.Option(
            callback=finite_number,
            help="The entropy's weight at first; without --entropy it stays.",
        ),
    ] = 0.0,
    entropy_rate: Annotated[
        float, typer.Option(min=0, callback=finite_number, help="By which alpha is moved.")
    ] = 1e-3,
    damping: Annotated[
        float,
        typer.Option(
            min=0, callback=finite_number, help="Of the entropy's swing; 0 is the source's rule."
        ),
    ] = 1.0,
    baseline: Annotated[
        str, typer.Option(help="Less what V guesses: head, network (one beside) or none.")
    ] = "head",
    seed: Annotated[int, typer.Option(min=0, help="Of games and batches.")] = 0,
    engine: GamesEngine = "fast",
    jobs: ProcessJobs = 1,
    device: Device = "auto",
) -> None:
    """Teach the network of the tactic net by games with itself; the same command goes on.

    The policy gradient with importance weights, the entropy held at a target. In the folder:
    net.mjw to play by (net@weights=PATH), last.pt to go on from, tensorboard/. On a CPU neither
    where it plays nor how often it was stopped changes a weight.
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
    from mj_lab.learn.selfplay.policy_learner import PolicyOptions
    from mj_lab.learn.selfplay.self_play import BASELINES, SelfPlayPlan, SelfPlayRun, start_of
    from mj_lab.learn.selfplay.workers import GameWorkers
    from mj_lab.learn.training.workers import workers_at

    if baseline not in BASELINES:
        raise ValueError(f"--baseline is {', '.join(BASELINES)}, not {baseline:.40}")
    torch.set_num_threads(1)
    options = PolicyOptions(
        rate=rate, critic_rate=rate, epochs=epochs, batch=batch, clip=clip, kl=kl, entropy=entropy,
        alpha=alpha, entropy_rate=entropy_rate, damping=damping, baseline=baseline != "none",
        scale=VALUE_POINTS, seed=seed,
    )  # fmt: skip
    plan = SelfPlayPlan(games, pairs, baseline == "network", str(seed), options)
    place = device_named(device)
    run = SelfPlayRun(folder, plan, start_of(start), place)
    with closing(GameWorkers(workers_at(engine, jobs, processes=True), place)) as workers:
        _self_play(run, steps, workers)


def _self_play(run: SelfPlayRun, steps: int, workers: GameWorkers) -> None:
    from mj_lab.learn.selfplay.workers import AGAINST_START
    from mj_lab.learn.training.stepping import step_on

    plan = run.plan
    games = plan.games + len(AGAINST_START) * plan.pairs

    def told_of(told: dict[str, float], seconds: float) -> str:
        score = f" {told['score']:+.2f} points a game over the start," if "score" in told else ""
        guessed = f" value loss {told['value_loss']:.3f}," if "value_loss" in told else ""
        return (
            f"KL {told['kl']:.4f}, entropy {told['entropy']:.3f}, alpha {told['alpha']:+.4f},"
            f"{guessed}{score} {games / seconds:.1f} games a second"
        )

    step_on(
        run.folder, "selfplay", "step", steps, lambda: run.steps,
        lambda: run.step(workers), told_of,
    )  # fmt: skip
