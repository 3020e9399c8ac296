"""The common style of tables on the terminal."""

from __future__ import annotations

from rich import box
from rich.table import Table


def plain_table(*heads: str, right: int = 0) -> Table:
    """A table without a frame, nothing cut. right: how many columns after the first are numbers."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    for column, head in enumerate(heads):
        if 0 < column <= right:
            table.add_column(head, justify="right", no_wrap=True)
        else:
            table.add_column(head, overflow="fold", no_wrap=column == 0)
    return table
