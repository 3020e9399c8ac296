"""Whatever is wrong is an exception that says what and where, and leaves the game as it was."""

import json

import pytest

pytest.importorskip("mj_engine._core", reason="mj_engine is not built")
import mj_engine

WALL = mj_engine.wall_of_seed(1)


@pytest.fixture
def game():
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
def test_walls(wall, wind, told):
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
def test_actions(game, action, seat, told):
    before = (game.turns, game.legal(), game.request_for(0))
    with pytest.raises(ValueError, match=told):
        game.play(action, seat)
    assert (game.turns, game.legal(), game.request_for(0)) == before


def test_before_and_after_the_game(game):
    with pytest.raises(ValueError, match=r"nobody has to decide in turn 0: advance\(\)"):
        mj_engine.Game(WALL).play("PASS")
    with pytest.raises(ValueError, match="the game is not over"):
        game.to_line()
    with pytest.raises(ValueError, match="expected four answers"):
        game.submit(["PASS"] * 3)
    with pytest.raises(ValueError, match="no such verdict: WA"):
        game.submit(["PASS", "PASS", type("Wrong", (), {"verdict": "WA"})(), "PASS"])
    game.submit(["PLAY B1", "PASS", "PASS", "PASS"])
    assert (game.result.action, game.result.player, game.scores) == ("WA", 0, [-30, 10, 10, 10])
    for again in (lambda: game.submit(["PASS"] * 4), lambda: game.play("PASS")):
        with pytest.raises(ValueError, match="the game is over"):
            again()
    assert (game.legal(), game.to_move, game.observation(1).decision) == ({}, None, 0)


def _record(**changes):
    game = mj_engine.Game(WALL)
    game.submit(["PASS", "?", "PASS", "PASS"])
    record = json.loads(game.to_line())
    record.update(changes)
    return json.dumps({name: value for name, value in record.items() if value is not None})


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "expected { at byte 0"),
        ("[]", "expected {"),
        (_record()[:-1], "expected }"),
        (_record() + "x", "more after the record"),
        (_record(quan=4), "quan must be 0-3"),
        (_record(quan="0"), "expected a whole number"),
        (_record(quan=10**40), "expected a whole number"),
        (_record(wall="W1 W0"), "no such tile: W0"),
        (_record(wall="W1"), "over 52 tiles"),
        (_record(wall=None), "over 52 tiles"),
        (_record(scores=[1, 2, 3]), "fewer than four"),
        (_record(scores=[1, 2, 3, 4, 5]), "more than four"),
        (_record(scores=None), "without scores or result"),
        (_record(result=None), "without scores or result"),
        (_record(result={"player": 1}), "a result without an action"),
        (_record(requests=[]), "0 requests, 1 responses"),
        (_record(requests=[["a"] * 4] * 1001), "more turns than any game has"),
        (_record(responses=[["PASS", None, "PASS", "PASS"]]), 'expected "'),
        (_record(verdicts=[[0, 1, "OK"]]), "expected turn, seat and verdict"),
        (_record(verdicts=[[0, 9, "RE"]]), "expected turn, seat and verdict"),
        (_record(verdicts=[[9, 1, "RE"]]), "a verdict for a missing turn"),
        (_record(more="[" * 9)[:-2] + "[" * 99, "without its end"),
        (_record(more=[])[:-3] + "[" * 99, "lists in lists without end"),
        ('{"id":"\\ud800"', "half a surrogate pair"),
        ('{"id":"\\u12"', "four hexadecimal digits"),
        ('{"id":"a\nb"}', "a control character in a string"),
    ],
)
def test_records(line, told):
    with pytest.raises(mj_engine.RecordError, match=told):
        mj_engine.disagreement(line)


def test_playing_many() -> None:
    good = {"walls": [WALL], "players": "random"}
    for bad, told in [
        ({"walls": [WALL[:52]]}, "wall 0: a wall needs"),
        ({"walls": [[300]]}, "wall 0: a wall is"),
        ({"players": []}, "0 players need seatings"),
        ({"players": ["random", "greedy"]}, "2 players need seatings"),
        ({"players": ["rule_based"]}, "no native tactic"),
        ({"seatings": [[0, 0, 0, 1]]}, "game 0: no such player"),
        ({"seatings": [[0, 0, 0, -1]]}, "seatings must be whole numbers"),
        ({"prevalent_winds": [4]}, "wall 0: the prevalent wind"),
        ({"prevalent_winds": [0, 1]}, "as many as there are games"),
        ({"threads": 0}, "at least one thread"),
    ]:
        with pytest.raises(ValueError, match=told):
            mj_engine.play(**(good | bad))
    with pytest.raises(TypeError):
        mj_engine.play([WALL], "random", seeds=[[0, 0, 0]])


def test_branching(game):
    for bad, told in [
        ({"actions": ["PLAY B1"]}, "PLAY B1 is not legal for seat 0"),
        ({"seat": 1}, "nothing to decide"),
        ({"seat": 7}, "nothing to decide"),
        ({"times": 0}, "at least once"),
        ({"policy": ["random"] * 2}, "one policy, or four"),
        ({"worlds": "other"}, "'true' or 'shuffled'"),
    ]:
        given = {"actions": game.legal()[0], "times": 2, "policy": "random"} | bad
        with pytest.raises(ValueError, match=told):
            mj_engine.playouts(game, **given)
