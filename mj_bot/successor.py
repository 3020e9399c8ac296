"""What follows an action: this seat's hand and melds, its draws, or the end of the game."""

from typing import List, Optional, Tuple

from mj_bot.events import BUGANG, CHI, GANG, HU, PENG, PLAY, PLAYS, Action
from mj_bot.melds import Meld, offer_of
from mj_bot.state import CLAIM, OWN_DRAW, GameState, draws_in_turn


def hand_after(
    state: GameState, action: Action, discarding: bool = True
) -> Tuple[List[int], List[Meld]]:
    """This seat's hand and melds after the action, if no other seat comes first.

    discarding: False keeps the discard of a PLAY, CHI or PENG in the hand.

    Raises ValueError for a win, after which there is no hand.
    """
    kind, tile, offered = action.kind, action.tile, state.offered
    hand, melds = list(state.hand), list(state.own_melds)
    if kind == HU:
        raise ValueError("there is no position after a win")
    if kind == BUGANG:
        melds = [_with_added(meld, tile) for meld in melds]
        _take(hand, tile, 1)
    elif kind == GANG and tile is not None:
        melds.append(Meld(GANG, tile, 0))
        _take(hand, tile, 4)
    elif kind in (CHI, PENG, GANG):
        assert offered is not None
        offer = offer_of(state.seat, state.turn)
        if kind == CHI:
            assert action.chow is not None
            offer = offered - action.chow + 2
        meld = Meld(kind, action.chow if kind == CHI else offered, offer)
        hand[offered] += 1
        for used in meld.tiles():
            _take(hand, used, 1)
        melds.append(meld)
    if discarding and kind in (PLAY, CHI, PENG):
        _take(hand, tile, 1)
    return hand, melds


def after_claim(state: GameState, action: Action) -> GameState:
    """A copy of the state between this seat's CHI or PENG and its discard.

    It is this seat's turn, with one tile more than a waiting hand and none drawn. The discard is
    marked as claimed; the legal actions are a PLAY of each tile in hand. Unseen tiles do not
    change: the claimed tile was seen, and the others were the seat's own.

    Raises ValueError for another action.
    """
    if action.kind not in (CHI, PENG):
        raise ValueError("no discard goes with {}".format(action))
    after = state.copy()
    hand, melds = hand_after(state, action, discarding=False)
    for tile in melds[-1].tiles():
        after.shown[tile] += 1
    after.hand, after.melds[state.seat] = hand, melds
    after.discards[state.turn][-1] = after.discards[state.turn][-1]._replace(claimed_by=state.seat)
    after.turn, after.decision, after.offered = state.seat, OWN_DRAW, None
    after.replacing = False
    after.legal = tuple([play for play, count in zip(PLAYS, hand) if count])
    return after


def walls_after(state: GameState, action: Action) -> List[int]:
    """`state.walls` after this seat's action if nobody claims anything.

    With a common wall an action changes the order of draws: after a chow or pung the claimer draws
    last, after a kong it draws next.

    >>> state = GameState(common_wall=True)
    >>> state.seat, state.turn, state.walls = 2, 0, [0, 1, 1, 0]
    >>> walls_after(state, Action("PENG", 3)), walls_after(state, Action("GANG"))
    ([1, 0, 0, 1], [0, 0, 1, 1])
    """
    if not state.common_wall or action.kind not in (CHI, PENG, GANG, BUGANG):
        return state.walls
    return draws_in_turn(sum(state.walls), state.seat + (action.kind in (CHI, PENG)))


def ends_drawn(state: GameState, action: Action) -> bool:
    """Whether the action ends the game drawn: a kong of a discard on an empty own wall.

    The judge accepts it while the next seat's wall is not empty, but the draw then finds no tile.
    """
    claims = action.kind == GANG and state.decision == CLAIM
    return claims and not state.drawn_from(state.seat)


def _with_added(meld: Meld, tile: Optional[int]) -> Meld:
    if meld.kind == PENG and meld.tile == tile:
        return Meld(GANG, tile, meld.offer, True)
    return meld


def _take(hand: List[int], tile: Optional[int], count: int) -> None:
    assert tile is not None
    hand[tile] -= count
    assert hand[tile] >= 0
