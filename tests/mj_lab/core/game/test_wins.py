"""What the referee lets a seat do and pays for a win, at positions made for it."""

import pytest

from mj_bot.events import BUHUA, HU, Action, Event
from mj_bot.fan import WinContext, win
from mj_bot.melds import Meld
from mj_bot.tiles import CODES, COPIES, counts_of, tile_of, tiles_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Reply
from mj_lab.measure.check.legal import CONCEIVABLE
from tests.mj_lab.core.game.test_referee import PASSES, dealt, wall_for

# South waits for B5 alone, and with it has just the 8 fan that a win takes: a concealed hand (2),
# two concealed pungs (2), all simples (2), two equal chows (1), a closed wait (1).
SOUTH = "W7 W7 B4 B4 B5 B6 B6 B8 B8 B8 T7 T7 T7"


def game_of(*hands: str, draws: tuple[str, str, str, str]) -> Game:
    """The seats hold these hands and will draw these tiles in turn; East has drawn its first."""
    return dealt(wall_for(*hands, draws=draws))


def replies(**of_seat: str) -> list[Reply]:
    seats = ("east", "south", "west", "north")
    return [of_seat.get(seat, "PASS") for seat in seats]


EAST = "W1 W1 W1 W9 B5 B9 B9 T1 T9 F1 F2 F3 J1"
WEST = "B5 B5 T8 T9 T9 T9 F4 F4 J2 J2 J3 J3 J3"
NORTH = "W8 W8 W9 B1 B2 B7 B9 T2 T6 F1 F2 F3 J1"


def table() -> Game:
    return game_of(EAST, SOUTH, WEST, NORTH, draws=("W1", "", "", ""))


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


def test_a_tile_that_a_chow_takes_is_not_discarded_too() -> None:
    south = "T1 T2 T2 W8 W8 W9 B1 B2 B7 B9 F1 F2 F3"
    game = game_of(EAST, south, WEST, SOUTH, draws=("T3", "", "", ""))
    game.submit(replies(east="PLAY T3"))
    chows = {f"CHI T2 {code}" for code in south.split()} - {"CHI T2 T1"}
    assert allowed(game, 1) == {"PASS"} | chows


def test_a_pung_becomes_a_kong_when_its_fourth_tile_is_held() -> None:
    north = NORTH.replace("J1", "W2")
    game = game_of(EAST, SOUTH, WEST, north, draws=("F4 J1", "J2", "T4 F4 T5", "W2"))
    game.submit(replies(east="PLAY F4"))
    game.submit(replies(west="PENG T8"))
    game.submit(PASSES)
    for seat, tile in ((3, "W2"), (0, "J1"), (1, "J2")):
        game.submit([f"PLAY {tile}" if other == seat else "PASS" for other in range(4)])
        game.submit(PASSES)
    assert game.event == Event("DRAW", 2, tile_of("T4"))
    assert "BUGANG F4" not in allowed(game, 2)
    game.submit(replies(west="PLAY T4"))
    for seat in (3, 0, 1):
        game.submit(PASSES)
        assert game.event is not None and game.event.seat == seat
        assert game.event.tile is not None
        drawn = CODES[game.event.tile]
        game.submit([f"PLAY {drawn}" if other == seat else "PASS" for other in range(4)])
    game.submit(PASSES)
    assert "BUGANG F4" in allowed(game, 2)
    game.submit(replies(west="BUGANG F4"))
    assert game.melds[2] == [Meld("GANG", tile_of("F4"), 2, True)]
    assert game.hands[2] == counts_of(tiles_of("B5 B5 T9 T9 T9 J2 J2 J3 J3 J3"))
    assert game.shown[tile_of("F4")] == COPIES
    game.submit(PASSES)
    assert game.event == Event("DRAW", 2, tile_of("T5"))


def test_a_kong_of_a_discard_takes_three_tiles_of_the_hand() -> None:
    game = game_of(
        EAST.replace("W1 W1 W1", "J3 W4 W4"), SOUTH, WEST, NORTH, draws=("W2", "", "", "")
    )
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
    game = game_of(SOUTH, EAST, WEST, NORTH, draws=("B1", "", "", ""))
    assert not game.allows(0, Action(HU))
    game = game_of(SOUTH, EAST.replace("B5", "B2"), WEST, NORTH, draws=("B5", "", "", ""))
    assert game.allows(0, Action(HU))
    assert not any(game.allows(seat, Action(HU)) for seat in (1, 2, 3))
    game.submit(replies(east="HU"))
    result = game.result
    assert result is not None
    assert (result.action, result.player, result.giver) == (HU, 0, None)


