"""A run at the command line: step after step, with curves and progress."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from mj_lab.learn.run.stopping import stopped_in_a_line as stopped_in_a_line  # noqa: PLC0414


def step_on(
    folder: Path,
    name: str,
    word: str,
    steps: int,
    done: Callable[[], int],
    step: Callable[[], dict[str, float]],
    line_of: Callable[[dict[str, float], float], str],
) -> None:
    """Step until so many are done; figures go to `folder`/tensorboard as `name`/figure.

    word: what a step is called. done: how many there are. step: does one, and gives its figures.
    line_of: the line of a step, by its figures and seconds.

    Raises typer.Exit with 130 if it is stopped, by Ctrl-C or SIGTERM, ValueError if a loss is no
    number any more.
    """
    from torch.utils.tensorboard.writer import SummaryWriter

    writer = SummaryWriter(str(folder / "tensorboard"), purge_step=done() + 1)
    try:
        with stopped_in_a_line(lambda: f"stopped after {word} {done()}; the same command goes on"):
            while done() < steps:
                since = time.monotonic()
                told = step()
                for figure, value in told.items():
                    writer.add_scalar(f"{name}/{figure}", value, done())
                line = line_of(told, time.monotonic() - since)
                print(f"mj: {word} {done()} of {steps}: {line}", file=sys.stderr)
    except FloatingPointError as error:
        raise ValueError(f"{error}; {word} {done()} is kept; a lower rate may help") from None
    finally:
        writer.close()
    print(f"{folder}: {done()} {word}s")
