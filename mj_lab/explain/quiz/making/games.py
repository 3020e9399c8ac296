"""Games to search for questions: recorded ones, and a tactic's self-play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mj_bot.events import SEATS
from mj_engine import play as play_natively
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import wall_of_seed
from mj_lab.core.records.match import Match, match_of
from mj_lab.core.records.matches import recorded_in
from mj_lab.core.runner.fast_engine import plays_all
from mj_lab.explain.review.views import RecordedGame, game_of_match


class QuizGame(NamedTuple):
    """A game to search. match: for play-outs, None if its wall is unknown."""

    game: RecordedGame
    match: Match | None


class UnplayedGame(NamedTuple):
    """A game of one tactic in all seats, not yet played; determined by seed and number."""

    tactic: str
    seed: str
    number: int

    def played(self) -> QuizGame:
        """Play the game: at the fast table if it has the tactic, else at our judge."""
        wall, wind = wall_of_seed(f"{self.seed}/{self.number}"), self.number % SEATS
        match = self._at_the_fast_table(wall, wind) if plays_all([self.tactic]) else None
        if match is None:
            game = Game(wall, wind)
            players = [player_of(self.tactic)(seat) for seat in range(SEATS)]
            match = match_of(game, play(game, players))
        named = {"id": f"{self.seed}-{self.number}", "players": (self.tactic,) * SEATS}
        match = match.model_copy(update=named)
        return QuizGame(game_of_match(match), match)

    def _at_the_fast_table(self, wall: tuple[int, ...], wind: int) -> Match:
        (record,) = play_natively([wall], self.tactic, prevalent_winds=[wind], records=True).records
        return Match.model_validate_json(record)


def games_in(path: Path, seat: int | None, player: str | None) -> Iterator[QuizGame]:
    """The games of a file: of every seat, or of this seat or player only.

    Raises RecordError, one line with file and place, for a record that is not a game.
    """
    for record in recorded_in(path):
        if isinstance(record.game, Match):
            game = game_of_match(record.game, record.place, path.name)
            match = record.game if record.game.wall_known else None
        else:
            view = record.game
            game = RecordedGame(view.id or record.place, path.name, "", (view,))
            match = None
        views = tuple(
            view
            for view in game.views
            if seat in (None, view.seat) and player in (None, view.player)
        )
        if views:
            yield QuizGame(game._replace(views=views), match)


def self_play(games: int, tactic: str, seed: str) -> Iterator[UnplayedGame]:
    """Games of a tactic against itself, not yet played."""
    return (UnplayedGame(tactic, seed, number) for number in range(games))
