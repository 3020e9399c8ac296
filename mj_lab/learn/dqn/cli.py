"""The command `mj learn dqn`; whatever is heavy is imported when it runs."""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from mj_lab.learn.taught_options import (
    AdamRate,
    Device,
    GamesEngine,
    ProcessJobs,
    RunFolder,
    Temperature,
    check_engine,
    check_fast_table,
)

if TYPE_CHECKING:
    from mj_lab.learn.dqn.rounds import Rounds
    from mj_lab.learn.training.workers import Workers


def register(app: typer.Typer) -> None:
    """Add the command to `mj learn`."""
    app.command()(dqn)


def dqn(
    folder: RunFolder,
    rounds: Annotated[int, typer.Option(min=1, help="In all; more can follow.")] = 10,
    games: Annotated[int, typer.Option(min=1, help="A round.")] = 100,
    steps: Annotated[int, typer.Option(min=0, help="Of learning, a round.")] = 500,
    batch: Annotated[int, typer.Option(min=1, help="Transitions a step.")] = 256,
    capacity: Annotated[int, typer.Option(min=1, help="Decisions in the replay.")] = 200_000,
    own_from: Annotated[
        int | None,
        typer.Option(min=0, help="From this round on Expectimax with Q plays, before odds."),
    ] = None,
    depth: Annotated[int, typer.Option(min=1, help="Of that Expectimax.")] = 1,
    alpha: Annotated[float, typer.Option(help="Of that Expectimax.")] = 0.6,
    temperature: Temperature = 0.5,
    random: Annotated[
        float, typer.Option(min=0, max=1, help="The share of discards that are drawn by lot.")
    ] = 0.1,
    not_made: Annotated[
        float,
        typer.Option(min=0, max=1, help="The share of claims not made that are learned of too."),
    ] = 0.25,
    search_reward: Annotated[
        float, typer.Option(help="The part of the search's value that is paid before the end.")
    ] = 0.1,
    double: Annotated[bool, typer.Option(help="Double DQN, else DQN.")] = True,
    discount: Annotated[float, typer.Option(min=0, max=1, help="A discard.")] = 1.0,
    n_step: Annotated[
        int, typer.Option(min=1, help="Discards that are paid before Q is asked of the next.")
    ] = 4,
    search_weight: Annotated[
        float, typer.Option(min=0, help="Of what the search said of each discard; 0: none.")
    ] = 4.0,
    choice_weight: Annotated[
        float, typer.Option(min=0, help="Of which discard the search would choose; 0: none.")
    ] = 1.0,
    rate: AdamRate = 1e-3,
    sync: Annotated[int, typer.Option(min=1, help="Steps to the next target network.")] = 250,
    average: Annotated[
        float,
        typer.Option(
            min=0, max=0.99999, help="What a step leaves of the average that is played by."
        ),
    ] = 0.999,
    width: Annotated[int, typer.Option(min=1, help="Channels of the network.")] = 32,
    blocks: Annotated[int, typer.Option(min=0, help="Residual blocks of the network.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="Of games and weights.")] = 0,
    engine: GamesEngine = "fast",
    jobs: ProcessJobs = 1,
    device: Device = "auto",
) -> None:
    """Teach the network of the tactic expectimax; the same command goes on where it was stopped.

    In the folder: q.mjw to play by (expectimax@weights=PATH), last.pt and the games of the replay
    to go on from, tensorboard/. On a CPU neither where it plays nor how often it was stopped
    changes a weight.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from mj_lab.learn.needs import check_needs, device_named

    check_needs("torch", "tensorboard")
    check_fast_table()
    if rate <= 0 or temperature < 0 or not 0 < alpha <= 1:
        raise ValueError(
            "--rate is above 0, --temperature 0 or more, --alpha above 0 and at most 1"
        )
    check_engine(engine)
    import torch

    from mj_lab.learn.dqn.playing import PlayPlan
    from mj_lab.learn.dqn.q_learner import QOptions
    from mj_lab.learn.dqn.q_net import QNetOptions
    from mj_lab.learn.dqn.rounds import DqnPlan, Rounds
    from mj_lab.learn.training.workers import workers_at

    torch.set_num_threads(1)
    plan = DqnPlan(
        games, steps, batch, capacity, own_from, str(seed),
        PlayPlan(None, depth, alpha, temperature, search_reward, random, not_made),
        QOptions(
            double, discount, n_step, rate, sync,
            search_weight=search_weight, choice_weight=choice_weight, average=average,
        ),
        QNetOptions(width, blocks),
    )  # fmt: skip
    run = Rounds(folder, plan, device_named(device))
    with closing(workers_at(engine, jobs, processes=True)) as workers:
        _rounds(run, rounds, workers)


def _rounds(run: Rounds, rounds: int, workers: Workers) -> None:
    from mj_lab.learn.training.stepping import step_on

    def told_of(told: dict[str, float], seconds: float) -> str:
        return (
            f"loss {told['loss']:.4f}, Q {told['q']:.2f} and at best {told['best_q']:.2f} where it"
            f" came to {told['came']:.2f}, {told['decisions']:.0f} decisions, {seconds:.0f} s"
        )

    step_on(
        run.folder, "dqn", "round", rounds, lambda: run.done, lambda: run.step(workers), told_of
    )
