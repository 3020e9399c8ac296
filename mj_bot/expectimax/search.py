"""Expectimax of a few layers: own discards are choices, draws are chance, a layer is one of each.

What is searched is a `SearchedGame`; two kinds of node take turns. A waiting node is a hand after
a discard: what comes next is drawn, each tile by its chance, or may be claimed before. A drawn node
is a hand with a tile more, of which one is discarded. Nodes are values that can be keys of a dict;
what leads to the same node is valued once.

A claim is a special draw: its tile comes so many times on average before the own draw, by chance
(Poisson), and the first that makes the hand better than waiting is taken. With D the mean of the
own draw and W the sum of the rates w of those claims whose value c is above D, a waiting node is
worth

    D + (1 - exp(-W)) / W x sum of w (c - D)

Source: the paper on Expectimax with a Double DQN that docs/results/learning.md names: layers,
pruning, leaves. The race of claims is our own form of its special draws.
"""

from math import ceil, exp
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

# A node, in whatever form the game has it; an outcome is a drawn node, or a float if it is over.
Node = Any
ComesTo = Any

# So many nodes are worked on between two looks at the clock.
_BETWEEN_LOOKS = 32


class OutOfTimeError(Exception):
    """The time of the search is over."""


class Coming(NamedTuple):
    """What may come to a waiting node.

    draws: the chance of each outcome of the own draw; they sum to 1. claims: how many times on
    average each claim can be made before that draw, and its outcomes, of which the best is taken.
    """

    draws: Sequence[Tuple[float, ComesTo]]
    claims: Sequence[Tuple[float, Sequence[ComesTo]]] = ()


class SearchedGame:
    """A game as it is searched."""

    def coming(self, waiting: Node) -> Coming:
        """What may come to a waiting node."""
        raise NotImplementedError

    def discards(self, drawn: Node) -> Sequence[Tuple[int, Node]]:
        """Every discard of a drawn node, and the waiting node that it leaves; one at least."""
        raise NotImplementedError


# What drawn nodes are worth, one number each.
LeafValues = Callable[[Sequence[Node]], Sequence[float]]
# Of each drawn node how good its discards are, by tile: the greater the better.
Ranking = Callable[[Sequence[Node]], Sequence[Any]]


class TreeSearch:
    """Values waiting nodes of one decision; nodes that it has met are remembered.

    leaf_values: of the nodes below the last layer. ranking: with it, only the first
    ceil(alpha x n) of n discards are expanded; without it all are. time_is_up: asked again and
    again; when it says yes the search ends with OutOfTimeError. at_once: so many nodes are given to
    `leaf_values` and `ranking` at a time.

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
    ) -> None:
        if not 0 < alpha <= 1:
            raise ValueError("alpha is above 0 and at most 1, not {}".format(alpha))
        self._game, self._leaf_values, self._ranking = game, leaf_values, ranking
        self._alpha, self._time_is_up = alpha, time_is_up
        self._at_once = at_once
        self._coming: Dict[Node, Coming] = {}
        self._expanded: Dict[Node, List[Node]] = {}
        self._leaves: Dict[Node, float] = {}
        self._since_look = 0

    @property
    def leaves(self) -> int:
        """How many leaves were valued so far."""
        return len(self._leaves)

    def values(self, waiting: Sequence[Node], depth: int) -> List[float]:
        """What waiting nodes are worth with so many layers searched, 1 at least.

        Raises OutOfTimeError if the time is over before that; what was found until then stays.
        """
        layers = []
        front = _once(waiting)
        for layer in range(depth):
            drawn = self._drawn_from(front)
            layers.append((front, drawn))
            if layer + 1 < depth:
                self._expand(drawn)
                front = _once([node for one in drawn for node in self._expanded[one]])
        self._value_leaves(layers[-1][1])
        worth: Dict[Node, float] = self._leaves
        found: Dict[Node, float] = {}
        for number in reversed(range(depth)):
            front, drawn = layers[number]
            if number + 1 < depth:
                worth = {one: max([found[node] for node in self._expanded[one]]) for one in drawn}
            found = {node: _mean(self._coming[node], worth) for node in front}
        return [found[node] for node in waiting]

    def expanded(self, drawn: Node) -> List[Node]:
        """The waiting nodes that are searched of a drawn one."""
        self._expand([drawn])
        return self._expanded[drawn]

    def _drawn_from(self, front: Sequence[Node]) -> List[Node]:
        """The drawn nodes that come to the waiting ones."""
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
            for place, node in enumerate(some):
                discards = self._game.discards(node)
                if ranked is not None:
                    good = ranked[place]
                    best_first = sorted(discards, key=lambda one: -good[one[0]])
                    discards = best_first[: ceil(self._alpha * len(discards))]
                self._expanded[node] = [left for _, left in discards]

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
    """The nodes in their order, each once."""
    return list(dict.fromkeys(nodes))


def _mean(coming: Coming, worth: Dict[Node, float]) -> float:
    """What a waiting node is worth."""

    def value(outcome: ComesTo) -> float:
        return outcome if isinstance(outcome, float) else worth[outcome]

    # Not sum(), which rounds otherwise from Python 3.12 on.
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
