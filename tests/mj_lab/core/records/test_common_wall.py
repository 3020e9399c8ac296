"""Records of games with one common wall: they say so, are read again, replayed and verified."""

from __future__ import annotations

import json

import pytest

from mj_bot.events import SEATS
from mj_lab.core.records.decisions import decisions_of, seats_by_turn
from mj_lab.core.records.formats.botzone_log import from_botzone, to_botzone
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.records.hand import HandError, Step, hand_of
from mj_lab.core.records.hand_at_table import folded, wall_of
from mj_lab.core.records.match import Match, to_line
from mj_lab.explain.review.replay.frames import frames_of, frames_of_seat
from mj_lab.learn.dataset.stored_game import stored_of
from mj_lab.measure.check.verify import disagreement
from tests.mj_lab.core.records.convert.judged import judged_games


@pytest.fixture(scope="module", params=[False, True], ids=["plain", "flowers"])
def games(request: pytest.FixtureRequest) -> list[Match]:
    return list(judged_games(12, request.param, "common", common_wall=True))


def drawn(match: Match) -> list[int]:
    """Who drew, turn by turn, flowers too."""
    return [
        int(row[0].split()[1]) if "BUHUA" in row[0] else seat
        for row in match.requests[2:]
        for seat in range(SEATS)
        if row[seat].startswith("2 ") or (seat == 0 and "BUHUA" in row[0])
    ]


def test_a_record_says_it(games: list[Match]) -> None:
    for match in games:
        assert disagreement(match) is None
        assert json.loads(to_line(match))["common_wall"] is True
        assert "common_wall" not in to_line(match.model_copy(update={"common_wall": False}))
    view = seat_of(games[0], 2)
    assert view.common_wall and all(state.common_wall for _, state in view.states())
    assert frames_of_seat(view)
    with pytest.raises(ValueError, match="all draw from one wall"):
        stored_of(games[0])


def test_the_same_tiles_dealt_from_four_walls_are_another_game(games: list[Match]) -> None:
    others = [match.model_copy(update={"common_wall": False}) for match in games]
    assert all(disagreement(match) is not None for match in others)


def test_a_wall_is_made_of_what_was_drawn(games: list[Match]) -> None:
    """All that was dealt and drawn, seat after seat and turn by turn, lies at its end."""
    for match in games:
        hand = hand_of(match)
        assert hand.common_wall
        dealt = dealt_of(match)
        flowers = tuple(tuple(tile for tile in own if tile >= 34) for own in dealt)
        assert wall_of(hand) == match.wall
        made = wall_of(hand._replace(dealt_flowers=flowers, wall=()))
        assert sorted(made) == sorted(match.wall)
        # In which order a seat's flowers came among its 13 tiles no archive says.
        first = sum(map(len, dealt))
        assert (
            made[-first - len(drawn(match)) : -first]
            == (match.wall[-first - len(drawn(match)) : -first])
        )
        log = to_botzone(match)
        del log["initdata"]["walltiles"]
        again = from_botzone(json.loads(json.dumps(log)))
        assert again.common_wall and not again.wall_known
        assert disagreement(again) is None


def dealt_of(match: Match) -> list[list[int]]:
    """By seat what it was dealt, flowers too, of the wall of the record."""
    left, dealt = list(match.wall), []
    for _ in range(SEATS):
        own: list[int] = []
        while sum(tile < 34 for tile in own) < 13:
            own.append(left.pop())
        dealt.append(own)
    return dealt


def test_a_recorded_hand_is_played_again(games: list[Match]) -> None:
    for match in games:
        assert folded(hand_of(match)).wall == match.wall
        again = folded(hand_of(match)._replace(wall=(), wall_known=False))
        assert again.common_wall and not again.wall_known
        assert again.requests[2:] == match.requests[2:]
        assert (again.scores, again.result) == (match.scores, match.result)


def test_a_hand_that_draws_more_than_there_is() -> None:
    match = next(judged_games(1, False, "common", common_wall=True))
    hand = hand_of(match)._replace(wall=())
    with pytest.raises(HandError, match="more was drawn than the wall holds"):
        wall_of(hand._replace(wall_size=14))
    with pytest.raises(HandError, match="more copies"):
        wall_of(hand._replace(steps=(*hand.steps, *[Step("DRAW", 0, 0)] * 5)))


def test_its_decisions_and_its_pages_count_by_the_wall(games: list[Match]) -> None:
    match = games[0]
    for turn, states in seats_by_turn(match):
        left = {sum(state.walls) for state in states}
        if turn > 0:
            assert len(left) == 1
    assert all(decision.state.common_wall for decision in decisions_of(match))
    frames = frames_of(match)
    dealt = len(match.wall) - SEATS * 13 - sum(map(int, match.requests[1][0].split()[1:5]))
    assert sum(frames[0]["walls"]) == dealt
    assert sum(frames[-1]["walls"]) == dealt - len(drawn(match))
