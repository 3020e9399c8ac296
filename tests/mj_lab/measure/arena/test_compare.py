import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from mj_lab.measure.arena.compare import CompareError, ReadRun, ReadWall, compare, read_summary


def run(values: list[float], first: int = 0, mode: str = "2v2") -> ReadRun:
    walls = [ReadWall(f"id{first + number}", value) for number, value in enumerate(values)]
    return ReadRun("duel", mode, False, "0", {"a": {}, "b": {}}, walls)


BEFORE, AFTER = [1.0, 4.0, -2.0, 8.0, 0.5], [2.0, 4.5, -2.5, 9.0, 1.5]


def test_the_paired_difference_is_scipys_paired_test() -> None:
    from scipy import stats

    found = compare(run(BEFORE), run(AFTER))
    paired = stats.ttest_rel(AFTER, BEFORE)
    interval = paired.confidence_interval(0.95)
    assert found.difference.mean == pytest.approx(np.mean(AFTER) - np.mean(BEFORE))
    assert found.difference.low == pytest.approx(interval.low)
    assert found.difference.high == pytest.approx(interval.high)
    assert found.correlation == pytest.approx(np.corrcoef(BEFORE, AFTER)[0, 1])
    unpaired = stats.sem(BEFORE) ** 2 + stats.sem(AFTER) ** 2
    assert found.saving == pytest.approx(unpaired / stats.sem(np.subtract(AFTER, BEFORE)) ** 2)


def test_only_common_walls_count() -> None:
    found = compare(run(BEFORE), run(AFTER[2:], first=2))
    assert found.wall_count == 3
    alone = compare(run(BEFORE[2:], first=2), run(AFTER[2:], first=2))
    assert found.difference == alone.difference


def test_equal_runs_have_no_correlation_to_tell() -> None:
    found = compare(run([0.0, 0.0]), run([0.0, 0.0]))
    assert (found.correlation, found.saving) == (None, None)


def test_other_walls_or_seatings_are_refused() -> None:
    with pytest.raises(CompareError, match="no wall in common"):
        compare(run(BEFORE), run(AFTER, first=99))
    with pytest.raises(CompareError, match="differ in their mode: 2v2 and 1v3"):
        compare(run(BEFORE), run(AFTER, mode="1v3"))


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"kind": "duel"}',
        "[" * 100_000,
        json.dumps({**asdict(run([1.0])), "walls": [{"id": 3}]}),
        json.dumps({**asdict(run([1.0])), "kind": "league"}),
        "\udcff",
    ],
)
def test_what_is_no_summary_is_told(tmp_path: Path, content: str) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(CompareError, match="not what mj duel -o writes"):
        read_summary(path)


def test_a_summary_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps({**asdict(run(BEFORE)), "games": 30}))
    assert read_summary(path) == run(BEFORE)
