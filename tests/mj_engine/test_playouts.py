"""Playouts, and the worlds that they play in."""

from collections.abc import Iterator

import numpy as np
import pytest

import mj_engine
from mj_bot.odds.coefficients import DEAL_IN_POINTS, WIN_POINTS
from mj_bot.odds.win_chance import LOSS
from mj_engine.odds import Candidate, Odds
from tests.mj_engine.python_side import begun, wall_with_flowers

FIELDS = ("hand", "unseen", "shown", "drawn", "offered", "walls", "flowers", "discards", "melds")


def _mover(game: mj_engine.Game) -> int:
    assert game.to_move is not None
    return game.to_move


def _games() -> Iterator[mj_engine.Game]:
    """Games at all kinds of decisions, kongs and flowers in some."""
    for number in range(30):
        wall = wall_with_flowers(number) if number % 3 else mj_engine.wall_of_seed(number)
        game = mj_engine.Game(wall, number % 4)
        game.advance()
        for step in range(3 * number):
            legal = game.legal()[_mover(game)] if not game.over else []
            if not legal:
                break
            kongs = [action for action in legal if "GANG" in action]
            game.play(kongs[0] if kongs else legal[(7 * step) % len(legal)])
        if not game.over:
            yield game


def test_a_shuffled_world_is_the_same_to_the_seat() -> None:
    changed = 0
    for game in _games():
        seat = _mover(game)
        mine = game.observation(seat)
        for seed in range(5):
            other = game.sampled(seat, seed)
            theirs = other.observation(seat)
            for field in FIELDS:
                assert getattr(theirs, field) == getattr(mine, field), field
            assert theirs.legal == mine.legal
            assert sorted(_all_tiles(other)) == sorted(_all_tiles(game))
            assert [sum(hand) for hand in other.hands] == [sum(hand) for hand in game.hands]
            changed += other.hands != game.hands
            assert other.hands == game.sampled(seat, seed).hands
    assert changed > 50


def _all_tiles(game: mj_engine.Game) -> list[int]:
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
        if kind == "GANG" and offer == 0 and tile is not None
        for _ in range(4)
    ]
    return left + held + kongs


def test_the_true_world_is_played_on_as_it_is() -> None:
    game, seat = begun("true")
    actions = game.legal()[seat]
    scores = mj_engine.playouts(game, actions, 3, "greedy", 1)
    assert scores.shape == (len(actions), 3, 4)
    assert scores.dtype == np.int16
    greedy = mj_engine.tactic("greedy")
    for action, played in zip(actions, scores, strict=True):
        branch = game.copy()
        branch.play(action)
        while not branch.over:
            branch.play(greedy.choose(branch, _mover(branch)))
        assert (played == branch.scores).all()


def test_worlds_are_the_same_for_each_action_and_number_of_threads() -> None:
    for game in _games():
        legal = game.legal()[_mover(game)]
        twice = [legal[0], legal[-1], legal[0]]
        scores = mj_engine.playouts(game, twice, 6, "greedy", 4, worlds="sampled", threads=3)
        assert (scores[0] == scores[2]).all()
        again = mj_engine.playouts(game, twice, 6, "greedy", 4, worlds="sampled")
        assert (scores == again).all()


def test_policies_by_seat() -> None:
    game = mj_engine.Game(mj_engine.wall_of_seed("policies"))
    game.advance()
    four = mj_engine.playouts(game, game.legal()[0], 4, ["greedy", "random", "random", "random"], 1)
    one = mj_engine.playouts(game, game.legal()[0], 4, "random", 1)
    assert (four != one).any()
    assert four[..., 0].mean() > one[..., 0].mean()


def _step_by_step(game: mj_engine.Game, action: str, seat: int, draws: int) -> float:
    """A playout to a draw, played with the pieces that Python has."""
    odds, game, drawn = Odds(), game.copy(), 0
    game.play(action, seat)
    while not game.over:
        mover = _mover(game)
        seen = game.observation(mover)
        drawn += mover == seat and seen.decision == 1
        if drawn == draws and mover == seat and seen.decision == 1 and seen.legal[0] != "HU":
            best = seen_best(odds, seen)
            return (1 - best.deal_in) * WIN_POINTS * best.win_chance - (
                best.deal_in * DEAL_IN_POINTS + LOSS
            )
        game.play(seen_best(odds, seen).action if len(seen.legal) > 1 else seen.legal[0], mover)
    return game.scores[seat]


def seen_best(odds: Odds, seen: mj_engine.Observation) -> Candidate:
    found = odds.candidates(seen)
    best = found[0]
    for candidate in found:
        if candidate.value > best.value + 1e-6:
            best = candidate
    return best


@pytest.mark.thorough
def test_played_on_to_a_draw_the_policy_says_what_it_expects_there() -> None:
    ended = 0
    for game in list(_games())[::4]:
        seat = _mover(game)
        actions = [one for one in game.legal()[seat] if one != "HU"][:3]
        for draws in (1, 3, 40):
            found = mj_engine.playouts_to_draw(game, actions, 2, draws, "odds")
            expected = [_step_by_step(game, action, seat, draws) for action in actions]
            assert found.shape == (len(actions), 2)
            assert found[:, 0] == pytest.approx(expected, rel=1e-4, abs=1e-4)
            assert (
                found[:, 0] == found[:, 1]
            ).all()  # In the true world nothing is drawn at random.
            ended += draws == 40
        whole = mj_engine.playouts(game, actions, 2, "odds", 5, worlds="sampled")
        cut = mj_engine.playouts_to_draw(game, actions, 2, 40, "odds", 5, worlds="sampled")
        assert (whole[:, :, seat] == cut).all()
    assert ended > 3


def test_a_policy_without_values_cannot_say_what_it_expects() -> None:
    game = next(_games())
    with pytest.raises(ValueError, match="without values"):
        mj_engine.playouts_to_draw(game, game.legal()[_mover(game)][:1], 1, 1, "greedy")
    with pytest.raises(ValueError, match="first draw"):
        mj_engine.playouts_to_draw(game, game.legal()[_mover(game)][:1], 1, 0, "odds")
