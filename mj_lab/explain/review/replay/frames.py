"""The table at every turn, by the engine: of a match with all hands open, or as one seat saw it.

A frame is plain data that a page or a terminal draws: everything on the table after its event. It
is made only from the requests to a seat and its answers, of a match from those of all four. Tiles
are ints (`mj_bot.tiles`). In a seat's view, None is a tile that lies face down, and FACE_DOWN one
that another seat just drew.

    turn       of the record; of the end the last one's
    kind       DEAL, DRAW, BUHUA, PLAY, CHI, PENG, GANG, BUGANG; of a whole match also END
    seat       who acted; of the end who won or was at fault, null if nobody
    tile       drawn, discarded, added, melded as a kong, or won with
    claimed    of CHI, PENG and a GANG of a discard: the tile taken; giver: who had discarded it
    hands      by seat: the concealed tiles in order, without the one just drawn
    drawn      the tile just drawn by `seat`, else null
    melds      by seat: [kind, tiles as they lie, place of the turned tile or -1, concealed, added]
    discards   by seat, in order: [tile, seat that claimed it or -1]
    walls      by seat: tiles left. flowers: by seat, the flower tiles laid out
    robbed     of a win at the end: whether a kong was robbed
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import mj_engine
from mj_bot.events import HU
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.match import Match

Frame = dict[str, Any]

# A face-down tile that another seat just drew.
FACE_DOWN = -1

# A wall of 144 tiles cannot last longer: at most a draw, a discard and a kong for each tile.
MOST_TURNS = 3 * 144


def frames_of(match: Match) -> list[Frame]:
    """A match's frames: the deal, every event, the end.

    Raises ValueError, with the turn, if its requests do not make a game.

    >>> from mj_lab.core.game.play_game import play
    >>> from mj_lab.core.game.referee import Game
    >>> from mj_lab.core.records.match import match_of
    >>> from mj_lab.core.game.players import player_of
    >>> from mj_lab.core.game.walls import wall_of_seed
    >>> game = Game(wall_of_seed(1))
    >>> match = match_of(game, play(game, [player_of("random")(seat) for seat in range(4)]))
    >>> frames = frames_of(match)
    >>> [frame["kind"] for frame in frames[:3]], len(frames) == len(match.requests)
    (['DEAL', 'DRAW', 'PLAY'], True)
    """
    _check_length(match.requests)
    state, result = match.seat_state(), match.result
    frames: list[Frame] = json.loads(
        mj_engine.frames(
            match.requests,
            match.responses,
            state.wall_size,
            state.common_wall,
            result.action == HU,
            result.player,
        )
    )
    return frames


def frames_of_seat(record: SeatRecord) -> list[Frame]:
    """The frames of one seat's record: the deal and every event; no end.

    Raises ValueError, with the turn, if its requests do not make a game.
    """
    _check_length(record.requests)
    frames: list[Frame] = json.loads(
        mj_engine.seat_frames(
            record.requests, record.responses, record.wall_size, record.common_wall
        )
    )
    return frames


def table_of_seat(record: SeatRecord) -> mj_engine.SeatTable:
    """The table as a seat saw it after its last request.

    Raises ValueError if its requests do not make a game.
    """
    table = mj_engine.SeatTable(record.wall_size, record.common_wall)
    for turn, request in enumerate(record.requests):
        table.take(request)
        if turn < len(record.responses):
            table.answered(record.responses[turn])
    return table


def _check_length(requests: Sequence[Any]) -> None:
    if len(requests) > MOST_TURNS:
        raise ValueError(f"{len(requests)} turns: no game is that long")
