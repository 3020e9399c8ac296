"""Tactic `rule_based`: the action after which 8 fan are nearest, over eleven routes.

docs/reference/rule_based.md explains it.
"""

from typing import Any, Dict, Iterator, List

from mj_bot.choosing import Choosing, debug_line
from mj_bot.routes.evaluator import (
    DISTANCE_TOLERANCE,
    RouteCandidate,
    RouteEvaluator,
    RouteExplanation,
)
from mj_bot.state import GameState
from mj_bot.tiles import code_of, codes_of

# Distances from this on are shown as out of reach: with two decimals they are 10.00.
_SHOWN_AS_NONE = 9.995
_HEADS = {
    "chows": "Chows",
    "all_types": "AllTypes",
    "all_pungs": "AllPungs",
    "half_flush": "HalfFlush",
    "melded_hand": "MeldedHand",
    "seven_pairs": "SevenPairs",
    "thirteen_orphans": "ThirteenOrphans",
    "honors_and_knitted": "HonorsAndKnitted",
    "upper_four": "UpperFour",
    "lower_four": "LowerFour",
    "three_concealed_pungs": "ThreeConcealedPungs",
}


class RuleBased(Choosing):
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
        """The last decision in one line: the routes, then each action, the best first.

        An action has the distance of each route, - if out of reach, then its text and its value.
        """
        if not self._candidates:
            return ""
        heads = [_HEADS.get(route.key, route.key) for route in self._evaluator.routes]
        return debug_line([" ".join(heads)] + [_text(one) for one in self._best_first()])


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


def _text(candidate: RouteCandidate) -> str:
    distances = [
        "-" if distance > _SHOWN_AS_NONE else "{:.2f}".format(distance)
        for distance in candidate.distances
    ]
    return "{} {} {:.2f}".format(" ".join(distances), candidate.action, candidate.value)
