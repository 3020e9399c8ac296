"""The page's blocks of code say the truth, and there is no block that is not run."""

import doctest
import re
from pathlib import Path

import pytest

pytest.importorskip("gymnasium", reason="pip install -e '.[env]'")

DOCS = Path(__file__).parents[3] / "docs"
PAGE = DOCS / "reference" / "environment.md"


@pytest.mark.parametrize(
    ("page", "least", "lines"), [(PAGE, 8, 30), (DOCS / "guide" / "environment.md", 4, 20)]
)
def test_every_block_is_run_and_says_the_truth(page: Path, least: int, lines: int) -> None:
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= least
    for language, block in blocks:
        assert language == "python"
        assert block.startswith(">>> ")
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > lines
    assert not failed


def test_the_tables_of_the_page_are_the_codes() -> None:
    from mj_lab.env import ACTION_COUNT, SCALAR_NAMES, action_name

    text = PAGE.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (\d+(?:-\d+)?) \| (\w+)", text, re.MULTILINE))
    for places, kind in rows.items():
        first, _, last = places.partition("-")
        if not kind.isupper():
            continue
        for index in (int(first), int(last or first)):
            assert action_name(index).split()[0] == kind
    assert f"139-{ACTION_COUNT - 1}" in rows
    named = re.findall(r"^\| \d+(?:-\d+)? \| `(\w+)`", text, re.MULTILINE)
    assert [name for name in SCALAR_NAMES if name not in text and name[-1] not in "12"] == []
    assert named == [name for name in SCALAR_NAMES if name[-1] not in "123"]


def test_the_opponents_of_the_page_are_the_codes() -> None:
    from mj_engine import NATIVE
    from mj_lab.env import VectorEnv

    row = re.search(r"^\| `opponents` \| (`random`.*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert row is not None
    listed = {spec.partition("@")[0]: spec for spec in re.findall(r"`([^`]+)`", row[1])}
    playable = set()
    for name in NATIVE:
        try:
            VectorEnv(1, opponents=listed.get(name, name))
        except ValueError:
            continue
        playable.add(name)
    assert set(listed) == playable
