"""What a seat may not know, at the vector table, against the state of the referee in Python."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

import mj_engine
from mj_bot.events import CHI, GANG, PENG
from mj_bot.nets.action_index import indexed_actions
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import Wall
from mj_lab.env.open_game import OpenGame
from tests.mj_engine.python_side import wall_with_flowers

Bytes = NDArray[np.uint8]

WALLS = [list(mj_engine.wall_of_seed(f"hidden/{number}")) for number in range(12)]
FLOWERS = [wall_with_flowers(number) for number in range(4)]


def rows_of(tiles: Sequence[int]) -> list[list[bool]]:
    """Four rows of 34: the first n of a tile that is there n times."""
    return [[tiles.count(tile) > copy for tile in range(34)] for copy in range(4)]


def row_of(tile: int | None) -> list[bool]:
    return [tile == one for one in range(34)]


def hidden_of(game: Game, seat: int) -> NDArray[np.bool_]:
    """[51, 34], by the words of Step."""
    rows: list[list[bool]] = []
    others = [(seat + step) % 4 for step in (1, 2, 3)]
    for other in others:
        hand = game.hands[other]
        rows += rows_of([tile for tile in range(34) for _ in range(hand[tile])])
    for other in others:
        kongs = [meld.tile for meld in game.melds[other] if meld.kind == GANG and not meld.offer]
        rows.append([tile in kongs for tile in range(34)])
    walls = [
        [tile for tile in reversed(game.walls[owner]) if tile < 34] for owner in (seat, *others)
    ]
    for wall in walls:
        rows += [row_of(wall[draw] if draw < len(wall) else None) for draw in range(5)]
    for wall in walls:
        rows += rows_of(wall)
    return np.array(rows)


def picked(mask: Bytes, lot: np.random.Generator) -> int:
    """A legal action at random; kongs whenever there are any, no chows or pungs."""
    actions, legal = indexed_actions(), np.flatnonzero(mask).tolist()
    kongs = [index for index in legal if actions[index].kind == GANG]
    others = [index for index in legal if actions[index].kind not in (CHI, PENG)]
    return int(lot.choice(kongs or others))


@pytest.mark.parametrize("walls", [WALLS, FLOWERS], ids=["plain", "flowers"])
def test_it_is_what_the_referee_knows(walls: list[list[int]]) -> None:
    table = mj_engine.VectorTable(1, seat="all", walls=walls, hidden=True)
    lot = np.random.default_rng(2)
    step = table.reset()
    kongs = ends = 0
    for number, wall in enumerate(walls):
        alone = mj_engine.Game(wall, number % 4)
        alone.advance()
        game = OpenGame(Wall(tuple(wall), number % 4), {})
        game.next_decision()
        while not game.is_over:
            seat = game.deciding[0]
            assert step.seats[0] == seat
            expected = hidden_of(game.game, seat)
            assert (step.hidden[0] == expected).all()
            assert (alone.hidden(seat) == expected).all()
            kongs += int(expected[12:15].any())
            ends += int(not expected[-16:].any(axis=1).all())
            index = picked(step.masks[0], lot)
            alone.play(index, seat)
            game.answer(seat, indexed_actions()[index])
            game.next_decision()
            step = table.step([index])
            assert step.dones[0] == game.is_over
    assert ends > 0
    if walls is WALLS:
        assert kongs > 0


def test_the_five_next_draws_are_the_ones_that_come() -> None:
    """Whoever draws next draws what was said, kongs and claims or not."""
    table = mj_engine.VectorTable(8, seat="all", seed=3, hidden=True)
    lot = np.random.default_rng(3)
    drawn = mj_engine.SCALARS.index("drawn")
    own = mj_engine.SCALARS.index("wall_0")
    step, seen = table.reset(), 0
    told: dict[tuple[int, int, int], int] = {}
    for _ in range(400):
        for place in range(len(table)):
            game, seat = int(step.games[place]), int(step.seats[place])
            left, tile = int(step.scalars[place, own]), int(step.scalars[place, drawn])
            if tile != 255:
                seen += (game, seat, left) in told
                assert told.get((game, seat, left), tile) == tile
            next_draw = step.hidden[place, 15].argmax()
            if left:
                told[game, seat, left - 1] = int(next_draw)
        step = table.step([picked(mask, lot) for mask in step.masks])
    assert seen > 300


def test_all_else_is_the_same_with_it_and_without() -> None:
    tables = [mj_engine.VectorTable(16, seed=4, history=2, hidden=one) for one in (False, True)]
    without, with_it = (table.reset() for table in tables)
    lot = np.random.default_rng(4)
    for _ in range(200):
        for name in without._fields:
            if name != "hidden":
                assert np.array_equal(getattr(without, name), getattr(with_it, name)), name
        assert without.hidden.shape == (16, 0, 34)
        assert with_it.hidden.shape == (16, 51, 34)
        actions = [picked(mask, lot) for mask in without.masks]
        for table in tables:
            table.step(actions)
