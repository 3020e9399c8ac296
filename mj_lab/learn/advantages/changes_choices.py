"""Decisions of self-play at the fast table: the choice of `odds` in each, and the model's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_bot.learned.candidate_features import NAMES
from mj_bot.learned.model import AdvantageModel
from mj_engine import advantages
from mj_lab.core.game.walls import seed_of, walls_of_seed


class ActionKind(IntEnum):
    """Kinds of actions as the features know them."""

    DISCARD = 0
    OWN_KONG = 1
    PASSED = 2
    CHOW = 3
    PUNG = 4
    KONG = 5


# Indexed by the numbers above.
ACTION_KINDS = ("discard", "own kong", "pass", "chow", "pung", "kong")

# The fast table computes values in float32.
_SAME_VALUE = 1e-5
_GAMES_AT_ONCE = 50
_TENS = 10

# Called with the number of games played.
PlayWatch = Callable[[int], None]


@dataclass(frozen=True)
class ChoicesMade:
    """N decisions of self-play with more than one possible action.

    game, seat: whose. turn: how many tiles the seat had discarded. wall: tiles left in its own.
    claiming: whether a discard could be claimed. of_odds, taken: the kinds of the action of `odds`
    and of the one taken, as indices into `ACTION_KINDS`. changed: whether the two actions differ.
    added: the model's advantage of the action taken, in points, less the margin. given_up: how much
    lower its value is, in points. before, after: the features of the two actions, [N, F].
    """

    game: NDArray[np.int64]
    seat: NDArray[np.uint8]
    turn: NDArray[np.int64]
    wall: NDArray[np.int64]
    claiming: NDArray[np.bool_]
    of_odds: NDArray[np.int64]
    taken: NDArray[np.int64]
    changed: NDArray[np.bool_]
    added: NDArray[np.float64]
    given_up: NDArray[np.float64]
    before: NDArray[np.float32]
    after: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.game)

    def at(self, places: NDArray[Any]) -> ChoicesMade:
        """Some of them, by a mask or by places."""
        return ChoicesMade(*[getattr(self, column.name)[places] for column in fields(self)])


def choices_in_play(
    player: str,
    model: AdvantageModel,
    games: int,
    seed: str,
    threads: int = 1,
    watch: PlayWatch | None = None,
) -> ChoicesMade:
    """The decisions of `games` games, with the player in all seats.

    player: `learned` with this model, by name and options. The walls are those of `changes-SEED`;
    the result does not depend on the number of threads.

    Raises ValueError if the games have no decision with more than one action.
    """
    walls = walls_of_seed(walls_name(seed))
    parts: list[ChoicesMade] = []
    for first in range(0, games, _GAMES_AT_ONCE):
        some = list(islice(walls, min(_GAMES_AT_ONCE, games - first)))
        decisions = advantages.roll_out(
            [wall.tiles for wall in some],
            player,
            model.within,
            prevalent_winds=[wall.prevalent_wind for wall in some],
            seed=seed_of("changes", seed, first),
            threads=threads,
        )
        if len(decisions["chosen"]):
            parts.append(choices_rolled(decisions, model, first))
        if watch is not None:
            watch(first + len(some))
    if not parts:
        raise ValueError("no choice in these games: play more of them")
    return _joined(parts)


def walls_name(seed: str) -> str:
    """The seed of the walls for the decisions of a seed."""
    return f"changes-{seed}"


def choices_rolled(
    rolled: dict[str, NDArray[Any]], model: AdvantageModel, first_game: int
) -> ChoicesMade:
    """Decisions from mj_engine.advantages.roll_out; games are numbered from `first_game`."""
    first, value = rolled["first"], rolled["value"].astype(np.float64)
    features = rolled["features"].astype(np.float64)
    starts = first[:-1]
    decision = np.repeat(np.arange(len(starts)), np.diff(first))
    # Among equal values odds takes the first.
    near_best = value >= np.maximum.reduceat(value, starts)[decision] - _SAME_VALUE
    places = np.flatnonzero(near_best)
    best = places[np.unique(decision[places], return_index=True)[1]]
    taken = starts + rolled["chosen"]
    points = model.advantages(features)
    added = points[taken] - points[best] - model.margin
    given_up = value[best] - value[taken]
    changed = (taken != best) & (added > given_up)
    shared = {name: features[starts, NAMES.index(name)] for name in ("turn", "wall", "claiming")}
    kinds = _kinds(features)
    return ChoicesMade(
        game=rolled["game"].astype(np.int64) + first_game,
        seat=rolled["seat"],
        turn=np.rint(_TENS * shared["turn"]).astype(np.int64),
        wall=np.rint(_TENS * shared["wall"]).astype(np.int64),
        claiming=shared["claiming"] > 0,
        of_odds=kinds[best],
        taken=kinds[taken],
        changed=changed,
        added=np.where(changed, added, 0.0),
        given_up=np.where(changed, given_up, 0.0),
        before=features[best].astype(np.float32),
        after=features[taken].astype(np.float32),
    )


def _kinds(features: NDArray[np.float64]) -> NDArray[np.int64]:
    """The kind of each candidate's action: [M]."""
    kinds = np.where(
        features[:, NAMES.index("claiming")] > 0, ActionKind.PASSED, ActionKind.DISCARD
    )
    for name, kind in (
        ("chow", ActionKind.CHOW),
        ("pung", ActionKind.PUNG),
        ("kong", ActionKind.KONG),
        ("own_kong", ActionKind.OWN_KONG),
    ):
        kinds[features[:, NAMES.index(name)] > 0] = kind
    return kinds.astype(np.int64)


def _joined(parts: Sequence[ChoicesMade]) -> ChoicesMade:
    return ChoicesMade(
        *[
            np.concatenate([getattr(part, column.name) for part in parts])
            for column in fields(ChoicesMade)
        ]
    )
