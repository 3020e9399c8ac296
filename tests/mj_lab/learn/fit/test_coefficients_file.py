"""The file of coefficients: one constant changes, the rest stays to the byte."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import mj_bot.odds.coefficients as in_use
from mj_lab.learn.fit.coefficients_file import default_path, with_constant

CONSTANTS = ("DEAL_IN", "TILE_LOCATION", "WIN_CHANCE", "WIN_POINTS", "DEAL_IN_POINTS")


def text() -> str:
    return default_path().read_text()


@pytest.mark.parametrize("constant", CONSTANTS)
def test_writing_what_is_there_changes_the_comment_alone(tmp_path: Path, constant: str) -> None:
    changed = with_constant(text(), constant, getattr(in_use, constant), "Made by a test.")
    before, after = text().splitlines(), changed.splitlines()
    assert [line for line in before if line[:1] != "#"] == [
        line for line in after if line[:1] != "#"
    ]
    assert after.count("# Made by a test.") == 1
    place = after.index("# Made by a test.")
    assert after[place + 1].startswith(constant + " = ")
    # Nor do the other comments change.
    assert set(after) - set(before) == {"# Made by a test."}


def test_another_value_is_what_the_bot_then_reads(tmp_path: Path) -> None:
    other = in_use.WIN_CHANCE._replace(base=-1.23456, rate=-0.00001)
    location = in_use.TILE_LOCATION._replace(suited=(0.5, -0.25))
    changed = with_constant(text(), "WIN_CHANCE", other, "A " + "long " * 60 + "story.")
    changed = with_constant(changed, "TILE_LOCATION", location, "Another.")
    changed = with_constant(changed, "WIN_POINTS", 54.321, "A third.")
    file = tmp_path / "coefficients.py"
    file.write_text(changed)
    found = runpy.run_path(str(file))
    assert found["WIN_CHANCE"] == other._replace(base=-1.2346, rate=0.0)
    assert found["TILE_LOCATION"] == location
    assert found["WIN_POINTS"] == 54.32
    assert found["DEAL_IN"] == in_use.DEAL_IN
    assert found["DEAL_IN_POINTS"] == in_use.DEAL_IN_POINTS
    assert max(map(len, changed.splitlines())) <= 100


def test_it_is_written_as_ruff_would(tmp_path: Path) -> None:
    file = tmp_path / "coefficients.py"
    file.write_text(with_constant(text(), "DEAL_IN", in_use.DEAL_IN, "Made by a test."))
    command = [sys.executable, "-m", "ruff", "format", "--check", "--line-length", "100", str(file)]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 0


def test_a_file_without_the_constant_is_refused() -> None:
    with pytest.raises(ValueError, match="no WIN_POINTS"):
        with_constant("X = 1\n", "WIN_POINTS", 3.0, "")
