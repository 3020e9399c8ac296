"""Finished hands of a table played again with the adviser in each person's seat."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from mj_lab.analysis.losses import ADVISER
from mj_lab.play.at_table.thinking import ThinkingShare
from mj_lab.play.play_table import PlayTable
from mj_lab.play.same_wall import HandInstead, keep, not_compared
from mj_lab.play.store import SameWall


class Compared(NamedTuple):
    """A tactic's results in a player's seat, by hand. waiting: hands not yet played."""

    tactic: str
    rows: tuple[SameWall, ...]
    waiting: int


def compared(table: PlayTable, player: int | None) -> Compared | None:
    """The adviser's results in a player's seat, only of finished hands.

    None for a spectator, and before the first hand is over.
    """
    if player is None or not table.results:
        return None
    found = [table.same_walls.get((hand, player)) for hand in range(len(table.results))]
    rows = tuple(row for row in found if row is not None)
    return Compared(ADVISER, rows, len(found) - len(rows))


async def compare_hands(
    table: PlayTable,
    thinking: ThinkingShare,
    changed: Callable[[], asyncio.Event],
    tell: Callable[[], None],
) -> None:
    """Play the hands of a table again, each when it is over, until the last one.

    changed: the event that is set at the next change of the table. tell: sets it.
    """
    with suppress(OSError, sqlite3.Error):  # No comparison if the disk is full.
        while True:
            happens = changed()
            for number, player in not_compared(table):
                async with thinking.comparing:
                    await _play_instead(table, thinking, number, player)
                tell()
            if table.is_over and not not_compared(table):
                return
            if happens is changed():
                await happens.wait()


async def _play_instead(
    table: PlayTable, thinking: ThinkingShare, number: int, player: int
) -> None:
    kept = table.kept_hand(number)
    standing = table.standing(number)
    players, programs = table.settings.players, table.programs
    instead = HandInstead(players, number, kept, player, standing=standing, programs=programs)
    try:
        while not instead.is_over:
            await thinking.spare(instead.go_on)
    finally:
        instead.close()
    keep(table, instead, number, player, ADVISER)
