"""Whole matches at the fast table, hand by hand, by players who may go by the standing.

The fast table knows no standing. But through a hand it stays the same, so a model that goes by it
is, for that hand, a model that does not: `mj_bot.learned.model` folds it into a bias. Each seat of
each hand so gets a player of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mj_bot.events import SEATS
from mj_bot.learned.model import weights_of
from mj_bot.learned.standing_features import STANDING_NAMES, standing_features
from mj_bot.nets.weights_file import SUFFIX, write_weights
from mj_bot.state import Standing
from mj_bot.tactics import load, sees_standing
from mj_lab.arena.seeds import seed_of
from mj_lab.game.seating import players_by_seat, prevalent_wind_of, standing_before
from mj_lab.game.walls import wall_of_seed
from mj_lab.learn.gradient.rollouts import player_of_weights
from mj_lab.learn.run.workers import Workers

# Matches for which random numbers are drawn together.
_TOGETHER = 64
# What a worker is given at once: the table takes 256 players, and each seat may be another.
_MATCHES_A_TASK = 6


class DrawingPlayer(NamedTuple):
    """Who draws its actions as `player_of_weights` has it, by the bytes of a weights file."""

    weights: bytes
    within: float
    temperature: float


@dataclass(frozen=True)
class MatchPlan:
    """Which matches are played.

    players: the words that name them, or what they draw by. orders: by match, who of them begins as
    East, South, West and North. walls: by match, the name of its walls: the same name, the same
    walls. hands: of each.
    """

    players: tuple[str | DrawingPlayer, ...]
    orders: tuple[tuple[int, ...], ...]
    walls: tuple[str, ...]
    hands: int
    seed: str = "0"

    def seeds(self, matches: range, hand: int) -> NDArray[np.uint32]:
        """The seeds of the seats in a hand of some matches that are drawn for together."""
        from mj_engine.play import seeds_of

        place = matches.start % _TOGETHER
        walls = self.walls[matches.start - place :][:_TOGETHER]
        seeds = seeds_of(seed_of("match", self.seed, *walls, hand), len(walls))
        return seeds[place : place + len(matches)]


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


def play_matches(plan: MatchPlan, matches: range) -> NDArray[np.int64]:
    """The scores of some matches: [match, hand, player], players in the order of the first hand.

    matches: of one deal, or few. Raises ValueError for players not at the fast table.
    """
    with TemporaryDirectory(prefix="mj-match-") as folder:
        table = _Table(plan, matches, Path(folder))
        for hand in range(plan.hands):
            table.play(hand)
    return table.scores


def roll_out_matches(
    plan: MatchPlan, within: float, workers: Workers
) -> tuple[NDArray[np.int64], MatchDecisions]:
    """The scores of all matches as `play_matches` has them, and the decisions of all four.

    Those with at least two actions that are worth at most `within` points less than the best.
    Raises ValueError for players without candidates (`odds` and `learned` have), EngineError as
    `Workers.answers` does.
    """
    whole = range(len(plan.orders))
    together = [whole[first : first + _TOGETHER] for first in whole[::_TOGETHER]]
    tasks = [
        some[place : place + _MATCHES_A_TASK]
        for some in together
        for place in range(0, len(some), _MATCHES_A_TASK)
    ]
    sample = partial(_rolled, (plan, within), whole[:1])
    played = list(workers.answers(_rolled, (plan, within), tasks, sample))
    # Hand by hand of those that are drawn for together, whatever a worker was given.
    by_hand = [
        (matches.start // _TOGETHER, hand, matches.start, rolled)
        for matches, (_, hands) in zip(tasks, played, strict=True)
        for hand, rolled in enumerate(hands)
    ]
    by_hand.sort(key=lambda one: one[:3])
    scores = np.concatenate([scores for scores, _ in played])
    return scores, _joined([rolled for *_, rolled in by_hand])


def _rolled(
    asked: tuple[MatchPlan, float], matches: range
) -> tuple[NDArray[np.int64], list[dict[str, Any]]]:
    """Scores of some matches, and their decisions by hand."""
    plan, within = asked
    with TemporaryDirectory(prefix="mj-match-") as folder:
        table = _Table(plan, matches, Path(folder))
        hands = [table.roll_out(hand, within) for hand in range(plan.hands)]
    return table.scores, hands


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
    """Some matches while they are played. scores: [match, hand, player].

    folder: for the weights of players and single hands.
    """

    def __init__(self, plan: MatchPlan, matches: range, folder: Path) -> None:
        self._plan, self._matches, self._folder = plan, matches, folder
        self._orders = plan.orders[matches.start : matches.stop]
        self._players = [self._words(place) for place in range(len(plan.players))]
        self._tactics: list[Any] = [load(player) for player in self._players]
        self.scores = np.zeros((len(matches), plan.hands, SEATS), np.int64)

    def play(self, hand: int) -> None:
        """Play a hand of all matches."""
        import mj_engine

        walls, names, seatings, _ = self._seated(hand)
        games: Any = mj_engine.play(
            walls, names, prevalent_winds=self._winds(hand), seatings=seatings,
            seeds=self._plan.seeds(self._matches, hand),
        )  # fmt: skip
        self.scores[:, hand, players_by_seat(hand)] = games.scores

    def roll_out(self, hand: int, within: float) -> dict[str, Any]:
        """Play a hand of all matches; its decisions with whose they are and what they stood at."""
        from mj_engine import advantages

        walls, names, seatings, seen = self._seated(hand)
        seeds = self._plan.seeds(self._matches, hand)
        rolled: dict[str, Any] = advantages.roll_out(
            walls, names, within, prevalent_winds=self._winds(hand), seatings=seatings, seeds=seeds
        )
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
                seatings=seatings[lacking], seeds=seeds[lacking],
            )  # fmt: skip
            by_seat[lacking] = again.scores
        seated = np.array(players_by_seat(hand))
        self.scores[:, hand, seated] = by_seat
        rolled["match"] = rolled["game"].astype(np.int64) + self._matches.start
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
        seatings = np.zeros((len(self._orders), SEATS), np.int64)
        seen = np.zeros((len(self._orders), SEATS, len(STANDING_NAMES)))
        for match, order in enumerate(self._orders):
            standing = standing_before(hand, plan.hands, totals[match].tolist())
            for seat, player in enumerate(seated):
                seen[match, seat] = standing_features(standing, seat)
                name = self._name(order[player], standing, seen[match, seat])
                seatings[match, seat] = names.setdefault(name, len(names))
        named = plan.walls[self._matches.start : self._matches.stop]
        walls = [wall_of_seed(f"match/{name}/{hand}") for name in named]
        return walls, list(names), seatings, seen

    def _words(self, place: int) -> str:
        """The words that name a player here."""
        player = self._plan.players[place]
        if isinstance(player, str):
            return player
        path = self._folder / f"player-{place}{SUFFIX}"
        path.write_bytes(player.weights)
        return player_of_weights(path, player.within, player.temperature)

    def _name(self, player: int, standing: Standing | None, seen: NDArray[np.float64]) -> str:
        """The player of one seat in this hand, as the fast table has it."""
        tactic = self._tactics[player]
        if standing is None or not sees_standing(tactic):
            return self._players[player]
        key = seed_of(self._players[player], *seen.tolist())
        path = self._folder / f"{player}-{key:08x}.mjw"
        weights = weights_of(tactic.model.before(seen).layers, tactic.margin, tactic.within)
        write_weights(str(path), weights.header, weights.tensors, "float32")
        return (
            f"learned@weights={path},margin={tactic.margin!r},within={tactic.within!r},"
            f"temperature={tactic.temperature!r}"
        )

    def _winds(self, hand: int) -> NDArray[np.int64]:
        return np.full(len(self._orders), prevalent_wind_of(hand))
