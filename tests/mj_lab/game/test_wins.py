"""What the referee lets a seat do and pays for a win, at positions made for it."""

import random
from collections import Counter
from pathlib import Path

import pytest

from mj_bot.events import BUHUA, HU, PASSING, Action, Event
from mj_bot.tiles import counts_of, tile_of, tiles_of
from mj_lab.check.legal import CONCEIVABLE
from mj_lab.game.referee import Game
from mj_lab.game.replies import Reply
from mj_lab.records.matches import read_matches

FLOWERS = Path(__file__).parents[2] / "data" / "flowers_and_kongs.jsonl"
PASSES: list[Reply] = [PASSING] * 4

# South waits for B5 alone, and with it has just the 8 fan that a win takes: a concealed hand (2),
# two concealed pungs (2), all simples (2), two equal chows (1), a closed wait (1).
SOUTH = "W7 W7 B4 B4 B5 B6 B6 B8 B8 B8 T7 T7 T7"


def game_of(*hands: str, east_draws: str) -> Game:
    """East holds the first hand and has drawn this tile; the others hold the other hands."""
    given = [tiles_of(hand) for hand in hands]
    given[0] = [*given[0], tile_of(east_draws)]
    left = Counter(dict.fromkeys(range(34), 4))
    left.subtract(tile for tiles in given for tile in tiles)
    rest = sorted(left.elements())
    random.Random(1).shuffle(rest)
    wall: list[int] = []
    for tiles in given:
        own = tiles + [rest.pop() for _ in range(34 - len(tiles))]
        wall += own[::-1]
    game = Game(wall)
    game.submit(PASSES)
    game.submit(PASSES)
    return game


def replies(**of_seat: str) -> list[Reply]:
    seats = ("east", "south", "west", "north")
    return [of_seat.get(seat, "PASS") for seat in seats]


EAST = "W1 W1 W1 W9 B5 B9 B9 T1 T9 F1 F2 F3 J1"
WEST = "B5 B5 T8 T9 T9 T9 F4 F4 J2 J2 J3 J3 J3"
NORTH = "W8 W8 W9 B1 B2 B7 B9 T2 T6 F1 F2 F3 J1"


def table() -> Game:
    return game_of(EAST, SOUTH, WEST, NORTH, east_draws="W1")


def allowed(game: Game, seat: int) -> set[str]:
    return {str(action) for action in CONCEIVABLE if game.allows(seat, action)}


def test_before_the_first_draw_there_is_nothing_but_to_pass() -> None:
    game = Game(table().wall)
    for _ in range(2):
        assert [allowed(game, seat) for seat in range(4)] == [{"PASS"}] * 4
        game.submit(PASSES)


def test_only_the_seat_that_drew_acts_and_it_must() -> None:
    game = table()
    plays = {f"PLAY {code}" for code in EAST.split()}
    assert allowed(game, 0) == plays | {"GANG W1"}
    assert [allowed(game, seat) for seat in (1, 2, 3)] == [{"PASS"}] * 3


def test_what_each_seat_may_do_with_a_discard() -> None:
    game = table()
    game.submit(replies(east="PLAY B5"))
    assert allowed(game, 0) == {"PASS"}
    chow = {f"CHI B5 {code}" for code in SOUTH.split()}
    assert allowed(game, 1) == {"PASS", "HU"} | chow
    assert allowed(game, 2) == {"PASS"} | {f"PENG {code}" for code in set(WEST.split()) - {"B5"}}
    assert allowed(game, 3) == {"PASS"}


def test_after_a_pung_the_tile_offered_is_its_discard() -> None:
    game = table()
    game.submit(replies(east="PLAY B5"))
    game.submit(replies(west="PENG T8"))
    assert game.hands[2] == counts_of(tiles_of("T9 T9 T9 F4 F4 J2 J2 J3 J3 J3"))
    assert allowed(game, 2) == {"PASS"}
    assert all(action.startswith(("PASS", "CHI T")) for action in allowed(game, 3))


def test_a_kong_of_a_discard_takes_three_tiles_of_the_hand() -> None:
    game = game_of(EAST.replace("W1 W1 W1", "J3 W4 W4"), SOUTH, WEST, NORTH, east_draws="W2")
    game.submit(replies(east="PLAY J3"))
    assert {"GANG", "PENG F4"} <= allowed(game, 2)
    game.submit(replies(west="GANG"))
    assert game.hands[2] == counts_of(tiles_of("B5 B5 T8 T9 T9 T9 F4 F4 J2 J2"))
    assert game.event == Event("GANG", 2)


def test_a_win_with_a_discard_names_the_giver_who_pays_the_fan() -> None:
    game = table()
    game.submit(replies(east="PLAY B5"))
    game.submit(replies(south="HU"))
    result = game.result
    assert result is not None
    assert (result.action, result.player, result.giver, result.fan) == (HU, 1, 0, 8)
    assert game.scores == [-16, 32, -8, -8]
    assert result.detail == ""


def test_a_self_drawn_win_has_no_giver() -> None:
    game = game_of(SOUTH, EAST, WEST, NORTH, east_draws="B1")
    assert not game.allows(0, Action(HU))
    game = game_of(SOUTH, EAST.replace("B5", "B2"), WEST, NORTH, east_draws="B5")
    assert game.allows(0, Action(HU))
    assert not any(game.allows(seat, Action(HU)) for seat in (1, 2, 3))
    game.submit(replies(east="HU"))
    result = game.result
    assert result is not None
    assert (result.action, result.player, result.giver) == (HU, 0, None)


def test_flowers_count_in_the_total_and_each_is_one_fan() -> None:
    (match,) = read_matches(FLOWERS)
    game = Game(match.wall, match.quan)
    drawn = [0] * 4
    for turn in range(len(match.requests)):
        event = game.event
        if event is not None and event.kind == BUHUA:
            drawn[event.seat] += 1
        game.submit(match.replies(turn))
    dealt = game.deals[0].flower_counts
    assert sum(dealt) > 0 and sum(drawn) > 0
    assert game.flowers == [one + more for one, more in zip(dealt, drawn, strict=True)]


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_win_that_is_none_costs_its_seat_thirty(seat: int) -> None:
    game = table()
    game.submit(replies(east="PLAY W9"))
    assert not game.allows(seat, Action(HU))
    game.submit(["HU" if other == seat else "PASS" for other in range(4)])
    assert game.result is not None
    assert game.result[:2] == ("WH", seat)
    assert game.scores == [-30 if other == seat else 10 for other in range(4)]