@pytest.mark.parametrize(
    ("hand", "drawn", "fan"),
    [(SOUTH, "B5", 10), ("W1 W2 W3 W6 W7 W8 B3 B3 T5 T5 T5 T8 T8", "B3", 7)],
)
def test_flowers_dealt_and_drawn_are_paid_but_make_no_win(hand: str, drawn: str, fan: int) -> None:
    others = (
        "W4 W4 W5 W5 B1 B2 B7 T1 T1 F1 F1 F2 F2",
        "W4 W4 W9 W9 B1 B2 B7 T2 T2 F3 F3 F4 F4",
        "W5 W5 W9 W9 B1 B2 B7 T3 T3 J1 J1 J2 J2",
    )
    game = game_of("H1 " + hand, *others, draws=(f"H2 {drawn}", "", "", ""))
    assert game.event == Event(BUHUA, 0, tile_of("H2"))
    assert game.flowers == [2, 0, 0, 0]
    game.submit(PASSES)
    assert game.allows(0, Action(HU)) is (fan >= 8)
    game.submit(replies(east="HU"))
    assert game.result is not None
    assert game.result.fan == fan + 2
    if fan >= 8:
        assert game.scores == [3 * (8 + fan + 2), *[-(8 + fan + 2)] * 3]
    else:
        assert game.result[:2] == ("WH", 0)
        assert game.scores == [-30, 10, 10, 10]


def test_a_flower_after_a_kong_is_still_the_kongs_replacement() -> None:
    hand = "W1 W1 W1 W1 B4 B4 B5 B6 B6 B8 B8 B8 T7"
    east = EAST.replace("W1 W1 W1 W9", "W7 W7 W8 W9").replace("B5", "B2")
    game = game_of(hand, east, WEST.replace("T8", "T2"), NORTH, draws=("T7 H3 B5", "", "", ""))
    game.submit(replies(east="GANG W1"))
    game.submit(PASSES)
    assert game.event == Event(BUHUA, 0, tile_of("H3"))
    game.submit(PASSES)
    game.submit(replies(east="HU"))
    assert game.result is not None
    context = WinContext(self_drawn=True, about_kong=True, flowers=1)
    kong = Meld("GANG", tile_of("W1"), 0)
    held = counts_of(tiles_of("B4 B4 B5 B6 B6 B8 B8 B8 T7 T7"))
    found = win(held, [kong], tile_of("B5"), context)
    plain = win(held, [kong], tile_of("B5"), context._replace(about_kong=False))
    assert found is not None and plain is not None
    assert game.result.fan == sum(fan.value * fan.times for fan in found.fans)
    assert found.fan > plain.fan


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_win_that_is_none_costs_its_seat_thirty(seat: int) -> None:
    game = table()
    game.submit(replies(east="PLAY W9"))
    assert not game.allows(seat, Action(HU))
    game.submit(["HU" if other == seat else "PASS" for other in range(4)])
    assert game.result is not None
    assert game.result[:2] == ("WH", seat)
    assert game.result.detail == ""
    assert game.scores == [-30 if other == seat else 10 for other in range(4)]


def test_what_is_no_game_is_refused_in_words() -> None:
    wall = table().wall
    assert Game(wall).prevalent_wind == 0
    for wind in (-1, 4):
        with pytest.raises(ValueError, match=f"^prevalent wind must be 0-3, not {wind}$"):
            Game(wall, wind)
    with pytest.raises(ValueError, match=r"over 52 tiles, not 135$"):
        Game(wall[:-1])
    twelve = [*range(34, 42)] * 6
    with pytest.raises(ValueError, match=r"^the wall has too many flowers to deal from$"):
        Game([*wall[:12], *twelve, *wall[12:120]])
    game = table()
    game.submit(replies(east="HU"))
    with pytest.raises(ValueError, match=r"^the game is over$"):
        game.submit(PASSES)
