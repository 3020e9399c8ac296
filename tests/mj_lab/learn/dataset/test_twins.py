"""The engine reads the examples that plain Python finds in the same games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mj_lab.learn.dataset.self_play import SelfPlay
from tests.mj_lab.learn.dataset.plain import plain_examples
from tests.mj_lab.learn.dataset.sets import CHEAP, all_examples, assert_same, games_in

# Name of the file, and how many of its games are compared.
SAMPLES = [
    ("botzone_matches.jsonl.gz", 6),
    pytest.param("botzone_games_sample.txt", 6, marks=pytest.mark.foreign),
    ("judged_games.jsonl.gz", 25),
    ("rare_games.jsonl.gz", 40),
    ("faulty_games.jsonl.gz", 40),
]


@pytest.mark.parametrize(("name", "games"), SAMPLES)
def test_both_read_the_same_of_recorded_games(data_folder: Path, name: str, games: int) -> None:
    arrays = games_in(data_folder / name, games)
    ours, theirs = all_examples(arrays), plain_examples(arrays, CHEAP)
    assert len(ours["move"]) > games
    assert_same(ours, theirs)


def test_both_read_the_same_of_a_game_with_flowers() -> None:
    path = Path(__file__).parents[3] / "data" / "flowers_and_kongs.jsonl"
    arrays = games_in(path)
    assert_same(all_examples(arrays), plain_examples(arrays, CHEAP))


def test_both_look_ahead_alike(data_folder: Path) -> None:
    arrays = games_in(data_folder / "rare_games.jsonl.gz", 3)
    wanted = ("look_ahead",)
    ours = all_examples(arrays, features=wanted)
    assert_same(ours, plain_examples(arrays, wanted))
    assert ours["look_ahead"].any()


def test_both_read_the_same_values_of_a_teacher() -> None:
    arrays = _valued_games()
    ours, theirs = all_examples(arrays), plain_examples(arrays, CHEAP)
    assert_same(ours, theirs)
    known = ~np.isnan(ours["values"])
    assert np.array_equal(known, ours["mask"]), "every legal move has a value, and no other"


def test_the_teacher_takes_what_it_values_most() -> None:
    found = all_examples(_valued_games())
    rows = np.arange(len(found["move"]))
    best = np.nanmax(found["values"], axis=1)
    # A win is always taken; and what is equal within rounding is taken in order.
    assert np.allclose(found["values"][rows, found["move"]], best, atol=1e-3)
    assert {0, 1} <= set(found["kind"].tolist())


def test_one_seat_is_read_alone(data_folder: Path) -> None:
    arrays = games_in(data_folder / "judged_games.jsonl.gz", 10)
    every, one = all_examples(arrays), all_examples(arrays, seats=4)
    theirs = every["seat"] == 2
    assert_same(one, {name: column[theirs] for name, column in every.items()})


def _valued_games() -> dict[str, np.ndarray]:
    playing = SelfPlay(("odds",), 4, "values", values=True, jobs=4)  # Four games are a piece.
    arrays, _ = next(next(playing.parts(4))(0))
    return arrays
