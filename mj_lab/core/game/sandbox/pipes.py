"""The pipes of one running program: writes its input, reads its output as it comes.

Nothing is stored beyond its limit, so a program that hangs or floods is noticed at once.
`mj_lab.core.game.sandbox.box` starts and ends the program.
"""

from __future__ import annotations

import os
import selectors
from collections.abc import Callable, Sequence
from time import monotonic

from mj_lab.core.game.replies import Fault
from mj_lab.core.game.sandbox.limits import Limits, Output
from mj_lab.core.game.sandbox.memory import descendants, held_by

_MARKER = b">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"

# Seconds between two checks of the memory of a thinking program: time to touch some 20 MB.
_TICK = 0.01
_CHUNK = 1 << 16
ERRORS_KEPT = 4096
# After the program's end its pipes are drained in at most this many pieces: a surviving child may
# go on writing.
_LAST_PIECES = 64


class Talk:
    """A conversation with one process.

    program: its pidfd; warden: the id of its parent, below which all its memory is. descriptors:
    our ends of its standard input, output and error. `close` closes all four. is_interrupted:
    whether its answer is no longer awaited. errors: the end of its standard error. errors_in_turn:
    its bytes since the program was last asked. late: its status if it ended without an answer after
    its time was over.
    """

    def __init__(
        self,
        program: int,
        warden: int,
        descriptors: Sequence[int],
        limits: Limits,
        is_interrupted: Callable[[], bool],
    ) -> None:
        self.errors = b""
        self.errors_in_turn = 0
        self.late: Fault | None = None
        self._is_interrupted = is_interrupted
        self._warden = warden
        self._limits = limits
        self._input, self._output, self._error = descriptors
        self._open = set(descriptors)
        self._selector = selectors.DefaultSelector()
        self._unsent = b""
        self._last = False
        self._buffer = bytearray()
        self._searched = 0
        self._marked = False
        self._ended = False
        for descriptor in descriptors:
            os.set_blocking(descriptor, False)
        self._selector.register(self._output, selectors.EVENT_READ, self._read_output)
        self._selector.register(self._error, selectors.EVENT_READ, self._read_error)
        # The process's own end counts: a child may hold its output open, or it may close it itself.
        self._end = program
        self._open.add(self._end)
        self._selector.register(self._end, selectors.EVENT_READ, self._read_end)

    def close(self) -> None:
        """Close the pipes."""
        self._selector.close()
        for descriptor in self._open:
            os.close(descriptor)
        self._open.clear()

    def exchange(self, text: bytes, seconds: float, last: bool) -> Output | Fault:
        """Send the text, then read until the marker, the program's end or a broken limit.

        last: nothing more will be sent, so the program's standard input is closed after the text.
        """
        deadline = monotonic() + seconds
        look = monotonic() + _TICK
        self.errors_in_turn = 0
        self._send(text, last)
        while True:
            marker = self._marker()
            size = len(self._buffer) if marker < 0 else marker
            if size > self._limits.output:
                return Fault("OLE", f"more than {self._limits.output} bytes in one turn")
            if marker >= 0 or self._ended:
                self.late = self._too_late(seconds) if monotonic() >= deadline else None
                return self._take(size, marker >= 0)
            now = monotonic()
            if now >= deadline:
                return self._too_late(seconds)
            if self._is_interrupted():
                return Fault("RE", "interrupted")
            if now >= look:
                look = now + _TICK
                fault = self._look()
                if fault is not None:
                    return fault
            for key, _ in self._selector.select(min(deadline, look) - now):
                key.data()

    def _look(self) -> Fault | None:
        most = self._limits.processes
        processes = descendants(self._warden, most)
        if len(processes) > most:
            return Fault("RE", f"more than {most} processes")
        held = held_by(processes, self._limits.memory)
        return Fault("MLE", f"{held} bytes resident") if held > self._limits.memory else None

    # -- what is sent -----------------------------------------------------------------------------

    def _send(self, text: bytes, last: bool) -> None:
        self._last = last
        if self._input in self._open:
            waiting = bool(self._unsent)
            self._unsent += text
            if not waiting:
                self._write()

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._input, self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:  # It closed its standard input, or is gone: only its answer counts.
            self._unsent, self._last = b"", True
        known = self._input in self._selector.get_map()
        if self._unsent and not known:
            self._selector.register(self._input, selectors.EVENT_WRITE, self._write)
        elif not self._unsent and known:
            self._selector.unregister(self._input)
        if not self._unsent and self._last:
            self._drop(self._input)

    def _drop(self, descriptor: int) -> None:
        self._open.remove(descriptor)
        os.close(descriptor)

    # -- what is read -----------------------------------------------------------------------------

    def _read_output(self) -> bool:
        """Read a piece of its output; returns whether there may be more."""
        piece = self._piece(self._output)
        if piece:
            self._buffer += piece
        return bool(piece) and len(self._buffer) <= self._limits.output

    def _read_error(self) -> bool:
        piece = self._piece(self._error)
        if piece:
            self.errors = (self.errors + piece)[-ERRORS_KEPT:]
            self.errors_in_turn += len(piece)
        return bool(piece)

    def _piece(self, descriptor: int) -> bytes:
        """The bytes in the pipe, if any."""
        if descriptor not in self._open:
            return b""
        try:
            piece = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return b""
        if not piece:  # Closed at the other end; it would be ready forever.
            self._selector.unregister(descriptor)
            self._drop(descriptor)
        return piece

    def _read_end(self) -> None:
        self._selector.unregister(self._end)
        for read in (self._read_output, self._read_error):
            for _ in range(_LAST_PIECES):
                if not read():
                    break
        self._ended = True

    def _marker(self) -> int:
        """The position of the marker at the beginning of a line; -1 without one."""
        position = self._buffer.find(_MARKER, max(0, self._searched - len(_MARKER)))
        while position > 0 and self._buffer[position - 1] != ord("\n"):
            position = self._buffer.find(_MARKER, position + 1)
        self._searched = len(self._buffer)
        return position

    def _take(self, size: int, marked: bool) -> Output:
        text = bytes(self._buffer[:size])
        if self._marked:  # First comes the end of the marker's own line.
            text = text.removeprefix(b"\r").removeprefix(b"\n")
        # What follows the marker starts the next answer, whenever it arrived.
        del self._buffer[: size + len(_MARKER) * marked]
        self._searched = 0
        self._marked = marked
        return Output(text, marked)

    def _too_late(self, seconds: float) -> Fault:
        return Fault("TLE", f"{self._unfinished()} within {seconds:g} s")

    def _unfinished(self) -> str:
        if not self._buffer.strip():
            return "no answer"
        return f"neither marker nor exit after {bytes(self._buffer[:60])!r}"
