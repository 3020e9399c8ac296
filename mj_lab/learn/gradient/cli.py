"""The command `mj learn gradient`; whatever is heavy is imported when it runs."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mj_lab.extras import engine_line
from mj_lab.options import finite_number, folder_to_write

if TYPE_CHECKING:
    from mj_lab.learn.gradient.climbing import Climb
    from mj_lab.learn.gradient.rollouts import Rollouts

_ENGINES = ("fast", "fast-ray")
_INTERRUPTED = 130  # As a shell has it for Ctrl-C.


def register(app: typer.Typer) -> None:
    """Add the command to `mj learn`."""
    app.command()(gradient)


def gradient(
    folder: Annotated[
        Path, typer.Argument(callback=folder_to_write, help="The folder of the run.")
    ],
    steps: Annotated[int, typer.Option(min=1, help="In all; more can follow.")] = 20,
    games: Annotated[int, typer.Option(min=1, help="A step.")] = 100,
    base: Annotated[
        Path | None, typer.Option(help="Begin at this model of mj learn advantages (.mjw).")
    ] = None,
    temperature: Annotated[
        float,
        typer.Option(
            callback=finite_number, help="Points: a difference so great is e times likelier."
        ),
    ] = 0.5,
    within: Annotated[
        float,
        typer.Option(min=0, callback=finite_number, help="Points below the best that are tried."),
    ] = 4,
    hidden: Annotated[int, typer.Option(min=0, help="Of f and V; 0 is linear.")] = 32,
    rate: Annotated[float, typer.Option(callback=finite_number, help="Of Adam.")] = 1e-3,
    kl: Annotated[
        float,
        typer.Option(min=0, callback=finite_number, help="The pull to the base; 0 leaves it out."),
    ] = 0.05,
    entropy: Annotated[
        float | None,
        typer.Option(
            min=0, callback=finite_number, help="The target, nats a decision; not given: none."
        ),
    ] = None,
    baseline: Annotated[bool, typer.Option(help="Less what V guesses.")] = True,
    clip: Annotated[
        float,
        typer.Option(min=1, callback=finite_number, help="The greatest importance weight."),
    ] = 2.0,
    epochs: Annotated[int, typer.Option(min=1, help="Over each step's games.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="Of games and weights.")] = 0,
    engine: Annotated[str, typer.Option(help="Where to play: fast or fast-ray.")] = "fast",
    address: Annotated[
        str | None, typer.Option(help="Of a running Ray cluster; else one is made here.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Threads, or Ray's CPUs, to play in.")] = 1,
) -> None:
    """Move a player by the policy gradient; the same command goes on where it was stopped.

    pi draws by exp((value + f) / temperature); f begins at nothing. In the folder: gradient.mjw to
    play by (learned@weights=PATH), last.pt to go on from, tensorboard/. Where it plays changes no
    weight.
    """
    from mj_lab.learn.needs import check_needs

    check_needs("torch", "tensorboard")
    try:
        import mj_engine.advantages  # noqa: F401  # asked for, not used
    except ImportError:
        raise ValueError(f"this needs the fast table: {engine_line()}") from None
    if temperature <= 0 or rate <= 0:
        raise ValueError("--temperature and --rate are above 0")
    if engine not in _ENGINES:
        raise ValueError(f"--engine is {' or '.join(_ENGINES)}, not {engine:.40}")
    if address is not None and engine != "fast-ray":
        raise ValueError("--address is for --engine fast-ray")
    import torch

    from mj_lab.learn.gradient.climbing import Climb, ClimbPlan
    from mj_lab.learn.gradient.learner import GradientOptions

    torch.set_num_threads(1)
    options = GradientOptions(
        hidden=hidden, rate=rate, epochs=epochs, clip=clip, kl=kl, entropy=entropy,
        baseline=baseline, seed=seed,
    )  # fmt: skip
    plan = ClimbPlan(
        None if base is None else str(base), temperature, within, games, str(seed), options
    )
    with closing(_rollouts(engine, jobs, address)) as rollouts:
        _climb(Climb(folder, plan), steps, rollouts)


def _climb(climb: Climb, steps: int, rollouts: Rollouts) -> None:
    from mj_lab.learn.training.stepping import step_on

    def told_of(told: dict[str, float], seconds: float) -> str:
        guessed = f" value loss {told['value_loss']:.3f}," if "value_loss" in told else ""
        return (
            f"KL {told['kl']:.4f}, entropy {told['entropy']:.3f},{guessed}"
            f" {climb.plan.games / seconds:.1f} games a second"
        )

    step_on(
        climb.folder, "gradient", "step", steps, lambda: climb.steps,
        lambda: climb.step(rollouts), told_of,
    )  # fmt: skip


def _rollouts(engine: str, jobs: int, address: str | None) -> Rollouts:
    if engine == "fast":
        from mj_lab.learn.gradient.rollouts import ThreadRollouts

        return ThreadRollouts(jobs)
    from mj_lab.learn.gradient.ray_rollouts import RayRollouts

    return RayRollouts(jobs, address)


def _tell(line: str) -> None:
    print(f"mj: {line}", file=sys.stderr)
