"""The input: bytes from Botzone, split into turns.

The first bytes of a turn show whether it is JSON or simple, and whether it has the whole history or
only the new request. So one process handles restarts, long-running matches and typed files.
"""

import json
import os
from time import monotonic
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

JSON = "JSON"
SIMPLE = "simple"

# Between turns a process waits without limit. A turn that has begun has PATIENCE seconds to arrive;
# then what has arrived is used, so that no input hangs the game and the tactic has a second.
PATIENCE = 2.0
# Largest turn in bytes, ten times what Botzone sends; longer ones are truncated.
MAX_TURN_BYTES = 2 << 20
# More turns than a game can have: the wall is empty long before.
MAX_REQUESTS = 2000

TOO_LONG = "more than {} bytes in a turn".format(MAX_TURN_BYTES)
TOO_MANY = "at most {} requests".format(MAX_REQUESTS)
REQUESTS = '"requests"'
_MOST_LINES = 4 * MAX_REQUESTS
_CHUNK = 1 << 16
_MOST_LEFT_OVER = 1 << 20
# The last characters of JSON on one line.
_JSON_ENDS = ("}", "]", '"')
# The most digits of a request count; a longer number is nonsense.
_MOST_DIGITS = 6
# Plausible seconds of a turn. `time_limit` may be in seconds or milliseconds: no number fits both.
_LEAST, _MOST = 0.5, 60.0


class Turn(NamedTuple):
    """One turn of the input.

    style: JSON or SIMPLE, also that of the answer. requests, responses: all since the start of the
    game if `whole`, else only the new ones. fault: what is wrong with the input, if anything;
    `requests` then has what could be parsed. time_limit: seconds the platform gives this turn, None
    if it does not say.
    """

    style: str
    requests: List[str]
    responses: List[Any]
    whole: bool = False
    fault: str = ""
    time_limit: Optional[float] = None


class Input:
    """Lines from bytes that come in pieces; subclasses read the bytes.

    began: when the running turn's first byte came (monotonic, seconds). is_full: whether the
    running turn exceeds the allowed bytes. is_torn: whether the last line stopped in the middle, so
    that its rest may still come.
    """

    def __init__(self) -> None:
        self.began = monotonic()
        self.is_full = False
        self.is_torn = False
        self._buffer = bytearray()
        self._early = 0
        self._room = MAX_TURN_BYTES

    def _more(self, wait: Optional[float]) -> bytes:
        """The next piece, waiting at most `wait` seconds (None: forever); empty at the end."""
        raise NotImplementedError

    def first_line(self) -> Optional[bytes]:
        """The first line of a turn, waiting as long as it takes; None at the end of the input."""
        if not self._buffer:
            piece = self._more(None)
            if not piece:
                return None
            self._buffer += piece
        self.began = monotonic()
        self.is_full = False
        self._room = MAX_TURN_BYTES
        self.is_torn = False
        return self.line()

    def line(self) -> Optional[bytes]:
        """The next line of the running turn; None if none comes in time.

        An unfinished line is returned as it is; a line that is too long is truncated.
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
                if not searched:
                    return None
                self.is_torn = True
                return self._kept(self._take(searched))
            self._buffer += piece

    def _rest(self) -> bytes:
        """The next piece within the turn's time; after that, what has already arrived."""
        return self._more(max(0.0, self.began + PATIENCE - monotonic()))

    def _kept(self, line: bytes) -> bytes:
        room, self._room = self._room, max(0, self._room - len(line))
        if len(line) <= room:
            return line
        self.is_full = True
        return line[:room]

    def _skip_line(self) -> None:
        """Read and drop the rest of a line, until its end or the end of the turn's time."""
        self.is_torn = True
        while monotonic() < self.began + PATIENCE:
            piece = self._rest()
            if not piece:
                return
            end = piece.find(b"\n")
            if end >= 0:
                self.is_torn = False
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
        """Note what has already arrived: it came before the answer that is sent now."""
        piece = self._more(0)
        while piece and len(self._buffer) < _MOST_LEFT_OVER:
            self._buffer += piece
            piece = self._more(0)
        self._early = len(self._buffer)

    @property
    def was_early(self) -> bool:
        """Whether the line just read came before the last mark, so that it may be a leftover."""
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
        except OSError:  # A closed or broken input counts as ended.
            return b""

    def _is_ready(self, wait: float) -> bool:
        from select import select

        try:
            return bool(select([self._descriptor], [], [], wait)[0])
        except (OSError, ValueError):  # Some systems can read such an input but not wait for it.
            return wait > 0


