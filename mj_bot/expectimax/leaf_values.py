"""Leaf values without a network: by shanten, or by the hand value of `odds`.

Both are points of the game, like those of a win (`mj_bot.odds.win_chance.expected_points`).
"""

from typing import Dict, List, NamedTuple, Sequence, Tuple

import numpy as np

from mj_bot.expectimax.own_hand import DrawnHand
from mj_bot.fan import MIN_FAN
from mj_bot.melds import Meld
from mj_bot.odds.hand_context import HandContext, hand_context_of
from mj_bot.odds.last_draws import is_ready, part_if_not_ready
from mj_bot.odds.opponents.deal_in import opponents, threat_of
from mj_bot.odds.opponents.tile_location import tile_location
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.targets.nearest import Nearest, TargetHands
from mj_bot.odds.value.hand_value import hand_values
from mj_bot.odds.win_chance import chance_of, expected_points, win_logit
from mj_bot.shanten.shanten import least_distance
from mj_bot.state import GameState

# The win chance of a ready hand, and the factor for each tile it lacks beyond that. Only a scale:
# small next to a win in the tree, so that the nearer of two hands is better.
_READY_CHANCE = 0.4
_EACH_TILE = 0.4

# How to value a leaf, and the most targets that count.
_OPTIONS = OddsOptions()
_MOST_TARGETS = 300

_Melds = Tuple[Meld, ...]


def points_lacking(tiles: int) -> float:
    """The value of a hand this many tiles away from ready, whatever its fan."""
    return expected_points(_READY_CHANCE * _EACH_TILE**tiles, 0.0)


def by_shanten(drawn: Sequence[DrawnHand]) -> List[float]:
    """The values of hands by their shanten over all forms."""
    return [
        points_lacking(max(least_distance(drawn_hand.hand, len(drawn_hand.melds)), 0))
        for drawn_hand in drawn
    ]


class _Aims(NamedTuple):
    """The targets of all leaves with the same melds, and the most copies that one needs."""

    targets: TargetHands
    most: np.ndarray


class ByHandValue:
    """The values of hands of a state by the hand value of `odds`, after the best discard.

    Targets are looked up once for the state's hand and once for each claim, not for every leaf.
    nearest: finds them; one serves a game.
    """

    def __init__(self, state: GameState, nearest: Nearest) -> None:
        self._state, self._nearest = state, nearest
        self._threat = threat_of(opponents(state))
        self._location = tile_location(state, self._threat)
        self._turn = len(state.discards[state.seat])
        self._left = state.walls[state.seat]
        self._winds = (state.seat, state.prevalent_wind)
        self._aims: Dict[_Melds, _Aims] = {}
        self._known: Dict[Tuple[_Melds, int, bytes], float] = {}

    def __call__(self, drawn: Sequence[DrawnHand]) -> List[float]:
        """The expected points of each hand."""
        return [self._value(drawn_hand) for drawn_hand in drawn]

    def _value(self, drawn: DrawnHand) -> float:
        aims = self._aims_of(drawn)
        # Copies that no target needs make no difference.
        used = np.minimum(np.frombuffer(drawn.hand, np.uint8), aims.most)
        key = (drawn.melds, drawn.left, used.tobytes())
        if key not in self._known:
            self._known[key] = self._fresh_value(drawn, aims.targets)
        return self._known[key]

    def _aims_of(self, drawn: DrawnHand) -> _Aims:
        aims = self._aims.get(drawn.melds)
        if aims is None:
            hand, unseen = list(drawn.hand), list(drawn.unseen)
            if drawn.melds == tuple(self._state.own_melds):
                hand, unseen = self._state.hand, self._state.unseen
            targets = self._nearest(hand, unseen, drawn.melds, self._winds)
            most = targets.counts.max(axis=0) if len(targets) else np.zeros(len(hand))
            aims = self._aims[drawn.melds] = _Aims(targets, most.astype(np.uint8))
        return aims

    def _fresh_value(self, drawn: DrawnHand, targets: TargetHands) -> float:
        context = hand_context_of(
            list(drawn.hand), drawn.melds, list(drawn.unseen), self._winds, self._location
        )
        near = _near(targets, context)
        hand_value, rate = [0.0], [0.0]
        if len(near):
            results = hand_values(near, context, _OPTIONS, discarding=True)
            hand_value, rate = results.values, results.rates
        turn = self._turn + self._left - drawn.left
        logits = [win_logit(value, its, turn, self._threat) for value, its in zip(hand_value, rate)]
        # A hand lacking one tile before its discard is almost always ready after the best one.
        part = 1.0 if is_ready(near, context.have) else part_if_not_ready(drawn.left)
        return expected_points(part * chance_of(max(logits)), 0.0)


def _near(targets: TargetHands, context: HandContext) -> TargetHands:
    """The targets near this hand, by `Nearest`, without complete ones, which did not win."""
    lacks = np.maximum(targets.counts - np.array(context.have, np.int16), 0).sum(axis=1)
    there = lacks > 0
    winning = lacks[there & (targets.fan >= MIN_FAN)]
    most = winning.min() + _OPTIONS.slack if len(winning) else lacks.max() if len(lacks) else 0
    close = np.flatnonzero(there & (lacks <= most))
    close = close[np.argsort(lacks[close], kind="mergesort")][:_MOST_TARGETS]
    nearest = targets.chosen(close)
    return TargetHands(
        nearest.counts, nearest.fan, nearest.claimable, lacks[close].astype(np.int16)
    )
