"""Shared by every searching tactic: value the candidates one by one, keep the best."""

from json import dumps
from typing import Any, Iterable, Iterator, List, Optional

from mj_bot.actions import action_space
from mj_bot.events import HU, Action
from mj_bot.state import GameState

# Bytes of debug text, as JSON, that Botzone keeps. The process truncates it to add faults.
_DEBUG_SIZE = 1000


class SearchTactic:
    """A tactic that takes the candidate of the greatest value, the first among equals.

    tolerance: values within this of each other are equal. A subclass defines `_candidates_of`; a
    candidate has an `action` and a `value`.
    """

    tolerance = 0.0

    def __init__(self) -> None:
        self.best: Optional[Action] = None
        self._candidates: List[Any] = []

    def __call__(self, state: GameState) -> Action:
        """The best action, the first among equals; always a win if there is one."""
        self._candidates = []
        actions = action_space(state)
        first = actions[0]
        if len(actions) == 1 or first.kind == HU:
            self.best = first
            return first
        self.best = self._before_search(state)
        best: Any = None
        for candidate in self._candidates_of(state):
            self._candidates.append(candidate)
            if best is None or candidate.value > best.value + self.tolerance:
                best = candidate
                self.best = best.action
        action: Action = best.action
        return action

    def _candidates_of(self, state: GameState) -> Iterator[Any]:
        """Every legal action with its value; among equal values the first is taken."""
        raise NotImplementedError

    def _before_search(self, state: GameState) -> Optional[Action]:
        """An answer to fall back on before any candidate is valued, if the tactic has one."""
        return None

    def _best_first(self) -> List[Any]:
        """The candidates of the last decision, the best first."""
        return sorted(self._candidates, key=lambda candidate: -candidate.value)


def debug_line(parts: Iterable[str]) -> str:
    """As many of the parts as Botzone keeps, on one line.

    >>> debug_line(["PLAY W1 2.00", "PASS 1.00"])
    'PLAY W1 2.00 | PASS 1.00'
    """
    fitting: List[str] = []
    room = _DEBUG_SIZE
    for part in parts:
        room -= len(dumps(part)) + 1  # Its quotes count for two letters of the separator.
        if room < 0:
            break
        fitting.append(part)
    return " | ".join(fitting)
