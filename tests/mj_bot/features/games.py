"""Recorded games as states to take features of, and one small state that is easy to read off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mj_bot.actions import action_space
from mj_bot.events import CHI, PENG
from mj_bot.features.planes import PlaneHistory
from mj_bot.history import load_json, note_answer
from mj_bot.state import GameState
from mj_bot.successor import after_claim

# East of an east round: W1 W1 W2 W3 W4 F1 F1 J1 B5 B5 B5 T1 T9 and the draw T5, which it discards;
# the next seat discards B9, the one opposite makes a concealed kong and discards J2, and the seat
# before offers W1.
SMALL_GAME = [
    "0 0 0",
    "1 0 0 0 0 W1 W1 W2 W3 W4 F1 F1 J1 B5 B5 B5 T1 T9",
    "2 T5",
    "3 0 PLAY T5",
    "3 1 DRAW",
    "3 1 PLAY B9",
    "3 2 DRAW",
    "3 2 GANG",
    "3 2 DRAW",
    "3 2 PLAY J2",
    "3 3 DRAW",
    "3 3 PLAY W1",
]


def small_state(requests: int = len(SMALL_GAME)) -> GameState:
    return load_json({"requests": SMALL_GAME[:requests]})


def asked(match: dict[str, Any]) -> Iterator[tuple[GameState, PlaneHistory]]:
    """Every decision of a recorded match, with what the seat saw before; good until the next.

    Where a chow or pung is among the legal answers the state before its discard follows.
    """
    states = [GameState() for _ in range(4)]
    histories = [PlaneHistory() for _ in range(4)]
    for turn, requests in enumerate(match["requests"]):
        for seat, state in enumerate(states):
            state.apply(requests[seat])
            if state.decision:
                yield state, histories[seat]
                histories[seat].see(state)
                claims = [one for one in action_space(state) if one.kind in (CHI, PENG)]
                if claims:
                    yield after_claim(state, claims[0]), histories[seat]
            note_answer(state, match["responses"][turn][seat])
