"""The referee at one common wall: who draws what of it, and what its last tile forbids."""

from collections import Counter

import pytest

from mj_bot.events import DRAW, PASSING, SEATS, Action, Event
from mj_bot.tiles import tile_of, tiles_of
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import TacticPlayer, player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Reply
from mj_lab.core.game.result import HUANG
from mj_lab.core.game.walls import Wall, wall_of_seed

PASSES: list[Reply] = [PASSING] * SEATS
HANDS = (
    "W1 W2 W3 W4 W5 W6 W7 W8 B1 B2 B3 F1 F1",
    "T1 T1 T2 T3 T4 T5 T5 T6 T7 T8 J1 J1 J2",
    "B9 B9 B9 B5 B5 B6 B7 T9 T9 F2 F2 F2 F4",
    "W9 W9 W1 W1 B4 B4 B4 B6 F3 F3 F4 J2 J3",
)


def dealt(draws: str, hands: tuple[str, ...] = HANDS) -> Game:
    """A game whose first tile is drawn, of a wall with these draws and no more."""
    given = tiles_of(" ".join(hands)) + tiles_of(draws)
    assert max(Counter(given).values()) <= 4
    game = Game(given[::-1], 0, common_wall=True)
    game.submit(PASSES)
    game.submit(PASSES)
    return game


def discard(game: Game, code: str) -> None:
    answer(game, game.turn, Action("PLAY", tile_of(code)))


def answer(game: Game, seat: int, action: Action) -> None:
    replies = list(PASSES)
    replies[seat] = action
    game.submit(replies)


def draws(game: Game, *codes: str) -> None:
    """Each draws and discards it, nobody wants it, until the one behind has drawn."""
    for code in codes:
        assert game.event == Event(DRAW, game.turn, tile_of(code))
        discard(game, code)
        game.submit(PASSES)


def test_seats_are_dealt_one_after_the_other_and_draw_in_turn() -> None:
    game = dealt("J3 J3 F3 F1")
    assert [sorted(deal.tiles) for deal in game.deals] == [sorted(tiles_of(hand)) for hand in HANDS]
    assert [len(wall) for wall in game.walls] == [3] * SEATS
    draws(game, "J3", "J3", "F3")
    assert not game.walls[0] and game.turn == 3


def test_flowers_are_replaced_from_it() -> None:
    tiles = list(wall_of_seed(5, flowers=True))
    game = Game(tiles, 0, common_wall=True)
    game.submit(PASSES)
    order = iter(reversed(tiles))
    for seat, deal in enumerate(game.deals):
        own: list[int] = []
        while sum(tile < 34 for tile in own) < 13:
            own.append(next(order))
        assert sorted(deal.tiles) == sorted(tile for tile in own if tile < 34)
        assert deal.flower_counts[seat] == sum(tile >= 34 for tile in own)
    assert len(game.walls[2]) == 144 - 52 - sum(game.flowers)


def test_the_game_is_drawn_when_the_next_seat_finds_nothing() -> None:
    game = dealt("J3 J3 F3 F1")
    draws(game, "J3", "J3", "F3")
    discard(game, "F1")
    game.submit(PASSES)
    assert game.result is not None and game.result.action == HUANG


def test_the_last_discard_is_claimed_for_a_win_only() -> None:
    game = dealt("J3 J3 F3 B9")
    draws(game, "J3", "J3", "F3")
    discard(game, "B9")
    assert not game.allows(2, Action("PENG", tile_of("T9")))
    assert not game.allows(2, Action("GANG"))
    before = dealt("J3 J3 F3 B9 B1 B1 B1 B2")
    draws(before, "J3", "J3", "F3")
    discard(before, "B9")
    assert before.allows(2, Action("GANG"))


def test_a_kong_needs_a_tile_to_replace_it() -> None:
    """Whoever draws it would not draw again in turn, which is no matter."""
    for left, allowed in (("", False), ("B2 B2 B3 B3", True)):
        game = dealt(f"J3 J3 F3 B4 {left}")
        draws(game, "J3", "J3", "F3")
        assert game.allows(3, Action("GANG", tile_of("B4"))) is allowed


@pytest.mark.parametrize("claimed", [False, True])
def test_a_claim_leaves_the_passed_over_seats_fewer_draws(claimed: bool) -> None:
    game = dealt("F2 J3 J3 F3 J3 T6 T6 T6")
    discard(game, "F2")
    if claimed:  # West takes it, South is passed over.
        answer(game, 2, Action("PENG", tile_of("F4")))
        assert game.turn == 2
    game.submit(PASSES)
    assert (game.event, len(game.walls[0])) == (Event(DRAW, 3 if claimed else 1, tile_of("J3")), 6)


@pytest.mark.parametrize(("seat", "fan"), [(3, "妙手回春"), (0, "海底捞月")])
def test_the_last_tile_is_in_the_fans(seat: int, fan: str) -> None:
    """North draws it and wins, or discards it and East wins."""
    hands = HANDS if seat == 0 else (*HANDS[1:], HANDS[0])
    game = dealt("J3 J3 F3 W9", hands=hands)
    draws(game, "J3", "J3", "F3")
    if seat == 0:
        discard(game, "W9")
    found = game.winning(seat)
    assert found is not None and fan in {line.name for line in found.fans}
    answer(game, seat, Action("HU"))
    assert game.result is not None and (game.result.action, game.result.player) == ("HU", seat)


@pytest.mark.parametrize("name", ["odds", "greedy", "random"])
def test_tactics_are_told_of_it(name: str) -> None:
    """They play to the end of it without a fault, and know at every turn what is left."""
    game = Game(*Wall(wall_of_seed(f"told {name}"), 1, common=True))
    players = [player_of(name)(seat) for seat in range(SEATS)]
    for player in players:
        assert isinstance(player, TacticPlayer)
        player.common_wall = True
    play(game, players)
    assert game.result is not None and game.result.action in ("HU", HUANG)


def test_flowers_alone_are_no_wall() -> None:
    with pytest.raises(ValueError, match="too many flowers"):
        Game([*range(34, 42), *range(34), *range(14)], 0, common_wall=True)
