"""Replays of people's hands at the tables: which seat to open, and storing the reviews."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mj_lab.core.game.seating import players_by_seat
from mj_lab.core.options import ADVISER
from mj_lab.table.play.hands.names import SAME_WALL, hand_named
from mj_lab.web.server.my_games.finished import seats_of_people
from mj_lab.web.server.my_games.reviews import KeptReviews, review_of_replay


class TableReplay:
    """A match file that may be a hand of a table. name: the match's."""

    def __init__(self, path: Path, name: str) -> None:
        self._tables = path.parent.parent if path.parent.name == SAME_WALL else path.parent
        self._named = hand_named(name) if path.name == f"{name}.jsonl" else None
        self.people = () if self._named is None else seats_of_people(self._tables, name)

    def keep_review(self, replay: Mapping[str, Any]) -> None:
        """Store the review of a person's seat from a replay's data, so it is not made again."""
        named, seat = self._named, replay["seat"]
        if named is None or named.instead or seat not in self.people:
            return
        review = review_of_replay(replay) if replay["tactic"] == ADVISER else None
        if review is None:
            return
        hand = named.number - 1
        key = (named.table, hand, players_by_seat(hand)[seat])
        KeptReviews(self._tables).add(key, review)
