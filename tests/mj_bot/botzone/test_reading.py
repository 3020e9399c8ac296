"""Bytes to turns: every form of input, in pieces of any size, and what is none of them."""

import json
import os
import subprocess
import threading
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_bot.botzone import reading
from mj_bot.botzone.reading import JSON, SIMPLE, Input, Pipe, Script, Turn, TurnReader

HISTORY = ["0 1 2", "1 0 0 0 0 " + "W1 " * 12 + "W2", "3 0 DRAW"]
ANSWERS = ["PASS", "PASS"]
WHOLE = {
    "requests": HISTORY,
    "responses": ANSWERS,
    "data": "",
    "time_limit": 6,
    "memory_limit": 256,
}


class Pieces(Input):
    """Bytes that come in given pieces; when they are used up the input has ended."""

    def __init__(self, pieces: list[bytes]) -> None:
        super().__init__()
        self._pieces = iter(pieces)

    def _more(self, wait: float | None) -> bytes:
        return next(self._pieces, b"")


def turns_of(source: Input) -> Iterator[Turn]:
    style, reader = JSON, TurnReader(source)
    while True:
        turn = reader.read(style)
        if turn is None:
            return
        style = turn.style
        yield turn


def turns(*data: bytes) -> list[Turn]:
    return list(turns_of(Script(data)))


def only(data: bytes) -> Turn:
    (turn,) = turns(data)
    return turn


def simple_text(end: str = "\n") -> bytes:
    lines = ["3", HISTORY[0], ANSWERS[0], HISTORY[1], ANSWERS[1], HISTORY[2]]
    return (end.join(lines) + end).encode()


JSON_WHOLE = Turn(JSON, HISTORY, ANSWERS, True, time_limit=6.0)
SIMPLE_WHOLE = Turn(SIMPLE, [request.strip() for request in HISTORY], ANSWERS, True)


@pytest.mark.parametrize(
    "data",
    [
        json.dumps(WHOLE).encode() + b"\n",
        json.dumps(WHOLE).encode(),  # no newline
        json.dumps(WHOLE).encode() + b"\r\n",
        b"\xef\xbb\xbf" + json.dumps(WHOLE).encode(),  # a byte order mark
        b"\n\n  " + json.dumps(WHOLE).encode(),
        json.dumps(WHOLE, indent=2).encode(),
        json.dumps(WHOLE, indent="\t").encode() + b"\n\n",
        json.dumps(WHOLE, separators=(",\n", ":")).encode(),
    ],
)
def test_a_whole_history_in_json(data: bytes) -> None:
    assert only(data) == JSON_WHOLE


@pytest.mark.parametrize(
    "data",
    [simple_text(), simple_text()[:-1], simple_text("\r\n"), b"\n" + simple_text()],
)
def test_a_whole_history_in_simple_form(data: bytes) -> None:
    assert only(data) == SIMPLE_WHOLE


def test_the_new_request_alone() -> None:
    assert only(b'"3 1 DRAW"\n') == Turn(JSON, ["3 1 DRAW"], [])
    assert only(b'{"request": "3 1 DRAW"}\n') == Turn(JSON, ["3 1 DRAW"], [])
    assert only(b'{"requests": ["3 1 DRAW"], "responses": []}\n') == Turn(JSON, ["3 1 DRAW"], [])
    assert only(b"3 1 DRAW\n") == Turn(SIMPLE, ["3 1 DRAW"], [])


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        *((6, 6.0), ("6", 6.0), (0.5, 0.5), (6000, 6.0), ("12000.0", 12.0), (500, 0.5)),
        *((given, None) for given in (None, "", "soon", "nan", True, [6], 0, -6, 100, 0.1, 1e9)),
    ],
)
def test_the_time_of_a_turn_is_in_seconds_or_milliseconds(
    given: object, seconds: float | None
) -> None:
    assert only(json.dumps({**WHOLE, "time_limit": given}).encode()).time_limit == seconds


def test_a_first_request_is_a_whole_history() -> None:
    assert only(b'"0 1 2"\n') == Turn(JSON, ["0 1 2"], [], True)
    assert only(b"0 1 2\n") == Turn(SIMPLE, ["0 1 2"], [], True)
    assert only(b"1\n0 1 2\n") == Turn(SIMPLE, ["0 1 2"], [], True)


