"""A person's own mistakes as questions: the decisions of a match that a review graded."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from mj_bot.events import HU
from mj_bot.state import CLAIM, OWN_DRAW
from mj_bot.tactics import answer_of
from mj_lab.core.options import ADVISER
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.records.match import Match
from mj_lab.explain.analysis.explanation import asked_by_name
from mj_lab.explain.analysis.losses import loss_scale
from mj_lab.explain.analysis.recorded_turns import turns_beside
from mj_lab.explain.quiz.making.answers import same_answer
from mj_lab.explain.quiz.making.decisions import question_at
from mj_lab.explain.quiz.moment import moment_of
from mj_lab.explain.quiz.question import QuizQuestion

_LONGEST_NAME = 80


def mistakes_in(match: Match, seat: int, turns: Collection[int]) -> Iterator[QuizQuestion]:
    """The questions of a seat's answers at these turns, in order.

    A turn is left out if it asks nothing, a win is on offer, or the answer lost too little for a
    grade. A claim with a worse discard is an answer beside the same with the best one.
    Raises ValueError if the requests are not a game.
    """
    tactic, scale, view = asked_by_name(ADVISER), loss_scale(), seat_of(match, seat)
    for asked in turns_beside(view, tactic):
        turn, state, meant = asked.turn, asked.state, [str(action) for action in asked.meant]
        if turn not in turns or not meant or state.decision not in (OWN_DRAW, CLAIM):
            continue
        if len(asked.legal) == 1 or asked.legal[0].kind == HU:
            continue
        best = str(answer_of(tactic, state))
        source = f"{match.id[:_LONGEST_NAME]} seat {seat} turn {turn}"
        # A claim that lost to another seat's has no discard on record: then it is the best one.
        also = meant[0] if len(meant) == 1 else ""
        question = question_at(view, turn, state, source, tactic, scale, also)
        if question is None or question.best.action != best:
            continue
        played = question.answer(also) or next(
            answer for answer in question.answers if same_answer(meant[0], answer.action)
        )
        if played.grade is not None:
            moment = moment_of(match, seat, turn)
            yield question.model_copy(update={"played": played.action, "moment": moment})
