"""Whole matches at the fast table, hand by hand, by players who may go by the standing.

The fast table knows no standing. But through a hand it stays the same, so a model that goes by it
is, for that hand, a model that does not: `mj_bot.learned.model` folds it into a bias. Each seat of
each hand so gets a player of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_bot.events import SEATS
from mj_bot.learned.model import weights_of
from mj_bot.learned.standing_features import STANDING_NAMES, standing_features
from mj_bot.nets.weights_file import write_weights
from mj_bot.state import Standing
from mj_bot.tactics import load
from mj_lab.arena.seeds import seed_of
from mj_lab.game.seating import players_by_seat, prevalent_wind_of, standing_before
from mj_lab.game.walls import wall_of_seed

# Matches that are played at once: the table takes 256 players, and each seat may be another.
_AT_ONCE = 64


@dataclass(frozen=True)
class MatchPlan:
    """Which matches are played.

    players: the words that name them. orders: by match, who of them begins as East, South, West and
    North. walls: by match, the name of its walls: the same name, the same walls. hands: of each.
    """

    players: tuple[str, ...]
    orders: tuple[tuple[int, ...], ...]
    walls: tuple[str, ...]
    hands: int
    seed: str = "0"

    def part(self, first: int) -> MatchPlan:
        """The matches that are played at once, from this one on."""
        chosen = slice(first, first + _AT_ONCE)
        return MatchPlan(
            self.players, self.orders[chosen], self.walls[chosen], self.hands, self.seed
        )


@dataclass(frozen=True)
class MatchDecisions:
    """Decisions of whole matches, by action, those of one after another.

    first: [N + 1], each decision's first action. value: [M]. features: [M, F]. chosen: [N].
    match, hand, player: [N], whose it was, players counted in the order of the first hand.
    standing: [N, S], as `standing_features` has it.
    """

    first: NDArray[np.int64]
    value: NDArray[np.float32]
    features: NDArray[np.float32]
    chosen: NDArray[np.int64]
    match: NDArray[np.int64]
    hand: NDArray[np.int64]
    player: NDArray[np.int64]
    standing: NDArray[np.float32]


def play_matches(plan: MatchPlan, folder: Path, threads: int = 1) -> NDArray[np.int64]:
    """The scores of the matches: [match, hand, player], players in the order of the first hand.

    folder: for the weights of single hands. Raises ValueError for players not at the fast table.
    """
    parts = []
    for first in range(0, len(plan.orders), _AT_ONCE):
        table = _Table(plan.part(first), folder, threads)
        for hand in range(plan.hands):
            table.play(hand)
        parts.append(table.scores)
    return np.concatenate(parts)


def roll_out_matches(
    plan: MatchPlan, folder: Path, within: float, threads: int = 1
) -> tuple[NDArray[np.int64], MatchDecisions]:
    """The scores as `play_matches` has them, and the decisions of all four.

    Those with at least two actions that are worth at most `within` points less than the best.
    Raises ValueError for players without candidates (`odds` and `learned` have).
    """
    scores: list[NDArray[np.int64]] = []
    found: list[dict[str, Any]] = []
    for first in range(0, len(plan.orders), _AT_ONCE):
        table = _Table(plan.part(first), folder, threads)
        for hand in range(plan.hands):
            rolled = table.roll_out(hand, within)
            rolled["match"] = rolled["game"].astype(np.int64) + first
            found.append(rolled)
        scores.append(table.scores)
    return np.concatenate(scores), _joined(found)


def _joined(found: Sequence[dict[str, Any]]) -> MatchDecisions:
    counts = np.concatenate([np.diff(one["first"]) for one in found])

    def whole(name: str, kind: Any) -> Any:
        return np.concatenate([one[name] for one in found]).astype(kind)

    return MatchDecisions(
        first=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        value=whole("value", np.float32),
        features=whole("features", np.float32),
        chosen=whole("chosen", np.int64),
        match=whole("match", np.int64),
        hand=whole("hand", np.int64),
        player=whole("player", np.int64),
        standing=whole("standing", np.float32),
    )


class _Table:
    """Some matches while they are played. scores: [match, hand, player]."""

    def __init__(self, plan: MatchPlan, folder: Path, threads: int) -> None:
        self._plan, self._folder, self._threads = plan, folder, threads
        self._tactics: list[Any] = [load(player) for player in plan.players]
        self.scores = np.zeros((len(plan.orders), plan.hands, SEATS), np.int64)

    def play(self, hand: int) -> None:
        """Play a hand of all matches."""
        import mj_engine

        walls, names, seatings, _ = self._seated(hand)
        games: Any = mj_engine.play(
            walls, names, prevalent_winds=self._winds(hand), seatings=seatings,
            seeds=self._seeds(hand), threads=self._threads,
        )  # fmt: skip
        self.scores[:, hand, players_by_seat(hand)] = games.scores

    def roll_out(self, hand: int, within: float) -> dict[str, Any]:
        """Play a hand of all matches; its decisions with whose they are and what they stood at."""
        from mj_engine import advantages

        walls, names, seatings, seen = self._seated(hand)
        seed = self._seed(hand)
        rolled: dict[str, Any] = advantages.roll_out(
            walls, names, within, prevalent_winds=self._winds(hand), seatings=seatings, seed=seed,
            threads=self._threads,
        )  # fmt: skip
        # Whoever had nothing to decide is not in it: the same games, for the scores alone.
        import mj_engine

        told = np.zeros((len(walls), SEATS), bool)
        told[rolled["game"], rolled["seat"]] = True
        by_seat = np.zeros((len(walls), SEATS), np.int64)
        by_seat[rolled["game"], rolled["seat"]] = rolled["score"]
        lacking = np.flatnonzero(~told.all(axis=1))
        if len(lacking):
            again: Any = mj_engine.play(
                [walls[place] for place in lacking], names,
                prevalent_winds=np.full(len(lacking), prevalent_wind_of(hand)),
                seatings=seatings[lacking], seeds=self._seeds(hand)[lacking],
                threads=self._threads,
            )  # fmt: skip
            by_seat[lacking] = again.scores
        seated = np.array(players_by_seat(hand))
        self.scores[:, hand, seated] = by_seat
        rolled["hand"] = np.full(len(rolled["chosen"]), hand)
        rolled["player"] = seated[rolled["seat"]]
        rolled["standing"] = seen[rolled["game"], rolled["seat"]]
        return rolled

    def _seated(
        self, hand: int
    ) -> tuple[list[tuple[int, ...]], list[str], NDArray[np.int64], NDArray[np.float64]]:
        """Walls, players, who of them sits where, and what each seat sees of the standing."""
        plan, seated = self._plan, players_by_seat(hand)
        totals = self.scores[:, :hand].sum(axis=1)
        names: dict[str, int] = {}
        seatings = np.zeros((len(plan.orders), SEATS), np.int64)
        seen = np.zeros((len(plan.orders), SEATS, len(STANDING_NAMES)))
        for match, order in enumerate(plan.orders):
            standing = standing_before(hand, plan.hands, totals[match].tolist())
            for seat, player in enumerate(seated):
                seen[match, seat] = standing_features(standing, seat)
                name = self._name(order[player], standing, seen[match, seat])
                seatings[match, seat] = names.setdefault(name, len(names))
        walls = [wall_of_seed(f"match/{name}/{hand}") for name in plan.walls]
        return walls, list(names), seatings, seen

    def _name(self, player: int, standing: Standing | None, seen: NDArray[np.float64]) -> str:
        """The player of one seat in this hand, as the fast table has it."""
        tactic = self._tactics[player]
        if standing is None or not getattr(tactic, "sees_standing", False):
            return self._plan.players[player]
        key = seed_of(self._plan.players[player], *seen.tolist())
        path = self._folder / f"{player}-{key:08x}.mjw"
        weights = weights_of(tactic.model.before(seen).layers, tactic.margin, tactic.within)
        write_weights(str(path), weights.header, weights.tensors, "float32")
        return (
            f"learned@weights={path},margin={tactic.margin!r},within={tactic.within!r},"
            f"temperature={tactic.temperature!r}"
        )

    def _winds(self, hand: int) -> NDArray[np.int64]:
        return np.full(len(self._plan.orders), prevalent_wind_of(hand))

    def _seed(self, hand: int) -> int:
        return seed_of("match", self._plan.seed, *self._plan.walls, hand)

    def _seeds(self, hand: int) -> NDArray[np.uint32]:
        """The seeds that the fast table's own rollouts make of `_seed`."""
        lots = np.random.Generator(np.random.PCG64(self._seed(hand)))
        return lots.integers(1 << 32, size=(len(self._plan.orders), SEATS), dtype=np.uint32)
