"""What tests of runs share: a tactic whose games are over in a moment."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mj_bot import tactics

# Discards what it drew, until its lot makes it declare a win that it does not have.
LOTTERY = """
from random import Random

from mj_bot.events import HU, PASSING, PLAYS, Action


class Lottery:
    def __init__(self, seed=0):
        self._random = Random(seed)

    def __call__(self, state):
        if state.drawn is None:
            return PASSING
        return Action(HU) if self._random.random() < 0.2 else PLAYS[state.drawn]
"""


@pytest.fixture
def lottery(tmp_path: Path) -> Iterator[str]:
    """The name of a tactic that ends games early, by a fault, with a fault as likely at any seat.

    Only this process knows it.
    """
    folder = tmp_path / "tactics"
    folder.mkdir()
    (folder / "lottery.py").write_text(LOTTERY, encoding="utf-8")
    path = list(tactics.__path__)
    tactics.__path__.append(str(folder))
    yield "lottery"
    tactics.__path__[:] = path
    sys.modules.pop("mj_bot.tactics.lottery", None)
