"""The report of many reviewed games: games, players, matches, everybody's style."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mj_lab.review.own_answers import answer_sums, answers_record
from mj_lab.review.reviewing import GameReview
from mj_lab.review.summary import game_record
from mj_lab.review.together.match_table import MatchTable, match_tables
from mj_lab.review.together.players import PlayerReview, players_of, style_of_all
from mj_lab.review.together.same_walls import played_by_adviser
from mj_lab.review.together.style import PlayStyle


@dataclass(frozen=True)
class ReviewReport:
    """A review.

    games: as reviewed. style: of all seats together, None without a whole game. own: the name or id
    of the player whose seats these are, if of one's own.
    """

    tactic: str
    games: Sequence[GameReview]
    players: Sequence[PlayerReview]
    tables: Sequence[MatchTable]
    style: PlayStyle | None
    own: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The JSON, see docs/reference/review.md."""
        return {
            "tactic": self.tactic,
            "matches": [game_record(game) for game in self.games],
            **self.together(),
            "own": self._own(),
        }

    def _own(self) -> dict[str, Any] | None:
        """The JSON of the answers of one's own seats together."""
        if self.own is None:
            return None
        seats = [(game.id, seat.answers) for game in self.games for seat in game.seats]
        return {"name": self.own, **answers_record(answer_sums(seats))}

    def together(self) -> dict[str, Any]:
        """The JSON of the games together."""
        return {
            "players": [player.as_json() for player in self.players],
            "tables": [table.to_json() for table in self.tables],
            "style": None if self.style is None else self.style.to_json(),
        }


def report_of(
    games: Sequence[GameReview], by: str, tactic: str, own: str | None = None
) -> ReviewReport:
    """The report of games that were reviewed. by: one of GROUPINGS of `players`.

    own: as in `ReviewReport`.
    """
    matches = [game.match for game in games if game.match is not None]
    return ReviewReport(
        tactic,
        games,
        players_of(games, by, played_by_adviser(matches) if matches else ()),
        match_tables(games),
        style_of_all(games),
        own,
    )
