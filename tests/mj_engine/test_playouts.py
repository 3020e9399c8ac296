"""Playouts, and the worlds that they play in."""

import numpy as np
import pytest

pytest.importorskip("mj_engine._core", reason="mj_engine is not built")
import mj_engine
from tests.mj_engine.python_side import wall_with_flowers

FIELDS = ("hand", "unseen", "shown", "drawn", "offered", "walls", "flowers", "discards", "melds")


def _games():
    """Games at all kinds of decisions, kongs and flowers in some."""
    for number in range(30):
        wall = wall_with_flowers(number) if number % 3 else mj_engine.wall_of_seed(number)
        game = mj_engine.Game(wall, number % 4)
        game.advance()
        for step in range(3 * number):
            legal = game.legal()[game.to_move] if not game.over else []
            if not legal:
                break
            kongs = [action for action in legal if "GANG" in action]
            game.play(kongs[0] if kongs else legal[(7 * step) % len(legal)])
        if not game.over:
            yield game


def test_a_shuffled_world_is_the_same_to_the_seat() -> None:
    changed = 0
    for game in _games():
        seat = game.to_move
        mine = game.observation(seat)
        for seed in range(5):
            other = game.shuffled(seat, seed)
            theirs = other.observation(seat)
            for field in FIELDS:
                assert getattr(theirs, field) == getattr(mine, field), field
            assert theirs.legal == mine.legal
            assert sorted(_all_tiles(other)) == sorted(_all_tiles(game))
            assert [sum(hand) for hand in other.hands] == [sum(hand) for hand in game.hands]
            changed += other.hands != game.hands
            assert other.hands == game.shuffled(seat, seed).hands
    assert changed > 50


def _all_tiles(game):
    """What is in hands, and what is left in walls; concealed kongs by their owner's own eyes."""
    size = len(game.wall) // 4
    left = [
        tile
        for seat, count in enumerate(game.walls)
        for tile in game.wall[seat * size : seat * size + count]
    ]
    held = [tile for hand in game.hands for tile, count in enumerate(hand) for _ in range(count)]
    kongs = [
        tile
        for seat in range(4)
        for kind, tile, offer, _ in game.observation(seat).melds[seat]
        if kind == "GANG" and offer == 0
        for _ in range(4)
    ]
    return left + held + kongs


def test_the_true_world_is_played_on_as_it_is() -> None:
    game = mj_engine.Game(mj_engine.wall_of_seed("true"))
    game.advance()
    actions = game.legal()[game.to_move]
    scores = mj_engine.playouts(game, actions, 3, "greedy", 1)
    assert scores.shape == (len(actions), 3, 4)
    assert scores.dtype == np.int16
    greedy = mj_engine.tactic("greedy")
    for action, played in zip(actions, scores, strict=True):
        branch = game.copy()
        branch.play(action)
        while not branch.over:
            branch.play(greedy.choose(branch, branch.to_move))
        assert (played == branch.scores).all()


def test_worlds_are_the_same_for_each_action_and_number_of_threads() -> None:
    for game in _games():
        legal = game.legal()[game.to_move]
        twice = [legal[0], legal[-1], legal[0]]
        scores = mj_engine.playouts(game, twice, 6, "greedy", 4, worlds="shuffled", threads=3)
        assert (scores[0] == scores[2]).all()
        again = mj_engine.playouts(game, twice, 6, "greedy", 4, worlds="shuffled")
        assert (scores == again).all()


def test_policies_by_seat() -> None:
    game = mj_engine.Game(mj_engine.wall_of_seed("policies"))
    game.advance()
    four = mj_engine.playouts(game, game.legal()[0], 4, ["greedy", "random", "random", "random"], 1)
    one = mj_engine.playouts(game, game.legal()[0], 4, "random", 1)
    assert (four != one).any()
    assert four[..., 0].mean() > one[..., 0].mean()
