"""Why one action and not another: the points between them, and a line with one or two facts.

The facts are plain data (`mj_lab.analysis.why.facts`). `mj_lab.analysis.why.words` puts them into
words: as text and, for pages that draw tiles, in parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mj_bot.state import GameState
from mj_lab.analysis.why.facts import facts_of
from mj_lab.analysis.why.points import number_in_row
from mj_lab.analysis.why.words import sentence

Reason = dict[str, Any]

_FIGURES = (
    ("expected_score", "expected_score"),
    ("win_chance", "win_chance"),
    ("danger", "deal_in"),
    ("learned", "learned"),
)


def reason(state: GameState, better: Mapping[str, Any], than: Mapping[str, Any]) -> Reason:
    """Why `better` and not `than`, two of a tactic's candidates for this decision.

    `better` and `than` are the actions. `expected_score`, `win_chance`, `danger` (`deal_in`) and
    `learned` (the points that a learned model adds) have the figures of both, `better` first; they
    are left out if one has none. `facts`: at most two, empty if none is found; `english`, `chinese`
    and `parts` have them in words (`mj_lab.analysis.why.words`).
    """
    made: Reason = {"better": str(better["action"]), "than": str(than["action"])}
    for key, named in _FIGURES:
        pair = [number_in_row(row, named) for row in (better, than)]
        if None not in pair:
            made[key] = pair
    facts = facts_of(state, better, than)
    return {**made, "facts": facts, **sentence(facts)}
