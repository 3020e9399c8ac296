"""The command `mj learn gradient`; whatever is heavy is imported when it runs."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mj_lab.learn.taught_options import (
    AdamRate,
    Clip,
    EntropyGoal,
    Epochs,
    GamesEngine,
    Pull,
    RunFolder,
    Temperature,
    ThreadJobs,
    Within,
    check_engine,
    check_fast_table,
)

if TYPE_CHECKING:
    from mj_lab.learn.gradient.climbing import Climb
    from mj_lab.learn.training.workers import Workers


def register(app: typer.Typer) -> None:
    """Add the command to `mj learn`."""
    app.command()(gradient)


def gradient(
    folder: RunFolder,
    steps: Annotated[int, typer.Option(min=1, help="In all; more can follow.")] = 20,
    games: Annotated[int, typer.Option(min=1, help="A step.")] = 100,
    base: Annotated[
        Path | None, typer.Option(help="Begin at this model of mj learn advantages (.mjw).")
    ] = None,
    temperature: Temperature = 0.5,
    within: Within = 4,
    hidden: Annotated[int, typer.Option(min=0, help="Of f and V; 0 is linear.")] = 32,
    rate: AdamRate = 1e-3,
    kl: Pull = 0.05,
    entropy: EntropyGoal = None,
    baseline: Annotated[bool, typer.Option(help="Less what V guesses.")] = True,
    clip: Clip = 2.0,
    epochs: Epochs = 2,
    seed: Annotated[int, typer.Option(min=0, help="Of games and weights.")] = 0,
    engine: GamesEngine = "fast",
    jobs: ThreadJobs = 1,
) -> None:
    """Move a player by the policy gradient; the same command goes on where it was stopped.

    pi draws by exp((value + f) / temperature); f begins at nothing. In the folder: gradient.mjw to
    play by (learned@weights=PATH), last.pt to go on from, tensorboard/. Where it plays changes no
    weight.
    """
    from mj_lab.learn.needs import check_needs

    check_needs("torch", "tensorboard")
    check_fast_table()
    if temperature <= 0 or rate <= 0:
        raise ValueError("--temperature and --rate are above 0")
    check_engine(engine)
    import torch

    from mj_lab.learn.gradient.climbing import Climb, ClimbPlan
    from mj_lab.learn.gradient.learner import GradientOptions
    from mj_lab.learn.training.workers import workers_at

    torch.set_num_threads(1)
    options = GradientOptions(
        hidden=hidden, rate=rate, epochs=epochs, clip=clip, kl=kl, entropy=entropy,
        baseline=baseline, seed=seed,
    )  # fmt: skip
    plan = ClimbPlan(
        None if base is None else str(base), temperature, within, games, str(seed), options
    )
    with closing(workers_at(engine, jobs)) as workers:
        _climb(Climb(folder, plan), steps, workers)


def _climb(climb: Climb, steps: int, workers: Workers) -> None:
    from mj_lab.learn.training.stepping import step_on

    def told_of(told: dict[str, float], seconds: float) -> str:
        guessed = f" value loss {told['value_loss']:.3f}," if "value_loss" in told else ""
        return (
            f"KL {told['kl']:.4f}, entropy {told['entropy']:.3f},{guessed}"
            f" {climb.plan.games / seconds:.1f} games a second"
        )

    step_on(
        climb.folder, "gradient", "step", steps, lambda: climb.steps,
        lambda: climb.step(workers), told_of,
    )  # fmt: skip
