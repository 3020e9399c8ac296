"""The study of a hand: shanten by form, what each discard leaves, the value of each claim.

The result is plain data, the same for the terminal, for `--json` and for the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mj_bot.actions import action_space
from mj_bot.events import CHI, GANG, HU, PASS, PENG, PLAY, SEATS, Action
from mj_bot.fan import win_of
from mj_bot.odds.forecast.features import is_table_known
from mj_bot.state import GameState
from mj_bot.tactics import Tactic
from mj_bot.tiles import TILE_KINDS, code_of, codes_of, tiles_from_counts
from mj_lab.analysis.complete_hand.live_shanten import (
    NEVER,
    live_distance,
    live_forms,
    live_least,
)
from mj_lab.analysis.complete_hand.waits import paid_win_row, waits_after, waits_of
from mj_lab.analysis.network import network_opinion
from mj_lab.analysis.opinion import Row, explain
from mj_lab.analysis.situation import (
    Situation,
    state_after_draw,
    state_of_waiting,
    state_on_discard,
)
from mj_lab.text.labels import FORM_NAMES
from mj_lab.text.notation import compact, meld_text

Study = dict[str, Any]


def study(where: Situation, tactic: Tactic, name: str) -> Study:
    """The whole study of a hand.

    `stage`: "draw" (14 tiles: a discard is due), "wait" (13 tiles: what may be drawn or claimed
    next) or "short" (12 tiles: one was not written; what each tile would bring).
    """
    hand = where.hand
    made: Study = {
        "hand": compact(hand.counts),
        "tiles": codes_of(tiles_from_counts(hand.counts)).split(),
        "melds": [meld_text(meld) for meld in hand.melds],
        "seat": where.seat,
        "prevalent_wind": where.prevalent_wind,
        "turn": where.draws,
        "tactic": name,
    }
    over = hand.size + 3 * len(hand.melds) - 13
    if over < 0:
        return {**made, "stage": "short", **_short(where)}
    made["forms"] = _forms(hand.counts, where.unseen())
    made["shanten"] = min(form["shanten"] for form in made["forms"])
    if over == 0:
        return {**made, "stage": "wait", **_wait(where, tactic)}
    return {**made, "stage": "draw", **_draw(where, tactic)}


def _forms(counts: Sequence[int], unseen: Sequence[int]) -> list[Row]:
    rows = []
    for form, distance, effective, dead in live_forms(counts, unseen):
        chinese, english = FORM_NAMES[form]
        row = {"form": form, "chinese": chinese, "english": english, "shanten": distance}
        rows.append({**row, "dead": dead, **_effective(effective, unseen)})
    return sorted(rows, key=lambda row: row["shanten"])


def _effective(tiles: Iterable[int], unseen: Sequence[int]) -> Row:
    effective = {code_of(tile): unseen[tile] for tile in tiles if unseen[tile]}
    return {"effective": effective, "copies": sum(effective.values())}


def least_row(counts: Sequence[int], melds: int, unseen: Sequence[int]) -> Row:
    """The shanten of a hand over all forms, its effective tiles with copies left, their sum."""
    distance, effective, forms = live_least(counts, melds, unseen)
    return {"shanten": distance, **_effective(effective, unseen), "forms": forms}


# -- 14 tiles: what to discard ----------------------------------------------------------------


def _draw(where: Situation, tactic: Tactic) -> Study:
    state = state_after_draw(where)
    explanation = explain(tactic, state, others_known=False)
    rank = {one["action"]: place for place, one in enumerate(explanation.candidates)}
    said = {one["action"]: one for one in explanation.candidates}
    rows = []
    for action in action_space(state):
        row = _action_row(state, action)
        row.update({"chosen": row["action"] == explanation.choice})
        row.update(_beside(said.get(row["action"], {}), row))
        rows.append(row)
    worst = len(rank)
    rows.sort(key=lambda row: (rank.get(row["action"], worst), not row["chosen"], *_nearest(row)))
    found = None if state.drawn is None else win_of(state, state.drawn)
    win = None if found is None else paid_win_row(found, where.hand.flowers, self_drawn=True)
    return {
        "drawn": code_of(where.hand.last or 0),
        "choice": explanation.choice,
        "actions": rows,
        "reason": explanation.reason,
        "table": _table(state),
        "win": win,
        "waits": waits_after(state),
        "which_discard": network_opinion(state),
    }


def _table(state: GameState) -> Row:
    """The table that the figures assume: own draws left, whether others' discards are known."""
    return {"own_draws_left": state.walls[state.seat], "known": is_table_known(state)}


