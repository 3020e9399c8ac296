"""Many games: the same for any number of threads, and the same as at Python's table."""

import json
import pickle
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor, wait
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import mj_engine
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from tests.mj_engine.python_side import begun

WALLS = [mj_engine.wall_of_seed(f"play/{number}") for number in range(24)]


@pytest.mark.parametrize("seed", [0, 1, -5, 2**31 - 1, 2**32, 2**200 + 3, "", "0/7", "é" * 40])
def test_walls_are_shuffled_as_python_does(seed: int | str) -> None:
    for flowers in (False, True):
        tiles = [tile for tile in range(34) for _ in range(4)] + flowers * list(range(34, 42))
        random.Random(seed).shuffle(tiles)
        assert mj_engine.wall_of_seed(seed, flowers) == tuple(tiles)


def _same(one: mj_engine.Games, other: mj_engine.Games) -> None:
    assert (one.scores == other.scores).all()
    assert one.records == other.records


@pytest.mark.parametrize(
    ("player", "games"),
    [
        ("random", 24),
        *((name, 6) for name in ("net", "cnn", "which_discard")),
        *((f"expectimax@seconds=0,depth=1{more}", 6) for more in ("", ",network=0,hand_value=0")),
    ],
)
def test_threads_change_nothing(player: str, games: int) -> None:
    asked: dict[str, Any] = {"seatings": [[0, 1, 0, 1]] * games, "seed": 1, "records": True}
    one = mj_engine.play(WALLS[:games], [player, "greedy"], **asked)
    for threads in (2, 3, 50) if player == "random" else (3,):
        _same(one, mj_engine.play(WALLS[:games], [player, "greedy"], threads=threads, **asked))


def test_seeds_change_what_is_played() -> None:
    one, other = (mj_engine.play(WALLS, "random", seed=seed, records=True) for seed in (1, 2))
    assert one.records != other.records


def test_a_call_in_another_thread_is_ended_and_a_later_one_is_not() -> None:
    with ThreadPoolExecutor(1) as pool:
        # Some ten seconds of games.
        begun = threading.Event()
        pool.submit(begun.set)
        playing = pool.submit(mj_engine.play, WALLS * 1_000, "greedy", threads=2)
        begun.wait()
        since = time.monotonic()
        while not wait([playing], 0.01).done:  # It may not have begun to play yet.
            mj_engine.stop_work()
        assert time.monotonic() - since < 2
        with pytest.raises(RuntimeError, match="^stopped$"):
            playing.result()
    assert len(mj_engine.play(WALLS, "random", threads=2)) == len(WALLS)


def test_seatings_winds_and_seeds_are_those_of_pythons_table() -> None:
    lot = np.random.default_rng(1)
    names = ["random", "greedy"]
    seatings, seeds = lot.integers(2, size=(24, 4)), lot.integers(1 << 32, size=(24, 4))
    winds = lot.integers(4, size=24)
    games = mj_engine.play(
        WALLS, names, seatings=seatings, seeds=seeds, prevalent_winds=winds, threads=2
    )
    for number, outcome in enumerate(games):
        game = Game(WALLS[number], int(winds[number]))
        seats = [
            player_of(names[place])(int(seed))
            for place, seed in zip(seatings[number], seeds[number], strict=True)
        ]
        turns = play(game, seats)
        assert outcome.scores == game.scores
        assert game.result is not None
        for field in ("action", "player", "giver", "fan", "fans"):
            assert getattr(outcome.result, field) == getattr(game.result, field)
        if game.result.action == "HU":
            winner = game.result.player
            assert winner is not None
            kinds = [turn.event.kind for turn in turns if turn.event and turn.event.seat == winner]
            assert outcome.turn == sum(kind in ("PLAY", "CHI", "PENG") for kind in kinds)
        calls = [sum(meld.offer != 0 for meld in melds) for melds in game.melds]
        assert outcome.calls == calls


def test_a_sequence_of_outcomes() -> None:
    games = mj_engine.play(WALLS, ["random", "greedy", "random", "greedy"])
    assert len(games) == 24
    assert games.scores.shape == (24, 4)
    assert (games.scores.sum(axis=1) == 0).all()
    assert [list(one.scores) for one in games] == games.scores.tolist()
    assert games.records == [""] * 24
    assert len(mj_engine.play([], "random")) == 0


@pytest.mark.parametrize("always", [False, True], ids=["at first", "always"])
def test_seat_by_seat_the_game_is_the_same(always: bool) -> None:
    """While a second seat has to answer the same request, there is nothing to advance."""
    greedy, together = mj_engine.tactic("greedy"), 0
    for wall in WALLS[:12]:
        record = mj_engine.play([wall], "greedy", records=True).records[0]
        game = mj_engine.Game(wall)
        game.advance()
        while (seat := game.to_move) is not None:
            branch = game.copy()
            together += len(game.legal()) > 1
            game.play(greedy.choose(game, seat))
            assert branch.to_move == seat
            if always and not game.over:
                game.advance()
        assert game.to_line("0", ["greedy"] * 4) == record
    assert together > 5


def test_a_game_is_pickled_with_all_that_was_said() -> None:
    """Malformed and missing answers too, at any turn; what comes after is the same."""
    record = json.loads(mj_engine.play(WALLS[:1], "greedy", records=True).records[0])
    game = mj_engine.Game(WALLS[0])
    for answers in record["responses"]:
        again = pickle.loads(pickle.dumps(game))
        assert (again.turns, again.hands, again.legal()) == (game.turns, game.hands, game.legal())
        game.submit(answers)
        again.submit(answers)
    assert game.over
    assert pickle.loads(pickle.dumps(game)).to_line("0") == game.to_line("0")
    game = mj_engine.Game(WALLS[1])
    game.advance()
    game.submit([game.legal_for(0)[0], "PASS", SimpleNamespace(verdict="TLE"), " PASS"])
    again = pickle.loads(pickle.dumps(game))
    assert (again.to_line("0"), again.turns) == (game.to_line("0"), game.turns)


def test_a_world_is_pickled_as_it_was_sampled() -> None:
    game, seat = begun(1)
    world = game.sampled(seat, 5)
    again = pickle.loads(pickle.dumps(world))
    assert (again.wall, again.hands, again.legal()) == (world.wall, world.hands, world.legal())


def test_a_damaged_game_is_not_restored() -> None:
    state = pickle.dumps(mj_engine.Game(WALLS[0]))
    middle = len(state) // 2
    with pytest.raises(ValueError, match="this game is damaged, or of another mj_engine"):
        pickle.loads(state[:middle] + bytes([state[middle] ^ 1]) + state[middle + 1 :])
