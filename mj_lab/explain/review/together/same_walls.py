"""Replays the walls of recorded games with the adviser in all four seats."""

from __future__ import annotations

from collections.abc import Sequence

from mj_bot.events import SEATS
from mj_lab.core.game.walls import Wall
from mj_lab.core.options import ADVISER
from mj_lab.core.records.match import Match
from mj_lab.core.runner.fast_engine import FastTable
from mj_lab.core.runner.unit import Setup, Unit

_SEATING = (0,) * SEATS


def played_by_adviser(matches: Sequence[Match]) -> list[Match]:
    """Each wall played by the adviser in all seats of the fast table.

    Undrawn tiles are in any order if the record does not have theirs.
    """
    setup = Setup((ADVISER,), (ADVISER,), "0", record=True)
    units = [
        Unit(str(place), Wall(match.wall, match.quan, match.common_wall), (_SEATING,))
        for place, match in enumerate(matches)
    ]
    return [one.matches[0] for one in FastTable(setup).play(units)]