class Script(Input):
    """Turns known beforehand: each comes once the one before is answered."""

    def __init__(self, turns: Sequence[bytes]) -> None:
        super().__init__()
        self._turns = iter([turn for turn in turns if turn])

    def _more(self, wait: Optional[float]) -> bytes:
        return next(self._turns, b"") if wait is None else b""


class TurnReader:
    """Turns from an input, each once; what arrives of a turn after its answer is dropped.

    A turn that stalls for longer than PATIENCE is answered as it is. Its rest, if it comes later,
    is not a new turn.
    """

    def __init__(self, source: Input) -> None:
        self._source = source
        self._is_torn = False
        self._lines_to_come = 0
        self._brace_to_come = False
        self._is_request = False  # A single line, so another request cannot be its rest.
        self._is_json = False
        self._digits = ""  # The line was a torn request count or a torn request.

    def read(self, style: str) -> Optional[Turn]:
        """The next turn; None at the end of the input, and where only blank lines come.

        style: of the answer to nonsense, which shows none.
        """
        source = self._source
        blank = 0
        while True:
            line = source.first_line()
            if line is None or blank > _MOST_LINES:
                return None
            text = _text(line)
            blank += not text
            if self._is_rest(line.decode("utf-8", "replace").rstrip()):
                continue
            if not text or (source.was_early and not _opens_a_turn(text)):
                continue
            return self._turn(text, style)

    def _is_rest(self, line: str) -> bool:
        """Whether this line belongs to the turn that was answered last.

        Not if it is torn too: every stalled input gets its answer in time.
        """
        torn, self._is_torn = self._is_torn, False
        digits, self._digits = self._digits, ""
        if not (torn or self._lines_to_come or self._brace_to_come):
            return False
        if self._source.is_torn or self._is_new(line, torn):
            self._lines_to_come, self._brace_to_come = 0, False
            return False
        if self._brace_to_come:
            self._brace_to_come = line != "}"
        elif torn and self._is_json:
            self._brace_to_come = line[-1:] not in _JSON_ENDS
        elif torn and digits and _is_count(digits + line):
            self._lines_to_come = _lines_of(int(digits + line))
        elif not torn:
            self._lines_to_come -= 1
        return True

    def _is_new(self, line: str, torn: bool) -> bool:
        """Whether a line is a whole turn, and so not the rest of another."""
        if self._lines_to_come and not torn:
            return _is_count(line) or _is_json_turn(line)
        if torn and self._is_request and _is_request(line):
            return True
        in_lines = torn and self._brace_to_come  # Each of its lines may be JSON: "2 W1" is.
        return _is_json_turn(line) and not in_lines

    def _turn(self, text: str, style: str) -> Turn:
        source = self._source
        self._is_request, self._is_json, self._digits = False, text[0] in '{["', ""
        if self._is_json:
            turn, self._brace_to_come = _json_turn(source, text)
        elif _is_count(text) and not source.is_torn:
            turn, self._lines_to_come = _simple_turn(source, int(text))
            self._is_request = not turn.fault
        else:
            self._is_request, self._is_torn = True, source.is_torn
            if source.is_torn and _is_count(text):
                self._digits = text
            return _turn(SIMPLE if text[0].isdigit() else style, [text], [])
        # JSON that can be parsed is whole, whatever follows.
        self._is_torn = source.is_torn and bool(turn.fault or not self._is_json)
        return turn


def _is_json_turn(text: str) -> bool:
    if text[:1] not in ("{", '"') or text[-1] not in '}"':
        return False
    try:
        return isinstance(json.loads(text, parse_int=float), (dict, str))
    except (ValueError, RecursionError, MemoryError):
        return False


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip("\ufeff \t\r\n\0")


def _opens_a_turn(text: str) -> bool:
    """Whether a line can start a turn, rather than being a stray data line."""
    return text[0] in '{["' or _is_count(text) or _is_request(text)


def _is_request(text: str) -> bool:
    kind, number = text[:2], text[2:3]
    return kind == "2 " or (kind in ("0 ", "1 ", "3 ") and number.isdigit())


