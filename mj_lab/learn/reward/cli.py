"""The commands `mj learn reward ...`; whatever is heavy is imported when one runs."""

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
    Device,
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
    from mj_lab.arena.statistics.wall_means import Estimate
    from mj_lab.learn.reward.teaching import Teaching
    from mj_lab.learn.training.workers import Workers

# Matches of held-out hands that a predictor is measured on.
_HELD_OUT = 2_000

reward_app = typer.Typer(
    help="Predict what a match comes to, and teach by what each hand was worth to it.",
)

_Hands = Annotated[int, typer.Option(help="Of a match: 4 or 16.")]


def register(app: typer.Typer) -> None:
    """Add the commands to `mj learn`."""
    app.add_typer(reward_app, name="reward")


@reward_app.command()
def hands(
    folder: Annotated[Path, typer.Argument(help="Where the files of hands go.")],
    player: Annotated[str, typer.Option(help="Who plays in all seats.")] = "odds",
    count: Annotated[int, typer.Option("--hands", min=1, help="How many; more can follow.")] = 4000,
    seed: Annotated[str, typer.Option(help="Of walls and lots.")] = "0",
    engine: GamesEngine = "fast",
    jobs: ThreadJobs = 1,
) -> None:
    """Play hands at the fast table, to be combined into matches; the same command goes on.

    A tactic that does not see the standing plays a hand alike in every match, so any hands make a
    match that could have been.
    """
    check_fast_table()
    check_engine(engine)
    from mj_lab.learn.reward.hand_pool import HandsPlan, play_hands
    from mj_lab.learn.training.stepping import stopped_in_a_line
    from mj_lab.learn.training.workers import workers_at

    since, fresh = time.monotonic(), [0]
    plan = HandsPlan(player, seed)

    def watch(played: int) -> None:
        fresh[0] += plan.hands_a_file
        took = time.monotonic() - since
        _tell(f"{played:,} of {count:,} hands; {fresh[0] / took:.1f} a second")

    with closing(workers_at(engine, jobs)) as workers, stopped_in_a_line(_interrupted):
        played = play_hands(folder, plan, count, workers, watch)
    print(f"{folder}: {played:,} hands")