def _nearest(row: Row) -> tuple[int, int]:
    return row.get("shanten", -1), -row.get("copies", 0)


def _beside(candidate: Row, row: Row) -> Row:
    """The tactic's figures that the study has not computed itself."""
    return {key: value for key, value in candidate.items() if key not in row}


def _action_row(state: GameState, action: Action) -> Row:
    row: Row = {"action": str(action)}
    if action.kind == HU:
        return {**row, "fan": action.fan}
    melds = len(state.own_melds)
    hand = list(state.hand)
    assert action.tile is not None
    row["tile"] = code_of(action.tile)
    if action.kind == PLAY:
        hand[action.tile] -= 1
    elif action.kind == GANG:
        hand[action.tile] = 0
        melds += 1
    else:
        hand[action.tile] -= 1
    return {**row, **least_row(hand, melds, state.unseen)}


# -- 13 tiles: what may come --------------------------------------------------------------------


def _wait(where: Situation, tactic: Tactic | None) -> Study:
    unseen = where.unseen()
    wins = waits_of(state_of_waiting(where))
    if tactic is None:
        return {"wins": wins, "claims": None}
    claims = [
        row
        for tile in range(TILE_KINDS)
        if unseen[tile] and (row := _claim(where, tile, tactic)) is not None
    ]
    return {"wins": wins, "claims": claims}


def _claim(where: Situation, tile: int, tactic: Tactic) -> Row | None:
    """What to do if the previous seat discards this tile; None if there is no choice."""
    state = state_on_discard(where, tile, (where.seat - 1) % SEATS)
    actions = action_space(state)
    if len(actions) == 1:
        return None
    explanation = explain(tactic, state, others_known=False)
    kinds = list(dict.fromkeys(action.kind for action in actions if action.kind != PASS))
    row: Row = {
        "tile": code_of(tile),
        "left": where.unseen()[tile],
        "can": kinds,
        # Only the next seat may chow; other claims may take a tile from any seat.
        "from_any": any(kind != CHI for kind in kinds),
        "choice": explanation.choice,
    }
    row["claimed_shanten"] = min(
        (_claimed_shanten(state, action) for action in actions if action.kind in (CHI, PENG)),
        default=None,
    )
    return {**row, **_claim_values(explanation.candidates)}


def _claimed_shanten(state: GameState, action: Action) -> int:
    offered, hand = state.offered, list(state.hand)
    assert offered is not None and action.tile is not None
    hand[offered] += 1
    if action.chow is not None:
        for part in (action.chow - 1, action.chow, action.chow + 1):
            hand[part] -= 1
    else:
        hand[offered] -= 3
    hand[action.tile] -= 1
    return live_distance(hand, len(state.own_melds) + 1, state.unseen)


_VALUES = ("value", "win_chance", "expected_score")


def _claim_values(candidates: Sequence[Row]) -> Row:
    """The tactic's values of the best claim and of passing, if it has any."""
    passing = next((one for one in candidates if one["action"] == PASS), None)
    claiming = next((one for one in candidates if one["action"] != PASS), None)
    row: Row = {"best_claim": claiming["action"] if claiming is not None else None}
    for key in _VALUES:
        if claiming is not None and key in claiming:
            row[key] = claiming[key]
        if passing is not None and key in passing:
            row["pass_" + key] = passing[key]
    return row


# -- 12 tiles: one was forgotten ----------------------------------------------------------------


def _short(where: Situation) -> Study:
    unseen, melds = where.unseen(), len(where.hand.melds)
    rows = []
    for tile in range(TILE_KINDS):
        if unseen[tile]:
            hand = list(where.hand.counts)
            hand[tile] += 1
            after = [left - (place == tile) for place, left in enumerate(unseen)]
            row = {"tile": code_of(tile), "left": unseen[tile]}
            rows.append({**row, **least_row(hand, melds, after)})
    rows.sort(key=_nearest)
    return {"shanten": rows[0]["shanten"] if rows else NEVER, "additions": rows}
