"""Whole matches at the fast table, hand by hand, by players that may use the standing.

The fast table does not know the standing. But it is constant during a hand, so for that hand a
model that uses it equals one that does not: `mj_bot.learned.model` folds it into a bias. So each
seat of each hand has its own player.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from mj_bot.events import SEATS
from mj_bot.learned.model import AdvantageModel, model_of, weights_of
from mj_bot.learned.standing_features import STANDING_NAMES, standing_features
from mj_bot.tactics import load, sees_standing
from mj_engine import Tactic, advantages, play
from mj_engine.learned import tactic_of
from mj_engine.play import seeds_of
from mj_lab.core.game.seating import players_by_seat, prevalent_wind_of, standing_before
from mj_lab.core.game.walls import seed_of, wall_of_seed
from mj_lab.learn.training.parts.part import Batch, PartOptions
from mj_lab.learn.training.parts.task_cache import KeptParts
from mj_lab.learn.training.sources.search import (
    CandidatePlay,
    SamplingPolicy,
    joined_candidates,
    learned_from,
)

# Matches that share one block of random numbers.
_TOGETHER = 64
# Matches in one task of a second. The table takes 256 players; each seat may be a different one.
_HANDS_A_TASK = 12


class MatchesOptions(PartOptions):
    """Options of matches played by pi."""

    matches: int = Field(default=32, ge=1, description="a step")
    hands: Literal[4, 16] = Field(default=4, description="of a match")


class MatchesPlay(CandidatePlay):
    """Matches with pi in all four seats; it may see the standing.

    The experience also has, for each decision, `match`, `hand` and `player`; and the scores
    `game/scores` [match, hand, player].
    """

    Options = MatchesOptions
    of = "hands"

    def size(self) -> int:
        """Hands a step."""
        return int(self.options.matches * self.options.hands)

    def experience(self, step: int, parts: KeptParts) -> Batch:
        """See `Play`; a decision's reward is its hand's score."""
        count, seed = self.options.matches, self.context.seed
        walls = tuple(f"teach-{seed}-{step}-{number}" for number in range(count))
        player = self.player()
        plan = MatchPlan((player,), ((0, 0, 0, 0),) * count, walls, self.options.hands, seed)
        tasks = match_tasks(count, plan.hands)
        sample = partial(rolled_matches, (plan, player.within), range(1))
        parts_played = parts.answers(step, rolled_matches, (plan, player.within), tasks, sample)
        scores = np.concatenate([part.pop("game/scores") for part in parts_played])
        rolled = joined_candidates(parts_played)
        whose = {name: rolled[name] for name in ("match", "hand", "player")}
        return {**learned_from(self.model, rolled), **whose, "game/scores": scores}


@dataclass(frozen=True)
class MatchPlan:
    """The matches to play.

    players: their names, or sampling players. orders: by match, which of them begin as East, South,
    West and North. walls: by match, the name of its walls: equal names mean equal walls. hands: of
    each match.
    """

    players: tuple[str | SamplingPolicy, ...]
    orders: tuple[tuple[int, ...], ...]
    walls: tuple[str, ...]
    hands: int
    seed: str = "0"

    def seeds(self, matches: range, hand: int) -> NDArray[np.uint32]:
        """The seeds of the seats in a hand, for matches that share one block of random numbers."""
        offset = matches.start % _TOGETHER
        walls = self.walls[matches.start - offset :][:_TOGETHER]
        seeds = seeds_of(seed_of("match", self.seed, *walls, hand), len(walls))
        return seeds[offset : offset + len(matches)]


def play_matches(plan: MatchPlan, matches: range) -> NDArray[np.int64]:
    """The scores of some matches: [match, hand, player], players in the order of the first hand.

    matches: of one deal, or few. Raises ValueError for players that the fast table does not have.
    """
    table = _Table(plan, matches)
    for hand in range(plan.hands):
        table.play(hand)
    return table.scores


def match_tasks(matches: int, hands: int) -> list[range]:
    """`matches` matches in tasks of about a second."""
    size = max(_HANDS_A_TASK // hands, 1)
    return [
        range(start, min(start + size, first + _TOGETHER, matches))
        for first in range(0, matches, _TOGETHER)
        for start in range(first, min(first + _TOGETHER, matches), size)
    ]


def rolled_matches(plan_and_within: tuple[MatchPlan, float], matches: range) -> Batch:
    """The decisions of some matches, hand by hand, as in `joined_candidates`, and `game/scores`.

    plan_and_within: the plan, and `within`: decisions have at least two actions at most this many
    points below the best. match, hand, player: [N], of each decision, players in the order of the
    first hand. standing: [N, S], the `standing_features`.

    Raises ValueError for players without candidates (`odds` and `learned` have).
    """
    plan, within = plan_and_within
    table = _Table(plan, matches)
    hands = [table.roll_out(hand, within) for hand in range(plan.hands)]
    return {**joined_candidates(hands), "game/scores": table.scores}


class _Table:
    """Some matches in progress. scores: [match, hand, player]."""

    def __init__(self, plan: MatchPlan, matches: range) -> None:
        self._plan, self._matches = plan, matches
        self._orders = plan.orders[matches.start : matches.stop]
        self._with_standing = [_model_with_standing(player) for player in plan.players]
        self.scores = np.zeros((len(matches), plan.hands, SEATS), np.int64)

    def play(self, hand: int) -> None:
        """Play a hand of all matches."""
        walls, tactics, seatings, _ = self._seated(hand)
        games: Any = play(
            walls, tactics, prevalent_winds=self._winds(hand), seatings=seatings,
            seeds=self._plan.seeds(self._matches, hand),
        )  # fmt: skip
        self.scores[:, hand, players_by_seat(hand)] = games.scores

    def roll_out(self, hand: int, within: float) -> Batch:
        """Play a hand of all matches; returns its decisions with their players and standings."""
        walls, tactics, seatings, seen = self._seated(hand)
        seeds = self._plan.seeds(self._matches, hand)
        rolled: Batch = advantages.roll_out(
            walls,
            tactics,
            within,
            prevalent_winds=self._winds(hand),
            seatings=seatings,
            seeds=seeds,
        )
        # A player without decisions is missing there: replay the games for the scores.
        listed = np.zeros((len(walls), SEATS), bool)
        listed[rolled["game"], rolled["seat"]] = True
        by_seat = np.zeros((len(walls), SEATS), np.int64)
        by_seat[rolled["game"], rolled["seat"]] = rolled["score"]
        lacking = np.flatnonzero(~listed.all(axis=1))
        if len(lacking):
            again: Any = play(
                [walls[row] for row in lacking], tactics,
                prevalent_winds=np.full(len(lacking), prevalent_wind_of(hand)),
                seatings=seatings[lacking], seeds=seeds[lacking],
            )  # fmt: skip
            by_seat[lacking] = again.scores
        seated = np.array(players_by_seat(hand))
        self.scores[:, hand, seated] = by_seat
        return {
            **{name: rolled[name] for name in ("first", "value", "features", "chosen", "score")},
            "match": rolled["game"].astype(np.int64) + self._matches.start,
            "hand": np.full(len(rolled["chosen"]), hand),
            "player": seated[rolled["seat"]],
            "standing": seen[rolled["game"], rolled["seat"]].astype(np.float32),
        }

    def _seated(
        self, hand: int
    ) -> tuple[list[tuple[int, ...]], list[str | Tactic], NDArray[np.int64], NDArray[np.float64]]:
        """Walls, tactics, their seats, and what each seat sees of the standing."""
        plan, seated = self._plan, players_by_seat(hand)
        totals = self.scores[:, :hand].sum(axis=1)
        places: dict[tuple[float, ...], int] = {}
        tactics: list[str | Tactic] = []
        seatings = np.zeros((len(self._orders), SEATS), np.int64)
        seen = np.zeros((len(self._orders), SEATS, len(STANDING_NAMES)))
        for match, order in enumerate(self._orders):
            standing = standing_before(hand, plan.hands, totals[match].tolist())
            for seat, player in enumerate(seated):
                seen[match, seat] = standing_features(standing, seat)
                given = None if standing is None else seen[match, seat]
                if self._with_standing[order[player]] is None:
                    given = None
                key = (order[player], *(() if given is None else given.tolist()))
                if key not in places:
                    places[key] = len(tactics)
                    tactics.append(self._tactic(order[player], given))
                seatings[match, seat] = places[key]
        named = plan.walls[self._matches.start : self._matches.stop]
        walls = [wall_of_seed(f"match/{name}/{hand}") for name in named]
        return walls, tactics, seatings, seen

    def _tactic(self, number: int, seen: NDArray[np.float64] | None) -> str | Tactic:
        """A player of the plan at the fast table; seen: by the model for this standing."""
        player, with_standing = self._plan.players[number], self._with_standing[number]
        if seen is None or with_standing is None:
            return player if isinstance(player, str) else player.tactic()
        model, temperature = with_standing
        in_hand = weights_of(model.before(seen).layers, model.margin, model.within)
        return tactic_of(model_of(in_hand), temperature)  # In float32, as a file has it.

    def _winds(self, hand: int) -> NDArray[np.int64]:
        return np.full(len(self._orders), prevalent_wind_of(hand))


def _model_with_standing(player: str | SamplingPolicy) -> tuple[AdvantageModel, float] | None:
    """The model and temperature of a player that sees the standing; None for others."""
    if not isinstance(player, str):
        model, temperature = player.model(), player.temperature
        return (model, temperature) if model.standing is not None else None
    tactic: Any = load(player)
    if not sees_standing(tactic):
        return None
    return tactic.model._replace(margin=tactic.margin, within=tactic.within), tactic.temperature
