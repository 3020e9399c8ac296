"""Tactic `rule_based`: the action after which 8 fan are nearest, over eleven routes.

docs/reference/rule_based.md explains it.
"""

from typing import Any, Dict, Iterator, List

from mj_bot.best_candidate import SearchTactic, debug_line
from mj_bot.routes.evaluator import (
    DISTANCE_TOLERANCE,
    RouteCandidate,
    RouteEvaluator,
    RouteExplanation,
)
from mj_bot.routes.families.chows import Chows
from mj_bot.routes.families.route import Route
from mj_bot.state import GameState
from mj_bot.tiles import code_of, codes_of

# The report's word for the route of three chows, which leads to seven fans; the other routes are
# named after their fan.
_CHOWS = "顺子"


class RuleBased(SearchTactic):
    """Values the state after every action and takes the best."""

    name = "rule_based"
    tolerance = DISTANCE_TOLERANCE

    def __init__(self) -> None:
        super().__init__()
        self._evaluator = RouteEvaluator()

    def _candidates_of(self, state: GameState) -> Iterator[RouteCandidate]:
        return self._evaluator.candidates(state)

    def explain(self, state: GameState) -> List[Dict[str, Any]]:
        """Every legal action, best first, as plain data.

        Each has `action` as on the wire, `value` and `distances` by route. Unless it is a win it
        has the nearest `route`, and `targets`: the fan, the missing tiles with their remaining
        copies, and the tiles of the hand outside it.
        """
        return [_row(explained, state) for explained in self._evaluator.explain(state)]

    @property
    def debug(self) -> str:
        """The last decision on one line, as in the report: each action, best first.

        An action has the distance of each route under its Chinese name, then its tuple (动作) and
        the mixed distance (上听数).
        """
        return debug_line([self._text(candidate) for candidate in self._best_first()])

    def _text(self, candidate: RouteCandidate) -> str:
        named = [
            "{}:{:.2f}".format(_name_of(route), distance)
            for route, distance in zip(self._evaluator.routes, candidate.distances)
        ]
        mixed = self._evaluator.mixed_distance(candidate.distances)
        action = tuple(candidate.action)
        return "{} 动作: {} 上听数: {:.3f}".format(" ".join(named), action, mixed)


def _name_of(route: Route) -> str:
    return _CHOWS if route.key == Chows.key else route.fans[0][0]


def _row(explained: RouteExplanation, state: GameState) -> Dict[str, Any]:
    row: Dict[str, Any] = {
        "action": str(explained.action),
        "value": explained.value,
        "distances": explained.distances,
    }
    target = explained.nearest_target
    if target is None:
        return row
    row["route"] = explained.route
    missing = {code_of(tile): state.unseen[tile] for tile in target.needs}
    row["targets"] = [{"fans": [target.fan], "missing": missing, "spare": codes_of(target.spare)}]
    return row