def test_kept_running_turn_after_turn() -> None:
    first = json.dumps(WHOLE).encode()
    assert turns(first + b"\n", b'"3 0 PLAY W1"\n', b"\n", b'"2 W3"') == [
        JSON_WHOLE,
        Turn(JSON, ["3 0 PLAY W1"], []),
        Turn(JSON, ["2 W3"], []),
    ]
    assert turns(simple_text(), b"3 0 PLAY W1\n", b"2 W3\n") == [
        SIMPLE_WHOLE,
        Turn(SIMPLE, ["3 0 PLAY W1"], []),
        Turn(SIMPLE, ["2 W3"], []),
    ]


@given(st.lists(st.integers(0, 200), max_size=8), st.booleans())
def test_pieces_do_not_matter(cuts: list[int], is_json: bool) -> None:
    data = json.dumps(WHOLE).encode() + b'\n"2 W3"\n' if is_json else simple_text() + b"2 W3\n"
    places = sorted({0, len(data), *[cut for cut in cuts if cut < len(data)]})
    pieces = [data[one:two] for one, two in zip(places, places[1:], strict=False)]
    expected = [JSON_WHOLE, Turn(JSON, ["2 W3"], [])]
    if not is_json:
        expected = [SIMPLE_WHOLE, Turn(SIMPLE, ["2 W3"], [])]
    assert list(turns_of(Pieces(pieces))) == expected


def test_lines_left_over_from_a_simple_turn_are_no_turns() -> None:
    source: Pieces | Script = Pieces(
        [simple_text() + b"\nsome data\nmore of it\n", b"2 W3\nnonsense\n"]
    )
    reader = TurnReader(source)
    assert reader.read(JSON) == SIMPLE_WHOLE
    source.mark()
    assert reader.read(SIMPLE) == Turn(SIMPLE, ["2 W3"], [])
    # What comes after an answer is a turn, whatever it is.
    source = Pieces([b"nonsense\n"])
    source.mark()
    source = Script([simple_text(), b"nonsense\n"])
    reader = TurnReader(source)
    assert reader.read(JSON) == SIMPLE_WHOLE
    source.mark()
    assert reader.read(SIMPLE) == Turn(SIMPLE, ["nonsense"], [])


@pytest.mark.parametrize(
    ("data", "style"),
    [
        (b"{\n", JSON),
        (b"{}", JSON),
        (b"[]", JSON),
        (b'{"requests": 1}', JSON),
        (b'{"requests": [1]}', JSON),
        (b'{"requests": [], "responses": 3}', JSON),
        (b'{"request": null}', JSON),
        (b'{"requests": ["0 0 0", "1 0', JSON),
        (b'"2 W1', JSON),
        (b"[" * 100_000, JSON),
        (b'{"a":' * 100_000 + b"}", JSON),
        (b"{" + b'"requests": [' + b'"0 0 0",' * 3000 + b'"0 0 0"]}', JSON),
        (b"5\n0 0 0\nPASS\n", SIMPLE),
    ],
)
def test_faults_are_named(data: bytes, style: str) -> None:
    turn = only(data)
    assert turn.fault and turn.style == style and not turn.whole


def test_a_fault_keeps_the_newest_request() -> None:
    assert only(b'{"requests": [null, "2 W1"]}').requests == ["2 W1"]


def test_a_number_of_a_million_digits_is_read_quickly() -> None:
    data = b'{"requests": ["0 1 2"], "responses": [], "data": ' + b"9" * 1_000_000 + b"}"
    assert only(data) == Turn(JSON, ["0 1 2"], [], True)


