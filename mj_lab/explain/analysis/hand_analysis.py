"""The study of a hand: the engine's facts, with a tactic's evaluation.

The result is plain data, the same for the terminal, for `--json` and for the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mj_bot.events import PASS, SEATS
from mj_bot.tactics import Tactic
from mj_bot.tiles import tile_of
from mj_engine import fans
from mj_lab.core.text.notation import compact, meld_text
from mj_lab.explain.analysis.explanation import Row, explain
from mj_lab.explain.analysis.state_from_hand import Situation, state_after_draw, state_on_discard
from mj_lab.explain.analysis.which_discard_hint import network_opinion

Study = dict[str, Any]


def study(where: Situation, tactic: Tactic, name: str) -> Study:
    """The whole study of a hand: `facts`, and the tactic's evaluation.

    `stage`: "draw" (14 tiles: a discard is due), "wait" (13 tiles: what may be drawn or claimed
    next) or "short" (12 tiles: one was not written; what each tile would bring).
    """
    melds = [meld_text(meld) for meld in where.hand.melds]
    analysis = {"hand": compact(where.hand.counts), "melds": melds, "tactic": name, **facts(where)}
    if analysis["stage"] == "draw":
        return {**analysis, **_draw(where, tactic, analysis["actions"])}
    if analysis["stage"] == "wait":
        analysis["claims"] = [
            {**row, **_claim(where, row["tile"], tactic)} for row in analysis["claims"]
        ]
    return analysis


def facts(where: Situation) -> Study:
    """The facts, independent of any tactic: `mj_engine.fans.hand_study`."""
    hand, winds = where.hand, (where.seat, where.prevalent_wind)
    return fans.hand_study(
        hand.counts, hand.last, hand.melds, winds, hand.flowers, where.turn, where.seen
    )


def _draw(where: Situation, tactic: Tactic, actions: Sequence[Row]) -> Study:
    """The actions with the tactic's evaluation, in its order, then by distance."""
    state = state_after_draw(where)
    choice, candidates, reason = explain(tactic, state, others_known=False)
    said = {candidate["action"]: candidate for candidate in candidates}
    rank = {action: index for index, action in enumerate(said)}
    rows = [
        {**said.get(row["action"], {}), **row, "chosen": row["action"] == choice} for row in actions
    ]
    rows.sort(
        key=lambda row: (
            rank.get(row["action"], len(rank)),
            not row["chosen"],
            row.get("shanten", -1),
            -row.get("copies", 0),
        )
    )
    said_of_all = {"choice": choice, "actions": rows, "reason": reason}
    return {**said_of_all, "which_discard": network_opinion(state)}


_VALUES = ("value", "win_chance", "expected_score")


def _claim(where: Situation, code: str, tactic: Tactic) -> Row:
    """What to do if the previous seat discards this tile, and the tactic's values if it has any."""
    state = state_on_discard(where, tile_of(code), (where.seat - 1) % SEATS)
    choice, candidates, _ = explain(tactic, state, others_known=False)
    passing = next((candidate for candidate in candidates if candidate["action"] == PASS), {})
    claiming = next((candidate for candidate in candidates if candidate["action"] != PASS), {})
    row: Row = {"choice": choice, "best_claim": claiming.get("action")}
    for before, said in (("", claiming), ("pass_", passing)):
        row.update({before + key: said[key] for key in _VALUES if key in said})
    return row
