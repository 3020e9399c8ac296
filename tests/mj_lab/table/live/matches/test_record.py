"""Saved matches: whole files, never replaced, readable by what reads Botzone's input."""

import json
from pathlib import Path

from mj_lab.table.live.matches.record import MatchRecord, save


def a_record(**more: object) -> MatchRecord:
    fields = {"requests": ("0 1 2",), "responses": ("PASS",), "debug": ("",), **more}
    return MatchRecord("5f", "random", "finished", **fields)  # type: ignore[arg-type]


def test_a_second_record_of_a_match_does_not_replace_the_first(tmp_path: Path) -> None:
    paths = [save(tmp_path, a_record(marks=(str(number),))) for number in range(3)]
    assert [path.name for path in paths] == ["5f.json", "5f-2.json", "5f-3.json"]
    assert [json.loads(path.read_text())["marks"] for path in paths] == [["0"], ["1"], ["2"]]
    assert sorted(tmp_path.iterdir()) == sorted(paths)


def test_what_is_not_known_is_not_there(tmp_path: Path) -> None:
    record = json.loads(save(tmp_path, a_record(known=False)).read_text())
    assert "scores" not in record
    assert "slot" not in record
    assert record["known"] is False
