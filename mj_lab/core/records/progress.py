"""The terminal progress of commands that read many records."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic

# How many skipped records are shown.
_MOST_SHOWN = 20


class SkippedLines:
    """Prints the first skipped records on stderr. more: where to find all, printed at the end."""

    def __init__(self, more: str = "") -> None:
        self.count = 0
        self._more = more

    def tell(self, line: str) -> None:
        """Print one more, with its file and line."""
        self.count += 1
        if self.count <= _MOST_SHOWN:
            print(f"mj: {line}", file=sys.stderr)

    def end(self) -> None:
        """Print how many were not shown."""
        if self.count > _MOST_SHOWN:
            print(f"mj: and {self.count - _MOST_SHOWN:,} more{self._more}", file=sys.stderr)


def progress() -> Callable[[int, int], None] | None:
    """Prints files and games on a terminal, twice a second; None without a terminal."""
    if not sys.stderr.isatty():
        return None
    shown = 0.0

    def watch(files: int, games: int) -> None:
        nonlocal shown
        if monotonic() - shown > 0.5:
            shown = monotonic()
            print(f"\rfile {files:,}, {games:,} games", end="", file=sys.stderr, flush=True)

    return watch


def end_progress() -> None:
    """Clear the line that `progress` wrote."""
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
