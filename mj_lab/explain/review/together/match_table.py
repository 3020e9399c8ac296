"""A table of a match's hands: each player's points in every hand, and the standing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mj_bot.events import SEATS
from mj_lab.core.records.match import Match
from mj_lab.explain.review.reviewing import GameReview


def match_tables(games: Sequence[GameReview]) -> list[dict[str, Any]]:
    """The matches with several reviewed hands, in their order, as JSON (docs/reference/review.md).

    A match whose players change between hands is left out.
    """
    hands: dict[tuple[str, str], list[int]] = {}
    for index, game in enumerate(games):
        if game.match is not None and game.match.place is not None:
            hands.setdefault((game.file, game.match.place.match), []).append(index)
    tables = [_table(name, games, places) for (_, name), places in hands.items() if len(places) > 1]
    return [table for table in tables if table is not None]


def _table(name: str, games: Sequence[GameReview], places: Sequence[int]) -> dict[str, Any] | None:
    """Players are in seat order of the first hand, and cells in player order."""
    first = games[places[0]].match
    assert first is not None
    keys = _keys(first)
    table: dict[str, Any] = {"name": name, "hands": 1, "players": first.players, "rows": []}
    for index in places:
        match = games[index].match
        assert match is not None
        assert match.place is not None
        if sorted(_keys(match)) != sorted(keys) or len(set(keys)) < SEATS:
            return None
        seats = [_keys(match).index(key) for key in keys]
        lost = {seat.seat: seat.points_lost for seat in games[index].seats}
        cells = [[seat, match.scores[seat], lost.get(seat)] for seat in seats]
        row = {"game": index, "hand": match.place.hand, "prevalent_wind": match.quan}
        table["rows"].append({**row, "cells": cells})
        table["hands"] = match.place.hands
        table["standing"] = [match.place.totals[seat] + match.scores[seat] for seat in seats]
    return table


def _keys(match: Match) -> tuple[str, ...]:
    return match.player_ids or match.players
