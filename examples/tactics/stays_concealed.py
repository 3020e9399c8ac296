"""Tactic `stays_concealed`: `odds`, but slow to give up a concealed hand.

Measure what that is worth:

    mj duel examples/tactics/stays_concealed.py odds --walls 100 --mode quick
    mj duel examples/tactics/stays_concealed.py@concealed_bonus=0.1 odds --walls 100 --mode quick

It shows how to build on an existing tactic: `odds` values every legal action, this one changes some
of the values; choosing, falling back in time and the debug line stay the same. To extend `Learned`
instead of `Odds`, call `super().marked` too. A number that `__init__` takes is an option that can
be set after the name, and `mj arena tune` tunes it.
"""

from collections.abc import Iterator

from mj_bot.events import CHI, PENG, Action
from mj_bot.odds.evaluator import Candidate
from mj_bot.state import GameState
from mj_bot.tactics.odds import Odds


class StaysConcealed(Odds):
    """`odds`, but the first claim of a chow or pung must be worth some points more than passing."""

    name = "stays_concealed"
    options = ()  # It has none of the options of `odds`, but its own.

    def __init__(self, concealed_bonus: float = 0.5) -> None:
        """concealed_bonus: extra points for a hand without a claimed meld."""
        super().__init__()
        self._bonus = concealed_bonus

    def marked(self, state: GameState, candidates: "Iterator[Candidate]") -> "Iterator[Candidate]":
        """The candidates of `odds`, with the claims that would open the hand marked down."""
        concealed = all(meld.concealed for meld in state.own_melds)
        for candidate in candidates:
            price = self._bonus if concealed and _opens(candidate.action) else 0.0
            yield candidate._replace(value=candidate.value - price)


def _opens(action: Action) -> bool:
    return action.kind in (CHI, PENG)
