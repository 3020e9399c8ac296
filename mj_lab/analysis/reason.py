"""Why one action and not another: the points between them, and a line of one or two facts to read.

The facts are plain data (`mj_lab.analysis.why.facts`). They are put into words in one place
(`mj_lab.analysis.why.words`), as text and, for pages that draw tiles, in parts.
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
    """Why `better` and not `than`: two candidates as a tactic gives them of this decision.

    `better` and `than` are the actions. `expected_score`, `win_chance`, `danger` (`deal_in`) and
    `learned` (the points that a learned model adds) have the figure of both, `better` first, and
    are left out if one has none. `facts`: one or two, none where nothing shows; `english`,
    `chinese` and `parts` say them (`mj_lab.analysis.why.words`).
    """
    made: Reason = {"better": str(better["action"]), "than": str(than["action"])}
    for key, told in _FIGURES:
        pair = [number_in_row(row, told) for row in (better, than)]
        if None not in pair:
            made[key] = pair
    facts = facts_of(state, better, than)
    return {**made, "facts": facts, **sentence(facts)}
