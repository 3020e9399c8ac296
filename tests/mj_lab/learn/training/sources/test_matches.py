"""Matches at the fast table: every seat given its own standing, and the same as at our judge."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

from mj_bot.learned.candidate_features import NAMES
from mj_bot.learned.model import weights_of
from mj_bot.learned.standing_features import STANDING_NAMES, standing_features
from mj_bot.nets.weights_file import write_weights
from mj_lab.core.game.seating import players_by_seat, prevalent_wind_of, standing_before
from mj_lab.core.game.walls import Wall, wall_of_seed
from mj_lab.core.runner.unit import Setup, Table, Unit
from mj_lab.learn.training.sources.matches import (
    MatchPlan,
    match_tasks,
    play_matches,
    rolled_matches,
)
from mj_lab.learn.training.sources.search import joined_candidates

FOUR = (0, 0, 0, 0)


def by_standing(path: Path, weight: float = 40.0) -> str:
    """A player who goes by the standing: whoever is behind plays dearer hands."""
    rng = np.random.default_rng(5)
    first = np.zeros((2, len(NAMES)))
    first[0, NAMES.index("dearest")] = first[1, NAMES.index("distance")] = 1.0
    first += rng.normal(size=first.shape) * 0.02
    standing = np.zeros((2, len(STANDING_NAMES)))
    standing[:, STANDING_NAMES.index("over_best")] = -weight, weight / 2
    weights = weights_of(
        [(first, np.array([-20.0, -5.0])), (np.array([[0.5, -1.0]]), np.zeros(1))],
        0.0,
        6.0,
        standing,
    )
    write_weights(str(path), weights.header, weights.tensors, "float32")
    return f"learned@weights={path}"


def test_decisions_are_those_of_the_match(tmp_path: Path) -> None:
    player = by_standing(tmp_path / "some.mjw") + ",temperature=1"
    plan = MatchPlan((player,), (FOUR,) * 7, tuple("abcdefg"), 4)
    parts = [rolled_matches((plan, 6.0), task) for task in match_tasks(7, 4)]
    assert len(parts) > 2
    scores = np.concatenate([part.pop("game/scores") for part in parts])
    found = joined_candidates(parts)
    assert scores.shape == (7, 4, 4) and (scores.sum(axis=2) == 0).all()
    # A match by itself, the first that another task has.
    assert (play_matches(plan, range(6, 7)) == scores[6:]).all()
    assert len(found["first"]) == len(found["chosen"]) + 1
    assert found["first"][-1] == len(found["value"]) == len(found["features"])
    totals = np.cumsum(scores, axis=1) - scores
    for row in range(0, len(found["chosen"]), 7):
        game, hand, whose = (int(found[name][row]) for name in ("match", "hand", "player"))
        seat = players_by_seat(hand).index(whose)
        standing = standing_before(hand, 4, totals[game, hand].tolist())
        assert found["standing"][row] == pytest.approx(standing_features(standing, seat))
        assert found["score"][row] == scores[game, hand, whose]
    assert set(found["hand"]) == {0, 1, 2, 3} and set(found["match"]) == set(range(7))


@pytest.mark.parametrize(("matches", "hands"), [(1, 4), (7, 4), (130, 4), (70, 16)])
def test_tasks_have_each_match_once_and_none_of_two_draws(matches: int, hands: int) -> None:
    tasks = match_tasks(matches, hands)
    assert [match for task in tasks for match in task] == list(range(matches))
    assert all(task[0] // 64 == task[-1] // 64 for task in tasks)


def test_the_standing_changes_what_is_played(tmp_path: Path) -> None:
    """Of two players who differ in nothing else the first hands are alike, later ones are not."""
    walls = tuple(str(number) for number in range(4))
    played = [
        play_matches(MatchPlan((player,), (FOUR,) * 4, walls, 4, seed="same"), range(4))
        for player in (
            by_standing(tmp_path / "some.mjw"),
            by_standing(tmp_path / "none.mjw", weight=0.0),
        )
    ]
    assert (played[0][:, 0] == played[1][:, 0]).all()
    assert (played[0] != played[1]).any()


@pytest.mark.slow
def test_the_same_match_as_at_our_judge(tmp_path: Path) -> None:
    """pytest -m slow tests/mj_lab/learn/training/sources/test_matches.py

    The tactic in Python is given the standing; the fast table plays by weights that have it folded
    in. Four hands of `learned`, a quarter of a minute.
    """
    player = by_standing(tmp_path / "some.mjw")
    plan = MatchPlan((player, "greedy"), ((0, 1, 0, 0),), ("slow",), 4)
    scores = play_matches(plan, range(1))[0]
    first, *later = (
        Wall(wall_of_seed(f"match/slow/{hand}"), prevalent_wind_of(hand)) for hand in range(4)
    )
    setup = Setup((player, "greedy"), ("a", "b"), "0", hands=4)
    played = Table(setup).play(Unit("0", first, ((0, 1, 0, 0),), tuple(later)))
    for hand, game in enumerate(played.games):
        assert [scores[hand, one] for one in players_by_seat(hand)] == list(game.scores)
