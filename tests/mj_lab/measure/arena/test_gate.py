"""The gate: who is better passes, who is not does not, and a stopped look goes on to the same."""

import json
from pathlib import Path
from statistics import fmean

import pytest

from mj_lab.core.runner.engine import EngineError
from mj_lab.core.runner.play_stored import UnitWatch
from mj_lab.core.runner.unit import Played
from mj_lab.core.sprt import Sprt
from mj_lab.measure.arena.gate import (
    FAILS,
    PASSES,
    GateError,
    GateResult,
    LookPlan,
    pass_gate,
)
from mj_lab.measure.arena.gate_ledger import Ledger
from mj_lab.measure.arena.gate_rules import is_gain, is_loss, level_of_look
from mj_lab.measure.arena.gate_trials import Workshop

pytestmark = pytest.mark.usefixtures("reckless")

BETTER, BASE = "reckless@limit=2", "reckless@limit=6"


def ledger_in(folder: Path, name: str = "ledger", id_: str = "0123456789abcdef") -> Ledger:
    """A ledger whose looks have the same walls in every run of the tests."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.jsonl"
    if not path.exists():
        path.write_text(json.dumps({"kind": "gate", "ledger": id_}) + "\n")
    return Ledger(path)


def look(plan: LookPlan, folder: Path, watch: UnitWatch | None = None) -> GateResult:
    ledger = ledger_in(folder)
    return pass_gate(plan, Workshop("local", 1, folder, watch), ledger, lambda _: None)


def test_who_is_better_passes_and_is_told_by_walls_that_nothing_chose(tmp_path: Path) -> None:
    tables = ((BETTER, BETTER, BETTER), (BASE, BETTER, "random"))
    result = look(LookPlan(BETTER, BASE, 30, tables=tables, field_walls=15), tmp_path)
    assert result.verdict == PASSES
    assert result.again is not None
    assert is_gain(result.again.found, level_of_look(1))
    assert result.again.found.mean != result.duel.found.mean
    assert result.duel.games == 30 * 6
    assert {part.found.draws for part in result.tables.values()} == {15}
    assert list(result.tables) == [f"three {BETTER}", f"{BASE}, {BETTER}, random"]
    assert result.in_field is not None
    assert (result.in_field.found.draws, result.in_field.games) == (15, 2 * 15 * 8)
    at_tables = [part.found.mean or 0.0 for part in result.tables.values()]
    assert result.in_field.found.mean == pytest.approx(sum(at_tables) / 2)
    lines = result.lines()
    assert len(lines) == 6
    assert lines[3].endswith(" is found in 80% of looks")
    assert lines[4].endswith(", and must be below 0.025")
    last = json.loads((tmp_path / "ledger.jsonl").read_text().splitlines()[-1])
    assert last["state"] == "ended"
    assert last["result"] == json.loads(json.dumps(result.to_json()))


def test_who_is_worse_or_the_same_is_refused(tmp_path: Path) -> None:
    worse = look(LookPlan(BASE, BETTER, 30), tmp_path)
    assert worse.verdict == FAILS
    assert is_loss(worse.duel.found)
    assert "again" not in worse.to_json()
    same = look(LookPlan(BASE, BASE, 30), tmp_path)
    assert (same.verdict, same.duel.found.mean) == (FAILS, 0)


def test_the_place_of_a_table_is_compared_on_the_same_walls(tmp_path: Path) -> None:
    workshop = Workshop("local", 1, tmp_path)
    others = (BETTER, BASE, BETTER)
    assert workshop.leads((BASE, BASE), others, "x", 0, 4) == [0] * 4
    assert fmean(workshop.leads((BETTER, BASE), others, "y", 0, 15)) > 5


class Turned(Workshop):
    """Has candidate and base change places at the tables."""

    def leads(
        self, pair: tuple[str, str], others: tuple[str, ...], seed: str, number: int, walls: int
    ) -> list[float]:
        return super().leads(pair[::-1], others, seed, number, walls)


def test_a_loss_in_the_mixed_field_costs_the_gate(tmp_path: Path) -> None:
    plan = LookPlan(BETTER, BASE, 30, tables=((BASE,) * 3,), field_walls=15)
    ledger = ledger_in(tmp_path)
    result = pass_gate(plan, Turned("local", 1, tmp_path), ledger, lambda _: None)
    assert result.verdict == FAILS
    assert result.why == "it loses in the mixed field"
    assert result.in_field == result.tables[f"three {BASE}"]


def test_games_of_another_ledger_do_not_block_it(tmp_path: Path) -> None:
    """An older ledger's `gate-1-self.db` did so, and for ever: its seed was the same."""
    folder = tmp_path / "games"
    for number, pair in enumerate(((BETTER, BASE), (BASE, BETTER))):
        ledger = ledger_in(tmp_path, f"ledger-{number}", f"{number:016x}")
        pass_gate(LookPlan(*pair, 30), Workshop("local", 1, folder), ledger, lambda _: None)
    assert len(list(folder.glob("*-self.db"))) == 2