@reward_app.command()
def train(
    pool: Annotated[Path, typer.Argument(metavar="HANDS", help="Of mj learn reward hands.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder of the predictor.")],
    hands: _Hands = 4,
    steps: Annotated[int, typer.Option(min=1, help="In all; more can follow.")] = 3_000,
    batch: Annotated[int, typer.Option(min=1, help="Matches a step.")] = 128,
    hidden: Annotated[int, typer.Option(min=1, help="Of the recurrent layers.")] = 48,
    rate: AdamRate = 2e-3,
    every: Annotated[int, typer.Option(min=1, help="Steps between two measurements.")] = 500,
    seed: Annotated[int, typer.Option(min=0, help="Of matches and weights.")] = 0,
    device: Device = "auto",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Train the predictor on combined matches; the same command goes on where it was stopped.

    It is measured on matches of hands held out: how far the table points that it expects are from
    those paid, by hands played, beside those of the places as they stand. In the folder:
    predictor.pt, tensorboard/.
    """
    _check_torch()
    _check_hands(hands)
    _above_zero(rate=rate)
    import numpy as np
    from torch.utils.tensorboard.writer import SummaryWriter

    from mj_lab.learn.needs import device_named
    from mj_lab.learn.reward.hand_pool import read_hands, read_settings
    from mj_lab.learn.reward.predicting import (
        PredictingPlan,
        PredictorTraining,
        told_predictions,
    )
    from mj_lab.learn.reward.predictor import PredictorOptions
    from mj_lab.learn.training.stepping import stopped_in_a_line

    place = device_named(device)
    whole = read_hands(pool)
    learned, held_out = whole.part(False), whole.part(True)
    plan = PredictingPlan(
        PredictorOptions(hands=hands, hidden=hidden), batch, rate, seed,
        source=json.dumps(
            [read_settings(pool), sum(map(len, whole.by_wind))], sort_keys=True
        ),
    )  # fmt: skip
    matches = held_out.combined(hands, _HELD_OUT, np.random.default_rng([seed, 0]))
    training = PredictorTraining(
        plan, lambda count, lots: learned.combined(hands, count, lots), output, place
    )
    writer = SummaryWriter(str(output / "tensorboard"), purge_step=training.steps + 1)

    def stopped() -> str:
        return f"stopped after step {training.steps}; the same command goes on from the last kept"

    try:
        with stopped_in_a_line(stopped):
            while training.steps < steps:
                since, first = time.monotonic(), training.steps
                figures = training.run(min(every, steps - first))
                told = told_predictions(training.predictor, matches)
                figures["valid"] = float(np.mean(told["predictor"]))
                training.note(figures)
                for name, value in figures.items():
                    writer.add_scalar(f"reward/{name}", value, training.steps)
                speed = (training.steps - first) * batch / (time.monotonic() - since)
                _tell(
                    f"step {training.steps} of {steps}: loss {figures['loss']:.4f}, held out"
                    f" {figures['valid']:.3f} (places as they stand"
                    f" {np.mean(told['standing']):.3f}); {speed:.0f} matches a second"
                )
    except FloatingPointError as error:
        raise ValueError(f"{error}; what was kept stays; a lower --rate may help") from None
    finally:
        writer.close()
    told = told_predictions(training.predictor, matches)
    if as_json:
        print(json.dumps({"steps": training.steps, "hands": hands, "errors": told}))
        return
    print(f"{output}: {training.steps} steps; mean squared error of expected table points")
    print("hands played  predictor  as they stand  average")
    for hand, row in enumerate(zip(*told.values(), strict=True)):
        print(f"{hand:12}  {row[0]:9.3f}  {row[1]:13.3f}  {row[2]:7.3f}")


@reward_app.command()
def teach(
    folder: RunFolder,
    predictor: Annotated[
        Path | None,
        typer.Option(help="Of mj learn reward train; without it a hand's score is its reward."),
    ] = None,
    steps: Annotated[int, typer.Option(min=1, help="In all; more can follow.")] = 20,
    matches: Annotated[int, typer.Option(min=1, help="A step.")] = 32,
    hands: _Hands = 4,
    base: Annotated[
        Path | None, typer.Option(help="Begin at this model of mj learn advantages (.mjw).")
    ] = None,
    temperature: Temperature = 0.5,
    within: Within = 4,
    hidden: Annotated[int, typer.Option(min=1, help="Of f and V.")] = 32,
    rate: AdamRate = 1e-3,
    kl: Pull = 0.05,
    clip: Clip = 2.0,
    epochs: Epochs = 2,
    seed: Annotated[int, typer.Option(min=0, help="Of matches and weights.")] = 0,
    engine: GamesEngine = "fast",
    jobs: ThreadJobs = 1,
) -> None:
    """Teach a player by the policy gradient on whole matches; the same command goes on.

    It sees the standing. A decision's reward is what its hand was worth: by the predictor, in table
    points, or its score. In the folder: taught.mjw to play by (learned@weights=PATH), teaching.pt
    to go on from, tensorboard/. Where it plays changes no weight.
    """
    _check_torch()
    check_fast_table()
    _check_hands(hands)
    _above_zero(rate=rate, temperature=temperature)
    check_engine(engine)
    from mj_lab.learn.gradient.learner import GradientOptions
    from mj_lab.learn.reward.hand_worth import worth_of
    from mj_lab.learn.reward.teaching import Teaching, TeachPlan
    from mj_lab.learn.training.workers import workers_at

    reward, worth = worth_of(predictor, hands)
    options = GradientOptions(hidden=hidden, rate=rate, epochs=epochs, clip=clip, kl=kl, seed=seed)
    plan = TeachPlan(
        reward, None if base is None else str(base), temperature, within, hands, matches,
        str(seed), options,
    )  # fmt: skip
    run = Teaching(folder, plan, worth)
    with closing(workers_at(engine, jobs)) as workers:
        _teach(run, steps, workers)


def _teach(run: Teaching, steps: int, workers: Workers) -> None:
    from mj_lab.learn.training.stepping import step_on

    hands = run.plan.matches * run.plan.hands

    def told_of(told: dict[str, float], seconds: float) -> str:
        return (
            f"KL {told['kl']:.4f}, entropy {told['entropy']:.3f},"
            f" value loss {told['value_loss']:.3f},"
            f" {hands / seconds:.1f} hands a second"
        )

    step_on(
        run.folder, "teach", "step", steps, lambda: run.steps, lambda: run.step(workers), told_of
    )


@reward_app.command()
def measure(
    first: Annotated[str, typer.Argument(metavar="A", help="A player of the fast table.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The player it is compared with.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Where the matches are kept.")],
    hands: _Hands = 4,
    deals: Annotated[int, typer.Option(min=1, help="Each is a match in six orders.")] = 100,
    seed: Annotated[str, typer.Option(help="Of walls and lots.")] = "0",
    engine: GamesEngine = "fast",
    jobs: ThreadJobs = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
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
    from mj_lab.learn.training.stepping import stopped_in_a_line
    from mj_lab.learn.training.workers import workers_at

    if not output.parent.is_dir():
        raise ValueError(f"{output.parent}: no such folder")
    since, fresh = time.monotonic(), [0]

    def watch(played: int, so_far: Estimate) -> None:
        fresh[0] = fresh[0] or played
        rate = 6 * hands * played / (time.monotonic() - since) if fresh[0] == played else None
        speed = "" if rate is None else f"; {rate:.1f} hands a second"
        _tell(f"{played} of {deals} deals: {_signed(so_far)} table points a match{speed}")

    placing = Placing(first, second, hands, seed)
    with closing(workers_at(engine, jobs)) as workers, stopped_in_a_line(_interrupted):
        found = place(output, placing, deals, workers, watch)
    paid, won = estimate(found.table_points), estimate(found.points)
    if as_json:
        told = {"table_points": paid.to_json(), "points": won.to_json(), "deals": paid.draws}
        print(json.dumps({**told, "matches": 6 * paid.draws, "hands": hands}))
        return
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


def _above_zero(**options: float) -> None:
    for name, value in options.items():
        if not 0 < value < float("inf"):
            raise ValueError(f"--{name} must be above 0, not {value:g}")


def _interrupted() -> str:
    return "interrupted; the same command goes on from here"


def _tell(line: str) -> None:
    print(f"mj: {line}", file=sys.stderr)
