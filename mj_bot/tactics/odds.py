"""Tactic `odds`: the action after which the race to a win of 8 fan is worth most.

docs/odds.md explains it.
"""

from typing import Any, Dict, List, Optional

from mj_bot.actions import action_space
from mj_bot.events import CHI, HU, PENG, PLAY, Action
from mj_bot.odds.evaluator import (
    EQUAL_WITHIN,
    LOSS,
    Candidate,
    Settings,
    points,
)
from mj_bot.odds.evaluator import Odds as Search
from mj_bot.odds.value.finishes import Rates
from mj_bot.odds.value.likeliest import Aim, likeliest
from mj_bot.state import GameState
from mj_bot.tiles import code_of

# Botzone keeps 1 KB (BOTZONE.md); the rest is for what the process has to say.
_DEBUG_SIZE = 900
_SHAPES_TOLD = 4
_DISCARDING = (PLAY, CHI, PENG)


class Odds:
    """Values what every action leaves and takes the best."""

    name = "odds"

    def __init__(
        self,
        lam: float = Rates().lam,
        claimed: float = Rates().claimed,
        part_of_7: float = Rates().part_of_7,
        part_of_6: float = Rates().part_of_6,
        patience: float = Settings().patience,
        next_draw: float = Settings().next_draw,
        defence: float = Settings().defence,
        chickens: int = Settings().chickens,
    ) -> None:
        rates = Rates(lam, claimed, part_of_7, part_of_6)
        settings = Settings(rates, patience, next_draw, defence=defence, chickens=chickens)
        self._search = Search(settings)
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
        self.best = self._search.quick(state)
        best: Optional[Candidate] = None
        for candidate in self._search.candidates(state):
            self._candidates.append(candidate)
            if best is None or candidate.value > best.value + EQUAL_WITHIN:
                best = candidate
                self.best = best.action
        assert best is not None
        return best.action

    def explain(self, state: GameState) -> List[Dict[str, Any]]:
        """Every legal action, best first, as plain data.

        Each has `action` as on the wire, `value`, by which it is chosen (points over losing to
        another's win, a claim marked down), `win_chance`, `expected_score` (a game lost to
        another's win is -8), `danger`, that the discard deals in, `worth` on the race's scale, and
        unless it is a win `shapes`: the likeliest, each with its `fans`, `fan` and the `missing`
        tiles with their copies left.
        """
        found = sorted(self._search.candidates(state), key=lambda one: -round(one.value, 9))
        return [self._told(candidate, state) for candidate in found]

    def _told(self, candidate: Candidate, state: GameState) -> Dict[str, Any]:
        action = candidate.action
        told: Dict[str, Any] = {
            "action": str(action),
            "value": candidate.value,
            "win_chance": candidate.chance,
        }
        looked = candidate.looked
        if looked is None:
            told["expected_score"] = candidate.value - LOSS
            return told
        told["expected_score"] = points(candidate.chance, candidate.danger) - LOSS
        told["danger"] = candidate.danger
        told["worth"] = candidate.worth
        discard = action.tile if action.kind in _DISCARDING else None
        rates = self._search.settings.rates
        aims = likeliest(looked.shapes, looked.racer, rates, discard, _SHAPES_TOLD)
        told["shapes"] = [_shape(aim, state) for aim in aims]
        return told

    @property
    def debug(self) -> str:
        """The last decision in one line: each action with its value in points, the best first.

        As many as the platform keeps.
        """
        line = ""
        for candidate in sorted(self._candidates, key=lambda one: -one.value):
            text = "{} {:.2f}".format(candidate.action, candidate.value)
            if len(line) + len(text) + 3 > _DEBUG_SIZE:
                break
            line += (" | " if line else "") + text
        return line


def _shape(aim: Aim, state: GameState) -> Dict[str, Any]:
    missing = {code_of(tile): state.unseen[tile] for tile in aim.missing}
    return {"fan": aim.fan, "fans": [name for name, _ in aim.fans], "missing": missing}
