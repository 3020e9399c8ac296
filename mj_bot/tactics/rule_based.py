"""Tactic `rule_based`: the action after which 8 fan are nearest, over eleven routes.

RULE_BASED.md is its design, docs/rule_based.md what was made of it.
"""

from typing import Any, Dict, List, Optional

from mj_bot.actions import action_space
from mj_bot.events import HU, Action
from mj_bot.routes.evaluator import (
    EQUAL_WITHIN,
    Candidate,
    Explanation,
    Valuation,
)
from mj_bot.state import GameState
from mj_bot.tiles import code_of, codes_of

# Botzone keeps 1 KB (BOTZONE.md); the rest is for what the process has to say.
_DEBUG_SIZE = 900
_OUT_OF_REACH = 9.995
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


class RuleBased:
    """Values the state after every action and takes the best."""

    name = "rule_based"

    def __init__(self) -> None:
        self.best: Optional[Action] = None
        self._valuation = Valuation()
        self._candidates: List[Candidate] = []

    def __call__(self, state: GameState) -> Action:
        """The best action, the first of equals; a win whenever there is one."""
        self._candidates = []
        actions = action_space(state)
        first = actions[0]
        if len(actions) == 1 or first.kind == HU:
            self.best = first
            return first
        best: Optional[Candidate] = None
        for candidate in self._valuation.candidates(state):
            self._candidates.append(candidate)
            if best is None or candidate.value > best.value + EQUAL_WITHIN:
                best = candidate
                self.best = best.action
        assert best is not None
        return best.action

    def explain(self, state: GameState) -> List[Dict[str, Any]]:
        """Every legal action, best first, as plain data.

        Each has `action` as on the wire, `value`, `distances` by route, and unless it is a win
        `route`, the nearest, and `shapes`: its fan, the tiles missing for it with their remaining
        copies, the tiles of the hand outside it.
        """
        return [_told(explained, state) for explained in self._valuation.explain(state)]

    @property
    def debug(self) -> str:
        """The last decision in one line: the routes, then each action, the best first.

        Of an action the distance of each route, - if out of reach, then the action and its value.
        As many as the platform keeps.
        """
        candidates = sorted(self._candidates, key=lambda candidate: -candidate.value)
        line = " ".join([_HEADS.get(route.key, route.key) for route in self._valuation.routes])
        if not candidates:
            return ""
        for candidate in candidates:
            text = _text(candidate)
            if len(line) + len(text) + 3 > _DEBUG_SIZE:
                break
            line += " | " + text
        return line


def _told(explained: Explanation, state: GameState) -> Dict[str, Any]:
    told: Dict[str, Any] = {
        "action": str(explained.action),
        "value": explained.value,
        "distances": explained.distances,
    }
    if explained.aim is None:
        return told
    aim = explained.aim
    told["route"] = explained.route
    shape: Dict[str, Any] = {"fans": [aim.fan]}
    shape["missing"] = {code_of(tile): state.unseen[tile] for tile in aim.needs}
    shape["spare"] = codes_of(aim.spare)
    told["shapes"] = [shape]
    return told


def _text(candidate: Candidate) -> str:
    distances = [
        "-" if distance > _OUT_OF_REACH else "{:.2f}".format(distance)
        for distance in candidate.distances
    ]
    return "{} {} {:.2f}".format(" ".join(distances), candidate.action, candidate.value)
