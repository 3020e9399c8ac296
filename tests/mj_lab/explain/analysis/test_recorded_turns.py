"""The walk over recorded turns, held against the list of decisions of a match."""

import pytest

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.state import GameState
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.records.match import Match
from mj_lab.explain.analysis.recorded_turns import turns_beside
from tests.recorded import Recorded


class Listening:
    """Plays the first legal action; counts what it heard."""

    def __init__(self) -> None:
        self.heard = 0

    def loading(self, state: GameState, player_id: int, action: Action) -> None:
        self.heard += 1

    def __call__(self, state: GameState) -> Action:
        return action_space(state)[0]


@pytest.fixture
def match(recorded: Recorded) -> Match:
    return Match.model_validate(recorded("botzone_matches")[0])


def test_it_has_every_turn_and_what_was_answered(match: Match) -> None:
    view = seat_of(match, 0)
    walked = [
        (one.turn, one.answer, one.meant, len(one.legal)) for one in turns_beside(view, Listening())
    ]
    assert [turn for turn, *_ in walked] == list(range(len(view.requests)))
    listed = [(one.turn, one.chosen) for one in decisions_of_seat(match, 0)]
    assert [(turn, answer) for turn, answer, _, legal in walked if legal > 1] == listed
    assert all(meant == [answer] for _, answer, meant, legal in walked if legal > 1)


def test_the_tactic_hears_the_game_as_it_goes_on(match: Match) -> None:
    tactic = Listening()
    heard = [tactic.heard for _ in turns_beside(seat_of(match, 0), tactic)]
    assert heard[0] == 0
    assert heard == sorted(heard)
    assert heard[-1] > 10


def test_what_is_no_response_or_not_there_is_no_answer(match: Match) -> None:
    view = seat_of(match, 0)
    spoilt = view._replace(responses=(*view.responses[:-2], {"no": "text"}))
    *_, odd, missing = turns_beside(spoilt, Listening())
    assert (odd.answer, odd.meant, odd.response) == (None, [], "{'no': 'text'}")
    assert (missing.answer, missing.meant, missing.is_recorded) == (None, [], False)


def test_requests_that_are_no_game_are_named_by_their_turn(match: Match) -> None:
    view = seat_of(match, 0)
    with pytest.raises(ValueError, match="turn 3: "):
        list(turns_beside(view._replace(requests=(*view.requests[:3], "9 9 9")), Listening()))
