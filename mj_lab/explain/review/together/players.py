"""Groups many games by player, and sums up each player's seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from mj_lab.core.records.match import Match
from mj_lab.core.text.notation import wind
from mj_lab.explain.review.reviewing import GameReview, SeatReview
from mj_lab.explain.review.sums import sums_together

GROUPINGS = ("player", "level", "file", "seat")
UNNAMED = "?"


def name_of(game: GameReview, seat: SeatReview, by: str) -> str:
    """The name that a seat is grouped by; without a name, the level that played."""
    if by == "seat":
        return wind(seat.seat)
    if by == "file":
        return game.file
    return (seat.player if by == "player" else "") or game.level or UNNAMED


def reviewed_together(
    games: Sequence[GameReview], by: str, same_walls: Sequence[Match] = ()
) -> dict[str, Any]:
    """`players` and `style` of many games as JSON; the least loss a decision first.

    Ids separate players with the same name. rating: the newest on record. loses_more: points a
    decision, than the first. worst: indices of games, their seats and decisions. same_walls: the
    adviser's game on the wall of each whole game, in their order; empty if not played.
    """
    numbers: dict[tuple[str, str], int] = {}
    ratings: dict[int, float | None] = {}
    seated = []
    for game in games:
        match = game.match
        theirs = []
        for seat in game.seats:
            key = (name_of(game, seat, by), _id_of(match, seat.seat) if by == "player" else "")
            theirs.append(numbers.setdefault(key, len(numbers)))
            rating = match.ratings[seat.seat] if match is not None and match.ratings else None
            ratings[theirs[-1]] = ratings.get(theirs[-1]) if rating is None else rating
        seated.append(theirs)
    names = _distinct([name for name, _ in numbers])
    sums = sums_together(games, seated, same_walls)
    players = []
    for player in sums["players"]:
        number = player.pop("player")
        players.append({"name": names[number], "rating": ratings[number], **player})
    return {**sums, "players": players}


def _id_of(match: Match | None, seat: int) -> str:
    return match.player_ids[seat] if match is not None and match.player_ids else ""


def _distinct(names: Sequence[str]) -> list[str]:
    """The names; the second of two equal ones gets (2) appended."""
    before: Counter[str] = Counter()
    distinct = []
    for name in names:
        before[name] += 1
        distinct.append(name if before[name] == 1 else f"{name} ({before[name]})")
    return distinct
