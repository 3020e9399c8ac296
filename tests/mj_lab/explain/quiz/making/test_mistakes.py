"""Mistakes as questions: what a review graded, with the game."""

import pytest

from mj_bot.events import HU
from mj_bot.tiles import codes_of
from mj_lab.core.options import ADVISER
from mj_lab.core.records.match import Match
from mj_lab.explain.quiz.making.mistakes import mistakes_in
from mj_lab.explain.quiz.question import QuizQuestion
from mj_lab.explain.review.reviewing import review_game
from mj_lab.explain.review.views import game_of_match
from tests.mj_lab.conftest import slow
from tests.recorded import Recorded


def match_of_record(record: object) -> Match:
    return Match.model_validate(record)


def all_of(match: Match, seat: int) -> dict[int, QuizQuestion]:
    """A seat's mistakes by their turns."""
    turns = range(len(match.requests))
    return {len(one.requests) - 1: one for one in mistakes_in(match, seat, turns)}


@pytest.mark.parametrize("file", ["judged_games", slow("botzone_matches")])
def test_what_a_review_grades_is_a_question(recorded: Recorded, file: str) -> None:
    count = 0
    for match in map(match_of_record, recorded(file)[:16]):
        for seat, review in enumerate(review_game(game_of_match(match), ADVISER).seats):
            graded = {
                decision.turn: decision.loss
                for decision in review.decisions
                if decision.loss.grade is not None and decision.loss.best != HU
            }
            questions = all_of(match, seat)
            assert set(questions) == set(graded)
            for turn, question in questions.items():
                loss, played = graded[turn], question.answer(question.played)
                assert (question.best.action, question.played) == (loss.best, loss.played)
                assert played is not None and played.grade == loss.grade
                assert played.lost == pytest.approx(loss.lost, abs=1e-3)
            count += len(questions)
    assert count >= 8


def test_only_the_turns_that_are_named(recorded: Recorded) -> None:
    match = match_of_record(recorded("judged_games")[33])
    turns = list(all_of(match, 0))
    assert len(turns) == 5
    two = [len(one.requests) - 1 for one in mistakes_in(match, 0, turns[1:3])]
    assert two == turns[1:3]


def test_a_claim_with_a_worse_discard_has_both(recorded: Recorded) -> None:
    match = match_of_record(recorded("judged_games")[2])
    question = next(one for one in all_of(match, 2).values() if one.kind == "claim")
    assert (question.played, question.best.action) == ("PENG W8", "PENG B1")
    claims = [one.action for one in question.answers if one.action.startswith("PENG")]
    assert claims == ["PENG B1", "PENG W8"]


def test_its_game_outlives_the_record(recorded: Recorded) -> None:
    """The judge plays the same again, though an upload is forgotten; also with a made wall."""
    match = match_of_record(recorded("judged_games")[33])
    for known in (True, False):
        record = match.model_copy(update={"wall_known": known})
        question = next(iter(all_of(record, 0).values()))
        assert question.moment is not None
        again = question.moment.match(match.id)
        assert again.requests == match.requests and again.wall_known is known
        assert codes_of(again.wall) == codes_of(match.wall)