@pytest.mark.parametrize("size", [40, 10_000])
def test_a_turn_that_is_too_long_keeps_its_newest_request(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MAX_TURN_BYTES", 200)
    data = json.dumps({**WHOLE, "data": "x" * 500}).encode() + b'\n"2 W3"\n'
    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    assert list(turns_of(Pieces(pieces))) == [
        Turn(JSON, HISTORY[2:], [], False, reading.TOO_LONG),
        Turn(JSON, ["2 W3"], []),
    ]


@given(st.lists(st.binary(max_size=60), max_size=4), st.sampled_from([JSON, SIMPLE]))
def test_any_bytes_are_turns_or_none(data: list[bytes], style: str) -> None:
    reader = TurnReader(Script(data))
    while True:
        turn = reader.read(style)
        if turn is None:
            return
        assert turn.style in (JSON, SIMPLE)
        assert all(isinstance(request, str) for request in turn.requests)


# -- a real pipe ----------------------------------------------------------------------------


@pytest.fixture
def pipe() -> Iterator[tuple[Pipe, int]]:
    out, into = os.pipe()
    yield Pipe(out), into
    os.close(out)


def test_a_turn_that_stops_in_the_middle_does_not_wait_for_ever(
    pipe: tuple[Pipe, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "PATIENCE", 0.01)
    source, into = pipe
    reader = TurnReader(source)
    for data, fault in ((b'{"requests": [', True), (b'"2 W3"', False), (b"3\n0 0 0\n", True)):
        os.write(into, data)
        turn = reader.read(JSON)
        assert turn is not None and bool(turn.fault) is fault
    os.close(into)
    assert reader.read(JSON) is None


def test_a_slow_writer_is_waited_for() -> None:
    """It writes the rest when the reader waits for it."""
    out, into = os.pipe()
    data = json.dumps(WHOLE).encode() + b"\n"
    awaited = threading.Event()

    class Awaiting(Pipe):
        def _more(self, wait: float | None) -> bytes:
            if wait is not None:
                awaited.set()
            return super()._more(wait)

    def write_slowly() -> None:
        os.write(into, data[:40])
        awaited.wait()
        os.write(into, data[40:])
        os.close(into)

    writer = threading.Thread(target=write_slowly)
    writer.start()
    assert list(turns_of(Awaiting(out))) == [JSON_WHOLE]
    writer.join()
    os.close(out)


LATER = b"2 W3\n"
# A whole turn, cut in pieces with a pause after each, and what the next one is in its style.
PAUSED = {
    "a line of JSON": (json.dumps(WHOLE).encode() + b"\n", b'"2 W3"\n'),
    "JSON in lines": (json.dumps(WHOLE, indent=1).encode() + b"\n", b'"2 W3"\n'),
    "simple": (simple_text(), LATER),
    "one request": (b"3 1 PLAY W1\n", LATER),
}


class Pausing(Input):
    """Pieces with a pause after each that is longer than any turn is waited for."""

    def __init__(self, pieces: list[bytes]) -> None:
        super().__init__()
        self._pieces = iter(pieces)
        self._is_late = False

    def _more(self, wait: float | None) -> bytes:
        if wait is not None and self._is_late:
            return b""
        self._is_late = True
        return next(self._pieces, b"")


@pytest.mark.parametrize("name", PAUSED)
def test_a_turn_that_pauses_is_answered_once(name: str) -> None:
    """Wherever it does: what comes of it after its answer is no turn; the next turn is."""
    data, later = PAUSED[name]
    for first in range(1, len(data)):
        found = list(turns_of(Pausing([data[:first], data[first:], later])))
        assert [turn.requests for turn in found[1:]] == [["2 W3"]], first


def test_what_follows_a_line_that_paused_is_a_turn_whatever_it_is() -> None:
    data, _ = PAUSED["a line of JSON"]
    found = list(turns_of(Pausing([data[:40], data[40:], b"nonsense\n"])))
    assert [turn.requests for turn in found[1:]] == [["nonsense"]]


@pytest.mark.parametrize("name", ["simple", "JSON in lines"])
def test_a_pause_after_every_line_is_one_turn(name: str) -> None:
    data, later = PAUSED[name]
    found = list(turns_of(Pausing([*data.splitlines(keepends=True), later])))
    assert [turn.requests for turn in found[1:]] == [["2 W3"]]


def test_more_requests_than_a_game_has_are_one_turn() -> None:
    text = b"\n".join([b"10000", *[b"2 W1\nPLAY W1"] * 9999, b"2 W3"]) + b"\n"
    (turn,) = turns(text)
    assert turn.requests == ["2 W3"] and not turn.whole and turn.fault == reading.TOO_MANY


def test_a_mark_takes_what_is_there_and_does_not_wait(pipe: tuple[Pipe, int]) -> None:
    source, into = pipe
    os.write(into, simple_text() + b"data\n")
    reader = TurnReader(source)
    assert reader.read(JSON) == SIMPLE_WHOLE
    source.mark()
    os.write(into, b"junk\n")
    assert reader.read(SIMPLE) == Turn(SIMPLE, ["junk"], [])
    os.close(into)


def test_a_closed_input_is_at_its_end() -> None:
    out, into = os.pipe()
    os.close(into)
    os.close(out)
    assert TurnReader(Pipe(out)).read(JSON) is None


def test_blank_lines_without_end_are_the_end() -> None:
    with subprocess.Popen(["yes", ""], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        reader = TurnReader(Pipe(process.stdout.fileno()))
        assert reader.read(JSON) is None
        process.kill()
