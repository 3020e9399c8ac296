"""The game of a question, kept with it: the judge plays the same game again."""

import pytest

from mj_lab.explain.quiz.moment import Moment, moment_of
from tests.mj_lab.explain.quiz.made import matches


def test_a_game_is_played_again_from_its_moment() -> None:
    for match in matches():
        moment = moment_of(match, 2, 9)
        assert moment is not None
        assert (moment.seat, moment.turn) == (2, 9)
        again = Moment.model_validate_json(moment.model_dump_json()).match(match.id)
        assert again == match


def test_a_wall_that_is_not_on_record_stays_so() -> None:
    match = matches()[0].model_copy(update={"wall_known": False})
    moment = moment_of(match, 0, 5)
    assert moment is not None
    assert moment.match(match.id) == match


def test_what_is_not_our_judges_has_none() -> None:
    match = matches()[0]
    other = ("PASS", "PASS", "PASS", "PLAY W1")
    changed = match.model_copy(update={"responses": (other, *match.responses[1:])})
    assert moment_of(changed, 0, 5) is None
    longer = match.model_copy(
        update={
            "requests": (*match.requests, match.requests[-1]),
            "responses": (*match.responses, match.responses[-1]),
        }
    )
    assert moment_of(longer, 0, 5) is None


def test_games_of_one_wall_have_a_name_in_common() -> None:
    first, second = (moment_of(match, 0, 5) for match in matches()[:2])
    assert first is not None and second is not None
    again = moment_of(matches()[0], 3, 8)
    assert again is not None
    assert first.wall_name == again.wall_name != second.wall_name


def test_a_moment_without_an_end_is_told() -> None:
    moment = moment_of(matches()[0], 0, 5)
    assert moment is not None
    cut = moment.model_copy(update={"answers": moment.answers[:-3]})
    with pytest.raises(ValueError, match="not over"):
        cut.match()
    with pytest.raises(ValueError, match="after the end"):
        moment.model_copy(update={"answers": (*moment.answers, moment.answers[-1])}).match()
