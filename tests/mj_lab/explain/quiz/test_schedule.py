"""SM-2: the intervals that its paper gives, and what holds for every course of answers."""

from hypothesis import given
from hypothesis import strategies as st

from mj_lab.explain.quiz.question import QuizAnswer
from mj_lab.explain.quiz.schedule import (
    LEAST_EASINESS,
    Card,
    asked_again,
    is_right,
    quality_of,
    reviewed,
)
from tests.mj_lab.explain.quiz.made import complete_question, discard_question, matches


def course(qualities: list[int]) -> list[int]:
    """The intervals of a card that is answered on each day that it is due."""
    card, found = Card(), []
    for quality in qualities:
        card = reviewed(card, quality, card.due)
        found.append(card.interval)
    return found


def test_intervals_of_the_paper() -> None:
    # Always 4: the easiness stays 2.5, so 1, 6, then times 2.5 rounded up.
    assert course([4, 4, 4, 4, 4]) == [1, 6, 15, 38, 95]
    # Always 5: the easiness rises by 0.1 each time: 2.8, 2.9.
    assert course([5, 5, 5, 5]) == [1, 6, 17, 50]
    # Always 3: it falls by 0.14 each time: 2.08 at the third.
    assert course([3, 3, 3]) == [1, 6, 13]
    # A lapse begins anew and leaves the easiness as it is.
    assert course([4, 4, 4, 1, 4, 4, 4]) == [1, 6, 15, 1, 1, 6, 15]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 40)), max_size=30))
def test_every_course(answers: list[tuple[int, int]]) -> None:
    card, today = Card(), 0
    for quality, later in answers:
        today += later
        after = reviewed(card, quality, today)
        if card.due > today:
            assert after == card
        else:
            assert after.due == today + after.interval
            assert after.interval >= 1
            assert (after.repetitions == 0) == (quality < 3)
            assert after.interval == 1 or quality >= 3
        assert after.easiness >= LEAST_EASINESS
        card = after


def test_quality_is_by_points_lost() -> None:
    question = discard_question(matches()[0])
    assert [quality_of(question, one) for one in question.answers] == [5, 3, 2, 1]
    assert [is_right(question, one) for one in question.answers] == [True, False, False, False]
    tie = QuizAnswer(action="x", lost=1.4)
    assert quality_of(question, tie) == 5 and is_right(question, tie)
    graded = QuizAnswer(action="x", lost=2.3, grade="slight")
    assert not is_right(question, graded)
    counting = complete_question()
    assert [quality_of(counting, one) for one in counting.answers] == [5, 1, 1, 1, 1]
    assert [asked_again(quality) for quality in range(6)] == [True] * 4 + [False] * 2
