"""Policies at the fast table: the games of native tactics, whatever is batched with what."""

import json
from typing import Any

import numpy as np
import pytest

import mj_engine
from mj_engine.play import seeds_of
from tests.policies import Checksum, Faulty, Says, SeesAll, Teachable

WALLS = [mj_engine.wall_of_seed(f"policies/{number}") for number in range(12)]


def played(players: Any, **options: Any) -> mj_engine.Games:
    return mj_engine.play(WALLS, players, seed=1, records=True, **options)


def turns_of(games: mj_engine.Games) -> list[dict[str, Any]]:
    """The records without the names of the players."""
    return [{**json.loads(record), "players": ()} for record in games.records]


@pytest.mark.parametrize("teacher", ["greedy", "random"])
def test_a_policy_that_follows_a_tactic_plays_its_games(teacher: str) -> None:
    """In all seats, and at mixed tables."""
    teachable, theirs = Teachable(), turns_of(played(teacher))
    for tables in (5, 1024):
        assert turns_of(played(teachable, teacher=teacher, tables=tables)) == theirs
    mixed = played([teachable, "greedy", "cnn", teachable], teacher=teacher, threads=2)
    assert turns_of(mixed) == turns_of(played([teacher, "greedy", "cnn", teacher]))


def test_neither_tables_nor_threads_nor_neighbours_change_a_game() -> None:
    one, seatings = SeesAll(), [[0, 1, 2, 1]] * 12
    players: Any = [one, Checksum(), "random"]
    games = played(players, seatings=seatings)
    for options in ({"tables": 1}, {"tables": 7}, {"threads": 3}):
        assert played(players, seatings=seatings, **options).records == games.records
    # The policies are asked apart from each other.
    alone = mj_engine.play(WALLS[:1], players, seatings=seatings[:1], seeds=seeds_of(1, 1))
    assert (alone.scores == games.scores[:1]).all()


def test_the_game_and_the_seat_are_told_for_the_score() -> None:
    counted = np.zeros((12, 4), int)

    class Counts(Checksum):
        def act_batch(self, seen: Any, legal: Any) -> Any:
            np.add.at(counted, (seen["game"], seen["seat"]), 1)
            assert ((seen["lot"] >= 0) & (seen["lot"] < 1)).all()
            return super().act_batch(seen, legal)

    played([Counts(), "random", "random", "random"])
    assert (counted[:, 0] > 0).all() and not counted[:, 1:].any()


def raises(legal: Any) -> Any:
    raise KeyError("a bug")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (raises, "KeyError: 'a bug' (test_policies.py:"),
        (lambda legal: legal.argmax(axis=1)[:-1], "answered int64 [11]: 12 decisions need"),
        (lambda legal: legal.argmax(axis=1) * 1.0, "answered float64 [12]: 12 decisions need"),
        (None, "answered object []: 12 decisions need as many indexes of actions"),
        (lambda legal: legal.argmax(axis=1) + 853, "there is no action 8"),
        (lambda legal: legal.argmax(axis=1) * 0 - 1, "there is no action -1"),
        (lambda legal: legal.argmin(axis=1), "PASS is not legal in game 0 at seat 0"),
    ],
)
def test_a_policy_that_fails_is_named(answer: Any, told: str) -> None:
    with pytest.raises(mj_engine.PolicyError) as raised:
        played([Says(answer), "random", "random", "random"])
    assert str(raised.value).startswith(f"py:tests.policies:Says: {told}")
    assert "\n" not in str(raised.value)


def test_an_illegal_answer_may_be_a_fault_as_by_the_judge() -> None:
    games = played([Faulty(), "random", "random", "random"], illegal="fault")
    faults = [game for game in games if game.result.action == "WA"]
    assert faults and all(game.scores == [-30, 10, 10, 10] for game in faults)
    with pytest.raises(mj_engine.PolicyError, match=r"Faulty: PLAY J3 is not legal in game \d+"):
        played([Faulty(), "random", "random", "random"])


def test_what_it_cannot_see_or_be_taught_is_told() -> None:
    class Blind(Checksum):
        features = ("colums",)

    with pytest.raises(mj_engine.PolicyError, match="no feature 'colums'; there are: columns, ha"):
        played(Blind())
    with pytest.raises(ValueError, match="cnn goes by what it saw before"):
        played(Teachable(), teacher="cnn")
