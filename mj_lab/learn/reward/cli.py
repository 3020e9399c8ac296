"""The commands `mj learn reward ...`; whatever is heavy is imported when one runs."""

from __future__ import annotations

import json
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mj_lab.learn.gradient.plan import GradientOptions
from mj_lab.learn.reward.plan import PredictingPlan, TeachPlan
from mj_lab.learn.settings import settings_help, with_settings
from mj_lab.learn.taught_options import (
    BeginModel,
    Changes,
    Device,
    GamesEngine,
    RunFolder,
    Steps,
    check_engine,
    check_fast_table,
)
from mj_lab.options import Jobs, Seed, seed_number

if TYPE_CHECKING:
    from mj_lab.arena.statistics.wall_means import Estimate
    from mj_lab.learn.reward.teaching import Teaching
    from mj_lab.learn.run.workers import Workers

# Matches of held-out hands that a predictor is measured on.
_HELD_OUT = 2_000
# Steps between two measurements.
_EVERY = 500

reward_app = typer.Typer(
    help="Predict what a match comes to, and teach by what each hand was worth to it.",
)


def register(app: typer.Typer) -> None:
    """Add the commands to `mj learn`."""
    app.add_typer(reward_app, name="reward")


@reward_app.command()
def hands(
    folder: Annotated[Path, typer.Argument(help="Where the files of hands go.")],
    player: Annotated[
        str, typer.Option("--tactic", help="The tactic to ask; it plays in all seats.")
    ] = "odds",
    games: Annotated[int, typer.Option(min=1, help="How many games; more can follow.")] = 4000,
    seed: Seed = "0",
    engine: GamesEngine = "fast",
    jobs: Jobs = 1,
) -> None:
    """Play hands at the fast table, to be combined into matches; the same command goes on.

    A tactic that does not see the standing plays a hand alike in every match, so any hands make a
    match that could have been.
    """
    check_fast_table()
    check_engine(engine)
    from mj_lab.learn.reward.hand_pool import HandsPlan, play_hands
    from mj_lab.learn.run.workers import workers_at
    from mj_lab.learn.training.stepping import stopped_in_a_line

    since, fresh = time.monotonic(), [0]
    plan = HandsPlan(player, seed)

    def watch(played: int) -> None:
        fresh[0] += plan.hands_a_file
        took = time.monotonic() - since
        _tell(f"{played:,} of {games:,} hands; {fresh[0] / took:.1f} a second")

    with closing(workers_at(engine, jobs)) as workers, stopped_in_a_line(_interrupted):
        played = play_hands(folder, plan, games, workers, watch)
    print(f"{folder}: {played:,} hands")


