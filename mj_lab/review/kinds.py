"""The kinds of losses that a review adds up: discards by stage, defence, claims, kongs, wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mj_bot.events import Action
from mj_bot.odds.win_chance import DEAL_IN_COSTS
from mj_lab.analysis.losses import CLAIM_MADE, CLAIM_MISSED, DISCARD, KONG, WIN_PASSED, Loss

DEFENCE = "defence"
# By rows of six, as discards lie on the table.
STAGES = ("discard early", "discard middle", "discard late")
_ROW = 6
REVIEW_KINDS = (*STAGES, DEFENCE, CLAIM_MADE, CLAIM_MISSED, KONG, WIN_PASSED)


def review_kind(loss: Loss, discards: int, danger: float) -> str | None:
    """One of REVIEW_KINDS, None if the answer is the choice.

    discards: own discards before. danger: see `danger_of`; a discard counts as defence if at least
    half of its loss is danger.

    >>> review_kind(Loss("PLAY W1", "PLAY W2", DISCARD, 3.0, 3.0, None), 7, 0.5)
    'discard middle'
    >>> review_kind(Loss("PLAY W1", "PLAY W2", DISCARD, 3.0, 3.0, None), 7, 2.0)
    'defence'
    """
    if loss.kind != DISCARD:
        return loss.kind
    if loss.predicted > 0 and danger >= loss.predicted / 2:
        return DEFENCE
    return STAGES[min(discards // _ROW, len(STAGES) - 1)]


def danger_of(rows: Mapping[str, Mapping[str, Any]], best: Action, played: Action) -> float:
    """The cost of the greater danger of `played`, in points. A danger that is not given counts 0.

    rows: the tactic's candidates by action. A deal-in costs `DEAL_IN_COSTS` points on average.
    """
    chances = [rows[str(one)].get("deal_in", 0.0) for one in (best, played)]
    return float(DEAL_IN_COSTS * (chances[1] - chances[0]))
