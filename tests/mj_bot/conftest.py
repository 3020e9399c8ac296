"""What several tests of the bot ask for."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mj_bot import tactics


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose files are tactics too, as if they lay beside the others."""
    monkeypatch.setattr(tactics, "__path__", [*tactics.__path__, str(tmp_path)])
    yield tmp_path
    for name in list(sys.modules):
        if name.startswith("mj_bot.tactics.made_up"):
            del sys.modules[name]
