"""What the gate's tests share: tactics whose games are over in a moment."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mj_bot import tactics

# Discards what it drew, but declares a win that it does not have, which costs 30 points, with every
# tile below `limit`; above it, with a random one, as often as `luck` says.
RECKLESS = """
from random import Random

from mj_bot.events import HU, PASSING, PLAYS, Action


class Reckless:
    def __init__(self, limit=2, luck=0.0, seed=0):
        self._limit, self._luck, self._random = limit, luck, Random(seed)

    def __call__(self, state):
        if state.drawn is None:
            return PASSING
        wins = state.drawn < self._limit or self._random.random() < self._luck
        return Action(HU) if wins else PLAYS[state.drawn]
"""


@pytest.fixture
def reckless(tmp_path: Path) -> Iterator[None]:
    """A tactic `reckless` that only this process knows."""
    folder = tmp_path / "reckless"
    folder.mkdir()
    (folder / "reckless.py").write_text(RECKLESS, encoding="utf-8")
    path = list(tactics.__path__)
    tactics.__path__.append(str(folder))
    yield
    tactics.__path__[:] = path
    sys.modules.pop("mj_bot.tactics.reckless", None)
