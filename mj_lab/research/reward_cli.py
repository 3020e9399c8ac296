"""The commands `mj learn reward ...`; heavy imports wait until one runs."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mj_lab.core.options import Jobs, Seed
from mj_lab.learn.training.learn_options import GamesEngine, check_engine
from mj_lab.learn.training.needs import check_needs

if TYPE_CHECKING:
    from mj_lab.core.wall_means import Estimate

reward_app = typer.Typer(
    help="Play hands for a predictor of matches, and measure placement points.",
)


def register(app: typer.Typer) -> None:
    """Add the commands to `mj learn`."""
    app.add_typer(reward_app, name="reward")


@reward_app.command()
def hands(
    folder: Annotated[Path, typer.Argument(help="The folder for the files of hands.")],
    player: Annotated[
        str, typer.Option("--tactic", help="The tactic to ask; it plays in all seats.")
    ] = "odds",
    games: Annotated[
        int, typer.Option(min=1, help="How many games; in whole files of 400, and more can follow.")
    ] = 4000,
    seed: Seed = "0",
    engine: GamesEngine = "fast",
    jobs: Jobs = 1,
) -> None:
    """Play hands at the fast table, to combine into matches; the same command resumes.

    A tactic that does not see the standing plays a hand the same in every match, so any of its
    hands make a possible match.
    """
    check_needs("torch")
    check_engine(engine)
    from mj_lab.core.stopping import stopped_in_a_line
    from mj_lab.learn.training.parts.workers import workers_at
    from mj_lab.learn.training.sources.hands import HandsPlan, play_hands

    since, fresh = time.monotonic(), [0]
    plan = HandsPlan(player, seed)

    def watch(played: int, whole: int) -> None:
        fresh[0] += plan.hands_a_file
        took = time.monotonic() - since
        _tell(f"{played:,} of {whole:,} hands; {fresh[0] / took:.1f} a second")

    with closing(workers_at(engine, jobs)) as workers, stopped_in_a_line(_interrupted):
        played = play_hands(folder, plan, games, workers, watch)
    print(f"{folder}: {played:,} hands")


@reward_app.command()
def measure(
    first: Annotated[str, typer.Argument(metavar="A", help="A player of the fast table.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The player it is compared with.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="Where to write: the matches.")],
    hands: Annotated[int, typer.Option(help="1 is a game; 4 or 16 a match.")] = 4,
    deals: Annotated[int, typer.Option(min=1, help="How many deals: matches in six orders.")] = 100,
    seed: Seed = "0",
    engine: GamesEngine = "fast",
    jobs: Jobs = 1,
) -> None:
    """Compare A and B by table points a match, two and two; the same command resumes.

    Players may use the standing. Each deal, the walls of one match, is played in all six orders,
    and its mean is one sample.
    """
    check_needs("torch")
    _check_hands(hands)
    check_engine(engine)
    from mj_lab.core.stopping import stopped_in_a_line
    from mj_lab.core.wall_means import estimate
    from mj_lab.learn.training.parts.workers import workers_at
    from mj_lab.research.placing import Placing, place

    if not out.parent.is_dir():
        raise ValueError(f"{out.parent}: no such folder")
    since, fresh = time.monotonic(), [0]

    def watch(played: int, so_far: Estimate) -> None:
        fresh[0] = fresh[0] or played
        rate = 6 * hands * played / (time.monotonic() - since) if fresh[0] == played else None
        speed = "" if rate is None else f"; {rate:.1f} hands a second"
        _tell(f"{played} of {deals} deals: {_signed(so_far)} table points a match{speed}")

    placing = Placing(first, second, hands, seed)
    with closing(workers_at(engine, jobs)) as workers, stopped_in_a_line(_interrupted):
        placed = place(out, placing, deals, workers, watch)
    paid, won = estimate(placed.table_points), estimate(placed.points)
    print(f"{first} - {second}: {paid.draws} deals, {6 * paid.draws} matches of {hands} hands")
    print(f"table points a match: {_signed(paid)}")
    print(f"points a hand: {_signed(won)}")


def _signed(estimate: Estimate) -> str:
    error = "" if estimate.error is None else f" ± {estimate.error:.3f}"
    return f"{estimate.mean or 0:+.3f}{error}"


def _check_hands(hands: int) -> None:
    from mj_lab.core.game.seating import HANDS

    if hands not in HANDS[1:]:
        raise ValueError(f"a match has 4 or 16 hands, not {hands}")


def _interrupted() -> str:
    return "interrupted; the same command resumes"


def _tell(line: str) -> None:
    print(f"mj: {line}", file=sys.stderr)
