"""Duplicate scores of policies against the same games played by the fast table's own arena."""

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="pip install -e '.[env]'")
import mj_engine
from mj_lab.core.game.walls import Wall, wall_of_seed
from mj_lab.core.wall_means import estimate
from mj_lab.env import duplicate_score

WALLS = [Wall(wall_of_seed(f"duplicate/{number}"), number % 4) for number in range(70)]


def test_the_score_of_a_tactic_that_draws_no_lots() -> None:
    walls = WALLS[:6]
    games = mj_engine.play(
        [wall.tiles for wall in walls for _ in range(4)],
        ["odds", "greedy"],
        prevalent_winds=[wall.prevalent_wind for wall in walls for _ in range(4)],
        seatings=np.tile(1 - np.eye(4, dtype=int), (len(walls), 1)),
    )
    ours = games.scores.reshape(-1, 4, 4).diagonal(axis1=1, axis2=2)
    found = duplicate_score("odds", opponents="greedy", walls=walls, seed=9)
    assert found.draws == 6
    assert found[:2] == pytest.approx(estimate(ours.mean(axis=1).tolist())[:2])


def test_among_its_own_kind_it_has_nothing() -> None:
    assert duplicate_score("greedy", opponents="greedy", walls=WALLS)[:2] == (0, 0)
    assert duplicate_score("random", walls=100, seed=4)[:2] == (0, 0)


def test_a_function_is_asked_for_all_tables_at_once() -> None:
    asked = []

    def policy(seen: dict[str, np.ndarray]) -> np.ndarray:
        asked.append(len(seen["scalars"]))
        first: np.ndarray = seen["action_mask"].argmax(axis=1)
        return first

    found = duplicate_score(policy, walls=3, seed=1)
    assert set(asked) == {12}
    assert found.draws == 3
    assert found == duplicate_score(policy, walls=3, seed=1, threads=3)


def test_no_walls() -> None:
    with pytest.raises(ValueError, match="at least one wall"):
        duplicate_score("greedy", walls=0)