@reward_app.command(epilog=settings_help(PredictingPlan()))
def train(
    pool: Annotated[Path, typer.Argument(metavar="HANDS", help="Of mj learn reward hands.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="Where to write: a folder.")],
    steps: Steps = 3_000,
    changes: Changes = None,
    seed: Seed = "0",
    device: Device = "auto",
) -> None:
    """Train the predictor on combined matches; the same command goes on where it was stopped.

    It is measured on matches of hands held out: how far the table points that it expects are from
    those paid, by hands played, beside those of the places as they stand. In the folder:
    predictor.pt, tensorboard/.
    """
    _check_torch()
    plan = with_settings(PredictingPlan(seed=seed_number(seed)), changes)
    hands = plan.predictor.hands
    _check_hands(hands)
    import numpy as np
    from torch.utils.tensorboard.writer import SummaryWriter

    from mj_lab.learn.needs import device_named
    from mj_lab.learn.reward.hand_pool import read_hands, read_settings
    from mj_lab.learn.reward.predicting import PredictorTraining, prediction_lines
    from mj_lab.learn.training.stepping import stopped_in_a_line

    place = device_named(device)
    whole = read_hands(pool)
    learned, held_out = whole.part(False), whole.part(True)
    source = [read_settings(pool), sum(map(len, whole.by_wind))]
    plan = replace(plan, source=json.dumps(source, sort_keys=True))
    matches = held_out.combined(hands, _HELD_OUT, np.random.default_rng([plan.seed, 0]))
    training = PredictorTraining(
        plan, lambda count, rng: learned.combined(hands, count, rng), out, place
    )
    writer = SummaryWriter(str(out / "tensorboard"), purge_step=training.steps + 1)

    def stopped() -> str:
        return f"stopped after step {training.steps}; the same command goes on from the last kept"

    try:
        with stopped_in_a_line(stopped):
            while training.steps < steps:
                since, first = time.monotonic(), training.steps
                figures = training.run(min(_EVERY, steps - first))
                told = prediction_lines(training.predictor, matches)
                figures["valid"] = float(np.mean(told["predictor"]))
                training.note(figures)
                for name, value in figures.items():
                    writer.add_scalar(f"reward/{name}", value, training.steps)
                speed = (training.steps - first) * plan.batch / (time.monotonic() - since)
                _tell(
                    f"step {training.steps} of {steps}: loss {figures['loss']:.4f}, held out"
                    f" {figures['valid']:.3f} (places as they stand"
                    f" {np.mean(told['standing']):.3f}); {speed:.0f} matches a second"
                )
    except FloatingPointError as error:
        raise ValueError(f"{error}; what was kept stays; a lower rate may help") from None
    finally:
        writer.close()
    told = prediction_lines(training.predictor, matches)
    print(f"{out}: {training.steps} steps; mean squared error of expected table points")
    print("hands played  predictor  as they stand  average")
    for hand, row in enumerate(zip(*told.values(), strict=True)):
        print(f"{hand:12}  {row[0]:9.3f}  {row[1]:13.3f}  {row[2]:7.3f}")


@reward_app.command(epilog=settings_help(TeachPlan("")))
def teach(
    folder: RunFolder,
    predictor: Annotated[
        Path | None,
        typer.Option(help="Of mj learn reward train; without it a hand's score is its reward."),
    ] = None,
    steps: Steps = 20,
    begin: BeginModel = None,
    changes: Changes = None,
    seed: Seed = "0",
    engine: GamesEngine = "fast",
    jobs: Jobs = 1,
) -> None:
    """Teach a player by the policy gradient on whole matches; the same command goes on.

    It sees the standing. A decision's reward is what its hand was worth: by the predictor, in table
    points, or its score. In the folder: taught.mjw to play by (learned@weights=PATH), teaching.pt
    to go on from, tensorboard/. Where it plays changes no weight.
    """
    _check_torch()
    check_fast_table()
    check_engine(engine)
    learner = GradientOptions(seed=seed_number(seed))
    base = None if begin is None else str(begin)
    plan = with_settings(TeachPlan("", base, seed=seed, learner=learner), changes)
    _check_hands(plan.hands)
    from mj_lab.learn.reward.hand_worth import worth_of
    from mj_lab.learn.reward.teaching import Teaching
    from mj_lab.learn.run.workers import workers_at

    reward, worth = worth_of(predictor, plan.hands)
    run = Teaching(folder, replace(plan, reward=reward), worth)
    with closing(workers_at(engine, jobs)) as workers:
        _teach(run, steps, workers)


def _teach(run: Teaching, steps: int, workers: Workers) -> None:
    from mj_lab.learn.training.stepping import step_on

    hands = run.plan.matches * run.plan.hands

    def line_of(told: dict[str, float], seconds: float) -> str:
        guessed = f" value loss {told['value_loss']:.3f}," if "value_loss" in told else ""
        return (
            f"KL {told['kl']:.4f}, entropy {told['entropy']:.3f},{guessed}"
            f" {hands / seconds:.1f} hands a second"
        )

    step_on(
        run.folder, "teach", "step", steps, lambda: run.steps, lambda: run.step(workers), line_of
    )


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
    """Table points a match of A less those of B, two and two; the same command goes on.

    Players may go by the standing. Each deal, the walls of one match, is played in all six orders,
    and its mean is one draw.
    """
    check_fast_table()
    _check_hands(hands)
    check_engine(engine)
    from mj_lab.arena.statistics.wall_means import estimate
    from mj_lab.learn.reward.placing import Placing, place
    from mj_lab.learn.run.workers import workers_at
    from mj_lab.learn.training.stepping import stopped_in_a_line

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
        found = place(out, placing, deals, workers, watch)
    paid, won = estimate(found.table_points), estimate(found.points)
    print(f"{first} - {second}: {paid.draws} deals, {6 * paid.draws} matches of {hands} hands")
    print(f"table points a match: {_signed(paid)}")
    print(f"points a hand: {_signed(won)}")


def _signed(told: Estimate) -> str:
    error = "" if told.error is None else f" ± {told.error:.3f}"
    return f"{told.mean or 0:+.3f}{error}"


def _check_torch() -> None:
    from mj_lab.learn.needs import check_needs

    check_needs("torch", "tensorboard")
    import torch

    torch.set_num_threads(1)


def _check_hands(hands: int) -> None:
    from mj_lab.game.seating import HANDS

    if hands not in HANDS[1:]:
        raise ValueError(f"a match has 4 or 16 hands, not {hands}")


def _interrupted() -> str:
    return "interrupted; the same command goes on from here"


def _tell(line: str) -> None:
    print(f"mj: {line}", file=sys.stderr)
