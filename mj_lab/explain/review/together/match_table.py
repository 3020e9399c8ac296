"""A table of a match's hands: each player's points in every hand, and the standing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from mj_bot.events import SEATS
from mj_lab.core.game.seating import HANDS, players_by_seat, seat_of_player
from mj_lab.core.records.match import Match, MatchPlace
from mj_lab.explain.review.reviewing import GameReview


def match_tables(games: Sequence[GameReview]) -> list[dict[str, Any]]:
    """The matches with several reviewed hands, in their order, as JSON (docs/reference/review.md).

    The hands of a match may be in several files; a hand that comes twice is of another match of
    that name. A match whose players change between hands is left out.
    """
    hands: dict[tuple[str, int], list[int]] = {}
    before: Counter[tuple[str, int]] = Counter()
    for index, game in enumerate(games):
        if game.match is not None and (place := game.match.place) is not None:
            copy = before[place.match, place.hand]
            before[place.match, place.hand] += 1
            hands.setdefault((place.match, copy), []).append(index)
    tables = [_table(name, games, places) for (name, _), places in hands.items() if len(places) > 1]
    return [table for table in tables if table is not None]


def _table(name: str, games: Sequence[GameReview], places: Sequence[int]) -> dict[str, Any] | None:
    """Players are in seat order of the first hand, and cells in player order."""
    hands = sorted(
        ((index, games[index].match) for index in places), key=lambda hand: _place(hand[1]).hand
    )
    first = hands[0][1]
    assert first is not None
    table: dict[str, Any] = {
        "name": name,
        "began": first.began,
        "hands": _place(first).hands,
        "players": first.players,
        "rows": [],
    }
    for index, match in hands:
        assert match is not None
        seats = _seats(first, match)
        if seats is None:
            return None
        lost = {seat.seat: seat.points_lost for seat in games[index].seats}
        cells = [[seat, match.scores[seat], lost.get(seat)] for seat in seats]
        row = {"game": index, "hand": _place(match).hand, "prevalent_wind": match.quan}
        table["rows"].append({**row, "cells": cells})
        table["standing"] = [_place(match).totals[seat] + match.scores[seat] for seat in seats]
    return table


def _seats(first: Match, match: Match) -> list[int] | None:
    """The seats in a hand of those who sat East to North in the first; None if they are others."""
    keys, theirs = _keys(first), _keys(match)
    if len(keys) < SEATS or sorted(keys) != sorted(theirs):
        return None
    if len(set(keys)) == SEATS:
        return [theirs.index(key) for key in keys]
    # Bots share a name: then only our own order of seats says who is who.
    numbers = _place(first).hand, _place(match).hand
    if max(numbers) >= HANDS[-1]:
        return None
    seats = [seat_of_player(player, numbers[1]) for player in players_by_seat(numbers[0])]
    return seats if [theirs[seat] for seat in seats] == list(keys) else None


def _place(match: Match | None) -> MatchPlace:
    assert match is not None and match.place is not None
    return match.place


def _keys(match: Match) -> tuple[str, ...]:
    return match.player_ids or match.players
