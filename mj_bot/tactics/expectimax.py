"""Tactic `expectimax`: searches its own draws and discards, with or without a Q network.

docs/reference/learning.md describes the search and the training.

Source: 雷捷维, 王嘉旸, 任航, 闫天伟, 黄伟, 基于Expectimax搜索与Double DQN的非完备信息博弈算法,
计算机工程 2021(3), which chose two layers and an alpha of 0.6.
"""

from math import inf
from time import monotonic
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from mj_bot.actions import action_space
from mj_bot.best_candidate import debug_line
from mj_bot.events import HU, PASSING, PLAY, Action
from mj_bot.expectimax.choices import (
    ValuedChoice,
    best_of,
    by_q_alone,
    deepened,
    pruned,
    search_choices,
)
from mj_bot.expectimax.leaf_values import ByHandValue, by_shanten
from mj_bot.expectimax.own_hand import OwnHand
from mj_bot.expectimax.q_features import q_features
from mj_bot.expectimax.q_network import ByQ, QNetwork
from mj_bot.expectimax.search import LeafValues, OutOfTimeError, Ranking, TreeSearch
from mj_bot.fan import points_of_win
from mj_bot.nets.shipped import weights_for
from mj_bot.nets.weights_file import Weights
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.targets.nearest import Nearest
from mj_bot.shanten.shanten import least_distance
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.successor import hand_after

# Seconds of a search if no limit is given.
_SECONDS = 0.7
# Leaves valued between two looks at the clock: some hundredths of a second.
_Q_AT_ONCE, _SHANTEN_AT_ONCE, _HAND_VALUES_AT_ONCE = 256, 512, 8


