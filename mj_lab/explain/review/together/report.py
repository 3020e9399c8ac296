"""The report on many reviewed games: games, players, matches, everybody's style."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mj_bot.events import SEATS
from mj_lab.core.game.walls import Wall
from mj_lab.core.options import ADVISER
from mj_lab.core.records.match import Match
from mj_lab.core.runner.fast_engine import FastTable
from mj_lab.core.runner.unit import Setup, Unit
from mj_lab.explain.review.own_answers import answer_sums, answers_record
from mj_lab.explain.review.reviewing import GameReview
from mj_lab.explain.review.summary import game_record
from mj_lab.explain.review.together.match_table import match_tables
from mj_lab.explain.review.together.players import reviewed_together

# A player's keys for the terminal and the page only; the JSON leaves them out.
_NOT_SAID = ("worst", "loses_more")
_SEATING = (0,) * SEATS


@dataclass(frozen=True)
class ReviewReport:
    """A review.

    games: as reviewed. players: as in `reviewed_together`. style: of all seats together, None
    without a whole game. own: the name or id of the player whose seats these are, if of one's own.
    """

    tactic: str
    games: Sequence[GameReview]
    players: Sequence[dict[str, Any]]
    tables: Sequence[dict[str, Any]]
    style: dict[str, Any] | None
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
            "players": [
                {key: value for key, value in player.items() if key not in _NOT_SAID}
                for player in self.players
            ],
            "tables": self.tables,
            "style": self.style,
        }


def report_of(
    games: Sequence[GameReview], by: str, tactic: str, own: str | None = None
) -> ReviewReport:
    """The report on reviewed games. by: one of GROUPINGS of `players`.

    own: as in `ReviewReport`.
    """
    matches = [game.match for game in games if game.match is not None]
    together = reviewed_together(games, by, played_by_adviser(matches) if matches else ())
    return ReviewReport(
        tactic, games, together["players"], match_tables(games), together["style"], own
    )


def played_by_adviser(matches: Sequence[Match]) -> list[Match]:
    """Each wall played by the adviser in all seats of the fast table.

    Undrawn tiles are in any order if the record does not have theirs.
    """
    setup = Setup((ADVISER,), (ADVISER,), "0", record=True)
    units = [
        Unit(str(number), Wall(match.wall, match.quan, match.common_wall), (_SEATING,))
        for number, match in enumerate(matches)
    ]
    return [played.matches[0] for played in FastTable(setup).play(units)]
