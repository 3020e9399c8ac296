"""`mj check twins`: the first piece in which `odds` in Python and in C++ differ."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mj_bot.history import load_json
from mj_bot.odds.opponents import deal_in
from mj_bot.odds.value import hand_value
from mj_lab.measure.check.twins import pieces
from tests.command import mj, refused
from tests.recorded import Recorded


@pytest.fixture
def decision(recorded: Recorded, tmp_path: Path) -> Path:
    path = tmp_path / "decision.json"
    path.write_text(json.dumps(recorded("reference_decisions")[40]))
    return path


def test_recorded_decisions_are_the_same_in_both(recorded: Recorded) -> None:
    for line in recorded("reference_decisions")[::250]:
        found = list(pieces(load_json(line)))
        assert [piece for piece in found if not piece.same] == []
        names = " ".join(piece.name for piece in found)
        assert "threat" in names and "target hand 0" in names and "value of" in names


def test_the_command(decision: Path) -> None:
    done = mj("check", "twins", decision)
    assert done.returncode == 0 and done.stdout.endswith(" pieces, all the same\n")


@pytest.mark.parametrize(
    ("module", "name", "value", "first"),
    [
        (deal_in, "FIRST_DISCARDS", 0, "threat"),
        (hand_value, "ROUNDS", 1, "hand_value of "),
    ],
)
def test_the_first_difference_is_told(
    module: Any,
    name: str,
    value: int,
    first: str,
    decision: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, name, value)
    done = mj("check", "twins", decision)
    (line,) = done.stdout.splitlines()
    assert done.returncode == 1
    assert f": {first}" in line and ": Python " in line and ", C++ " in line


def test_bad_input_is_one_line(tmp_path: Path) -> None:
    assert refused("check", "twins", tmp_path / "none.json")