def _is_count(text: str) -> bool:
    return len(text) <= _MOST_DIGITS and text.isdecimal()


def _turn(
    style: str, requests: List[str], responses: List[Any], time_limit: Optional[float] = None
) -> Turn:
    whole = bool(requests) and requests[0].split(None, 1)[:1] == ["0"]
    return Turn(style, requests, responses, whole, "", time_limit)


def _lines_of(count: int) -> int:
    """How many lines that many requests take; 0 if a game cannot have so many."""
    return 2 * count - 1 if 0 < count <= MAX_REQUESTS else 0


def _simple_turn(source: Input, count: int) -> Tuple[Turn, int]:
    """A turn of this many requests, and how many of its lines are missing."""
    lines = []  # type: List[str]
    came, all_lines = 0, 2 * count - 1
    is_long = count > MAX_REQUESTS
    while came < all_lines:
        line = source.line()
        if line is None:
            fault = "{} of {} lines came".format(came, all_lines)
            return Turn(SIMPLE, lines[-1:], [], False, fault), max(0, _lines_of(count) - came)
        if source.is_full or is_long:  # No room for the others, but the newest is needed.
            del lines[:]
        lines.append(_text(line))
        came += 1
    if source.is_full or is_long:
        fault = TOO_MANY if is_long else TOO_LONG
        return Turn(SIMPLE, lines[-1:], [], False, fault), 0
    return _turn(SIMPLE, lines[0::2], lines[1::2]), 0


def _json_turn(source: Input, text: str) -> Tuple[Turn, bool]:
    """A turn that begins with this line, and whether its last line, a brace, is missing."""
    is_open = False
    if text[-1] not in _JSON_ENDS and not (source.is_full or source.is_torn):
        text, is_open = _pretty(source, text)
    return _json_turn_in(source, text), is_open


def _json_turn_in(source: Input, text: str) -> Turn:
    if source.is_full:
        return Turn(JSON, _newest_in(text), [], False, TOO_LONG)
    try:
        # Requests have no numbers in JSON; as floats even a million digits parse quickly.
        value = json.loads(text, parse_int=float)
    except (ValueError, RecursionError, MemoryError) as error:
        return Turn(JSON, _newest_in(text), [], False, "no JSON: " + (str(error) or "too deep"))
    if isinstance(value, str):
        return _turn(JSON, [value], [])
    if not isinstance(value, dict):
        return Turn(JSON, [], [], False, "expected an object or a string")
    return _turn_of(value)


def _newest_in(text: str) -> List[str]:
    """The newest request in truncated or broken JSON, if its requests can still be parsed."""
    key_start = text.find(REQUESTS)
    start = text.find("[", key_start)
    if key_start < 0 or text[key_start + len(REQUESTS) : start].strip(" \t\r\n:"):
        return []
    try:
        requests, _ = json.JSONDecoder(parse_int=float).raw_decode(text, start)
    except (ValueError, RecursionError, MemoryError):
        return []
    return [request for request in requests[-1:] if isinstance(request, str)]


def _pretty(source: Input, text: str) -> Tuple[str, bool]:
    """JSON spread over several lines, and whether its last line is missing."""
    lines = [text]
    last = text
    while last != "}":
        line = source.line()
        if line is None:
            return "\n".join(lines), True
        last = line.decode("utf-8", "replace").rstrip()
        if last and len(lines) < _MOST_LINES:
            lines.append(last)
    return "\n".join(lines), False


def _turn_of(value: Any) -> Turn:
    requests = value.get("requests", [value.get("request")])
    responses = value.get("responses", [])
    if not isinstance(requests, list) or not isinstance(responses, list):
        return Turn(JSON, [], [], False, "requests and responses must be lists")
    if all(isinstance(request, str) for request in requests) and len(requests) <= MAX_REQUESTS:
        return _turn(JSON, requests, responses, _time_limit(value.get("time_limit")))
    newest = [request for request in requests[-1:] if isinstance(request, str)]
    return Turn(JSON, newest, [], False, "requests must be strings, " + TOO_MANY)


def _time_limit(value: Any) -> Optional[float]:
    """A turn's seconds, from a number or its text; None for anything else."""
    try:
        limit = float(value) if isinstance(value, (float, str)) else 0.0
    except ValueError:
        return None
    return next((seconds for seconds in (limit, limit / 1000) if _LEAST <= seconds <= _MOST), None)
