"""Waits on the terminal: a line for each, in both languages, red where the fan is under 8."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from mj_bot.tiles import tile_of
from mj_lab.core.text.notation import Notation, both, in_notation

UNDER_EIGHT = "red"


def wait_lines(rows: Sequence[dict[str, Any]], notation: Notation = Notation.LETTERS) -> list[Text]:
    """A line for each wait: the tile, copies left, its fan on a discard and self-drawn."""
    return [_line(row, notation) for row in rows]


def _line(row: dict[str, Any], notation: Notation) -> Text:
    tile = in_notation(both(tile_of(row["tile"])), notation)
    line = Text(f"{tile}, {row['left']} left 余{row['left']}张: ")
    given, drawn = row["on_discard"], row["self_drawn"]
    line.append(f"on a discard 点和 {given['fan']} fan 番", "" if given["enough"] else UNDER_EIGHT)
    line.append(", ")
    line.append(f"self-drawn 自摸 {drawn['fan']} fan 番", "" if drawn["enough"] else UNDER_EIGHT)
    if not drawn["enough"]:
        line.append(f"; {only_fan(drawn['fan'])}", UNDER_EIGHT)
    return line


def only_fan(fan: int) -> str:
    """The text for a complete hand that may not be declared.

    >>> only_fan(3)
    'complete, but 3 fan 能和，但只有 3 番'
    """
    return f"complete, but {fan} fan 能和，但只有 {fan} 番"
