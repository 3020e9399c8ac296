"""Leagues: points, standings, crosstable and rounds as the contest has them."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_lab.core.runner.engine import LocalEngine
from mj_lab.core.runner.store import Store
from mj_lab.measure.arena.league import League, TableWall, points_of, run_league, standing
from mj_lab.measure.arena.report.league_summary import league_summary

ONE = LocalEngine(1)


def summary_of(league: League, path: Path, jobs: int = 1) -> dict[str, Any]:
    with Store(path, league.settings()) as store:
        return league_summary(run_league(league, LocalEngine(jobs), store)).to_json()


@pytest.fixture
def five(lottery: str) -> League:
    return League((lottery, lottery, "random", lottery, lottery), rounds=3, seatings=4)


@given(st.lists(st.integers(-50, 50), min_size=4, max_size=4))
def test_a_wall_is_worth_ten_points_which_go_by_score(scores: list[int]) -> None:
    points = points_of(dict(enumerate(scores)))
    assert sum(points.values()) == 10
    for one in range(4):
        for other in range(4):
            assert (scores[one] > scores[other]) == (points[one] > points[other])


def test_the_summary_adds_up(five: League, tmp_path: Path) -> None:
    summary = summary_of(five, tmp_path / "db")
    players = summary["standings"]
    assert summary["games"] == 3 * 4 * 4
    assert sum(player["points"] for player in players) == 3 * 4 * 10
    assert sum(player["total_score"] for player in players) == 0
    assert sum(player["walls"] for player in players) == 3 * 4 * 4
    assert sum(player["rests"] for player in players) == 3
    assert [player["points_a_wall"] for player in players] == sorted(
        (player["points_a_wall"] for player in players), reverse=True
    )
    for player in players:
        assert player["points_a_wall"] == player["points"] / player["walls"]
        assert player["score"] * player["seats"] == pytest.approx(player["total_score"])
        assert player["seats"] == player["walls"] * 4
    by_round = Counter(
        name
        for part in summary["rounds"]
        for table in part["tables"]
        for wall in table["walls"]
        for name, points in wall["points"].items()
        for _ in range(round(2 * points))
    )
    assert {player["name"]: round(2 * player["points"]) for player in players} == by_round


def test_the_crosstable_is_antisymmetric_and_adds_up(five: League, tmp_path: Path) -> None:
    summary = summary_of(five, tmp_path / "db")
    table = summary["crosstable"]
    for name, row in table.items():
        for other, cell in row.items():
            back = table[other][name]
            assert cell["difference"]["mean"] == -back["difference"]["mean"]
            assert cell["walls"] == back["walls"] == cell["ahead"] + back["ahead"] + cell["even"]
        # All pairs at a table together make the score: 3 s - (sum of the others) = 4 s.
        player = next(player for player in summary["standings"] if player["name"] == name)
        gaps = sum(cell["difference"]["mean"] * cell["walls"] * 4 for cell in row.values())
        assert gaps == pytest.approx(4 * player["total_score"])


def test_a_round_has_a_wall_for_every_wind_and_every_seating_once(lottery: str) -> None:
    league = League((lottery,) * 8, rounds=1)
    from mj_lab.measure.arena.swiss import History, pair

    units = list(league.units(0, pair(range(8), History())))
    assert len(units) == league.unit_count()
    assert {unit.wall.prevalent_wind for unit in units} == {0, 1, 2, 3}
    assert len({unit.wall.id for unit in units}) == 4
    for wall in range(4):
        for table in range(2):
            own = [unit for unit in units if unit.key.startswith(f"0.{table}.{wall}.")]
            seatings = [seating for unit in own for seating in unit.seatings]
            assert len(set(seatings)) == len(seatings) == 24
            assert {frozenset(seating) for seating in seatings} == {
                frozenset(range(4 * table, 4 * table + 4))
            }
    assert len({unit.key for unit in units}) == len(units)


def test_rounds_have_other_walls() -> None:
    league = League(("random",) * 4, rounds=2)
    assert league.wall(0, 1).id != league.wall(1, 1).id
    assert league.wall(0, 1).prevalent_wind == 1


@pytest.mark.thorough
def test_jobs_do_not_matter_and_more_rounds_go_on(tmp_path: Path) -> None:
    specs = ("greedy", "random", "random", "random", "random")
    one = summary_of(League(specs, 2, 4), tmp_path / "1")
    summary_of(League(specs, 1, 4), tmp_path / "2", jobs=2)
    two = summary_of(League(specs, 2, 4), tmp_path / "2", jobs=2)
    del one["timing"], two["timing"]
    assert json.dumps(one) == json.dumps(two)
    assert one["standings"][0]["name"] == "greedy"


def test_who_rests_loses_nothing_by_it() -> None:
    league = League(("random",) * 5, rounds=2)
    lot = standing(league, [])
    strong = TableWall(0, 0, 0, (None,) * 4, {0: 40, 1: 0, 2: 0, 3: -40}, {})  # type: ignore
    walls = [
        strong._replace(points={0: 4.0, 1: 2.5, 2: 2.5, 3: 1.0}),
        strong._replace(
            wall=1, scores={4: 4, 1: 0, 2: 0, 3: -4}, points={4: 4.0, 1: 2.5, 2: 2.5, 3: 1.0}
        ),
    ]
    order = standing(league, walls)
    assert order[:2] == [0, 4]  # Equal points a wall: the score decides.
    assert order[4] == 3
    assert order[2:4] == sorted([1, 2], key=lot.index)


def test_the_lot_is_the_seeds() -> None:
    specs = ("random",) * 8
    rng = {tuple(standing(League(specs, 1, seed=str(seed)), [])) for seed in range(5)}
    assert len(rng) > 1
    assert standing(League(specs, 1), []) == standing(League(specs, 1), [])
