"""Expectimax of a few layers, each an own discard (choice) and a draw (chance).

It searches a `SearchedGame` with two kinds of nodes in turn. A waiting node is a hand after a
discard: the next tile is drawn by chance, or one is claimed before. A drawn node is a hand with one
tile more, which discards one. Nodes are hashable; equal nodes are valued once.

A claim is a special draw. Its tile comes a Poisson number of times (with a given mean) before the
own draw, and the first that makes the hand better than waiting is taken. Let D be the mean of the
own draw and W the sum of the rates w of the claims whose value c is above D. A waiting node is then
worth

    D + (1 - exp(-W)) / W x sum of w (c - D)

Source: 雷捷维, 王嘉旸, 任航, 闫天伟, 黄伟, 基于Expectimax搜索与Double DQN的非完备信息博弈算法,
计算机工程 2021(3): layers, pruning, leaves. The race of claims is our form of its special draws.
"""

from math import ceil, exp
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

# A node, of whatever type the game uses. An outcome is a drawn node, or points if the game ends.
Node = Any
ComesTo = Any

# Nodes handled between two looks at the clock.
_BETWEEN_LOOKS = 32


class OutOfTimeError(Exception):
    """The search ran out of time."""


class Coming(NamedTuple):
    """What may come to a waiting node.

    draws: the chance of each outcome of the own draw; they sum to 1. claims: for each claim the
    mean number of chances for it before that draw, and its outcomes, of which the best is taken.
    """

    draws: Sequence[Tuple[float, ComesTo]]
    claims: Sequence[Tuple[float, Sequence[ComesTo]]] = ()


class SearchedGame:
    """A game that can be searched."""

    def coming(self, waiting: Node) -> Coming:
        """What may come to a waiting node."""
        raise NotImplementedError

    def discards(self, drawn: Node) -> Sequence[Tuple[int, Node]]:
        """Every discard of a drawn node, at least one, and the waiting node it leaves."""
        raise NotImplementedError

    def tiles(self, drawn: Node) -> int:
        """How many tiles a drawn node holds, copies counted."""
        raise NotImplementedError


# The values of drawn nodes, one number each.
LeafValues = Callable[[Sequence[Node]], Sequence[float]]
# How good each drawn node's discards are, by tile: greater is better.
Ranking = Callable[[Sequence[Node]], Sequence[Any]]


