"""Duels: the same result whatever the way there, and errors that are true."""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from mj_lab.core.game.walls import wall_of_seed
from mj_lab.core.runner.engine import KeptUnits, LocalEngine
from mj_lab.core.runner.fast_engine import FastEngine
from mj_lab.core.runner.store import Store
from mj_lab.core.runner.unit import KeepIn, Played, Setup, Unit
from mj_lab.core.sprt import BOUND, Sprt
from mj_lab.core.wall_means import LEAST_WALLS
from mj_lab.measure.arena.duel import Duel, DuelRun, StopRule, run_duel
from mj_lab.measure.arena.report.duel_summary import summary_of
from mj_lab.measure.check.verify import disagreement

ONE = LocalEngine(1)
RANDOM = Duel(("random", "random"))


def run(duel: Duel, path: Path, limit: int, engine: Any = None, **options: Any) -> DuelRun:
    """Where it is played fast: the games are the same (running/test_fast_engine.py)."""
    with Store(path, duel.settings()) as store:
        return run_duel(duel, engine or engine_for(duel.specs), store, limit, **options)


def engine_for(specs: Sequence[str]) -> LocalEngine | FastEngine:
    return FastEngine(1) if {*specs} <= {"greedy", "random"} else ONE


def text_of(run: DuelRun) -> str:
    summary = summary_of(run).to_json()
    del summary["timing"]
    return json.dumps(summary)


def test_a_common_wall_is_told_to_all(tmp_path: Path) -> None:
    duel = replace(RANDOM, common_wall=True)
    assert all(unit.wall.common for unit in islice(duel.units(), 3))
    assert duel.settings()["common_wall"] and "common_wall" not in RANDOM.settings()
    setup = duel.setup(record=True)
    played: list[Played] = []
    run(duel, tmp_path / "db", 2, setup=setup, watch=lambda one, _new: played.append(one))
    matches = [match for one in played for match in one.matches]
    assert matches and all(match.common_wall for match in matches)
    assert all(disagreement(match) is None for match in matches)
    assert not any(one.faults for one in played)
    given = replace(duel, walls=tuple(islice(RANDOM.all_walls(), 3)))
    assert list(given.all_walls()) == list(islice(duel.all_walls(), 3))
    for spec in ("cmd:./bot", "keep+simple:./bot"):
        with pytest.raises(ValueError, match="programs cannot play with a common wall"):
            Duel(("odds", spec), common_wall=True)


class Backwards:
    """Finishes units in another order, and is interrupted after some."""

    name = "backwards"

    def __init__(self, interrupted_after: int | None = None) -> None:
        self.interrupted_after = interrupted_after

    def check(self, setup: Setup) -> None: ...

    def close(self) -> None: ...

    def kept_elsewhere(self, folder: Path) -> Iterator[KeptUnits]:
        return iter(())

    def run(self, setup: Setup, units: Iterable[Unit]) -> Iterator[Played]:
        results = list(engine_for(setup.specs).run(setup, units))
        for number, played in enumerate(reversed(results)):
            if number == self.interrupted_after:
                raise KeyboardInterrupt
            yield played


@pytest.mark.slow
def test_the_95_percent_interval_covers_no_difference_in_about_95_of_100_runs(
    lottery: str, tmp_path: Path
) -> None:
    covered, runs, store = 0, 200, _NoStore()
    for seed in range(runs):
        duel = Duel((lottery, lottery), quick=seed % 2 == 0, seed=str(seed))
        difference = summary_of(run_duel(duel, ONE, store, 10)).to_json()["difference"]
        covered += difference["low"] <= 0 <= difference["high"]
    # The standard deviation of the count is sqrt(200 * 0.95 * 0.05) = 3.1.
    assert abs(covered - 0.95 * runs) < 3 * math.sqrt(runs * 0.95 * 0.05)


class _NoStore(Store):
    path, keep_in = Path(), KeepIn(Path("nowhere"), "")

    def __init__(self) -> None: ...

    def all(self) -> dict[str, Played]:
        return {}

    def put(self, played: Played) -> None: ...

    def gather(self, kept: Iterable[KeptUnits] = ()) -> None: ...


