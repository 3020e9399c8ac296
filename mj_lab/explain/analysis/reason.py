"""Why one action and not another: the difference in points, and one or two facts.

The engine finds the facts (mj_engine/cpp/why), which are plain data. `analysis.why.words` puts them
into words: as text and, for pages that draw tiles, in parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mj_bot.state import GameState
from mj_engine import odds
from mj_lab.explain.analysis.why.words import sentence

Reason = dict[str, Any]


def reason(state: GameState, better: Mapping[str, Any], than: Mapping[str, Any]) -> Reason:
    """Why `better` and not `than`, two of a tactic's candidates for this decision.

    `better` and `than` are the actions. `expected_score`, `win_chance`, `danger` (`deal_in`) and
    `learned` (the points that a learned model adds) have the figures of both, `better` first; they
    are left out if one has none. `facts`: at most two, empty if none is found; `english`, `chinese`
    and `parts` have them in words (`mj_lab.explain.analysis.why.words`).
    """
    explained = odds.reason(state, [better, than], 0, 1)
    assert explained is not None
    return {**explained, **sentence(explained["facts"])}


def reason_of_choice(
    state: GameState, candidates: Sequence[Mapping[str, Any]], choice: str
) -> Reason | None:
    """Why the choice, and not a win on offer, or the best candidate that is worse by enough.

    That candidate may be as good: even then one asks why it is not the first. A win is compared
    with a candidate that is valued higher, if there is one. If all are equal, the choice is
    compared with the best other one. None if there is no other one, or if the choice is not among
    the candidates.
    """
    actions = [str(row["action"]) for row in candidates]
    explained = odds.reason(state, candidates, actions.index(choice)) if choice in actions else None
    return explained and {**explained, **sentence(explained["facts"])}