class Expectimax:
    """Takes the action of the greatest value after `depth` layers of own discards and draws.

    depth: layers; 0, only with a network, plays by its Q alone. alpha: the share of a hand's
    discards to expand, those the network rates best; all without a network. of_tiles: 1 for that
    share of the hand's tiles, as the source has it (9 of 14 at 0.6), 0 of its different discards (6
    of 9 that differ). within: of these only the discards that the network rates at most so many
    points below the best; 0 for all of them. weights: those of the network, or the path of their
    file; by default the package's. network: 0 for none, which needs no weights. hand_value: without
    a network, 1 values leaves by `odds`, 0 by shanten. claims: 1 has chows and pungs in the tree, 0
    only at its root; by default 0 with a network, else 1. defence: the factor on the deal-in
    chance. seconds: how long it searches; 0 for no limit, which makes choices reproducible; by
    default until `until`.

    Raises WeightsError if the weights cannot be used, ValueError for an option out of range.
    """

    name = "expectimax"

    def __init__(  # noqa: PLR0913 - an argument is an option of the player
        self,
        *,
        depth: int = 2,
        alpha: float = 0.6,
        of_tiles: int = 0,
        within: float = 0.0,
        weights: Union[Weights, str, None] = None,
        network: int = 1,
        hand_value: int = 1,
        claims: Optional[int] = None,
        defence: float = OddsOptions().defence,
        seconds: Optional[float] = None,
    ) -> None:
        if not 0 < alpha <= 1:
            raise ValueError("alpha is above 0 and at most 1, not {}".format(alpha))
        if not ((seconds or 0) >= 0 and defence >= 0 and within >= 0 and of_tiles in (0, 1)):
            raise ValueError("seconds, defence and within are 0 or more, of_tiles is 0 or 1")
        with_network = bool(network) or weights is not None
        self.weights: Optional[Weights] = None
        if with_network:
            self.weights = weights_for(type(self), Expectimax, weights)
        self._network = None if self.weights is None else QNetwork(self.weights)
        if depth != int(depth) or depth < (self._network is None):
            least = "above 0" if self._network is None else "of 0 or more"
            raise ValueError("depth is a whole number {}, not {}".format(least, depth))
        self.depth, self.alpha, self.defence = int(depth), alpha, defence
        self.of_tiles, self.within = bool(of_tiles), within
        self.by_hand_value = self._network is None and bool(hand_value)
        self.claims = self._network is None if claims is None else bool(claims)
        self.seconds = seconds
        self.until: Optional[float] = None
        self._nearest: Optional[Nearest] = None  # Slow to build, so only on demand.
        self.best: Optional[Action] = None
        self.valued: List[ValuedChoice] = []
        self._deepest: Dict[Action, ValuedChoice] = {}

    def __call__(self, state: GameState) -> Action:
        """The best action; always a win if there is one."""
        self.valued = []
        actions = action_space(state)
        if len(actions) == 1 or actions[0].kind == HU:
            self.best = actions[0]
            return actions[0]
        self.best = self._quick(state, actions)
        self._search(state)
        return self.best

    def explain(self, state: GameState) -> List[Dict[str, Any]]:
        """Every legal action, best first, as plain data.

        Each has `action`; `value` and `expected_score`, in points of the game; `depth`, the layers
        searched: the deepest come first. A win comes before them, with its `fan` and what it pays;
        an action that there was no time for has no value and comes last.
        """
        self._deepest = {}
        rows = []
        if action_space(state)[0].kind == HU:
            win = action_space(state)[0]
            fan = win.fan + state.flowers[state.seat]
            paid = float(points_of_win(fan, state.decision == OWN_DRAW))
            rows.append({"action": str(win), "value": paid, "expected_score": paid, "fan": win.fan})
        self._search(state, whole=True)
        for choice in sorted(
            self._deepest.values(), key=lambda choice: (-choice.depth, -choice.value)
        ):
            row = {
                "action": str(choice.action),
                "value": choice.value,
                "expected_score": choice.value,
            }
            rows.append(dict(row, depth=choice.depth))
        listed = [row["action"] for row in rows]
        return rows + [
            {"action": str(action)} for action in action_space(state) if str(action) not in listed
        ]

    @property
    def debug(self) -> str:
        """The last decision on one line: layers, then each action with its points, best first."""
        if not self.valued:
            return ""
        best_first = sorted(self.valued, key=lambda choice: -choice.value)
        parts = ["{} {:.2f}".format(choice.action, choice.value) for choice in best_first]
        return debug_line(["depth {}".format(best_first[0].depth)] + parts)

    def _search(self, state: GameState, whole: bool = False) -> None:
        """Search as deep as asked, or as time allows; `best` always has the best so far.

        whole: whether every action is valued, also those the network would prune.
        """
        until = self._end_of_search()
        own = OwnHand(state, self.claims)
        leaf_values, ranking, at_once = self._leaves(state)
        search = TreeSearch(
            own,
            leaf_values,
            ranking,
            self.alpha,
            lambda: monotonic() > until,
            at_once,
            self.of_tiles,
            self.within,
        )
        choices = search_choices(state, own)
        if ranking is not None:
            try:
                if not self.depth:
                    self.valued = by_q_alone(choices, state, own, search, ranking)
                    self.best = best_of(self.valued).action
                    self._deepest = {choice.action: choice for choice in self.valued}
                    return
                if not whole:
                    choices = pruned(choices, state, own, search)
            except OutOfTimeError:
                return
        for valued in deepened(choices, search, self.depth, self.defence):
            self.valued = valued
            self.best = best_of(valued).action
            self._deepest[valued[-1].action] = valued[-1]

    def _end_of_search(self) -> float:
        if self.seconds is not None:
            return monotonic() + self.seconds if self.seconds else inf
        return monotonic() + _SECONDS if self.until is None else self.until

    def _leaves(self, state: GameState) -> Tuple[LeafValues, Optional[Ranking], int]:
        """The functions that value leaves and rank discards, and their batch size."""
        if self._network is not None:
            by_q = ByQ(self._network, q_features(state))
            return by_q.leaf_values, by_q.ranking, _Q_AT_ONCE
        if not self.by_hand_value:
            return by_shanten, None, _SHANTEN_AT_ONCE
        if self._nearest is None:
            self._nearest = Nearest()
        return ByHandValue(state, self._nearest), None, _HAND_VALUES_AT_ONCE

    def _quick(self, state: GameState, actions: Sequence[Action]) -> Action:
        """An answer to fall back on: PASS, or the discard of the greatest Q or least shanten."""
        if PASSING in actions:
            return PASSING
        plays = [action for action in actions if action.kind == PLAY]
        if self._network is not None:
            values = self._network.values(q_features(state)[None])[0]
            return max(plays, key=lambda play: float(values[play.tile]))
        melds = len(state.own_melds)
        return min(plays, key=lambda play: least_distance(hand_after(state, play)[0], melds))
