"""Making questions: games to look through, which to take, and the proof of a key by play-outs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from mj_bot.actions import action_space
from mj_bot.events import SEATS
from mj_bot.state import OWN_DRAW
from mj_bot.tactics import load
from mj_lab.analysis.losses import loss_of, loss_scale
from mj_lab.game.asking import play
from mj_lab.game.players import player_of
from mj_lab.game.referee import Game
from mj_lab.game.walls import wall_of_seed
from mj_lab.quiz.decisions import FoundQuestion, Teacher, limit_of, questions_of_seat
from mj_lab.quiz.question import Proof, QuizQuestion, without_copies
from mj_lab.quiz.themes import THEMES
from mj_lab.records.match import Match, match_of
from mj_lab.records.matches import recorded_in
from mj_lab.review.playing_on import Question, play_on
from mj_lab.review.reviewing import Reviewed
from mj_lab.review.views import RecordedGame, game_of_match

# What plays plainly: it counts tiles and never asks what a hand is worth.
PLAIN_TACTIC = "greedy"
# The play-outs agree where the second choice truly loses by so many errors, and points.
_ERRORS = 2.0
_POINTS = 1.0
_DIGITS = 2


class QuizGame(NamedTuple):
    """A game to look through. match: of which the wall is known, for play-outs, else None."""

    game: RecordedGame
    match: Match | None


class PlayOuts(NamedTuple):
    """How keys are proven: in so many worlds (0: not at all), all seats by this policy.

    least: points by which the next answer has to lose where nothing is proven.
    """

    worlds: int
    policy: str
    least: float


class GameQuestion(NamedTuple):
    """A question with the game that it is from."""

    found: FoundQuestion
    seat: int
    game: QuizGame


def games_in(path: Path, seat: int | None, player: str | None) -> Iterator[QuizGame]:
    """The games of a file, of every seat, or of this seat or player only.

    Raises RecordError, one line with file and place, for what is none.
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


def self_play(games: int, tactic: str, seed: str) -> Iterator[QuizGame]:
    """Games at our judge, the tactic at all four seats, each a function of seed and number."""
    for number in range(games):
        game = Game(wall_of_seed(f"{seed}/{number}"), number % SEATS)
        players = [player_of(tactic)(seat) for seat in range(SEATS)]
        match = match_of(game, play(game, players), f"{seed}-{number}", [tactic] * SEATS)
        yield QuizGame(game_of_match(match), match)


def found_in(game: QuizGame, tactic: str, least: float) -> list[GameQuestion]:
    """All questions of a game.

    Raises ValueError with the game's name if it is none, or the tactic tells no expected points.
    """
    made = []
    for view in game.game.views:
        teacher = Teacher(load(tactic, seed=0), load(PLAIN_TACTIC, seed=0), loss_scale(), least)
        try:
            found = list(questions_of_seat(view, teacher, game.game.id))
        except ValueError as error:
            raise ValueError(f"{game.game.id}: seat {view.seat}, {tactic}: {error}") from None
        made += [GameQuestion(one, view.seat, game) for one in found]
    return made


def found_in_all(
    games: Iterable[QuizGame], tactic: str, least: float, jobs: int = 1
) -> Iterator[list[GameQuestion]]:
    """The questions of each game, in order; with `jobs` processes. Raises as `found_in` does."""
    one = partial(found_in, tactic=tactic, least=least)
    if jobs == 1:
        yield from map(one, games)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, games)


def in_turn(found: Iterable[GameQuestion]) -> Iterator[GameQuestion]:
    """In which order questions are taken: theme by theme, what was missed first, then the traps.

    Of a theme and seat of a game one is taken, so that a set is not the same hand again and again.
    """
    by_theme: dict[str, list[GameQuestion]] = {theme: [] for theme in THEMES}
    for one in sorted(found, key=_rank):
        by_theme[one.found.question.theme].append(one)
    seen: set[tuple[str, int, str]] = set()
    for row in zip_longest(*by_theme.values()):
        for one in row:
            if one is None:
                continue
            key = (one.game.game.id, one.seat, one.found.question.theme)
            if key not in seen:
                seen.add(key)
                yield one


def _rank(one: GameQuestion) -> tuple[bool, bool, int]:
    found = one.found
    return not found.missed, not found.trap, crc32(found.question.id.encode())


def proven(one: GameQuestion, by: PlayOuts) -> QuizQuestion | None:
    """The question with the proof of its key by play-outs; None where they do not agree.

    The best and what loses next to it are played on in the same worlds. A complete hand needs no
    proof; a decision without a wall to play on is returned as it is told, if that is clear enough.
    Raises ValueError as `play_on` does.
    """
    question, match = one.found.question, one.game.match
    if question.proof is None:
        return question
    if match is None or not by.worlds:
        clear = question.proof.told >= limit_of(question.theme, by.least)
        return question if clear else None
    rival = next(one for one in question.answers[1:] if one.lost == question.proof.told)
    best, second = (
        next(legal for legal in action_space(question.state()) if str(legal) == answer.action)
        for answer in (question.best, rival)
    )
    rows = {answer.action: answer.row for answer in question.answers}
    decision = Reviewed(
        one.found.turn,
        loss_of(best, second, rows, loss_scale()),
        question.best.row["win_chance"],
        question.best.row["expected_score"],
        question.state().decision == OWN_DRAW,
    )
    true, error = play_on(Question(match, one.seat, decision), by.worlds, by.policy)
    if true < max(_POINTS, _ERRORS * error):
        return None
    proof = Proof(
        told=question.proof.told,
        true=round(true, _DIGITS),
        error=round(error, _DIGITS),
        worlds=by.worlds,
    )
    return question.model_copy(update={"proof": proof})


def taken(found: Sequence[GameQuestion], count: int, by: PlayOuts) -> Iterator[QuizQuestion]:
    """So many questions, as many of each theme as there are, up to its share, each proven once."""
    seen: set[str] = set()
    for one in in_turn(found):
        if len(seen) == count:
            return
        question = None if one.found.question.id in seen else proven(one, by)
        if question is not None:
            seen.add(question.id)
            yield question


def by_theme(questions: Iterable[QuizQuestion]) -> dict[str, int]:
    """How many questions of each theme there are, each counted once."""
    counts: dict[str, int] = dict.fromkeys(THEMES, 0)
    for one in without_copies(questions):
        counts[one.theme] += 1
    return counts
