"""One seat of a deal adapts to its hand and plays the real game: its gain over not adapting.

With 0 sampled games everything but the learning is the same, so the gain is exactly 0.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from mj_bot.events import SEATS
from mj_bot.learned.model import AdvantageModel, model_of, weights_of
from mj_engine import play
from mj_engine.learned import tactic_of
from mj_lab.core.game.walls import Wall, seed_of
from mj_lab.learn.training.dense_layers import Layers, added_models, model_points
from mj_lab.learn.training.networks.correction import Correction, CorrectionOptions
from mj_lab.learn.training.parts.part import Batch, Context
from mj_lab.learn.training.sources.search import learned_from, padded
from mj_lab.research.adapt_plan import DealPlan
from mj_lab.research.adapting import adapt_by
from mj_lab.research.sampled_games import Sampled, sample_games

# The usual size of a game's score: rewards are divided by it.
_SCORE = 20.0


class SeatOfDeal(NamedTuple):
    """The seat that adapts. deal: the number of the wall."""

    deal: int
    wall: Wall
    seat: int


def gains_of_seat(shared: tuple[DealPlan, Layers], seat_of_deal: SeatOfDeal) -> NDArray[np.int64]:
    """The gain of adapting for the seat: points of the game [K], by `plan.games`.

    shared: the plan, and the model of its base. Raises ValueError if learning fails.
    """
    torch.set_num_threads(1)
    (plan, base), wall, seat = shared, seat_of_deal.wall, seat_of_deal.seat
    models = [_model(base, plan)]
    sampled = _sampled(plan, seat_of_deal, models[0], max(plan.games))
    for games in plan.games:
        models.append(_model(adapted_layers(plan, base, sampled.of_first(games)), plan))
    # In the first game no player is adapted.
    seatings = np.zeros((len(models), SEATS), np.uint8)
    seatings[:, seat] = range(len(models))
    played: Any = play(
        [wall.tiles] * len(models),
        [tactic_of(model) for model in models],
        prevalent_winds=[wall.prevalent_wind] * len(models),
        seatings=seatings,
        seeds=np.tile(np.uint32(seed_of(_name(plan, seat_of_deal), "game")), (len(models), SEATS)),
    )
    own: NDArray[np.int64] = played.scores[:, seat]
    gains: NDArray[np.int64] = own[1:] - own[0]
    return gains


def first_sampled(shared: tuple[DealPlan, Layers], seat_of_deal: SeatOfDeal) -> list[NDArray[Any]]:
    """The seat's decisions in one sampled game, to compare machines."""
    plan, base = shared
    return list(_sampled(plan, seat_of_deal, _model(base, plan), 1).rolled.values())


def _sampled(plan: DealPlan, seat_of_deal: SeatOfDeal, base: AdvantageModel, games: int) -> Sampled:
    heat = plan.temperature
    return sample_games(
        seat_of_deal.wall, seat_of_deal.seat, base, heat, games, _name(plan, seat_of_deal)
    )


def _name(plan: DealPlan, seat_of_deal: SeatOfDeal) -> str:
    return f"adapt/{plan.seed}/{seat_of_deal.deal}"


def adapted_layers(plan: DealPlan, base: Layers, rolled: Batch) -> Layers:
    """The model in points: the base and its change by these games, merged.

    Without games it is the base, with a linear part of zeros.
    """
    context = Context(str(plan.adapt.seed), Path(), torch.device("cpu"))
    options = CorrectionOptions(hidden=0, temperature=plan.temperature, within=plan.within)
    model = Correction(options, context)
    if len(rolled["chosen"]):
        points = rolled["value"] + model_points(base, rolled["features"])
        decisions = learned_from(model, {**rolled, "value": points})
        model.settle(decisions)
        promised = padded(rolled["first"], rolled["value"], -np.inf).max(axis=1)
        adapt_by(model, decisions, promised, _SCORE, plan.adapt)
    return added_models(base, model.layers()[0])


def _model(layers: Layers, plan: DealPlan) -> AdvantageModel:
    """In float32, as a weights file has it."""
    return model_of(weights_of(layers, 0.0, plan.within))
