"""Match names of a table's hands: makes and parses them, and finds their files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

_HAND_NAME = re.compile(r"table-([^/]+?)-(\d{1,3})(-again)?(?:-instead-([1-4]))?", re.ASCII)
# The folder, inside a server's tables, of hands replayed by tactics.
SAME_WALL = "same_wall"


class HandNamed(NamedTuple):
    """A parsed match name.

    number: from 1. instead: replayed by a tactic in the seat of `player`, 0-3. again: begun in the
    middle of a recorded hand.
    """

    number: int
    instead: bool
    again: bool
    table: str
    player: int | None


def name_of_hand(table_id: str, number: int, again: bool = False) -> str:
    """The name of the match of a table's hand. number: from 0.

    >>> name_of_hand("0f3c", 1), name_of_hand("0f3c", 0, again=True)
    ('table-0f3c-2', 'table-0f3c-1-again')
    """
    return f"table-{table_id}-{number + 1}{'-again' if again else ''}"


def name_of_instead(hand: str, player: int) -> str:
    """The name of the match in which a tactic played a player's seat, 0-3. hand: that hand's name.

    >>> name_of_instead("table-0f3c-2", 3)
    'table-0f3c-2-instead-4'
    """
    return f"{hand}-instead-{player + 1}"


def hand_named(name: str) -> HandNamed | None:
    """The table's hand of a match's name; None if it is not a table's.

    >>> hand_named("table-0f3c-2"), hand_named("duel-7")
    (HandNamed(number=2, instead=False, again=False, table='0f3c', player=None), None)
    >>> hand_named("table-0f3c-1-again-instead-4")
    HandNamed(number=1, instead=True, again=True, table='0f3c', player=3)
    """
    match = _HAND_NAME.fullmatch(name)
    if match is None:
        return None
    player = int(match[4]) - 1 if match[4] else None
    return HandNamed(int(match[2]), player is not None, match[3] is not None, match[1], player)


def file_of_hand(folder: Path, name: str, instead: bool = False) -> Path:
    """The path of the match file of that name among a server's tables, if it exists."""
    return (folder / SAME_WALL if instead else folder) / f"{name}.jsonl"
