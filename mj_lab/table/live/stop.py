"""Defers Ctrl-C to a moment when nothing can be lost."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
# After this many Ctrl-C it stops at once, even if something is lost.
_AT_ONCE = 3


class Stop:
    """Catches SIGINT and SIGTERM while entered; they raise only inside `waiting`.

    patient: whether the first one does not raise there either; may change. asked: how many came.
    Works only in the main thread.
    """

    def __init__(self, patient: bool = False) -> None:
        self.asked = 0
        self.patient = patient
        self._waiting = False
        self._before: dict[int, Any] = {}

    @property
    def now(self) -> bool:
        """Whether to stop as soon as nothing can be lost."""
        return self.asked > self.patient

    def __enter__(self) -> Stop:
        try:
            for number in _SIGNALS:
                self._before[number] = signal.signal(number, self._note)
        except ValueError:  # Not the main thread.
            self._before.clear()
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Within it KeyboardInterrupt is raised once it is time to stop, or already was."""
        self._waiting = True
        try:
            if self.now:
                raise KeyboardInterrupt
            yield
        finally:
            self._waiting = False

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.asked += 1
        if self.asked >= _AT_ONCE or (self._waiting and self.now):
            self._waiting = False  # One is enough.
            raise KeyboardInterrupt
