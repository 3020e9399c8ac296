"""The cost of an answer: played on in more and more worlds, and held against other play-outs."""

import math

import pytest

from mj_lab.explain.quiz.costs import Costs
from mj_lab.explain.quiz.question import QuizQuestion
from mj_lab.explain.quiz.shipped import shipped_questions


def proven(clear: bool) -> tuple[QuizQuestion, str]:
    """A shipped question whose key was played out, and the answer that it was held against."""
    for question in shipped_questions():
        proof = question.proof
        if proof is None or proof.true is None or proof.error is None or question.moment is None:
            continue
        if (proof.true > 5 * proof.error) == clear:
            rival = next(one for one in question.answers[1:] if one.lost == proof.told)
            return question, rival.action
    raise AssertionError("no such question")


def test_it_agrees_with_the_proof_of_a_key() -> None:
    """Other code, other worlds: within three standard errors of both."""
    question, action = proven(clear=True)
    proof = question.proof
    assert proof is not None and proof.true is not None and proof.error is not None
    cost = Costs().beyond(question, action, 100)
    assert cost.worlds == 200 and cost.clear
    assert abs(cost.points - proof.true) < 3 * math.hypot(cost.error, proof.error)


def test_each_hundred_worlds_is_played_once_and_the_error_falls() -> None:
    question, action = proven(clear=False)
    costs = Costs()
    first = costs.beyond(question, action, 0)
    assert first.worlds == 100 and costs.beyond(question, action, 99) == first
    second = costs.beyond(question, action, first.worlds)
    assert second.worlds == 200 and 0.5 < second.error / first.error < 0.95
    # The worlds follow from the question: another trainer finds the same.
    assert Costs().beyond(question, action, 0) == first
    for cost in (first, second):
        assert cost.clear == (abs(cost.points) > 2 * cost.error)


def test_what_cannot_be_played_on_is_told() -> None:
    question, action = proven(clear=True)
    with pytest.raises(ValueError, match="not all of it is known"):
        Costs().beyond(question.model_copy(update={"moment": None}), action, 0)
    with pytest.raises(ValueError, match="as good"):
        Costs().beyond(question, question.best.action, 0)
