"""Selects questions from many games: an equal share for each theme, few from each game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice, zip_longest
from math import ceil
from typing import Any
from zlib import crc32

from mj_bot.tactics import load
from mj_lab.explain.analysis.explanation import asked_by_name
from mj_lab.explain.analysis.losses import loss_scale
from mj_lab.explain.quiz.making.decisions import FoundQuestion, Teacher, questions_of_seat
from mj_lab.explain.quiz.making.games import QuizGame, UnplayedGame
from mj_lab.explain.quiz.making.proving import GameQuestion, PlayOuts, proven
from mj_lab.explain.quiz.moment import moment_of
from mj_lab.explain.quiz.question import QuizQuestion, Theme, without_copies
from mj_lab.explain.quiz.themes import THEMES

# The plain player: it counts tiles and never values a hand.
PLAIN_TACTIC = "greedy"
# Games searched between two checks of the wanted themes.
_GAMES_AT_ONCE = 8


def found_in(
    game: QuizGame | UnplayedGame, tactic: str, least: float, wanted: Collection[Theme] = THEMES
) -> list[GameQuestion]:
    """All questions of a game with these themes.

    Raises ValueError with the game's name if it is not a game, or the tactic has no expected
    points.
    """
    questions = []
    if isinstance(game, UnplayedGame):
        game = game.played()
    teacher = Teacher(asked_by_name(tactic), load(PLAIN_TACTIC, seed=0), loss_scale(), least)
    for view in game.game.views:
        try:
            of_seat = list(questions_of_seat(view, teacher, game.game.id, wanted))
        except ValueError as error:
            raise ValueError(f"{game.game.id}: seat {view.seat}, {tactic}: {error}") from None
        questions += [
            GameQuestion(_with_moment(found_question, view.seat, game), view.seat, game)
            for found_question in of_seat
        ]
    return questions


def _with_moment(found_question: FoundQuestion, seat: int, game: QuizGame) -> FoundQuestion:
    """The question with its game, if the whole game is known."""
    moment = None if game.match is None else moment_of(game.match, seat, found_question.turn)
    return found_question._replace(
        question=found_question.question.model_copy(update={"moment": moment})
    )


@contextmanager
def _mapping(jobs: int) -> Iterator[Callable[..., Iterable[Any]]]:
    """A `map` in `jobs` processes."""
    if jobs == 1:
        yield map
    else:
        with ProcessPoolExecutor(jobs) as pool:
            yield pool.map


def found_in_all(
    games: Iterable[QuizGame | UnplayedGame], tactic: str, least: float, jobs: int = 1
) -> Iterator[list[GameQuestion]]:
    """The questions of each game, in order; in `jobs` processes. Raises as `found_in` does."""
    with _mapping(jobs) as in_each:
        yield from in_each(partial(found_in, tactic=tactic, least=least), games)


def in_turn(
    candidates: Iterable[GameQuestion], themes: Sequence[Theme] = THEMES
) -> Iterator[GameQuestion]:
    """The order of selection: themes in turn, missed questions first, then traps.

    Each theme takes one question from a seat of a game, so that hands do not repeat. themes: in the
    order of their turns.
    """
    by_theme: dict[str, list[GameQuestion]] = {theme: [] for theme in themes}
    for candidate in sorted(candidates, key=_rank):
        by_theme[candidate.found.question.theme].append(candidate)
    seen: set[tuple[str, int, str]] = set()
    for row in zip_longest(*by_theme.values()):
        for candidate in row:
            if candidate is None:
                continue
            key = (candidate.game.game.id, candidate.seat, candidate.found.question.theme)
            if key not in seen:
                seen.add(key)
                yield candidate


def _rank(candidate: GameQuestion) -> tuple[bool, bool, int]:
    found_question = candidate.found
    return (
        not found_question.missed,
        not found_question.trap,
        crc32(found_question.question.id.encode()),
    )


def taken(candidates: Sequence[GameQuestion], count: int, by: PlayOuts) -> Iterator[QuizQuestion]:
    """`count` questions, each theme up to its share, each proven once."""
    seen: set[str] = set()
    for candidate in in_turn(candidates):
        if len(seen) == count:
            return
        question = None if candidate.found.question.id in seen else proven(candidate, by)
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
    one_a_game: bool = False,
) -> Iterator[QuizQuestion]:
    """Equally many questions of each theme, `count` in all, as far as the games have them.

    Games are searched until every theme is filled; keys of filled themes are not played out.
    one_a_game: take only one question a game, of the theme that lacks the most. The number of
    processes does not matter. Raises as `found_in` and `proven` do.
    """
    wanted = dict.fromkeys(THEMES, ceil(count / len(THEMES)))
    seen: set[str] = set()
    used: set[str] = set()

    def is_wanted(candidate: GameQuestion) -> bool:
        question, game = candidate.found.question, candidate.game.game.id
        return wanted[question.theme] > 0 and question.id not in seen and game not in used

    coming, prove = iter(games), partial(proven, by=by)
    with _mapping(jobs) as in_each:
        while any(wanted.values()) and (batch := list(islice(coming, _GAMES_AT_ONCE))):
            themes = sorted(
                (theme for theme in THEMES if wanted[theme]), key=lambda theme: -wanted[theme]
            )
            looking = partial(found_in, tactic=tactic, least=least, wanted=frozenset(themes))
            candidates = [candidate for part in in_each(looking, batch) for candidate in part]
            # Taken while they are proven: the wanted themes are checked before and after.
            wanted_in_turn = filter(is_wanted, in_turn(candidates, themes))
            while chosen := list(islice(wanted_in_turn, jobs)):
                for tried, question in zip(chosen, in_each(prove, chosen), strict=True):
                    if question is None or not is_wanted(tried):
                        continue
                    wanted[question.theme] -= 1
                    seen.add(question.id)
                    used.update({tried.game.game.id} if one_a_game else ())
                    yield question


def themes_in_turn(questions: Iterable[QuizQuestion]) -> list[QuizQuestion]:
    """The questions with themes alternating: the order in which new ones are asked."""
    parts: dict[str, list[QuizQuestion]] = {theme: [] for theme in THEMES}
    for question in questions:
        parts[question.theme].append(question)
    return [
        question for row in zip_longest(*parts.values()) for question in row if question is not None
    ]


def by_theme(questions: Iterable[QuizQuestion]) -> dict[str, int]:
    """The number of questions of each theme."""
    counts: dict[str, int] = dict.fromkeys(THEMES, 0)
    for question in without_copies(questions):
        counts[question.theme] += 1
    return counts
