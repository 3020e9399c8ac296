"""What the tests of tuning share: a tactic with number options whose games are over in a moment."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mj_bot import tactics

# Discards what it drew, until its lot makes it declare a win that it does not have, which costs
# it 30 points: the less risk, the better. `nothing` does nothing.
GAMBLER = """
from random import Random

from mj_bot.events import HU, PASSING, PLAYS, Action


class Gambler:
    def __init__(self, risk=0.2, nothing=0.0, seed=0):
        self._random = Random(seed)
        self._risk = risk

    def __call__(self, state):
        if state.drawn is None:
            return PASSING
        return Action(HU) if self._random.random() < self._risk else PLAYS[state.drawn]
"""


def write_gambler(folder: Path) -> Path:
    """The folder with the tactic in it, to be added to where tactics are looked for."""
    tactics_folder = folder / "tactics"
    tactics_folder.mkdir()
    (tactics_folder / "gambler.py").write_text(GAMBLER, encoding="utf-8")
    return tactics_folder


@pytest.fixture
def gambler(tmp_path: Path) -> Iterator[str]:
    """The name of the tactic, which only this process knows."""
    path = list(tactics.__path__)
    tactics.__path__.append(str(write_gambler(tmp_path)))
    yield "gambler"
    tactics.__path__[:] = path
    sys.modules.pop("mj_bot.tactics.gambler", None)
