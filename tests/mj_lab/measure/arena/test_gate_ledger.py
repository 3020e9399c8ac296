"""The ledger: every look has a line before and after it, and walls of its own."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_lab.core.line_log import LineLogError
from mj_lab.measure.arena.gate_ledger import Ledger


def test_every_look_has_a_seed_that_no_other_has(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.jsonl")
    seeds = []
    for number in range(4):
        look = ledger.begin({"candidate": "a", "run": number})
        ledger.end(look, {"verdict": "refused"})
        seeds.append(look.seed)
    again = Ledger(ledger.path).begin({"candidate": "a", "run": 0})
    other = Ledger(tmp_path / "other.jsonl").begin({"candidate": "a", "run": 0})
    assert len({*seeds, again.seed, other.seed}) == 6
    assert other.seed.rpartition("-")[0] in (tmp_path / "other.jsonl").read_text()


def test_a_look_is_written_down_before_it_ends_and_the_same_plan_goes_on_with_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "deep" / "ledger.jsonl"
    begun = Ledger(path).begin({"candidate": "a"}, why="it folds")
    head, line = map(json.loads, path.read_text().splitlines())
    assert begun.seed == f"gate-{head['ledger']}-1"
    assert line["why"] == "it folds"
    assert Ledger(path).begin({"candidate": "b"}).number == begun.number + 1
    assert Ledger(path).begin({"candidate": "a"}, why="another day") == begun
    assert [line["state"] for line in Ledger(path).lines] == ["begun", "begun", "resumed"]
    assert Ledger(path).lines[-1]["why"] == "another day"


def test_a_look_knows_how_many_there_were_at_its_base(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.jsonl")
    plans = [{"candidate": name, "base": base} for name, base in ("ax", "bx", "cy", "ax")]
    looks = [ledger.begin({**plan, "run": run}) for run, plan in enumerate(plans)]
    assert [look.of_base for look in looks] == [1, 2, 1, 3]
    assert ledger.begin({**plans[1], "run": 1}) == looks[1], "a look that goes on is no other"


def test_a_new_name_makes_no_new_base_and_no_new_candidate(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.jsonl")
    ledger.begin({"candidate": "a=greedy", "base": "rule_based"})
    assert ledger.begin({"candidate": "greedy", "base": "z=rule_based"}).of_base == 2
    assert ledger.looks_at("greedy") == ledger.looks_at("b=greedy") == 2


@pytest.mark.parametrize("head", [{}, {"ledger": 5}, {"ledger": "../../elsewhere"}])
def test_a_ledger_has_an_id(head: dict[str, object], tmp_path: Path) -> None:
    (tmp_path / "ledger.jsonl").write_text(json.dumps({"kind": "gate", **head}) + "\n")
    with pytest.raises(LineLogError, match="line 1 has no ledger id$"):
        Ledger(tmp_path / "ledger.jsonl")


def test_the_ledger_of_the_house_is_read() -> None:
    ledger = Ledger(Path(__file__).parents[4] / "tools/benchmarks" / "ledger.jsonl")
    assert ledger.looks_at("learned") == 3
    assert [line["seed"] for line in ledger.lines[:4:2]] == ["gate-1", "gate-2"]
    begun = [line["look"] for line in ledger.lines if line["state"] == "begun"]
    assert begun == [line["look"] for line in ledger.lines if line["state"] == "ended"]
    assert begun == list(range(1, len(begun) + 1))


def test_unfinished_looks_count(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.jsonl")
    ledger.end(ledger.begin({"candidate": "a"}), {"verdict": "refused"})
    ledger.begin({"candidate": "a"})
    ledger.begin({"candidate": "b"})
    assert ledger.looks_at("a") == 2


@given(
    st.one_of(
        st.text(st.characters(exclude_categories=["Cs"])),
        st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps),
        st.dictionaries(
            st.sampled_from(["look", "state", "seed", "plan"]), st.integers() | st.text()
        ).map(json.dumps),
    )
)
def test_what_is_no_ledger_is_refused_with_its_line(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.mktemp("ledger") / "ledger.jsonl"
    path.write_bytes(text.encode())
    try:
        assert Ledger(path).lines == []
    except LineLogError as error:
        assert ": line " in str(error) or "is no ledger of mj learn gate" in str(error)
        assert "\n" not in str(error)
    else:
        assert not text.splitlines()


def test_a_folder_and_a_pipe_are_no_ledger(tmp_path: Path) -> None:
    with pytest.raises(LineLogError, match="is a folder$"):
        Ledger(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    with pytest.raises(LineLogError, match="link is a pipe, not a regular file$"):
        Ledger(tmp_path / "link")
