"""What the engine is held against: the judge, the states and the tactics in Python."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.state import CLAIM, GameState, load_json
from mj_bot.tiles import COPIES


class Seen(NamedTuple):
    """One decision of a recorded match: turn, seat, and the state before the answer."""

    turn: int
    seat: int
    state: GameState


def decisions(match: dict[str, Any], wall_size: int = 34) -> Iterator[Seen]:
    """Every decision of every seat; the state is only good until the next is asked for."""
    states = [GameState(wall_size) for _ in range(4)]
    for turn, requests in enumerate(match["requests"]):
        for seat, state in enumerate(states):
            state.apply(requests[seat])
            if state.decision:
                yield Seen(turn, seat, state)
            answer = match["responses"][turn][seat].split()
            if answer[:1] == ["GANG"] and len(answer) == 2:
                note(state, match["responses"][turn][seat])


def note(state: GameState, answer: str) -> None:
    """Lets the state know of its own concealed kong, whose tile nobody else tells it."""
    from mj_bot.state import note_answer

    note_answer(state, answer)


def legal_of(state: GameState) -> list[Action] | None:
    """The legal actions; None where this mj_bot may not list the open kong on an empty own wall."""
    actions = action_space(state)
    if state.decision != CLAIM or state.wall_last or state.walls[state.seat]:
        return actions
    assert state.offered is not None
    return None if state.hand[state.offered] == COPIES - 1 else actions


def state_of_decision(record: dict[str, Any]) -> GameState:
    """The state of a line of reference_decisions."""
    return load_json({"requests": record["requests"], "responses": record["responses"]})


def wall_with_flowers(seed: int) -> list[int]:
    """144 tiles, dealt by lot."""
    tiles = [tile for tile in range(34) for _ in range(4)] + list(range(34, 42))
    random.Random(seed).shuffle(tiles)
    return tiles


def codes(tiles: Sequence[int]) -> str:
    """Tiles as they are sent."""
    from mj_bot.tiles import codes_of

    return codes_of(tiles)


def shanten(hand: Sequence[int], melds: int) -> tuple[int, tuple[int, ...]]:
    """The least distance over all forms and the tiles that lower it."""
    try:
        from mj_bot.shanten import least
    except ImportError:
        from mj_bot.search.shanten import least  # as it was called once
    found = least(hand, melds)
    return found.distance, found[1]
