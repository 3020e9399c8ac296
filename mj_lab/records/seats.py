"""A recorded match as all four seats see it at once, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator

from mj_bot.events import SEATS
from mj_bot.history import fold, note_answer
from mj_bot.state import WALL_SIZE, GameState
from mj_lab.records.match import Match


def seats_by_turn(match: Match) -> Iterator[tuple[int, list[GameState]]]:
    """Each turn with the four states after its requests, before the answers.

    The states go on with the match, so use them before the next turn is asked for.
    """
    size = min(len(match.wall) // SEATS, WALL_SIZE)
    states = [GameState(size) for _ in range(SEATS)]
    for turn, requests in enumerate(match.requests):
        for state, request in zip(states, requests, strict=True):
            fold(state, request)
        yield turn, states
        for state, response in zip(states, match.responses[turn], strict=True):
            note_answer(state, response)
