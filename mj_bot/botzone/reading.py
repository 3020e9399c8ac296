"""What comes in: bytes from Botzone, parted into turns.

JSON or simple, the whole history or the new request alone, is told from the first bytes of each
turn, so the same process understands a restart, a kept-running match and a person's file.
"""

import json
import os
from typing import Any, List, NamedTuple, Optional, Sequence

JSON = "JSON"
SIMPLE = "simple"

# Between turns a process waits without end. Within a turn that has begun it waits so many seconds
# for each next piece, then takes what it has: what is cut off must not hang the game.
PATIENCE = 3.0
# No game has so many turns: the wall gives out long before.
MAX_REQUESTS = 2000

_CHUNK = 1 << 16
_MOST_LEFT_OVER = 1 << 20


class Turn(NamedTuple):
    """What one turn brought.

    style: JSON or SIMPLE, which is how it is answered.
    requests, responses: all since the start of the game if `whole`, else the new ones alone.
    fault: what is wrong with the input, if something is; then `requests` is what could be saved.
    """

    style: str
    requests: List[str]
    responses: List[Any]
    whole: bool = False
    fault: str = ""


class Input:
    """Lines out of bytes that come piece by piece; subclasses say where from."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._early = 0

    def _more(self, wait: Optional[float]) -> bytes:
        """The next piece, waiting at most `wait` seconds (None: for ever); empty at the end."""
        raise NotImplementedError

    def line(self, wait: Optional[float] = None) -> Optional[bytes]:
        """The next line; None if nothing comes, or nothing within `wait` seconds.

        A line that has begun and does not go on is taken as it is.
        """
        searched = 0
        while True:
            end = self._buffer.find(b"\n", searched)
            if end >= 0:
                return self._take(end + 1)
            searched = len(self._buffer)
            piece = self._more(PATIENCE if searched else wait)
            if not piece:
                return self._take(searched) if searched else None
            self._buffer += piece

    def _take(self, size: int) -> bytes:
        line = bytes(self._buffer[:size])
        del self._buffer[:size]
        self._early -= size
        return line

    def mark(self) -> None:
        """Note what is here already: all that came before the answer that now follows."""
        piece = self._more(0)
        while piece and len(self._buffer) < _MOST_LEFT_OVER:
            self._buffer += piece
            piece = self._more(0)
        self._early = len(self._buffer)

    @property
    def was_early(self) -> bool:
        """Whether the line just taken was there before the last mark, so it may be left over."""
        return self._early >= 0


class Pipe(Input):
    """The bytes of a file descriptor."""

    def __init__(self, descriptor: int) -> None:
        super().__init__()
        self._descriptor = descriptor

    def _more(self, wait: Optional[float]) -> bytes:
        try:
            if wait is not None and not self._is_ready(wait):
                return b""
            return os.read(self._descriptor, _CHUNK)
        except OSError:  # A closed or broken input is at its end.
            return b""

    def _is_ready(self, wait: float) -> bool:
        from select import select

        try:
            return bool(select([self._descriptor], [], [], wait)[0])
        except (OSError, ValueError):  # Some systems cannot wait for such an input, only read it.
            return wait > 0


class Script(Input):
    """Turns known beforehand: each comes when the one before is answered, none when waited for."""

    def __init__(self, turns: Sequence[bytes]) -> None:
        super().__init__()
        self._turns = iter([turn for turn in turns if turn])

    def _more(self, wait: Optional[float]) -> bytes:
        return next(self._turns, b"") if wait is None else b""


def read_turn(source: Input, style: str) -> Optional[Turn]:
    """The next turn; None at the end of the input.

    `style` is how nonsense, which shows no style of its own, is to be answered.
    """
    while True:
        line = source.line()
        if line is None:
            return None
        text = _text(line)
        if not text or (source.was_early and not _opens_a_turn(text)):
            continue
        if text[0] in '{["':
            return _json_turn(source, text)
        if _is_count(text):
            return _simple_turn(source, int(text))
        return _turn(SIMPLE if text[0].isdigit() else style, [text], [])


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip("\ufeff \t\r\n\0")


def _opens_a_turn(text: str) -> bool:
    """Whether a line can be a turn's first, and not the data line that was never waited for."""
    return text[0] in '{["' or _is_count(text) or (text[0] in "0123" and text[1:2] == " ")


def _is_count(text: str) -> bool:
    return len(text) <= 4 and text.isdecimal() and int(text) <= MAX_REQUESTS


def _turn(style: str, requests: List[str], responses: List[Any], fault: str = "") -> Turn:
    whole = bool(requests) and requests[0].split(None, 1)[:1] == ["0"]
    return Turn(style, requests, responses, whole, fault)


def _simple_turn(source: Input, count: int) -> Turn:
    lines = []  # type: List[str]
    while len(lines) < 2 * count - 1:
        line = source.line(PATIENCE)
        if line is None:
            fault = "{} of {} lines came".format(len(lines), 2 * count - 1)
            return Turn(SIMPLE, lines[-1:], [], False, fault)
        lines.append(_text(line))
    return _turn(SIMPLE, lines[0::2], lines[1::2])


def _json_turn(source: Input, text: str) -> Turn:
    if text[-1] not in '}]"':
        text = _pretty(source, text)
    try:
        # Numbers are no part of any request; as floats even a million digits are quickly read.
        value = json.loads(text, parse_int=float)
    except (ValueError, RecursionError, MemoryError) as error:
        return Turn(JSON, [], [], False, "no JSON: " + (str(error) or type(error).__name__))
    if isinstance(value, str):
        return _turn(JSON, [value], [])
    if not isinstance(value, dict):
        return Turn(JSON, [], [], False, "expected an object or a string")
    return _turn_of(value)


def _pretty(source: Input, text: str) -> str:
    """JSON that a person laid out over several lines."""
    lines = [text]
    while lines[-1] != "}":
        line = source.line(PATIENCE)
        if line is None:
            break
        lines.append(line.decode("utf-8", "replace").rstrip())
    return "\n".join(lines)


def _turn_of(value: Any) -> Turn:
    requests = value.get("requests", [value.get("request")])
    responses = value.get("responses", [])
    if not isinstance(requests, list) or not isinstance(responses, list):
        return Turn(JSON, [], [], False, "requests and responses must be lists")
    if all(isinstance(request, str) for request in requests) and len(requests) <= MAX_REQUESTS:
        return _turn(JSON, requests, responses)
    newest = [request for request in requests[-1:] if isinstance(request, str)]
    return Turn(JSON, newest, [], False, "requests must be strings, at most %d" % MAX_REQUESTS)
