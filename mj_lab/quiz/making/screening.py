"""A quick check of a decision by `odds` at the fast table: can it be a question?

Of a hundred decisions two or three become questions, and the exact values of keys take the most
time. The fast table has the same values, except for rounding, in a tenth of the time.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from mj_bot.actions import action_space
from mj_bot.state import GameState
from mj_bot.successor import ends_drawn
from mj_lab.analysis.losses import LossScale
from mj_lab.analysis.opinion import Row
from mj_lab.quiz.making.answers import answers_of, limit_of, same_answer
from mj_lab.quiz.question import Theme
from mj_lab.quiz.themes import is_dangerous, theme_of

if TYPE_CHECKING:
    from mj_engine.odds import Odds

# The tolerance in points: the fast table computes in float32.
_SLACK = 0.05
_TACTIC = "odds"


class Screen:
    """The values of `odds` at the fast table for decisions.

    scale: of points lost. least: points by which the next answer must lose. wanted: themes.
    """

    def __init__(
        self, odds: Odds, scale: LossScale, least: float, wanted: Collection[Theme]
    ) -> None:
        self._odds = odds
        self._scale = scale
        self._least = least
        self._wanted = frozenset(wanted)

    def glance(self, state: GameState) -> bool:
        """Whether a decision may be of a wanted theme by its danger, the quickest check."""
        if self._wanted != {"defence"}:
            return True
        danger = [one.deal_in for one in self._odds.candidates(state)]
        return is_dangerous(min(danger), max(danger))

    def __call__(self, state: GameState, given: Sequence[str]) -> bool:
        """Whether a decision without a win may be a question of a wanted theme.

        given: answers, as on the wire; one must differ from that of `odds`.
        """
        choice = self._odds.choose(state)
        if all(same_answer(one, choice) for one in given):
            return False
        answers = answers_of(state, self._rows(state), self._scale)
        if len(answers) < 2:
            return False
        theme = theme_of(state, answers)
        # The plans, which distinguish early decisions, are not looked up here.
        possible: set[Theme] = {"early", "planning"} if theme == "early" else {theme}
        limit = min(limit_of(one, self._least) for one in possible) - _SLACK
        others = answers[1:] if theme == "defence" else answers[1:2]
        return not possible.isdisjoint(self._wanted) and any(one.lost >= limit for one in others)

    def _rows(self, state: GameState) -> list[Row]:
        danger = {one.action: one.deal_in for one in self._odds.candidates(state)}
        return [
            self._row(state, str(action), danger[str(action)])
            if not ends_drawn(state, action)
            else {"action": str(action), "expected_score": 0.0, "win_chance": 0.0}
            for action in action_space(state)
        ]

    def _row(self, state: GameState, action: str, danger: float) -> Row:
        forecast = self._odds.forecast(state, action)
        return {
            "action": action,
            "expected_score": forecast.expected_score,
            "win_chance": forecast.win_chance,
            "deal_in": danger,
        }


def screen_of(
    tactic: str, scale: LossScale, least: float, wanted: Collection[Theme]
) -> Screen | None:
    """The screen of a tactic; None without the fast table, or for another tactic."""
    if tactic != _TACTIC:
        return None
    try:
        from mj_engine.odds import Odds
    except ImportError:
        return None
    return Screen(Odds(), scale, least, wanted)
