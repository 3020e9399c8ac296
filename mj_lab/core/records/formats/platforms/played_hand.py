"""A hand between people with what its record adds: who played, when, in which match."""

from __future__ import annotations

from typing import NamedTuple

from mj_lab.core.records.hand import HandError, RecordedHand
from mj_lab.core.records.hand_at_table import folded
from mj_lab.core.records.match import Match, MatchPlace


class PlayedHand(NamedTuple):
    """A hand, and who played it by its seats; see `Match`."""

    hand: RecordedHand
    players: tuple[str, ...] = ()
    player_ids: tuple[str, ...] = ()
    ratings: tuple[float | None, ...] = ()
    began: int = 0
    place: MatchPlace | None = None


def match_of_played(game: PlayedHand) -> Match:
    """The match of a hand, replayed at our table on its one wall.

    Raises HandError, with the number of the event, where the rules do not allow it.
    """
    match = folded(game.hand)
    besides = {
        "players": game.players,
        "player_ids": game.player_ids,
        "ratings": game.ratings if any(rating is not None for rating in game.ratings) else (),
        "began": game.began,
        "place": game.place,
    }
    return match.model_copy(update=besides)


def with_event_number(error: HandError) -> HandError:
    """The same error with the number of the event, in a record that has no lines."""
    about = f": {error.about:.60}" if error.about else ""
    prefix = f"event {error.line}: " if error.line else ""
    return HandError(f"{prefix}{error.reason}{about}")
