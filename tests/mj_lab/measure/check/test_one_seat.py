"""One seat's history at the judge, against the whole game at the judge; and what contradicts."""

import random

import pytest

from mj_bot.events import SEATS, format_request
from mj_bot.tiles import COPIES, FLOWER_KINDS, TILE_KINDS
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.records.match import Match, match_of
from mj_lab.measure.check.legal import CONCEIVABLE
from mj_lab.measure.check.one_seat import ContradictionError, OneSeat
from tests.recorded import Recorded

HAND = "W1 W1 W1 W2 W3 W4 W5 W6 W7 B1 B1 B1 F1"
OPENING = ("0 0 0", "1 0 0 0 0 " + HAND, "2 F2", "3 0 PLAY F2", "3 1 DRAW", "3 1 PLAY W1")
NINES = ("3 2 DRAW", "3 2 PLAY W9", "3 3 DRAW", "3 3 PLAY W9")


def hold_against_the_whole_game(match: Match, step: int) -> int:
    """Every request follows; at every few what is accepted is the same. How many were held."""
    game, held = Game(match.wall, match.quan), 0
    seats = [OneSeat() for _ in range(SEATS)]
    for turn in range(len(match.requests)):
        for seat, one in enumerate(seats):
            one.take(format_request(game.request_for(seat), seat))
            if (turn + seat) % step == 0:
                ours = [action for action in CONCEIVABLE if one.allows(action)]
                assert ours == [a for a in CONCEIVABLE if game.allows(seat, a)], (match.id, turn)
                held += len(ours) > 1
            one.answered(match.responses[turn][seat])
        game.submit(match.replies(turn))
    return held


@pytest.mark.parametrize("name", ["judged_games", "rare_games"])
def test_it_accepts_what_the_whole_game_does(recorded: Recorded, name: str) -> None:
    records = recorded(name)
    matches = [Match.model_validate(record) for record in records[:: len(records) // 20]]
    whole = [match for match in matches if len(match.wall) == SEATS * 34]
    assert sum(hold_against_the_whole_game(match, 7) for match in whole) > 50


def test_it_follows_every_recorded_game(recorded: Recorded) -> None:
    for record in recorded("botzone_matches"):
        for seat in range(SEATS):
            one = OneSeat()
            for asked, answered in zip(record["requests"], record["responses"], strict=True):
                one.take(asked[seat])
                one.answered(answered[seat])


def test_flowers() -> None:
    wall = [tile for tile in range(TILE_KINDS) for _ in range(COPIES)]
    wall += range(TILE_KINDS, TILE_KINDS + FLOWER_KINDS)
    for seed in range(4):
        random.Random(seed).shuffle(wall)
        game = Game(wall)
        turns = play(game, [player_of("random")(seat) for seat in range(SEATS)])
        assert hold_against_the_whole_game(match_of(game, turns), 5) > 5


def after(*requests: str) -> OneSeat:
    one = OneSeat()
    for request in requests:
        one.take(request)
    return one


@pytest.mark.parametrize(
    "requests",
    [
        ("3 1 DRAW",),
        ("0 0 0", "0 0 0"),
        ("0 0 0", "2 W1"),
        (*OPENING, "1 0 0 0 0 " + HAND),
        ("0 0 0", "1 8 8 0 0 " + HAND),
        ("0 0 0", "1 0 0 0 0 " + HAND.replace("B1", "W1")),
        (*OPENING[:3], "3 0 PLAY W9"),
        (*OPENING[:3], "3 0 GANG"),
        (*OPENING[:3], "3 0 BUGANG W1"),
        (*OPENING[:3], "3 1 PLAY W9"),
        (*OPENING[:4], "3 2 DRAW"),
        (*OPENING[:4], "3 2 CHI F2 W1"),
        (*OPENING, "3 1 PENG W9"),
        (*OPENING, "3 2 PENG W9"),  # The three others are held.
        (*OPENING, "3 2 DRAW", "3 2 PLAY W1"),
        (*OPENING, "3 0 GANG", "3 0 PLAY W2"),
        (*OPENING, "3 3 CHI W2 W9"),
        (*OPENING, "3 2 BUHUA W1"),
        (*OPENING, "3 2 DRAW", "3 2 BUGANG B9"),
        (*OPENING, "no request"),
        (*OPENING, *NINES[:4], "2 W9", "3 0 PLAY W9", "3 1 DRAW", "3 1 PLAY W9", *NINES[:2]),
    ],
)
def test_contradictions(requests: tuple[str, ...]) -> None:
    after(*requests[:-1])
    with pytest.raises(ContradictionError):
        after(*requests)


def test_no_wall_gives_more_than_it_holds() -> None:
    one = after("0 0 0", "1 0 0 0 0 " + HAND)
    with pytest.raises(ContradictionError):
        for turn in range(200):
            seat = turn % SEATS
            one.take("2 F2" if seat == 0 and turn < 4 else f"3 {seat} DRAW" if seat else "2 F3")
            one.take(f"3 {seat} PLAY " + ("F2" if turn == 0 else "F3" if seat == 0 else "T5"))


def test_it_says_nothing_before_it_is_told_anything() -> None:
    with pytest.raises(ValueError, match="no game"):
        OneSeat().allows(CONCEIVABLE[0])
    assert [a for a in CONCEIVABLE if after(OPENING[0]).allows(a)] == [CONCEIVABLE[0]]


def test_the_tile_of_an_own_kong_is_the_one_that_was_answered() -> None:
    two = "W1 W1 W1 W1 B1 B1 B1 B1 W5 W6 W7 T9 T9"
    with pytest.raises(ContradictionError):
        after("0 0 0", "1 0 0 0 0 " + two, "2 F2", "3 0 GANG")
    one = after("0 0 0", "1 0 0 0 0 " + two, "2 F2")
    one.answered("GANG B1")
    one.take("3 0 GANG")
    one.take("2 F2")
    allowed = [str(action) for action in CONCEIVABLE if one.allows(action)]
    assert "GANG W1" in allowed
    assert "PLAY B1" not in allowed