@pytest.mark.parametrize("mode", ["2v2", "1v3"])
def test_players_that_play_alike_come_out_even_on_every_wall(tmp_path: Path, mode: str) -> None:
    summary = summary_of(run(Duel(("greedy", "greedy"), mode=mode), tmp_path / "db", 3)).to_json()
    assert summary["difference"] == {"mean": 0, "error": 0, "low": 0, "high": 0}
    assert [wall["difference"] for wall in summary["walls"]] == [0, 0, 0]


def test_the_better_player_is_ahead_whichever_is_named_first(tmp_path: Path) -> None:
    one = summary_of(run(Duel(("greedy", "random"), quick=True), tmp_path / "1", 6)).to_json()
    other = summary_of(run(Duel(("random", "greedy"), quick=True), tmp_path / "2", 6)).to_json()
    assert one["difference"]["low"] > 0 > other["difference"]["high"]


def test_the_summary_adds_up(tmp_path: Path) -> None:
    summary = summary_of(run(Duel(("greedy", "random"), mode="1v3"), tmp_path / "db", 4)).to_json()
    games = [game for wall in summary["walls"] for game in wall["games"]]
    one, three = summary["sides"].values()
    assert summary["games"] == len(games) == 16
    assert (one["seats"], three["seats"]) == (16, 48)
    assert one["wins"] + three["wins"] + summary["draws"] == 16
    assert one["score"] * 16 + three["score"] * 48 == pytest.approx(0)
    assert summary["difference"]["mean"] == pytest.approx(one["score"] - three["score"])
    assert sum(one["fan_totals"].values()) == sum(one["turns"].values()) == one["wins"]
    assert summary["difference"]["mean"] == pytest.approx(
        sum(wall["difference"] for wall in summary["walls"]) / 4
    )


def test_the_order_in_which_walls_finish_does_not_matter(tmp_path: Path) -> None:
    there = run(RANDOM, tmp_path / "1", 8)
    back = run(RANDOM, tmp_path / "2", 8, Backwards())
    assert text_of(there) == text_of(back)


@pytest.mark.parametrize(
    "finished",
    [1, *(pytest.param(count, marks=pytest.mark.thorough) for count in (0, 5))],
)
def test_an_interrupted_run_says_what_is_there_and_goes_on(tmp_path: Path, finished: int) -> None:
    through = run(RANDOM, tmp_path / "1", 8)
    stopped = run(RANDOM, tmp_path / "2", 8, Backwards(interrupted_after=finished))
    summary = summary_of(stopped).to_json()
    assert not stopped.complete
    assert not summary["complete"]
    assert [wall["wall"] for wall in summary["walls"]] == list(range(8 - finished, 8))
    assert summary["walls"] == summary_of(through).to_json()["walls"][8 - finished :]
    again = run(RANDOM, tmp_path / "2", 8)
    assert text_of(again) == text_of(through)


@pytest.mark.thorough
def test_more_walls_go_on_from_fewer_and_fewer_are_a_part(tmp_path: Path) -> None:
    seen: list[tuple[str, bool]] = []

    def watch(played: Played, new: bool) -> None:
        seen.append((played.key, new))

    run(RANDOM, tmp_path / "1", 3)
    more = run(RANDOM, tmp_path / "1", 5, watch=watch)
    assert seen == [("0", False), ("1", False), ("2", False), ("3", True), ("4", True)]
    assert text_of(more) == text_of(run(RANDOM, tmp_path / "2", 5))
    assert text_of(run(RANDOM, tmp_path / "1", 2)) == text_of(run(RANDOM, tmp_path / "3", 2))