def test_where_it_was_played_is_written_down_and_said(tmp_path: Path) -> None:
    told: list[str] = []
    ledger = ledger_in(tmp_path)
    plan = LookPlan("random", BASE, 30)
    pass_gate(plan, Workshop("auto", 1, tmp_path), ledger, told.append)
    line = ledger.lines[0]
    assert line["played_at"] == {"the base with itself": "local, 1 job", "the two": "local, 1 job"}
    assert set(line["versions"]) == {"mj_bot", "mj_engine"}
    assert sum(
        one.startswith("played at the judge: the fast table has no reckless") for one in told
    )
    assert "played at local, 1 job" in told


def test_a_player_that_the_fast_table_lacks_is_refused_before_the_look(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "new.jsonl")
    plan = LookPlan("random", "greedy", 30, tables=((BASE, "random", "random"),))
    with pytest.raises(EngineError, match="^the fast table has no reckless@limit=6; .*[^\n]*$"):
        pass_gate(plan, Workshop("fast", 1, tmp_path), ledger, lambda _: None)
    assert list(tmp_path.glob("*.jsonl")) == []


def test_the_more_looks_at_a_base_the_surer_a_gain_has_to_be(tmp_path: Path) -> None:
    ledger = ledger_in(tmp_path)
    for number in range(400):
        ledger.end(ledger.begin({"base": BASE, "number": number}), {})
    for number in range(9):
        ledger.end(ledger.begin({"base": BETTER, "number": number}), {})
    # What the first look would believe, the 401st does not: its level is 0.0000003.
    plan = LookPlan("reckless@limit=5", BASE, 60)
    late = pass_gate(plan, Workshop("local", 1, tmp_path), ledger, lambda _: None)
    assert (late.look, late.verdict) == (401, FAILS)
    assert late.again is not None
    assert is_gain(late.again.found, level_of_look(1))
    assert late.why == f"the gain was not confirmed at the level of look 401 at {BASE}"


def test_a_base_that_does_not_play_the_same_game_twice_is_no_base(tmp_path: Path) -> None:
    with pytest.raises(GateError, match="not exactly 0"):
        look(LookPlan(BETTER, "reckless@luck=0.3", 30), tmp_path)


def test_a_sequential_test_ends_the_duel_and_the_next_one_has_all_walls(tmp_path: Path) -> None:
    result = look(LookPlan(BETTER, BASE, 50, Sprt(0.0, 5.0)), tmp_path)
    assert result.duel.found.draws < 50
    assert result.again is not None
    assert result.again.found.draws == 50


@pytest.mark.thorough
def test_a_stopped_look_goes_on_to_the_same_result(tmp_path: Path) -> None:
    plan = LookPlan(BETTER, BASE, 40, tables=((BASE,) * 3,), field_walls=10)
    whole = look(plan, tmp_path / "whole")
    left = [35, 70, 80, 95, 130]
    units = 0

    def stops(_: Played, new: bool) -> None:
        nonlocal units
        units += new
        if left and units > left[0]:
            left.pop(0)
            raise KeyboardInterrupt

    for _ in range(5):
        with pytest.raises(KeyboardInterrupt):
            look(plan, tmp_path / "stopped", stops)
    assert look(plan, tmp_path / "stopped", stops) == whole
    assert not left
