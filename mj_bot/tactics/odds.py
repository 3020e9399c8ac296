"""Tactic `odds`: the action after which the race to a win of 8 fan is worth most.

docs/odds.md explains it.
"""

from typing import List, Optional

from mj_bot.actions import action_space
from mj_bot.events import HU, PASSING, Action
from mj_bot.search.finish import Rates
from mj_bot.search.odds import EQUAL_WITHIN, Candidate, Settings
from mj_bot.search.odds import Odds as Search
from mj_bot.state import GameState


class Odds:
    """Values what every action leaves and takes the best."""

    name = "odds"

    def __init__(
        self,
        lam: float = Rates().lam,
        claimed: float = Rates().claimed,
        part_of_7: float = Rates().part_of_7,
        part_of_6: float = Rates().part_of_6,
        margin: float = Settings().margin,
        exact: int = Rates().exact,
        defence: float = Settings().defence,
    ) -> None:
        rates = Rates(lam, claimed, part_of_7, part_of_6, exact)
        self._search = Search(Settings(rates, margin, defence))
        self._candidates: List[Candidate] = []
        self.best: Optional[Action] = None

    def __call__(self, state: GameState) -> Action:
        """The best action, the first of equals; a win whenever there is one."""
        self._candidates = []
        actions = action_space(state)
        first = actions[0]
        if len(actions) == 1 or first.kind == HU:
            self.best = first
            return first
        if PASSING in actions:
            self.best = PASSING
        best: Optional[Candidate] = None
        for candidate in self._search.candidates(state):
            self._candidates.append(candidate)
            if best is None or candidate.value > best.value + EQUAL_WITHIN:
                best = candidate
                self.best = best.action
        assert best is not None
        return best.action
