"""Describes a seat's fault to the author of its player: the answer, and what was legal."""

from __future__ import annotations

from collections.abc import Iterator

from mj_bot.events import (
    BUGANG,
    CHI,
    GANG,
    HU,
    PASSING,
    PENG,
    PLAY,
    Action,
    format_request,
)
from mj_bot.tiles import CHOW_MIDDLES, TILE_KINDS
from mj_lab.core.game.players import is_tactic
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Fault, Reply

_MOST = 80  # How many letters of an answer are shown.


def fault_words(game: Game, turn: int, reply: Reply) -> str:
    """The fault of a game in one line: the turn, the answer, and what was legal.

    turn: the number of the game's last turn, from 0. reply: the faulted seat's answer to it.

    Raises ValueError if the game did not end with a fault.
    """
    result = game.result
    if result is None or result.player is None:
        raise ValueError("nobody is faulted")
    seat = result.player
    request = format_request(game.request_for(seat), seat)
    said = reply.detail if isinstance(reply, Fault) else f"answered {str(reply)!r:.{_MOST}}"
    legal = ", ".join(str(action) for action in legal_answers(game, seat))
    return f"turn {turn}, asked '{request}': {said or 'no answer'}; legal: {legal}"


def explain_options(seat: int, turn: int, player: str) -> str:
    """The options of `mj explain FILE` for a decision; with the player itself if it is a tactic.

    >>> explain_options(2, 30, "greedy"), explain_options(2, 30, "keep:bot.pyz")
    ('--seat 2 --at 30 --tactic greedy', '--seat 2 --at 30')
    """
    options = f"--seat {seat} --at {turn}"
    return f"{options} --tactic {player}" if is_tactic(player) else options


def legal_answers(game: Game, seat: int) -> list[Action]:
    """The answers that the judge accepts from a seat now, if the other three pass."""
    return [action for action in _answers() if game.allows(seat, action)]


def _answers() -> Iterator[Action]:
    yield PASSING
    yield Action(HU)
    yield Action(GANG)
    for kind in (PLAY, GANG, BUGANG, PENG):
        for tile in range(TILE_KINDS):
            yield Action(kind, tile)
    for middle in sorted(CHOW_MIDDLES):
        for tile in range(TILE_KINDS):
            yield Action(CHI, tile, middle)
