"""What `mj review` is tried on."""

from collections.abc import Callable
from typing import Any

import pytest

from mj_lab.core.records.match import Match


@pytest.fixture(scope="session")
def real_matches(recorded: Callable[[str], tuple[dict[str, Any], ...]]) -> list[Match]:
    """The 40 matches played on Botzone."""
    return [Match.model_validate(record) for record in recorded("botzone_matches")]
