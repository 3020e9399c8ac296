"""Questions out of recorded decisions: those where the second choice clearly loses."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mj_bot.actions import action_space
from mj_bot.events import CHI, HU, PENG
from mj_bot.state import CLAIM, OWN_DRAW, GameState
from mj_bot.tactics import Tactic
from mj_lab.analysis.beside import AskedTurn, turns_beside
from mj_lab.analysis.losses import LossScale, loss_of, with_points
from mj_lab.analysis.opinion import Row, candidates_of
from mj_lab.quiz.fan_hands import fan_question
from mj_lab.quiz.question import Proof, QuizAnswer, QuizQuestion, Theme, id_of
from mj_lab.quiz.themes import THEMES, possible_themes, theme_of
from mj_lab.records.formats.seat_record import SeatRecord

# What is kept of what a tactic says of an answer, with how many digits.
_FIGURES = {"win_chance": 4, "expected_score": 2, "deal_in": 4}
_MOST_FANS = 3
# Early on less hangs on a tile: so much of the limit is clear there, if play-outs agree.
_EARLY_PART = 0.6


class FoundQuestion(NamedTuple):
    """A question of one seat's record.

    turn: of the record. trap: whether a plain answer misses it: the tactic `simple`'s, or of a
    complete hand that it has many fans. missed: whether the record's answer did. A decision that
    neither misses is no question.
    """

    question: QuizQuestion
    turn: int
    trap: bool
    missed: bool


class Teacher(NamedTuple):
    """Who knows the answers.

    tactic: tells expected points of every action. simple: what plays plainly. scale: of points
    lost. least: the points by which a second choice has to lose.
    """

    tactic: Tactic
    simple: Tactic
    scale: LossScale
    least: float


def questions_of_seat(
    view: SeatRecord, teacher: Teacher, source: str, wanted: Collection[Theme] = THEMES
) -> Iterator[FoundQuestion]:
    """The questions in one seat's record: what its decisions ask, and its first complete hand.

    wanted: themes; what can be of none of them is not looked at.

    Raises ValueError if the requests are no game, or the teacher tells no expected points.
    """
    complete = "fan" not in wanted
    for asked in turns_beside(view, teacher.tactic):
        turn, state = asked.turn, asked.state
        if state.decision not in (OWN_DRAW, CLAIM):
            continue
        place = f"{source} seat {view.seat} turn {turn}"
        if not complete:
            counting = fan_question(state, place)
            if counting is not None:
                complete = True
                yield found_fan(counting, turn)
        if possible_themes(state).isdisjoint(wanted):
            continue
        found = _found(view, asked, teacher, place)
        if found is not None and found.question.theme in wanted:
            yield found


def found_fan(question: QuizQuestion, turn: int) -> FoundQuestion:
    """A complete hand as a question; one with many fans is easily counted wrong."""
    many = len(question.best.row.get("fans", ())) > _MOST_FANS
    return FoundQuestion(question, turn, many, False)


def _found(
    view: SeatRecord, asked: AskedTurn, teacher: Teacher, source: str
) -> FoundQuestion | None:
    """The question of a decision that is not plain, and clear; None of others."""
    turn, state, legal = asked.turn, asked.state, asked.legal
    if len(legal) == 1 or legal[0].kind == HU:
        return None
    choice, plain = str(teacher.tactic(state)), str(teacher.simple(state))
    trap = not _same(plain, choice)
    played = str(asked.meant[0]) if asked.meant else ""
    missed = played != "" and not _same(played, choice)
    if not (trap or missed):
        return None
    question = _question(view, turn, state, teacher, source)
    if question is None or not _is_clear(question, plain, teacher.least):
        return None
    if question.best.action != choice:
        return None  # What it plays and what it tells are not one: no key.
    meant = next(one.action for one in question.answers if _same(played or choice, one.action))
    told = rival_of(question, teacher.least).lost
    question = question.model_copy(
        update={"played": meant if missed else "", "proof": Proof(told=told)}
    )
    return FoundQuestion(question, turn, trap, missed)


def _question(
    view: SeatRecord, turn: int, state: GameState, teacher: Teacher, source: str
) -> QuizQuestion | None:
    rows = candidates_of(teacher.tactic, state)
    answers = answers_of(state, rows, teacher.scale)
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

    In defence, where several answers may be safe, whether what a plain player does loses.
    """
    if question.theme == "defence":
        return any(_same(plain, one.action) and one.lost >= least for one in question.answers)
    return question.answers[1].lost >= limit_of(question.theme, least)


def limit_of(theme: str, least: float) -> float:
    """The points by which the next answer has to lose. least: where it is not early.

    >>> limit_of("waits", 2.5), limit_of("early", 2.5)
    (2.5, 1.5)
    """
    return _EARLY_PART * least if theme == "early" else least


def rival_of(question: QuizQuestion, least: float) -> QuizAnswer:
    """The best of the answers that clearly lose; the last if none does."""
    limit = limit_of(question.theme, least)
    return next((one for one in question.answers[1:] if one.lost >= limit), question.answers[-1])


def _same(action: str, answer: str) -> bool:
    """Whether two actions are the same answer, whatever a claim discards."""
    return _kind_of_text(action) == _kind_of_text(answer)


def _kind_of_text(action: str) -> str:
    words = action.split()
    return " ".join(words[:-1]) if words[0] in (CHI, PENG) else action


def answers_of(state: GameState, rows: Sequence[Row], scale: LossScale) -> tuple[QuizAnswer, ...]:
    """The answers among which one chooses, best first: a claim once, with its best discard.

    Raises ValueError if the rows, as a tactic tells them of every action, have no expected points.
    """
    legal = action_space(state)
    points = with_points(rows, state, legal)
    told = {str(row["action"]): row for row in rows}
    by_text = {str(action): action for action in legal if str(action) in points}
    order = sorted(by_text, key=lambda text: -points[text]["expected_score"])
    firsts = {_kind_of_text(text): text for text in reversed(order)}
    best = by_text[order[0]]
    found = []
    for text in order:
        if firsts[_kind_of_text(text)] == text:
            loss = loss_of(best, by_text[text], points, scale)
            row = _kept(told[text])
            found.append(QuizAnswer(action=text, lost=loss.lost, grade=loss.grade, row=row))
    return tuple(found)


def _kept(row: Mapping[str, Any]) -> dict[str, Any]:
    """What an answer is explained by later."""
    kept = {
        key: round(row[key], digits)
        for key, digits in _FIGURES.items()
        if isinstance(row.get(key), (int, float))
    }
    if row.get("targets"):
        first = row["targets"][0]
        kept["targets"] = [{**first, "fans": first["fans"][:_MOST_FANS]}]
    return kept