@pytest.mark.parametrize("engine", [ONE, pytest.param(Backwards(), marks=pytest.mark.slow)])
def test_until_stops_at_the_first_wall_that_is_enough(
    lottery: str, tmp_path: Path, engine: Any
) -> None:
    duel = Duel((lottery, lottery))
    enough = summary_of(run(duel, tmp_path / "1", 200, engine, stop=StopRule(until=1.0))).to_json()
    count = enough["wall_count"]
    assert enough["complete"]
    assert LEAST_WALLS < count < 200
    assert enough["difference"]["error"] < 1.0
    before = summary_of(run(duel, tmp_path / "2", count - 1)).to_json()
    assert before["difference"]["error"] >= 1.0
    # Walls that are known beyond the end do not count.
    again = summary_of(run(duel, tmp_path / "1", 200, stop=StopRule(until=1.0))).to_json()
    assert json.dumps(again["walls"]) == json.dumps(enough["walls"])


def test_until_never_stops_by_an_error_from_a_few_walls(lottery: str, tmp_path: Path) -> None:
    summary = summary_of(
        run(Duel((lottery, lottery)), tmp_path / "1", 200, stop=StopRule(until=1e9))
    ).to_json()
    assert summary["wall_count"] == LEAST_WALLS


@pytest.mark.parametrize("stop", [StopRule(until=1e-9), StopRule(sprt=Sprt(-0.01, 0.01))])
def test_what_the_walls_do_not_decide_ends_with_them(
    lottery: str, tmp_path: Path, stop: StopRule
) -> None:
    summary = summary_of(run(Duel((lottery, lottery)), tmp_path / "1", 35, stop=stop)).to_json()
    assert (summary["wall_count"], summary["complete"]) == (35, True)
    assert stop.sprt is None or summary["sprt"]["decided"] is None


@pytest.mark.thorough
@pytest.mark.parametrize("engine", [ONE, pytest.param(Backwards(), marks=pytest.mark.slow)])
def test_a_test_stops_at_the_first_wall_that_decides_it(
    lottery: str, tmp_path: Path, engine: Any
) -> None:
    duel, stop = Duel((lottery, lottery)), StopRule(sprt=Sprt(-8.0, 0.0))
    enough = summary_of(run(duel, tmp_path / "1", 300, engine, stop=stop)).to_json()
    count, test = enough["wall_count"], enough["sprt"]
    assert enough["complete"]
    assert LEAST_WALLS <= count < 300
    assert (test["decided"], test["llr"] >= BOUND) == (0.0, True)
    before = summary_of(run(duel, tmp_path / "2", count - 1, stop=stop)).to_json()["sprt"]
    assert before["decided"] is None
    # Interrupted and begun again, it decides the same on the same walls.
    run(duel, tmp_path / "3", 300, Backwards(5), stop=stop)
    again = summary_of(run(duel, tmp_path / "3", 300, stop=stop)).to_json()
    assert (again["wall_count"], again["sprt"]) == (count, test)


def test_given_walls_are_played(tmp_path: Path) -> None:
    first = next(RANDOM.units()).wall
    given = Duel(("random", "random"), walls=(first, first._replace(tiles=wall_of_seed("x"))))
    summary = summary_of(run(given, tmp_path / "1", 100)).to_json()
    assert [wall["id"] for wall in summary["walls"]] == [wall.id for wall in given.walls or ()]
    of_seed = summary_of(run(RANDOM, tmp_path / "2", 1)).to_json()
    assert summary["walls"][0] == of_seed["walls"][0]


def test_settings_tell_everything_that_decides_a_game() -> None:
    walls = tuple(unit.wall for unit, _ in zip(RANDOM.units(), range(2), strict=False))
    others = [
        replace(RANDOM, specs=("random", "greedy")),
        replace(RANDOM, mode="1v3"),
        replace(RANDOM, quick=True),
        replace(RANDOM, seed="1"),
        replace(RANDOM, clock=1.0),
        replace(RANDOM, walls=walls),
        replace(RANDOM, walls=walls[:1]),
    ]
    texts = {json.dumps(duel.settings()) for duel in [RANDOM, *others]}
    assert len(texts) == 1 + len(others)


def test_a_changed_program_is_another_run(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text("print('PASS')")
    duel = Duel((f"cmd:{program}", "random"))
    before = duel.settings()
    assert duel.settings() == before
    program.write_text("print('HU')")
    assert duel.settings() != before
