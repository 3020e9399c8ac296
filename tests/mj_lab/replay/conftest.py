"""A match of our own with what the recorded ones lack."""

from pathlib import Path

import pytest

from mj_lab.records.match import Match
from mj_lab.records.matches import read_matches

DATA = Path(__file__).resolve().parents[2] / "data"


@pytest.fixture(scope="session")
def flowers_and_kongs() -> Match:
    """Flowers dealt and drawn, a concealed, an added and a melded kong, names hard to bear."""
    return next(iter(read_matches(DATA / "flowers_and_kongs.jsonl")))
