"""docs/reference/service.md: its curl lines and its Python program, run as they stand there."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from mj_lab.core.records.formats.course_data import format_hand
from mj_lab.core.records.hand import hand_of
from tests.mj_lab.core.records.convert.judged import judged_games

PAGE = Path(__file__).resolve().parents[5] / "docs" / "reference" / "service.md"
TOLD = "http://127.0.0.1:8137"


@pytest.fixture
def text(server: SimpleNamespace, tmp_path: Path) -> str:
    """The page for the server of the tests; the files that it names lie in the folder."""
    told = PAGE.read_text(encoding="utf-8")
    (turn,) = re.findall(r'^ {4}(\{"requests".*)$', told, re.MULTILINE)
    (tmp_path / "turn.json").write_text(turn)
    fair = next(one for one in judged_games(9) if one.result.action in ("HU", "HUANG"))
    (tmp_path / "data.txt").write_text(format_hand(hand_of(fair), fair), encoding="utf-8")
    return told.replace(TOLD, server.url)


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl here")
def test_the_lines_with_curl(text: str, tmp_path: Path) -> None:
    lines = re.findall(r"^ {4}(curl .*)$", text, re.MULTILINE)
    assert len(lines) == 4
    for line in lines:
        words = ["curl", "--silent", "--fail", *shlex.split(line)[1:]]
        said = subprocess.run(words, cwd=tmp_path, stdout=subprocess.PIPE, timeout=200, check=True)
        assert "error" not in json.loads(said.stdout)


@pytest.mark.thorough
def test_the_program(text: str, tmp_path: Path) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    said = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        timeout=280,
        check=True,
        text=True,
    )
    hand, decision, review = said.stdout.splitlines()
    assert hand.startswith("PLAY ")
    assert decision.startswith("PLAY ")
    assert float(review.split()[0]) >= 0
