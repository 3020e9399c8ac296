"""Proves a key: the best answer and the next losing one are played out in the same worlds."""

from __future__ import annotations

from typing import NamedTuple

from mj_lab.core.records.match import Match
from mj_lab.explain.quiz.making.answers import limit_of
from mj_lab.explain.quiz.making.decisions import FoundQuestion
from mj_lab.explain.quiz.making.games import QuizGame
from mj_lab.explain.quiz.question import Proof, QuizQuestion
from mj_lab.explain.review.calibrating.playing_on import Question, play_on

# The play-outs agree if the second choice loses by this many errors, and points.
_ERRORS = 2.0
_POINTS = 1.0
_DIGITS = 2


class PlayOuts(NamedTuple):
    """How keys are proven: in how many worlds (0: not at all), with this policy in all seats.

    least: points that the next answer must lose without a proof.
    """

    worlds: int
    policy: str
    least: float


class GameQuestion(NamedTuple):
    """A question with its game."""

    found: FoundQuestion
    seat: int
    game: QuizGame


def proven(candidate: GameQuestion, by: PlayOuts) -> QuizQuestion | None:
    """The question with its key proven by play-outs; None if they disagree.

    The best answer and the next losing one are played out in the same worlds. A complete hand needs
    no proof; a decision without a wall keeps the prediction, if that is clear enough. Raises
    ValueError as `play_on` does.
    """
    question, match = candidate.found.question, candidate.game.match
    if question.proof is None:
        return question
    if match is None or not by.worlds:
        clear = question.proof.told >= limit_of(question.theme, by.least)
        return question if clear else None
    decision = to_play_on(question, match, candidate.seat, candidate.found.turn)
    true, error = play_on(decision, by.worlds, by.policy)
    proof = Proof(
        told=question.proof.told,
        true=round(true, _DIGITS),
        error=round(error, _DIGITS),
        worlds=by.worlds,
    )
    proven_question = question.model_copy(update={"proof": proof})
    return proven_question if holds(proven_question) else None


def holds(question: QuizQuestion) -> bool:
    """Whether its key needs no proof, or the play-outs agree with it."""
    proof = question.proof
    if proof is None or proof.true is None or proof.error is None:
        return proof is None
    return proof.true >= max(_POINTS, _ERRORS * proof.error)


def to_play_on(question: QuizQuestion, match: Match, seat: int, turn: int) -> Question:
    """The best answer to a decision and the next losing one, for `play_on`."""
    lost = None if question.proof is None else question.proof.told
    rival = next(answer for answer in question.answers[1:] if answer.lost == lost)
    return Question(match, seat, turn, question.best.action, rival.action)
