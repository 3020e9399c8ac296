"""The command `mj learn adapt`; whatever is heavy is imported when it runs."""

from __future__ import annotations

import json
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mj_lab.learn.taught_options import (
    AdamRate,
    Clip,
    GamesEngine,
    Pull,
    Temperature,
    ThreadJobs,
    Within,
    check_engine,
    check_fast_table,
)
from mj_lab.storage.files import check_output

if TYPE_CHECKING:
    from mj_lab.learn.adapt.measuring import AdaptationGain, Gains

# Each is four players at the fast table, which takes 256.
_MOST_NUMBERS = 20


def register(app: typer.Typer) -> None:
    """Add the command to `mj learn`."""
    app.command()(adapt)


def adapt(
    file: Annotated[Path, typer.Argument(help="Where finished deals are kept.")],
    deals: Annotated[int, typer.Option(min=1, help="Walls, each in four seats.")] = 20,
    games: Annotated[
        str, typer.Option(metavar="K,K,...", help="How many are sampled; 0, the control, is added.")
    ] = "30,100",
    base: Annotated[
        Path | None, typer.Option(help="The policy: weights of learned (.mjw); else odds.")
    ] = None,
    temperature: Temperature = 0.5,
    within: Within = 4,
    rate: AdamRate = 0.01,
    epochs: Annotated[int, typer.Option(min=1, help="Over the sampled games.")] = 4,
    kl: Pull = 0.2,
    clip: Clip = 2.0,
    seed: Annotated[int, typer.Option(min=0, help="Of walls, worlds and lots.")] = 0,
    engine: GamesEngine = "fast",
    jobs: ThreadJobs = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Adapt a policy at each deal by K sampled games, and measure what it gains; it goes on.

    Each seat of a wall in turn: own hand kept, all else sampled, the policy's weights moved by the
    games, the real game played with them against three that are not adapted. The gain is over the
    game on the same wall in which nobody is. The same command goes on where it was stopped.
    """
    from mj_lab.learn.needs import check_needs

    check_output(file, force=True)  # It goes on with what is there.
    check_needs("torch")
    check_fast_table()
    if temperature <= 0 or rate <= 0:
        raise ValueError("--temperature and --rate are above 0")
    check_engine(engine)
    numbers = _numbers(games)

    from mj_lab.learn.adapt.adapting import AdaptOptions
    from mj_lab.learn.adapt.deal import DealPlan
    from mj_lab.learn.adapt.measuring import gains_by_games, measure_gains
    from mj_lab.learn.training.stepping import stopped_in_a_line
    from mj_lab.learn.training.workers import workers_at

    options = AdaptOptions(rate=rate, epochs=epochs, clip=clip, kl=kl, seed=seed)
    plan = DealPlan(
        numbers, None if base is None else str(base), temperature, within, str(seed), options
    )
    since, fresh = time.monotonic(), [0]

    def watch(gains: Gains) -> None:
        fresh[0] += 1
        last = gains_by_games(plan, gains)[-1]
        _tell(
            f"deal {len(gains)} of {deals}: {_told(last)} points a game by {last.games} games;"
            f" {(time.monotonic() - since) / fresh[0]:.1f} s a deal"
        )

    stopped = "stopped; finished deals are kept, and the same command goes on"
    try:
        with (
            closing(workers_at(engine, jobs)) as workers,
            stopped_in_a_line(lambda: stopped),
        ):
            found = gains_by_games(plan, measure_gains(file, plan, deals, workers, watch))
    except FloatingPointError as error:
        raise ValueError(f"{error}; finished deals are kept; try a lower --rate") from None
    if as_json:
        print(json.dumps({"deals": deals, "gains": [one.to_json() for one in found]}))
        return
    print(f"{file}: {deals} deals, each in four seats; points a game over the policy itself")
    print(f"{'K':>7}  {'gain, error by deal':>20}  {'better':>6}  {'worse':>6}")
    for one in found:
        print(f"{one.games:>7}  {_told(one):>20}  {one.better:>6}  {one.worse:>6}")


def _numbers(text: str) -> tuple[int, ...]:
    """The numbers of `--games` and 0, rising, each once. Raises ValueError, one line."""
    fault = f"--games is whole numbers, 0 or more, {_MOST_NUMBERS} at most, not {text:.40}"
    words = text.split(",")
    if len(words) > _MOST_NUMBERS or not all(
        word.isascii() and word.isdecimal() and len(word) < 7 for word in words
    ):
        raise ValueError(fault)
    return tuple(sorted({0, *(int(word) for word in words)}))


def _told(gain: AdaptationGain) -> str:
    mean, error = gain.points.mean or 0.0, gain.points.error
    return f"{mean:+.3f}" if error is None else f"{mean:+.3f} ± {error:.3f}"


def _tell(line: str) -> None:
    print(f"mj: {line}", file=sys.stderr)
