"""Recorded matches as every test reads them: their lines, and each seat's state turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from mj_bot.events import GANG, Action
from mj_bot.history import load_json, note_answer
from mj_bot.state import GameState

Match = dict[str, Any]
# The fixture `recorded`: the lines of a file by its name.
Recorded = Callable[[str], tuple[Match, ...]]


class Seen(NamedTuple):
    """One request to a seat: its turn, the seat, and the state before the answer."""

    turn: int
    seat: int
    state: GameState


def requests_of(match: Match) -> Iterator[Seen]:
    """Every request of a match to every seat; the state is only good until the next."""
    wall, common_wall = match["wall"], match.get("common_wall", False)
    size = len(wall.split() if isinstance(wall, str) else wall) // 4
    states = [GameState(size, common_wall=common_wall) for _ in range(4)]
    for turn, requests in enumerate(match["requests"]):
        for seat, state in enumerate(states):
            state.apply(requests[seat])
            yield Seen(turn, seat, state)
            # No other player announces to a seat its own concealed kong.
            note_answer(state, match["responses"][turn][seat])


def decisions(match: Match) -> Iterator[Seen]:
    """Every decision of every seat, likewise."""
    return (seen for seen in requests_of(match) if seen.state.decision)


def asked_of(recorded: Recorded, every: int, first: int = 0) -> Iterator[GameState]:
    """The states of some of the reference decisions."""
    return map(load_json, recorded("reference_decisions")[first::every])


def sent_to(match: Match, seat: int, turns: int | None = None) -> dict[str, list[str]]:
    """What a seat was sent in the first turns and had answered by then, as `load_json` takes it."""
    requests = [asked[seat] for asked in match["requests"][:turns]]
    responses = [answered[seat] for answered in match["responses"][: len(requests) - 1]]
    return {"requests": requests, "responses": responses}


def after(state: GameState, action: Action) -> GameState:
    """The state in which the action has happened, by the fold of its echo."""
    copy = state.copy()
    copy.answered(action)
    copy.apply(f"3 {state.seat} " + ("GANG" if action.kind == GANG else str(action)))
    return copy


def dealt(hand: str, *requests: str, seat: int = 0, wall_size: int = 34) -> GameState:
    """The state of a seat that was dealt a hand and then sent these requests."""
    deal = [f"0 {seat} 0", f"1 0 0 0 0 {hand}"]
    return load_json({"requests": [*deal, *requests]}, wall_size=wall_size)
