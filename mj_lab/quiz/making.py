"""Making questions: games to look through, which to take, and the proof of a key by play-outs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice, zip_longest
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple
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
from mj_lab.quiz.question import Proof, QuizQuestion, Theme, without_copies
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
# At the first look so many errors settle it; fewer are often luck, as there is a second look.
_FIRST_ERRORS = 4.0
# Games that a process looks through before it is seen which themes are still wanted.
_GAMES_AT_ONCE = 4


class QuizGame(NamedTuple):
    """A game to look through. match: of which the wall is known, for play-outs, else None."""

    game: RecordedGame
    match: Match | None


class UnplayedGame(NamedTuple):
    """A game of one tactic at all four seats, yet to be played: a function of seed and number."""

    tactic: str
    seed: str
    number: int

    def played(self) -> QuizGame:
        """The game, at our judge."""
        game = Game(wall_of_seed(f"{self.seed}/{self.number}"), self.number % SEATS)
        players = [player_of(self.tactic)(seat) for seat in range(SEATS)]
        names = [self.tactic] * SEATS
        match = match_of(game, play(game, players), f"{self.seed}-{self.number}", names)
        return QuizGame(game_of_match(match), match)


class PlayOuts(NamedTuple):
    """How keys are proven: in so many worlds (0: not at all), all seats by this policy.

    least: points by which the next answer has to lose where nothing is proven. most: worlds where
    `worlds` neither settle it nor show that it cannot be.
    """

    worlds: int
    policy: str
    least: float
    most: int = 0


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


def self_play(games: int, tactic: str, seed: str) -> Iterator[UnplayedGame]:
    """So many games of a tactic against itself, yet to be played."""
    return (UnplayedGame(tactic, seed, number) for number in range(games))


def found_in(
    game: QuizGame | UnplayedGame, tactic: str, least: float, wanted: Collection[Theme] = THEMES
) -> list[GameQuestion]:
    """All questions of a game, of these themes.

    Raises ValueError with the game's name if it is none, or the tactic tells no expected points.
    """
    made = []
    if isinstance(game, UnplayedGame):
        game = game.played()
    for view in game.game.views:
        teacher = Teacher(load(tactic, seed=0), load(PLAIN_TACTIC, seed=0), loss_scale(), least)
        try:
            found = list(questions_of_seat(view, teacher, game.game.id, wanted))
        except ValueError as error:
            raise ValueError(f"{game.game.id}: seat {view.seat}, {tactic}: {error}") from None
        made += [GameQuestion(one, view.seat, game) for one in found]
    return made


@contextmanager
def _mapping(jobs: int) -> Iterator[Callable[..., Iterable[Any]]]:
    """What does as `map` does, in so many processes."""
    if jobs == 1:
        yield map
    else:
        with ProcessPoolExecutor(jobs) as pool:
            yield pool.map


def found_in_all(
    games: Iterable[QuizGame | UnplayedGame], tactic: str, least: float, jobs: int = 1
) -> Iterator[list[GameQuestion]]:
    """The questions of each game, in order; with `jobs` processes. Raises as `found_in` does."""
    with _mapping(jobs) as in_each:
        yield from in_each(partial(found_in, tactic=tactic, least=least), games)


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
    asked, worlds = Question(match, one.seat, decision), by.worlds
    true, error = play_on(asked, worlds, by.policy)
    if by.most > worlds and _is_open(true, error):
        worlds = by.most
        true, error = play_on(asked, worlds, by.policy)
    if true < max(_POINTS, _ERRORS * error):
        return None
    proof = Proof(
        told=question.proof.told,
        true=round(true, _DIGITS),
        error=round(error, _DIGITS),
        worlds=worlds,
    )
    return question.model_copy(update={"proof": proof})


def _is_open(true: float, error: float) -> bool:
    """Whether the first worlds leave it open: the loss is not clear, and may yet be there.

    >>> _is_open(9.0, 2.0), _is_open(3.0, 2.0), _is_open(-4.0, 2.0)
    (False, True, False)
    """
    return true < max(_POINTS, _FIRST_ERRORS * error) and true + _ERRORS * error >= _POINTS


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


def taken_evenly(
    games: Iterable[QuizGame | UnplayedGame],
    tactic: str,
    least: float,
    count: int,
    by: PlayOuts,
    jobs: int = 1,
) -> Iterator[QuizQuestion]:
    """As many questions of each theme, `count` in all, as far as the games have them.

    Games are looked through for the themes that are still wanted, until none is, and of no other
    theme a key is played on. Raises as `found_in` and `proven` do.
    """
    wanted = dict.fromkeys(THEMES, ceil(count / len(THEMES)))
    seen: set[str] = set()
    coming, prove = iter(games), partial(proven, by=by)
    with _mapping(jobs) as in_each:
        while any(wanted.values()):
            batch = list(islice(coming, _GAMES_AT_ONCE * jobs))
            if not batch:
                return
            open_themes = frozenset(theme for theme, left in wanted.items() if left)
            looking = partial(found_in, tactic=tactic, least=least, wanted=open_themes)
            found = [one for part in in_each(looking, batch) for one in part]
            # Asked for as they are proven: what is wanted is seen before each.
            asked = (one for one in in_turn(found) if wanted[one.found.question.theme])
            while chosen := list(islice(asked, jobs)):
                for question in in_each(prove, chosen):
                    if question is None or not wanted[question.theme] or question.id in seen:
                        continue
                    wanted[question.theme] -= 1
                    seen.add(question.id)
                    yield question


def by_theme(questions: Iterable[QuizQuestion]) -> dict[str, int]:
    """How many questions of each theme there are, each counted once."""
    counts: dict[str, int] = dict.fromkeys(THEMES, 0)
    for one in without_copies(questions):
        counts[one.theme] += 1
    return counts
