"""One deal: each seat in turn adapts to its hand and plays the real game; gains over not adapting.

With 0 sampled games all is done the same way, but for the learning, so that its gain is exactly 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from mj_bot.events import SEATS
from mj_bot.learned.candidate_features import NAMES
from mj_bot.learned.model import model_of, weights_of
from mj_bot.nets.weights_file import SUFFIX, WeightsError, read_weights, write_weights
from mj_lab.arena.seeds import seed_of
from mj_lab.game.walls import Wall
from mj_lab.learn.adapt.adapting import AdaptOptions, adapted
from mj_lab.learn.adapt.sampled_games import sample_games
from mj_lab.learn.advantages.pairs import Layers, model_points
from mj_lab.learn.gradient.climbing import added_models
from mj_lab.learn.gradient.rollouts import Rolled, learned_from, padded, player_of_weights

# A game's usual score: what rewards are divided by.
_SCORE = 20.0
# Of a model that another is added to.
_MOST_LAYERS = 2


@dataclass(frozen=True)
class DealPlan:
    """All that decides what comes of a wall.

    games: how many are sampled, K: several numbers, the games of a smaller one being the first of a
    larger one's. base: the weights file of the policy, None for `odds`. temperature: in points; in
    sampled games the seat draws an action by exp((value + f) / temperature). within: how much less
    than the best an action's value may be, in points.
    """

    games: tuple[int, ...]
    base: str | None = None
    temperature: float = 0.5
    within: float = 4.0
    seed: str = "0"
    adapt: AdaptOptions = field(default_factory=AdaptOptions)


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


def gains_of_deal(
    plan: DealPlan, wall: Wall, name: str, folder: Path, threads: int
) -> NDArray[np.int64]:
    """What adapting brought: points of the game [K, seat], by `plan.games`.

    folder: for the weights of single games. Raises FloatingPointError if learning fails.
    """
    import mj_engine

    base = base_layers(plan.base)
    paths = [_written(base, plan, folder / f"base{SUFFIX}")]
    most = max(plan.games)
    name = f"adapt/{plan.seed}/{name}"
    sampled = sample_games(wall, paths[0], plan.within, plan.temperature, most, name, threads)
    for games in plan.games:
        for seat in range(SEATS):
            moved = adapted_layers(plan, base, sampled[seat].of_first(games))
            paths.append(_written(moved, plan, folder / f"{games}-{seat}{SUFFIX}"))
    # The first game is that of nobody adapted.
    seatings = np.zeros((len(paths), SEATS), np.uint8)
    for place in range(1, len(paths)):
        seatings[place, (place - 1) % SEATS] = place
    played: Any = mj_engine.play(
        [wall.tiles] * len(paths),
        [player_of_weights(path, plan.within, 0.0) for path in paths],
        prevalent_winds=[wall.prevalent_wind] * len(paths),
        seatings=seatings,
        seeds=np.tile(np.uint32(seed_of(name, "game")), (len(paths), SEATS)),
        threads=threads,
    )
    scores: NDArray[np.int64] = played.scores
    gains = scores[1:].reshape(len(plan.games), SEATS, SEATS) - scores[0]
    # Of each game that of the seat that adapted.
    own: NDArray[np.int64] = gains.diagonal(axis1=1, axis2=2).copy()
    return own


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
