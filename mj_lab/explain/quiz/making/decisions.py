"""Questions from recorded decisions where the second choice clearly loses."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from mj_bot.events import HU
from mj_bot.state import CLAIM, OWN_DRAW, GameState
from mj_bot.tactics import Tactic, answer_of
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.explain.analysis.explanation import candidates_of
from mj_lab.explain.analysis.losses import LossScale
from mj_lab.explain.analysis.recorded_turns import AskedTurn, turns_beside
from mj_lab.explain.quiz.making.answers import answers_of, limit_of, rival_of, same_answer
from mj_lab.explain.quiz.making.fan_hands import fan_question
from mj_lab.explain.quiz.question import Proof, QuizQuestion, Theme, id_of
from mj_lab.explain.quiz.themes import THEMES, is_more_dangerous, possible_themes, theme_of

# A complete hand with more fans is easily miscounted.
_MANY_FANS = 3


class FoundQuestion(NamedTuple):
    """A question from one seat's record.

    turn: of the record. trap: whether the plain tactic `simple` misses it; for a complete hand
    whether it has many fans. missed: whether the record's answer did. A decision that neither
    misses is not a question.
    """

    question: QuizQuestion
    turn: int
    trap: bool
    missed: bool


class Teacher(NamedTuple):
    """The tactics that know the answers.

    tactic: gives the expected points of every action. simple: a plain player. scale: of points
    lost. least: the points that a second choice must lose.
    """

    tactic: Tactic
    simple: Tactic
    scale: LossScale
    least: float


def questions_of_seat(
    view: SeatRecord, teacher: Teacher, source: str, wanted: Collection[Theme] = THEMES
) -> Iterator[FoundQuestion]:
    """The questions in one seat's record: its decisions, and its first complete hand.

    wanted: themes; decisions of other themes are skipped.

    Raises ValueError if the requests are not a game, or the teacher has no expected points.
    """
    complete = "fan" not in wanted
    for asked_turn in turns_beside(view, teacher.tactic):
        turn, state = asked_turn.turn, asked_turn.state
        if state.decision not in (OWN_DRAW, CLAIM):
            continue
        name = f"{source} seat {view.seat} turn {turn}"
        if not complete:
            counting = fan_question(state, name)
            if counting is not None:
                complete = True
                yield found_fan(counting, turn)
        if possible_themes(state).isdisjoint(wanted):
            continue
        found_question = _found(view, asked_turn, teacher, name)
        if found_question is not None and found_question.question.theme in wanted:
            yield found_question


def found_fan(question: QuizQuestion, turn: int) -> FoundQuestion:
    """A complete hand as a question; one with many fans is easily miscounted."""
    many = len(question.best.row.get("fans", ())) > _MANY_FANS
    return FoundQuestion(question, turn, many, False)


def _found(
    view: SeatRecord, asked_turn: AskedTurn, teacher: Teacher, source: str
) -> FoundQuestion | None:
    """The question of a decision that is clear but not trivial, else None."""
    turn, state, legal = asked_turn.turn, asked_turn.state, asked_turn.legal
    if len(legal) == 1 or legal[0].kind == HU:
        return None
    plain = str(answer_of(teacher.simple, state))
    played = str(asked_turn.meant[0]) if asked_turn.meant else ""
    choice = str(answer_of(teacher.tactic, state))
    trap = not same_answer(plain, choice)
    missed = played != "" and not same_answer(played, choice)
    if not (trap or missed):
        return None
    question = question_at(view, turn, state, source, teacher.tactic, teacher.scale)
    if question is None or not _is_clear(question, plain, teacher.least):
        return None
    if question.best.action != choice:
        return None  # It does not play its highest value: no key.
    meant = next(
        answer.action for answer in question.answers if same_answer(played or choice, answer.action)
    )
    lost = rival_of(question, teacher.least).lost
    question = question.model_copy(
        update={"played": meant if missed else "", "proof": Proof(told=lost)}
    )
    return FoundQuestion(question, turn, trap, missed)


def question_at(
    view: SeatRecord,
    turn: int,
    state: GameState,
    source: str,
    tactic: Tactic,
    scale: LossScale,
    also: str = "",
) -> QuizQuestion | None:
    """The decision as a question; None if it has one answer. also: see `answers_of`."""
    rows = candidates_of(tactic, state)
    answers = answers_of(state, rows, scale, also)
    if len(answers) < 2:
        return None
    requests, responses = view.requests[: turn + 1], view.responses[:turn]
    return QuizQuestion(
        id=id_of([requests, responses]),
        kind="claim" if state.decision == CLAIM else "discard",
        theme=theme_of(state, answers),
        source=source[:120],
        requests=requests,
        responses=responses,
        wall_size=view.wall_size,
        common_wall=view.common_wall,
        answers=answers,
    )


def _is_clear(question: QuizQuestion, plain: str, least: float) -> bool:
    """Whether the second choice clearly loses.

    In defence, where several answers may be safe: whether the plain player's answer loses and is
    dangerous.
    """
    if question.theme == "defence":
        return any(
            same_answer(plain, answer.action)
            and answer.lost >= limit_of("defence", least)
            and is_more_dangerous(question.best.row, answer.row)
            for answer in question.answers
        )
    return question.answers[1].lost >= limit_of(question.theme, least)
