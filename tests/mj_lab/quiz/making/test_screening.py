"""The screen: with it and without it the same questions are found."""

import pytest

from mj_bot.actions import action_space
from mj_bot.tactics import load
from mj_lab.analysis.losses import loss_scale
from mj_lab.quiz.making import taking
from mj_lab.quiz.making.games import QuizGame
from mj_lab.quiz.making.screening import screen_of
from mj_lab.quiz.making.taking import found_in
from mj_lab.quiz.question import Theme
from mj_lab.quiz.themes import THEMES
from mj_lab.records.formats.seat_record import seat_of
from mj_lab.review.views import game_of_match
from tests.mj_lab.quiz.made import matches

# Games of `rule_based` and `odds` of which one seat each is looked through, with missed answers.
PLACES = ((3, 1), (0, 0))
LEAST = 2.5


def games() -> list[QuizGame]:
    found = []
    for number, seat in PLACES:
        match = matches()[number]
        game = game_of_match(match)
        found.append(QuizGame(game._replace(views=(game.views[seat],)), match))
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("wanted", [THEMES, ("waits", "claims"), ("defence",)])
def test_the_screen_leaves_no_question_out(
    monkeypatch: pytest.MonkeyPatch, wanted: tuple[Theme, ...]
) -> None:
    pytest.importorskip("mj_engine", reason="make engine builds it")
    screened = [found_in(game, "odds", LEAST, wanted) for game in games()]
    monkeypatch.setattr(taking, "screen_of", lambda *_args: None)
    assert screened == [found_in(game, "odds", LEAST, wanted) for game in games()]
    assert wanted == ("defence",) or any(screened)


def test_the_screen_leaves_most_out() -> None:
    pytest.importorskip("mj_engine", reason="make engine builds it")
    screen = screen_of("odds", loss_scale(), LEAST, THEMES)
    assert screen is not None
    simple, looked, left = load("greedy", seed=0), 0, 0
    for _, state in seat_of(matches()[3], 1).states():
        legal = action_space(state)
        if len(legal) < 2 or legal[0].kind == "HU":
            continue
        looked += 1
        left += screen(state, (str(simple(state)),))
    assert looked >= 15
    assert 0 < left < looked / 2


def test_there_is_none_for_another_tactic() -> None:
    assert screen_of("rule_based", loss_scale(), LEAST, THEMES) is None
