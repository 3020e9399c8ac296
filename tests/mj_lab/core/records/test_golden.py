"""The readers of mj_lab against the golden file of records."""

import json
from itertools import islice
from typing import Any

import pytest

from tests.mj_lab.conftest import FOLDERS
from tests.mj_lab.core.records.golden import (
    GOLDEN,
    blocks,
    files_by_lab,
    of_block,
    of_changed,
    read_by_lab,
)


def wanted_of(folder: str) -> dict[str, Any]:
    wanted: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8"))[folder]
    return wanted


def test_every_recorded_game_is_read_as_before(folder: str) -> None:
    found = files_by_lab(FOLDERS[folder])
    assert found == wanted_of(folder)["files"]


@pytest.mark.parametrize("count", [4, pytest.param(50, marks=pytest.mark.thorough)])
def test_the_table_plays_changed_hands_as_our_judge_did(count: int) -> None:
    """First written by a player of hands at the judge in Python, in the engine's place."""
    wanted = json.loads(GOLDEN.read_text(encoding="utf-8"))["changed"]
    assert len(wanted) == 50 and of_changed(count) == wanted[:count]


SLOW = (pytest.mark.slow, pytest.mark.timeout(3600))


@pytest.mark.parametrize("count", [2, pytest.param(None, marks=SLOW)])
def test_damaged_records(folder: str, count: int | None) -> None:
    for number, block in enumerate(islice(blocks(folder), count)):
        outcomes = [read_by_lab(data, "file") for data in block]
        assert of_block(outcomes) == wanted_of(folder)["damaged"][number], number
        assert 20 < sum("games" in one for one in outcomes) < 80
