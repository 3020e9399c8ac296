"""The hands of a match in a table: each player's points in every hand, and the standing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mj_bot.events import SEATS
from mj_lab.records.match import Match
from mj_lab.review.reviewing import GameReview


class HandCell(NamedTuple):
    """A player in a hand. lost: points lost, None if the seat was not reviewed."""

    seat: int
    score: int
    lost: float | None


class HandRow(NamedTuple):
    """A hand. game: its place among the games reviewed. hand: its number in the match, from 0."""

    game: int
    hand: int
    prevalent_wind: int
    cells: tuple[HandCell, ...]


class MatchTable(NamedTuple):
    """The hands of one match that were reviewed.

    players: in the order of the seats of the first hand. standing: the points of each after the
    last. hands: the number in the whole match.
    """

    name: str
    hands: int
    players: tuple[str, ...]
    rows: tuple[HandRow, ...]
    standing: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """The same as JSON."""
        rows = [
            {
                "game": row.game,
                "hand": row.hand,
                "prevalent_wind": row.prevalent_wind,
                "cells": [list(cell) for cell in row.cells],
            }
            for row in self.rows
        ]
        return {**self._asdict(), "rows": rows}


def match_tables(games: Sequence[GameReview]) -> list[MatchTable]:
    """The matches with several reviewed hands, in their order.

    A match whose players change between hands is left out.
    """
    hands: dict[tuple[str, str], list[int]] = {}
    for place, game in enumerate(games):
        if game.match is not None and game.match.place is not None:
            hands.setdefault((game.file, game.match.place.match), []).append(place)
    made = [_table(name, games, places) for (_, name), places in hands.items() if len(places) > 1]
    return [table for table in made if table is not None]


def _table(name: str, games: Sequence[GameReview], places: Sequence[int]) -> MatchTable | None:
    first = games[places[0]].match
    assert first is not None
    keys = _keys(first)
    rows, standing, of_match = [], (0,) * SEATS, 1
    for place in places:
        match = games[place].match
        assert match is not None
        assert match.place is not None
        if sorted(_keys(match)) != sorted(keys) or len(set(keys)) < SEATS:
            return None
        seats = [_keys(match).index(key) for key in keys]
        lost = {seat.seat: seat.points_lost for seat in games[place].seats}
        cells = tuple(HandCell(seat, match.scores[seat], lost.get(seat)) for seat in seats)
        rows.append(HandRow(place, match.place.hand, match.quan, cells))
        standing = tuple(match.place.totals[seat] + match.scores[seat] for seat in seats)
        of_match = match.place.hands
    return MatchTable(name, of_match, first.players, tuple(rows), standing)


def _keys(match: Match) -> tuple[str, ...]:
    return match.player_ids or match.players
