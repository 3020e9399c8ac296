"""Tactic `odds`: the action with the most expected points, from winning and dealing in.

docs/reference/odds.md explains it.
"""

from typing import Any, Dict, Iterator, List

from mj_bot.best_candidate import SearchTactic, debug_line
from mj_bot.events import HU, Action
from mj_bot.fan import points_of_win
from mj_bot.odds.evaluator import VALUE_TOLERANCE, Candidate, OddsEvaluator
from mj_bot.odds.options import OPTIONS, OddsOptions
from mj_bot.odds.value.likeliest import LikelyTarget, likeliest
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.tiles import code_of

_TARGETS_SHOWN = 4


class Odds(SearchTactic):
    """Values what every action leaves and takes the best."""

    name = "odds"
    tolerance = VALUE_TOLERANCE
    options = OPTIONS

    def __init__(self, **options: float) -> None:
        super().__init__()
        self._evaluator = OddsEvaluator(OddsOptions(**options))

    def explain(self, state: GameState) -> List[Dict[str, Any]]:
        """Every legal action, best first, as plain data.

        Each has `action` as on the wire; `value`, by which actions are compared (points of the
        game, with the bonuses of the options); `win_chance`; `expected_score`, without bonuses. A
        win has its `fan`; its `expected_score` is what it pays. Every other action has `deal_in`,
        the chance that the discard deals in; `hand_value`, comparable only to others; `targets`:
        the likeliest target hands, each with its `fans`, `fan` and the `missing` tiles with their
        copies left. All describe the hand that the action leaves, searched by itself.
        """
        exact = self.marked(state, self._evaluator.candidates(state, exact=True))
        rows = [self._row(candidate, state) for candidate in exact]
        return sorted(rows, key=lambda row: (row["action"] != HU, -round(row["expected_score"], 9)))

    def _candidates_of(self, state: GameState) -> Iterator[Candidate]:
        return self.marked(state, self._evaluator.candidates(state))

    def marked(self, state: GameState, candidates: Iterator[Candidate]) -> Iterator[Candidate]:
        """The candidates to choose from and explain; tactics built on this may change them."""
        return candidates

    def _before_search(self, state: GameState) -> Action:
        return self._evaluator.quick(state)

    def _row(self, candidate: Candidate, state: GameState) -> Dict[str, Any]:
        action = candidate.action
        row: Dict[str, Any] = {
            "action": str(action),
            "value": candidate.value,
            "win_chance": candidate.win_chance,
            "expected_score": _expected_score(candidate, state),
        }
        valued, forecast = candidate.valued, candidate.forecast
        if action.kind == HU:
            row["fan"] = action.fan
        if valued is None or forecast is None:
            return row
        row["win_chance"] = forecast.win_chance
        row["deal_in"] = candidate.deal_in
        row["hand_value"] = candidate.hand_value
        options = self._evaluator.options
        targets = likeliest(valued.targets, valued.context, options, _TARGETS_SHOWN)
        row["targets"] = [_target(target, state) for target in targets]
        return row

    @property
    def debug(self) -> str:
        """The last decision on one line: each action with its value in points, best first."""
        return debug_line(
            "{} {:.2f}".format(candidate.action, candidate.value)
            for candidate in self._best_first()
        )


def _expected_score(candidate: Candidate, state: GameState) -> float:
    """Points of the game: what a win pays, or the forecast of any other action."""
    action = candidate.action
    if action.kind == HU:
        fan = action.fan + state.flowers[state.seat]
        return float(points_of_win(fan, state.decision == OWN_DRAW))
    return candidate.value if candidate.forecast is None else candidate.forecast.expected_score


def _target(target: LikelyTarget, state: GameState) -> Dict[str, Any]:
    missing = {code_of(tile): state.unseen[tile] for tile in target.missing}
    return {"fan": target.fan, "fans": [name for name, _ in target.fans], "missing": missing}
