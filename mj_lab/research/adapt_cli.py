"""The command `mj learn adapt`; heavy imports wait until it runs."""

from __future__ import annotations

import json
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mj_lab.core.files import check_output
from mj_lab.core.options import AsJson, Jobs, Seed, seed_number
from mj_lab.learn.settings import settings_help, with_settings
from mj_lab.learn.training.learn_options import Changes, GamesEngine, check_engine
from mj_lab.research.adapt_plan import AdaptOptions, DealPlan

if TYPE_CHECKING:
    from mj_lab.research.adaptation_gain import AdaptationGain, Gains

# Each is four players at the fast table, which takes 256 at most.
_MOST_NUMBERS = 20


def register(app: typer.Typer) -> None:
    """Add the command to `mj learn`."""
    app.command(epilog=settings_help(DealPlan()))(adapt)


def adapt(
    file: Annotated[Path, typer.Argument(help="The file of finished deals.")],
    deals: Annotated[int, typer.Option(min=1, help="How many deals: each in four seats.")] = 20,
    begin: Annotated[
        Path | None,
        typer.Option("--from", metavar="MODEL", help="Weights of learned to start from."),
    ] = None,
    changes: Changes = None,
    seed: Seed = "0",
    engine: GamesEngine = "fast",
    jobs: Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Adapt a policy at each deal by K sampled games, and measure the gain.

    Each seat of a wall in turn keeps its hand; everything else is sampled. The games change the
    policy's weights, and the real game is played with them against three unadapted players. The
    gain is relative to the game on the same wall where no player is adapted. The same command
    resumes.
    """
    from mj_lab.learn.training.needs import check_needs

    check_output(file, force=True)  # The file may exist: the run continues it.
    check_needs("torch")
    check_engine(engine)
    plan = _plan(begin, changes, seed)

    from mj_lab.core.stopping import stopped_in_a_line
    from mj_lab.learn.training.losses.learner import NotANumberError
    from mj_lab.learn.training.parts.workers import workers_at
    from mj_lab.research.adaptation_gain import gains_by_games, measure_gains

    since, fresh = time.monotonic(), [0]

    def watch(gains: Gains) -> None:
        fresh[0] += 1
        last = gains_by_games(plan, gains)[-1]
        _tell(
            f"deal {len(gains)} of {deals}: {_signed(last)} points a game by {last.games} games;"
            f" {(time.monotonic() - since) / fresh[0]:.1f} s a deal"
        )

    stopped = "stopped; finished deals are kept, and the same command resumes"
    try:
        with (
            closing(workers_at(engine, jobs)) as workers,
            stopped_in_a_line(lambda: stopped),
        ):
            rows = gains_by_games(plan, measure_gains(file, plan, deals, workers, watch))
    except NotANumberError as error:
        raise ValueError(f"{error}; finished deals are kept; a lower rate may help") from None
    if as_json:
        print(json.dumps({"deals": deals, "gains": [gain.to_json() for gain in rows]}))
        return
    print(f"{file}: {deals} deals, each in four seats; points a game over the policy itself")
    print(f"{'K':>7}  {'gain, error by deal':>20}  {'better':>6}  {'worse':>6}")
    for gain in rows:
        print(f"{gain.games:>7}  {_signed(gain):>20}  {gain.better:>6}  {gain.worse:>6}")


def _plan(begin: Path | None, changes: list[str] | None, seed: str) -> DealPlan:
    """The plan for the options; its numbers of games and 0, sorted, without duplicates."""
    plan = DealPlan(
        base=None if begin is None else str(begin),
        seed=seed,
        adapt=AdaptOptions(seed=seed_number(seed)),
    )
    plan = with_settings(plan, changes)
    games = sorted({0, *plan.games})
    if len(games) > _MOST_NUMBERS + 1:
        raise ValueError(f"--set games is {_MOST_NUMBERS} numbers at most")
    return replace(plan, games=tuple(games))


def _signed(gain: AdaptationGain) -> str:
    mean, error = gain.points.mean or 0.0, gain.points.error
    return f"{mean:+.3f}" if error is None else f"{mean:+.3f} ± {error:.3f}"


def _tell(line: str) -> None:
    print(f"mj: {line}", file=sys.stderr)
