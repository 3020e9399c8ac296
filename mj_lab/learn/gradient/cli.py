"""The command `mj learn gradient`; whatever is heavy is imported when it runs."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from mj_lab.extras import engine_line

_INTERRUPTED = 130  # As a shell has it for Ctrl-C.


def register(app: typer.Typer) -> None:
    """Add the command to `mj learn`."""
    app.command()(gradient)


def gradient(
    folder: Annotated[Path, typer.Argument(help="The folder of the run.")],
    steps: Annotated[int, typer.Option(min=1, help="In all; more can follow.")] = 20,
    games: Annotated[int, typer.Option(min=1, help="A step.")] = 100,
    base: Annotated[
        Path | None, typer.Option(help="Begin at this model of mj learn advantages (.mjw).")
    ] = None,
    temperature: Annotated[
        float, typer.Option(help="Points: a difference so great is e times likelier.")
    ] = 0.5,
    within: Annotated[float, typer.Option(min=0, help="Points below the best that are tried.")] = 4,
    hidden: Annotated[int, typer.Option(min=0, help="Of f and V; 0 is linear.")] = 32,
    rate: Annotated[float, typer.Option(help="Of Adam.")] = 1e-3,
    kl: Annotated[float, typer.Option(min=0, help="The pull to the base; 0 leaves it out.")] = 0.05,
    entropy: Annotated[
        float | None, typer.Option(min=0, help="The target, nats a decision; not given: none.")
    ] = None,
    baseline: Annotated[bool, typer.Option(help="Less what V guesses.")] = True,
    clip: Annotated[float, typer.Option(min=1, help="The greatest importance weight.")] = 2.0,
    epochs: Annotated[int, typer.Option(min=1, help="Over each step's games.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="Of games and weights.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Threads to play in.")] = 1,
) -> None:
    """Move a player by the policy gradient; the same command goes on where it was stopped.

    pi draws by exp((value + f) / temperature); f begins at nothing. In the folder: gradient.mjw to
    play by (learned@weights=PATH), last.pt to go on from, tensorboard/.
    """
    from mj_lab.learn.needs import check_needs

    check_needs("torch", "tensorboard")
    try:
        import mj_engine.advantages  # noqa: F401  # asked for, not used
    except ImportError:
        raise ValueError(f"this needs the fast table: {engine_line()}") from None
    if temperature <= 0 or rate <= 0:
        raise ValueError("--temperature and --rate are above 0")
    import torch
    from torch.utils.tensorboard.writer import SummaryWriter

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
    climb = Climb(folder, plan)
    writer = SummaryWriter(str(folder / "tensorboard"), purge_step=climb.steps + 1)
    try:
        while climb.steps < steps:
            since = time.monotonic()
            told = climb.step(jobs)
            for name, value in told.items():
                writer.add_scalar(f"gradient/{name}", value, climb.steps)
            _tell(
                f"step {climb.steps} of {steps}: KL {told['kl']:.4f}, entropy"
                f" {told['entropy']:.3f}, value loss {told['value_loss']:.3f},"
                f" {games / (time.monotonic() - since):.1f} games a second"
            )
    except KeyboardInterrupt:
        _tell(f"stopped after step {climb.steps}; the same command goes on")
        raise typer.Exit(_INTERRUPTED) from None
    except FloatingPointError as error:
        raise ValueError(f"{error}; step {climb.steps} is kept; a lower --rate may help") from None
    finally:
        writer.close()
    print(f"{folder}: {climb.steps} steps")


def _tell(line: str) -> None:
    print(f"mj: {line}", file=sys.stderr)
