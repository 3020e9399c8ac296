"""What the matches of a table's hands are called, and what such a name says."""

from __future__ import annotations

import re
from typing import NamedTuple

_HAND_NAME = re.compile(r"table-[^/]+?-(\d{1,3})(-again)?(-instead-[1-4])?", re.ASCII)


class HandNamed(NamedTuple):
    """What a match's name says of the hand that it is.

    number: from 1. instead: played again by a tactic. again: begun in the middle of one on record.
    """

    number: int
    instead: bool
    again: bool


def name_of_hand(table_id: str, number: int, again: bool = False) -> str:
    """What the match of a table's hand is called. number: from 0.

    >>> name_of_hand("0f3c", 1), name_of_hand("0f3c", 0, again=True)
    ('table-0f3c-2', 'table-0f3c-1-again')
    """
    return f"table-{table_id}-{number + 1}{'-again' if again else ''}"


def hand_named(name: str) -> HandNamed | None:
    """The hand of a table that a match of this name is; None if it is no table's.

    >>> hand_named("table-0f3c-2"), hand_named("duel-7")
    (HandNamed(number=2, instead=False, again=False), None)
    >>> hand_named("table-0f3c-1-again-instead-4")
    HandNamed(number=1, instead=True, again=True)
    """
    found = _HAND_NAME.fullmatch(name)
    if found is None:
        return None
    return HandNamed(int(found[1]), found[3] is not None, found[2] is not None)
