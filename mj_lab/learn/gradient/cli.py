"""The command `mj learn gradient`; whatever is heavy is imported when it runs."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import typer

from mj_lab.learn.gradient.plan import ClimbPlan, GradientOptions
from mj_lab.learn.settings import settings_help, with_settings
from mj_lab.learn.taught_options import (
    BeginModel,
    Changes,
    GamesEngine,
    RunFolder,
    Steps,
    check_engine,
    check_fast_table,
)
from mj_lab.options import Jobs, Seed, seed_number

if TYPE_CHECKING:
    from mj_lab.learn.gradient.climbing import Climb
    from mj_lab.learn.run.workers import Workers


def register(app: typer.Typer) -> None:
    """Add the command to `mj learn`."""
    app.command(epilog=settings_help(ClimbPlan()))(gradient)


def gradient(
    folder: RunFolder,
    steps: Steps = 20,
    begin: BeginModel = None,
    changes: Changes = None,
    seed: Seed = "0",
    engine: GamesEngine = "fast",
    jobs: Jobs = 1,
) -> None:
    """Move a player by the policy gradient; the same command goes on where it was stopped.

    pi draws by exp((value + f) / temperature); f begins at nothing. In the folder: gradient.mjw to
    play by (learned@weights=PATH), last.pt to go on from, tensorboard/. Where it plays changes no
    weight.
    """
    from mj_lab.learn.needs import check_needs

    check_needs("torch", "tensorboard")
    check_fast_table()
    check_engine(engine)
    plan = ClimbPlan(
        None if begin is None else str(begin),
        seed=seed,
        learner=GradientOptions(seed=seed_number(seed)),
    )
    plan = with_settings(plan, changes)
    import torch

    from mj_lab.learn.gradient.climbing import Climb
    from mj_lab.learn.run.workers import workers_at

    torch.set_num_threads(1)
    with closing(workers_at(engine, jobs)) as workers:
        _climb(Climb(folder, plan), steps, workers)


def _climb(climb: Climb, steps: int, workers: Workers) -> None:
    from mj_lab.learn.training.stepping import step_on

    def line_of(told: dict[str, float], seconds: float) -> str:
        guessed = f" value loss {told['value_loss']:.3f}," if "value_loss" in told else ""
        return (
            f"KL {told['kl']:.4f}, entropy {told['entropy']:.3f},{guessed}"
            f" {climb.plan.games / seconds:.1f} games a second"
        )

    step_on(
        climb.folder, "gradient", "step", steps, lambda: climb.steps,
        lambda: climb.step(workers), line_of,
    )  # fmt: skip