class TreeSearch:
    """Values waiting nodes of one decision; caches the nodes it has met.

    leaf_values: values the nodes below the last layer. ranking: orders discards, of which the first
    ceil(alpha x n) are expanded; all without it. of_tiles: n counts the tiles of the hand, as the
    source does, not its different discards. within: of these only the ones that the ranking puts so
    near to the best; 0: all of them. time_is_up: polled; True ends the search with OutOfTimeError.
    at_once: batch size of `leaf_values` and `ranking`.

    Raises ValueError unless 0 < alpha <= 1.
    """

    def __init__(
        self,
        game: SearchedGame,
        leaf_values: LeafValues,
        ranking: Optional[Ranking] = None,
        alpha: float = 1.0,
        time_is_up: Callable[[], bool] = lambda: False,
        at_once: int = 512,
        of_tiles: bool = False,
        within: float = 0.0,
    ) -> None:
        if not 0 < alpha <= 1:
            raise ValueError("alpha is above 0 and at most 1, not {}".format(alpha))
        self._game, self._leaf_values, self._ranking = game, leaf_values, ranking
        self._alpha, self._time_is_up = alpha, time_is_up
        self._at_once, self._of_tiles, self._within = at_once, of_tiles, within
        self._coming: Dict[Node, Coming] = {}
        self._expanded: Dict[Node, List[Node]] = {}
        self._leaves: Dict[Node, float] = {}
        self._since_look = 0

    @property
    def leaves(self) -> int:
        """How many leaves were valued so far."""
        return len(self._leaves)

    def values(self, waiting: Sequence[Node], depth: int) -> List[float]:
        """The values of waiting nodes with this many layers searched, at least 1.

        Raises OutOfTimeError if time runs out first; what was found so far is kept.
        """
        layers = []
        front = _once(waiting)
        for layer in range(depth):
            drawn = self._drawn_from(front)
            layers.append((front, drawn))
            if layer + 1 < depth:
                self._expand(drawn)
                front = _once([node for drawn_hand in drawn for node in self._expanded[drawn_hand]])
        self._value_leaves(layers[-1][1])
        worth: Dict[Node, float] = self._leaves
        value_of: Dict[Node, float] = {}
        for number in reversed(range(depth)):
            front, drawn = layers[number]
            if number + 1 < depth:
                worth = {
                    drawn_hand: max([value_of[node] for node in self._expanded[drawn_hand]])
                    for drawn_hand in drawn
                }
            value_of = {node: _mean(self._coming[node], worth) for node in front}
        return [value_of[node] for node in waiting]

    def expanded(self, drawn: Node) -> List[Node]:
        """The waiting nodes below a drawn one that are searched."""
        self._expand([drawn])
        return self._expanded[drawn]

    def _drawn_from(self, front: Sequence[Node]) -> List[Node]:
        """The drawn nodes below the waiting ones."""
        nodes = []
        for node in front:
            coming = self._coming.get(node)
            if coming is None:
                self._look_at_clock()
                coming = self._coming[node] = self._game.coming(node)
            nodes += [outcome for _, outcome in coming.draws]
            for _, outcomes in coming.claims:
                nodes += outcomes
        return _once([node for node in nodes if not isinstance(node, float)])

    def _expand(self, drawn: Sequence[Node]) -> None:
        new = [node for node in drawn if node not in self._expanded]
        for first in range(0, len(new), self._at_once):
            some = new[first : first + self._at_once]
            self._look_at_clock(now=True)
            ranked = None if self._ranking is None else self._ranking(some)
            for index, node in enumerate(some):
                discards = self._game.discards(node)
                if ranked is not None:
                    count = self._game.tiles(node) if self._of_tiles else len(discards)
                    discards = self._best(discards, ranked[index], ceil(self._alpha * count))
                self._expanded[node] = [left for _, left in discards]

    def _best(self, discards: Sequence[Any], good: Any, most: int) -> List[Any]:
        """The discards that are worth a search, best first. good: the rank of each by tile."""
        best_first = sorted(discards, key=lambda one: -good[one[0]])
        if not self._within:
            return best_first[:most]
        least = good[best_first[0][0]] - self._within
        return [one for one in best_first[:most] if good[one[0]] >= least]

    def _value_leaves(self, drawn: Sequence[Node]) -> None:
        new = [node for node in drawn if node not in self._leaves]
        for first in range(0, len(new), self._at_once):
            self._look_at_clock(now=True)
            some = new[first : first + self._at_once]
            self._leaves.update(zip(some, map(float, self._leaf_values(some))))

    def _look_at_clock(self, now: bool = False) -> None:
        self._since_look += 1
        if now or self._since_look >= _BETWEEN_LOOKS:
            self._since_look = 0
            if self._time_is_up():
                raise OutOfTimeError()


def _once(nodes: Iterable[Node]) -> List[Node]:
    """The nodes in order, without repeats."""
    return list(dict.fromkeys(nodes))


def _mean(coming: Coming, worth: Dict[Node, float]) -> float:
    """The value of a waiting node; without claims a mean, as in the source's example.

    >>> _mean(Coming([(0.4, 20.0), (0.6, 10.0)]), {})
    14.0
    """

    def value(outcome: ComesTo) -> float:
        return outcome if isinstance(outcome, float) else worth[outcome]

    # Not sum(), which rounds differently from Python 3.12 on.
    drawn = 0.0
    for chance, outcome in coming.draws:
        drawn += chance * value(outcome)
    gain, rates = 0.0, 0.0
    for rate, outcomes in coming.claims:
        better = max([value(outcome) for outcome in outcomes]) - drawn
        if better > 0:
            gain += rate * better
            rates += rate
    return drawn + gain * (1 - exp(-rates)) / rates if rates else drawn
