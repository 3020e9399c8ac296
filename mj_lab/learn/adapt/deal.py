"""One seat of a deal adapts to its hand and plays the real game; what it gains over not adapting.

With 0 sampled games all is done the same way, but for the learning, so that its gain is exactly 0.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from mj_bot.events import SEATS
from mj_bot.learned.candidate_features import NAMES
from mj_bot.learned.model import model_of, weights_of
from mj_bot.nets.weights_file import SUFFIX, WeightsError, read_weights, write_weights
from mj_lab.arena.seeds import seed_of
from mj_lab.game.walls import Wall
from mj_lab.learn.adapt.adapting import adapted
from mj_lab.learn.adapt.plan import DealPlan
from mj_lab.learn.adapt.sampled_games import Sampled, sample_games
from mj_lab.learn.advantages.pairs import Layers, model_points
from mj_lab.learn.gradient.climbing import added_models
from mj_lab.learn.gradient.rollouts import Rolled, learned_from, padded, player_of_weights

# A game's usual score: what rewards are divided by.
_SCORE = 20.0
# Of a model that another is added to.
_MOST_LAYERS = 2


def base_layers(path: str | None) -> Layers:
    """The model of a weights file; for None one that adds nothing.

    Raises WeightsError if it cannot be added to, or goes by the standing of a match.
    """
    if path is None:
        return [(np.zeros((1, len(NAMES))), np.zeros(1))]
    given = model_of(read_weights(path))
    if given.standing is not None:
        raise WeightsError(f"{path}: goes by the standing of a match, and a deal has none")
    if len(given.layers) > _MOST_LAYERS:
        raise WeightsError(f"{path}: {len(given.layers)} layers, not one or two")
    return list(given.layers)


class SeatOfDeal(NamedTuple):
    """Who adapts. deal: the number of the wall."""

    deal: int
    wall: Wall
    seat: int


def gains_of_seat(asked: tuple[DealPlan, Layers], one: SeatOfDeal) -> NDArray[np.int64]:
    """What adapting brought the seat: points of the game [K], by `plan.games`.

    asked: the plan, and the model of its base. Raises FloatingPointError if learning fails.
    """
    import mj_engine

    torch.set_num_threads(1)
    (plan, base), wall, seat = asked, one.wall, one.seat
    with TemporaryDirectory(prefix="mj-adapt-") as folder:
        paths = [_written(base, plan, Path(folder) / f"base{SUFFIX}")]
        sampled = _sampled(plan, one, paths[0], max(plan.games))
        for games in plan.games:
            moved = adapted_layers(plan, base, sampled.of_first(games))
            paths.append(_written(moved, plan, Path(folder) / f"{games}{SUFFIX}"))
        # The first game is that of nobody adapted.
        seatings = np.zeros((len(paths), SEATS), np.uint8)
        seatings[:, seat] = range(len(paths))
        played: Any = mj_engine.play(
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
    """The seat's decisions in one sampled game, by which machines are compared."""
    plan, base = asked
    with TemporaryDirectory(prefix="mj-adapt-") as folder:
        path = _written(base, plan, Path(folder) / f"base{SUFFIX}")
        return list(vars(_sampled(plan, one, path, 1).rolled).values())


def _sampled(plan: DealPlan, one: SeatOfDeal, base: Path, games: int) -> Sampled:
    heat = plan.temperature
    return sample_games(one.wall, one.seat, base, plan.within, heat, games, _name(plan, one))


def _name(plan: DealPlan, one: SeatOfDeal) -> str:
    return f"adapt/{plan.seed}/{one.deal}"


def adapted_layers(plan: DealPlan, base: Layers, rolled: Rolled) -> Layers:
    """The model in points: the base's and what these games moved, in one.

    Of no games it is the base, with a linear part that is nothing.
    """
    features, spread = rolled.features, np.ones(len(NAMES), np.float32)
    if len(features):
        spread = features.std(axis=0)
        spread = np.where(spread > 1e-6, spread, 1.0).astype(np.float32)
        features = (features - features.mean(axis=0)) / spread
    odds = np.asarray(
        (rolled.value + model_points(base, rolled.features)) / plan.temperature, np.float32
    )
    # pi is the base while the games are played.
    decisions = learned_from(rolled, odds, features, padded(rolled, odds, -np.inf))
    promised = padded(rolled, rolled.value, -np.inf).max(axis=1)
    learner = adapted(decisions, promised, len(NAMES), _SCORE, plan.adapt)
    (layer,) = (one for one in learner.policy if isinstance(one, torch.nn.Linear))
    weight = layer.weight.detach().double().numpy() / spread * plan.temperature
    # A bias moves all candidates alike.
    return added_models(base, [(weight, np.zeros(1))])


def _written(layers: Layers, plan: DealPlan, path: Path) -> Path:
    weights = weights_of(layers, 0.0, plan.within)
    write_weights(str(path), weights.header, weights.tensors, "float32")
    return path
