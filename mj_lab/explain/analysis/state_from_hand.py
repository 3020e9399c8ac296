"""Builds a GameState from a hand and what a person knows of the table, to ask a tactic about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mj_bot.events import DRAW, GANG, HAND_SIZE, PLAY, SEATS, Event
from mj_bot.state import CLAIM, OWN_DRAW, WALL_SIZE, Discard, GameState
from mj_bot.tiles import COPIES, TILE_KINDS, code_of, counts_of
from mj_lab.core.text.hands import Hand

LAST_TURN = 21  # A wall of 34 tiles less the 13 dealt.


class Situation(NamedTuple):
    """A hand and its situation in a game.

    seat, prevalent_wind: 0-3 for E S W N. turn: own draws so far, 1-21; None for the fewest that
    the melds allow. seen: tiles that are open elsewhere, as 34 counts.
    """

    hand: Hand
    seat: int = 0
    prevalent_wind: int = 0
    turn: int | None = None
    seen: tuple[int, ...] = (0,) * TILE_KINDS

    @property
    def draws(self) -> int:
        """Own draws so far."""
        return self.turn if self.turn is not None else 1 + len(self.hand.melds)

    def unseen(self) -> list[int]:
        """34 counts of the copies that are neither in the hand nor seen elsewhere."""
        return [
            COPIES - held - seen for held, seen in zip(self.hand.held(), self.seen, strict=True)
        ]


def situation(
    hand: Hand,
    seat: int = 0,
    prevalent_wind: int = 0,
    turn: int | None = None,
    seen: Sequence[int] = (),
) -> Situation:
    """Validate a hand and its situation; `seen` as tiles.

    Raises ValueError for a fifth copy of a tile, and for a wrong seat, wind or turn.
    """
    for name, wind in (("seat", seat), ("prevalent wind", prevalent_wind)):
        if not 0 <= wind < SEATS:
            raise ValueError(f"{name}: expected 0-3 or E, S, W, N, found {wind}")
    if turn is not None and not 1 <= turn <= LAST_TURN:
        raise ValueError(f"turn: expected 1-{LAST_TURN}, found {turn}")
    position = Situation(hand, seat, prevalent_wind, turn, tuple(counts_of(seen)))
    for tile, left in enumerate(position.unseen()):
        if left < 0:
            raise ValueError(f"seen: a fifth {code_of(tile)}")
    return position


def state_after_draw(where: Situation) -> GameState:
    """The state of a seat that drew the last written tile and must answer.

    Raises ValueError unless the hand has 14 tiles, melds counted as three.
    """
    hand = where.hand
    if hand.last is None or hand.size != 14 - 3 * len(hand.melds):
        raise ValueError(f"{hand.size} tiles are no hand after a draw")
    state = _state(where, drawn=where.draws - 1)
    state.walls[where.seat] -= 1
    state.turn = where.seat
    state.decision, state.drawn = OWN_DRAW, hand.last
    state.last = Event(DRAW, where.seat, hand.last)
    return state


def state_on_discard(where: Situation, tile: int, giver: int) -> GameState:
    """The state of a seat that may claim another seat's discard of this tile.

    Raises ValueError if no copy is left to discard, or the giver is the seat itself.
    """
    state = _state(where, drawn=where.draws)
    if not state.unseen[tile]:
        raise ValueError(f"no {code_of(tile)} is left")
    if giver == where.seat:
        raise ValueError("the seat's own discard")
    state.unseen[tile] -= 1
    state.discards[giver].append(Discard(tile))
    state.turn, state.offered, state.decision = giver, tile, CLAIM
    state.walls[giver] = max(state.walls[giver] - 1, 0)
    state.last = Event(PLAY, giver, tile)
    return state


def _state(where: Situation, drawn: int) -> GameState:
    """The state after this many tiles were drawn from each wall."""
    hand, seat = where.hand, where.seat
    state = GameState()
    state.seat, state.prevalent_wind = seat, where.prevalent_wind
    state.hand = list(hand.counts)
    state.melds[seat] = list(hand.melds)
    state.unseen = where.unseen()
    state.walls = [WALL_SIZE - HAND_SIZE - drawn] * SEATS
    state.flowers[seat] = hand.flowers
    _show(state, where)
    return state


def _show(state: GameState, where: Situation) -> None:
    """Distribute the seen tiles among the others' discards, turn by turn, and count open tiles."""
    others = [(where.seat + step) % SEATS for step in range(1, SEATS)]
    seen = [tile for tile, count in enumerate(where.seen) for _ in range(count)]
    for index, tile in enumerate(seen):
        state.discards[others[index % len(others)]].append(Discard(tile))
        state.shown[tile] += 1
    for meld in where.hand.melds:
        for tile in meld.tiles() if not meld.concealed else ():
            state.shown[tile] = COPIES if meld.kind == GANG else state.shown[tile] + 1
