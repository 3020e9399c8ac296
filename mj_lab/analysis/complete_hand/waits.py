"""The waits of a hand: each tile with its copies left, and its fan on a discard and self-drawn.

The table, the page of a hand, the JSON service and the terminal all use these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mj_bot.actions import action_space
from mj_bot.events import CHI, HU, PENG, PLAY
from mj_bot.fan import MIN_FAN, Win, WinContext, points_of_win, win, win_of
from mj_bot.melds import Meld
from mj_bot.state import NOTHING, OWN_DRAW, GameState
from mj_bot.successor import hand_after
from mj_bot.tiles import COPIES, TILE_KINDS, code_of
from mj_bot.winning_shape import is_winning_shape
from mj_lab.game.result import fan_name

# A win or a fan, in the form of its JSON.
FanRow = dict[str, Any]

_DISCARDING = (PLAY, CHI, PENG)


def waits_of(
    state: GameState, hand: Sequence[int] | None = None, melds: Sequence[Meld] | None = None
) -> list[FanRow]:
    """The waits of this seat's hand, or of another hand and melds; 13 tiles in all.

    Each has `tile`; `left`: copies that the seat does not see, may be 0; `on_discard` and
    `self_drawn`: as `win_row`, with the points that a win pays. Last Tile counts if the other three
    copies are open. Fans of a moment (the last tile of a wall, a kong) do not. A tile of which the
    seat holds all four is not a wait.
    """
    hand = state.hand if hand is None else hand
    melds = state.own_melds if melds is None else melds
    held = _held(hand, melds)
    rows = []
    for tile in range(TILE_KINDS):
        if held[tile] >= COPIES or not is_winning_shape(hand, tile):
            continue
        given, drawn = (_win_on(state, hand, melds, tile, self_drawn) for self_drawn in (0, 1))
        if given is not None and drawn is not None:
            row = {"tile": code_of(tile), "left": state.unseen[tile]}
            flowers = state.flowers[state.seat]
            rows.append({**row, "on_discard": paid_win_row(given, flowers, False)})
            rows[-1]["self_drawn"] = paid_win_row(drawn, flowers, True)
    return rows


def waits_after(state: GameState) -> dict[str, list[FanRow]]:
    """The waits after each legal discard or claim that leaves any, by the action."""
    found: dict[str, list[FanRow]] = {}
    if state.decision == NOTHING:
        return found
    for action in action_space(state):
        if action.kind in _DISCARDING:
            hand, melds = hand_after(state, action)
            rows = waits_of(state, hand, melds)
            if rows:
                found[str(action)] = rows
    return found


def under_eight(state: GameState) -> FanRow | None:
    """The win with the tile drawn or on offer, if it has too few fan to be declared."""
    tile = state.drawn if state.decision == OWN_DRAW else state.offered
    if state.decision == NOTHING or tile is None:
        return None
    if any(action.kind == HU for action in action_space(state)):
        return None
    found = win_of(state, tile)
    if found is None or found.fan >= MIN_FAN:
        return None
    self_drawn = state.decision == OWN_DRAW
    return {"tile": code_of(tile), **paid_win_row(found, state.flowers[state.seat], self_drawn)}


def waits_at_table(state: GameState) -> FanRow:
    """The waits that a person at the table sees.

    now: the waits of the hand, empty while a discard is due. after: `waits_after`.
    under_eight: `under_eight`.
    """
    now = [] if state.decision == OWN_DRAW else waits_of(state)
    return {"now": now, "after": waits_after(state), "under_eight": under_eight(state)}


def win_row(found: Win) -> FanRow:
    """The JSON of a win: `fan` without flowers, `fans` as [Chinese, English, value, times]."""
    fans = [[fan_name(fan.name), fan.english, fan.value, fan.times] for fan in found.fans]
    return {"fan": found.fan, "enough": found.fan >= MIN_FAN, "fans": fans}


def paid_win_row(found: Win, flowers: int, self_drawn: bool) -> FanRow:
    """A win as `win_row`, and the `points` that it pays; 0 if it may not be declared."""
    enough = found.fan >= MIN_FAN
    return {**win_row(found), "points": points_of_win(found.fan + flowers, self_drawn) * enough}


def _win_on(
    state: GameState, hand: Sequence[int], melds: Sequence[Meld], tile: int, self_drawn: int
) -> Win | None:
    context = WinContext(
        self_drawn=bool(self_drawn),
        fourth_tile=state.shown[tile] == COPIES - 1,
        seat_wind=state.seat,
        prevalent_wind=state.prevalent_wind,
        flowers=state.flowers[state.seat],
    )
    return win(hand, melds, tile, context)


def _held(hand: Sequence[int], melds: Sequence[Meld]) -> list[int]:
    held = list(hand)
    for meld in melds:
        for tile in meld.tiles():
            held[tile] += 1
    return held
