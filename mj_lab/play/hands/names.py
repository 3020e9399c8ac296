"""What the matches of a table's hands are called, what such a name says, where their files are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

_HAND_NAME = re.compile(r"table-([^/]+?)-(\d{1,3})(-again)?(?:-instead-([1-4]))?", re.ASCII)
# Where among a server's tables the hands are that tactics played again.
SAME_WALL = "same_wall"


class HandNamed(NamedTuple):
    """What a match's name says of the hand that it is.

    number: from 1. instead: played again by a tactic, in the place of this `player`, 0-3. again:
    begun in the middle of one on record.
    """

    number: int
    instead: bool
    again: bool
    table: str
    player: int | None


def name_of_hand(table_id: str, number: int, again: bool = False) -> str:
    """What the match of a table's hand is called. number: from 0.

    >>> name_of_hand("0f3c", 1), name_of_hand("0f3c", 0, again=True)
    ('table-0f3c-2', 'table-0f3c-1-again')
    """
    return f"table-{table_id}-{number + 1}{'-again' if again else ''}"


def name_of_instead(hand: str, player: int) -> str:
    """What the match is called that a tactic played in a player's place, 0-3. hand: that hand's.

    >>> name_of_instead("table-0f3c-2", 3)
    'table-0f3c-2-instead-4'
    """
    return f"{hand}-instead-{player + 1}"


def hand_named(name: str) -> HandNamed | None:
    """The hand of a table that a match of this name is; None if it is no table's.

    >>> hand_named("table-0f3c-2"), hand_named("duel-7")
    (HandNamed(number=2, instead=False, again=False, table='0f3c', player=None), None)
    >>> hand_named("table-0f3c-1-again-instead-4")
    HandNamed(number=1, instead=True, again=True, table='0f3c', player=3)
    """
    found = _HAND_NAME.fullmatch(name)
    if found is None:
        return None
    player = int(found[4]) - 1 if found[4] else None
    return HandNamed(int(found[2]), player is not None, found[3] is not None, found[1], player)


def file_of_hand(folder: Path, name: str, instead: bool = False) -> Path:
    """Where the match file of that name is among a server's tables, if it is there."""
    return (folder / SAME_WALL if instead else folder) / f"{name}.jsonl"
