"""action_space(state): every legal action."""

from functools import lru_cache
from typing import List, Optional, Tuple

from mj_bot.events import BUGANG, CHI, GANG, HU, PASSING, PENG, PLAYS, SEATS, Action
from mj_bot.fan import MIN_FAN, win_of
from mj_bot.folding.folded_state import FoldedState
from mj_bot.folding.records import CLAIM, NOTHING, OWN_DRAW
from mj_bot.tiles import COPIES, FIRST_HONOUR


def action_space(state: FoldedState) -> List[Action]:
    """Every legal answer to the last event, each once, a win first.

    If nothing is asked of this seat, the only one is PASS. A win is listed with its fan, and only
    if every reading of the rules gives it at least 8. The list is cached in the state and its
    copies.
    """
    if state.legal is None:
        state.legal = tuple(_listed(state))
    return list(state.legal)


def _listed(state: FoldedState) -> List[Action]:
    decision = state.decision
    if decision == NOTHING:
        return [PASSING]
    if decision == OWN_DRAW:
        return _own_turn(state)
    actions = _wins(state, state.offered)
    actions.append(PASSING)
    if decision == CLAIM and not state.wall_last:
        _add_claims(state, actions)
    return actions


def _own_turn(state: FoldedState) -> List[Action]:
    actions = _wins(state, state.drawn)
    hand = state.hand
    if state.drawn_from(state.seat) and not state.wall_last:
        actions += [Action(GANG, tile) for tile in _fours(hand)]
        actions += [
            Action(BUGANG, meld.tile)
            for meld in state.own_melds
            if meld.kind == PENG and meld.tile is not None and hand[meld.tile]
        ]
    actions += [play for play, count in zip(PLAYS, hand) if count]
    return actions


def _fours(hand: List[int]) -> List[int]:
    if COPIES not in hand:
        return []
    return [tile for tile, count in enumerate(hand) if count == COPIES]


def _wins(state: FoldedState, tile: Optional[int]) -> List[Action]:
    assert tile is not None
    win = win_of(state, tile)
    return [Action(HU, fan=win.fan)] if win is not None and win.fan >= MIN_FAN else []


def _add_claims(state: FoldedState, actions: List[Action]) -> None:
    tile, hand = state.offered, state.hand
    assert tile is not None
    held = hand[tile]
    if held >= 2:
        if held == COPIES - 1:  # Legal on an empty own wall too: see `successor.ends_drawn`.
            actions.append(Action(GANG))
        actions += _claims(PENG, hand, (tile, tile), None)
    if tile < FIRST_HONOUR and state.seat == (state.turn + 1) % SEATS:
        for middle, others in _chows(tile):
            if hand[others[0]] and hand[others[1]]:
                actions += _claims(CHI, hand, others, middle)


def _chows(tile: int) -> List[Tuple[int, Tuple[int, int]]]:
    """The chows a suited tile can complete: the middle and the two other tiles."""
    rank = tile % 9
    chows = []
    if rank >= 2:
        chows.append((tile - 1, (tile - 2, tile - 1)))
    if 1 <= rank <= 7:
        chows.append((tile, (tile - 1, tile + 1)))
    if rank <= 6:
        chows.append((tile + 1, (tile + 1, tile + 2)))
    return chows


def _claims(kind: str, hand: List[int], used: Tuple[int, int], chow: Optional[int]) -> List[Action]:
    """The claim with each discard that can follow it."""
    actions = []
    for tile, count in enumerate(hand):
        if count > used.count(tile):
            actions.append(_claim(kind, tile, chow))
    return actions


@lru_cache(maxsize=None)  # 748 in all; one takes a microsecond to make.
def _claim(kind: str, tile: int, chow: Optional[int]) -> Action:
    return Action(kind, tile, chow)
