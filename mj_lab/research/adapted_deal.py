"""One seat of a deal adapts to its hand and plays the real game: its gain over not adapting.

With 0 sampled games all is the same except the learning, so the gain is exactly 0.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from mj_bot.events import SEATS
from mj_bot.learned.model import weights_of
from mj_bot.nets.weights_file import SUFFIX, write_weights
from mj_engine import play
from mj_lab.core.game.walls import Wall, seed_of
from mj_lab.learn.training.dense_layers import Layers, added_models, model_points
from mj_lab.learn.training.networks.correction import Correction, CorrectionOptions
from mj_lab.learn.training.parts.part import Batch, Context
from mj_lab.learn.training.sources.search import learned_from, padded, player_of_weights
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


def gains_of_seat(asked: tuple[DealPlan, Layers], one: SeatOfDeal) -> NDArray[np.int64]:
    """The gain of adapting for the seat: points of the game [K], by `plan.games`.

    asked: the plan, and the model of its base. Raises ValueError if learning fails.
    """
    torch.set_num_threads(1)
    (plan, base), wall, seat = asked, one.wall, one.seat
    with TemporaryDirectory(prefix="mj-adapt-") as folder:
        paths = [_written(base, plan, Path(folder) / f"base{SUFFIX}")]
        sampled = _sampled(plan, one, paths[0], max(plan.games))
        for games in plan.games:
            moved = adapted_layers(plan, base, sampled.of_first(games))
            paths.append(_written(moved, plan, Path(folder) / f"{games}{SUFFIX}"))
        # In the first game no player is adapted.
        seatings = np.zeros((len(paths), SEATS), np.uint8)
        seatings[:, seat] = range(len(paths))
        played: Any = play(
            [wall.tiles] * len(paths),
            [player_of_weights(path, plan.within, 0.0) for path in paths],
            prevalent_winds=[wall.prevalent_wind] * len(paths),
            seatings=seatings,
            seeds=np.tile(np.uint32(seed_of(_name(plan, one), "game")), (len(paths), SEATS)),
        )
    own: NDArray[np.int64] = played.scores[:, seat]
    gains: NDArray[np.int64] = own[1:] - own[0]
    return gains


def first_sampled(asked: tuple[DealPlan, Layers], one: SeatOfDeal) -> list[NDArray[Any]]:
    """The seat's decisions in one sampled game, to compare machines."""
    plan, base = asked
    with TemporaryDirectory(prefix="mj-adapt-") as folder:
        path = _written(base, plan, Path(folder) / f"base{SUFFIX}")
        return list(_sampled(plan, one, path, 1).rolled.values())


def _sampled(plan: DealPlan, one: SeatOfDeal, base: Path, games: int) -> Sampled:
    heat = plan.temperature
    return sample_games(one.wall, one.seat, base, plan.within, heat, games, _name(plan, one))


def _name(plan: DealPlan, one: SeatOfDeal) -> str:
    return f"adapt/{plan.seed}/{one.deal}"


def adapted_layers(plan: DealPlan, base: Layers, rolled: Batch) -> Layers:
    """The model in points: the base and the change by these games, in one.

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


def _written(layers: Layers, plan: DealPlan, path: Path) -> Path:
    weights = weights_of(layers, 0.0, plan.within)
    write_weights(str(path), weights.header, weights.tensors, "float32")
    return path
