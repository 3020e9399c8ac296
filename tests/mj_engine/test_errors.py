"""Whatever is wrong is an exception that says what and where, and leaves the game as it was."""

from collections.abc import Sequence
from typing import Any

import pytest

import mj_engine

WALL = mj_engine.wall_of_seed(1)


@pytest.fixture
def game() -> mj_engine.Game:
    game = mj_engine.Game(WALL)
    game.advance()
    return game


@pytest.mark.parametrize(
    ("wall", "wind", "told"),
    [
        (WALL[:52], 0, "over 52 tiles"),
        (WALL[:-1], 0, "a multiple of 4"),
        (WALL * 2, 0, "at most 144"),
        (WALL, 4, "prevalent wind must be 0-3"),
        (WALL, -1, "prevalent wind must be 0-3"),
        ((42, *WALL[1:]), 0, "a tile must be 0-41"),
        ((-1, *WALL[1:]), 0, "a tile must be 0-41"),
        (("W1", *WALL[1:]), 0, "a tile must be 0-41"),
        ([0] * 136, 0, "too many copies"),
        ((34, 34, *WALL[2:]), 0, "too many copies"),
    ],
)
def test_walls(wall: Sequence[Any], wind: int, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        mj_engine.Game(wall, wind)


@pytest.mark.parametrize(
    ("action", "seat", "told"),
    [
        ("PLAY Z1", -1, "no such action: 'PLAY Z1'"),
        ("PLAY  W2", -1, "no such action"),
        ("", -1, "no such action"),
        ("PLAY B1", -1, "PLAY B1 is not legal for seat 0 in turn 2"),
        ("PASS", -1, "PASS is not legal for seat 0"),
        ("PASS", 2, "seat 2 has nothing to decide in turn 2"),
        ("PASS", 4, "a seat must be 0-3, not 4"),
        (853, -1, "no action has the index 853"),
        (-1, -1, "no action has the index -1"),
        (10**30, -1, "no action has the index"),
    ],
)
def test_actions(game: mj_engine.Game, action: str | int, seat: int, told: str) -> None:
    before = (game.turns, game.legal(), game.request_for(0))
    with pytest.raises(ValueError, match=told):
        game.play(action, seat)
    assert (game.turns, game.legal(), game.request_for(0)) == before


def test_before_and_after_the_game(game: mj_engine.Game) -> None:
    with pytest.raises(ValueError, match=r"nobody has to decide in turn 0: advance\(\)"):
        mj_engine.Game(WALL).play("PASS")
    with pytest.raises(ValueError, match="the game is not over"):
        game.to_line()
    with pytest.raises(ValueError, match="expected four answers"):
        game.submit(["PASS"] * 3)
    with pytest.raises(ValueError, match="no such verdict: WA"):
        game.submit(["PASS", "PASS", type("Wrong", (), {"verdict": "WA"})(), "PASS"])
    game.submit(["PLAY B1", "PASS", "PASS", "PASS"])
    assert game.result is not None
    assert (game.result.action, game.result.player, game.scores) == ("WA", 0, [-30, 10, 10, 10])
    with pytest.raises(ValueError, match="the game is over"):
        game.submit(["PASS"] * 4)
    with pytest.raises(ValueError, match="the game is over"):
        game.play("PASS")
    assert (game.legal(), game.to_move, game.observation(1).decision) == ({}, None, 0)


def test_playing_many() -> None:
    good: dict[str, Any] = {"walls": [WALL], "players": "random"}
    cases: list[tuple[dict[str, Any], str]] = [
        ({"walls": [WALL[:52]]}, "wall 0: a wall needs"),
        ({"walls": [[300]]}, "wall 0: a wall is"),
        ({"players": []}, "0 players need seatings"),
        ({"players": ["random", "greedy"]}, "2 players need seatings"),
        ({"players": ["v1_1"]}, "no native tactic"),
        ({"seatings": [[0, 0, 0, 1]]}, "game 0: no such player"),
        ({"seatings": [[0, 0, 0, -1]]}, "seatings must be whole numbers"),
        ({"prevalent_winds": [4]}, "wall 0: the prevalent wind"),
        ({"prevalent_winds": [0, 1]}, "as many as there are games"),
        ({"threads": 0}, "at least one thread"),
    ]
    for bad, told in cases:
        with pytest.raises(ValueError, match=told):
            mj_engine.play(**(good | bad))
    with pytest.raises(TypeError):
        mj_engine.play([WALL], "random", seeds=[[0, 0, 0]])


def test_branching(game: mj_engine.Game) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"actions": ["PLAY B1"]}, "PLAY B1 is not legal for seat 0"),
        ({"seat": 1}, "nothing to decide"),
        ({"seat": 7}, "nothing to decide"),
        ({"times": 0}, "at least once"),
        ({"policy": ["random"] * 2}, "one policy, or four"),
        ({"worlds": "other"}, "'true', 'walls' or 'sampled'"),
    ]
    good: dict[str, Any] = {"actions": game.legal()[0], "times": 2, "policy": "random"}
    for bad, told in cases:
        with pytest.raises(ValueError, match=told):
            mj_engine.playouts(game, **(good | bad))
