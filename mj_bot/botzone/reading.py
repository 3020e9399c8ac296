"""What comes in: bytes from Botzone, parted into turns.

JSON or simple, the whole history or the new request alone, is told from the first bytes of each
turn, so the same process understands a restart, a kept-running match and a person's file.
"""

import json
import os
from time import monotonic
from typing import Any, List, NamedTuple, Optional, Sequence

JSON = "JSON"
SIMPLE = "simple"

# Between turns a process waits without end. A turn that has begun has PATIENCE seconds to arrive;
# then what is here is taken, so that input that is cut off cannot hang the game.
PATIENCE = 0.6
# Bytes that a turn may have, ten times what Botzone sends; of more only the beginning is kept.
MAX_TURN_BYTES = 2 << 20
# More turns than any game has: the wall is empty long before.
MAX_REQUESTS = 2000

TOO_LONG = "more than {} bytes in a turn".format(MAX_TURN_BYTES)
REQUESTS = '"requests"'
_MOST_LINES = 4 * MAX_REQUESTS
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
    """Lines out of bytes that come piece by piece; subclasses say where from.

    began: the time (monotonic, seconds) at which the running turn's first byte was here.
    is_full: whether the running turn has more bytes than one may have.
    """

    def __init__(self) -> None:
        self.began = monotonic()
        self.is_full = False
        self._buffer = bytearray()
        self._early = 0
        self._room = MAX_TURN_BYTES

    def _more(self, wait: Optional[float]) -> bytes:
        """The next piece, waiting at most `wait` seconds (None: for ever); empty at the end."""
        raise NotImplementedError

    def first_line(self) -> Optional[bytes]:
        """The line that a turn begins with, whenever it comes; None at the end of the input."""
        if not self._buffer:
            piece = self._more(None)
            if not piece:
                return None
            self._buffer += piece
        self.began = monotonic()
        self.is_full = False
        self._room = MAX_TURN_BYTES
        return self.line()

    def line(self) -> Optional[bytes]:
        """The next line of the turn that has begun; None if none comes within the turn's time.

        A line that does not go on is taken as it is, of one too long its beginning.
        """
        searched = 0
        while True:
            end = self._buffer.find(b"\n", searched)
            if end >= 0:
                return self._kept(self._take(end + 1))
            searched = len(self._buffer)
            if searched > self._room:
                line = self._kept(self._take(searched))
                self._skip_line()
                return line
            piece = self._rest()
            if not piece:
                return self._kept(self._take(searched)) if searched else None
            self._buffer += piece

    def _rest(self) -> bytes:
        """The next piece within the turn's time; at its end still what is here already."""
        return self._more(max(0.0, self.began + PATIENCE - monotonic()))

    def _kept(self, line: bytes) -> bytes:
        room, self._room = self._room, max(0, self._room - len(line))
        if len(line) <= room:
            return line
        self.is_full = True
        return line[:room]

    def _skip_line(self) -> None:
        """Read to the end of a line that nobody wants, or to that of the turn's time."""
        while monotonic() < self.began + PATIENCE:
            piece = self._rest()
            if not piece:
                return
            end = piece.find(b"\n")
            if end >= 0:
                self._early -= end + 1
                self._buffer += piece[end + 1 :]
                return
            self._early -= len(piece)

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
        line = source.first_line()
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
    came = 0
    while came < 2 * count - 1:
        line = source.line()
        if line is None:
            fault = "{} of {} lines came".format(came, 2 * count - 1)
            return Turn(SIMPLE, lines[-1:], [], False, fault)
        if source.is_full:  # There is no room for the rest, but the newest request is needed.
            del lines[:]
        lines.append(_text(line))
        came += 1
    if source.is_full:
        return Turn(SIMPLE, lines[-1:], [], False, TOO_LONG)
    return _turn(SIMPLE, lines[0::2], lines[1::2])


def _json_turn(source: Input, text: str) -> Turn:
    if text[-1] not in '}]"' and not source.is_full:
        text = _pretty(source, text)
    if source.is_full:
        return Turn(JSON, _newest_in(text), [], False, TOO_LONG)
    try:
        # Numbers are no part of any request; as floats even a million digits are quickly read.
        value = json.loads(text, parse_int=float)
    except (ValueError, RecursionError, MemoryError) as error:
        return Turn(JSON, _newest_in(text), [], False, "no JSON: " + (str(error) or "too deep"))
    if isinstance(value, str):
        return _turn(JSON, [value], [])
    if not isinstance(value, dict):
        return Turn(JSON, [], [], False, "expected an object or a string")
    return _turn_of(value)


def _newest_in(text: str) -> List[str]:
    """The newest request of JSON that is cut off or broken, if its requests can be read alone."""
    place = text.find(REQUESTS)
    start = text.find("[", place)
    if place < 0 or text[place + len(REQUESTS) : start].strip(" \t\r\n:"):
        return []
    try:
        requests, _ = json.JSONDecoder(parse_int=float).raw_decode(text, start)
    except (ValueError, RecursionError, MemoryError):
        return []
    return [request for request in requests[-1:] if isinstance(request, str)]


def _pretty(source: Input, text: str) -> str:
    """JSON that a person laid out over several lines."""
    lines = [text]
    last = text
    while last != "}":
        line = source.line()
        if line is None:
            break
        last = line.decode("utf-8", "replace").rstrip()
        if last and len(lines) < _MOST_LINES:
            lines.append(last)
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
