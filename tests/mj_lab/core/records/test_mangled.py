"""Record files with something wrong in them: a RecordError or ValueError of one line, or decisions.

All of it, 100,000 of them: pytest -m slow tests/mj_lab/core/records/test_mangled.py
"""

import gzip
import json
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from mj_lab.core.records.decisions import seats_by_turn
from mj_lab.core.records.formats.botzone_log import to_botzone
from mj_lab.core.records.json_lines import RecordError, read_records
from mj_lab.core.records.json_value import MOST_DEPTH, MOST_VALUES, entries_of, parse_json
from mj_lab.core.records.match import Match, to_line
from mj_lab.core.records.matches import read_matches
from mj_lab.core.records.sources import read_sources

Recorded = Callable[[str], tuple[dict[str, Any], ...]]

_WORDS = [
    "W1",
    "J3",
    "H1",
    "PASS",
    "PLAY",
    "PENG",
    "CHI",
    "GANG",
    "BUGANG",
    "HU",
    "0",
    "1",
    "2",
    "3",
]
_words = st.one_of(
    st.sampled_from(
        [*_WORDS, "4", "-1", "W0", "9" * 400, "", "²", "\u0661", "\ud800", "\x00", "1e9"]
    ),
    st.text(max_size=4),
)
_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 40),
        st.integers(),
        st.floats(),
        st.lists(_words, max_size=5).map(" ".join),
        st.just(10**400),
        st.just("[" * 2000),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_words, inner, max_size=4),
    max_leaves=8,
)
_places = st.lists(st.integers(0, 10**6), min_size=1, max_size=9)


def _at(value: Any, path: list[int], new: Any) -> Any:
    """The value with something new at a place that the numbers choose."""
    if not path or not isinstance(value, (dict, list)) or not value:
        return new
    step, rest = path[0], path[1:]
    if isinstance(value, list):
        place = step % len(value)
        return [*value[:place], _at(value[place], rest, new), *value[place + 1 :]]
    key = list(value)[step % len(value)]
    if step % 11 == 0:
        return {name: inner for name, inner in value.items() if name != key}
    return {**value, key: _at(value[key], rest, new)}


def _reworded(value: Any, path: list[int], word: str) -> Any:
    """The value with another word in one of its texts."""
    if isinstance(value, str):
        words = value.split(" ")
        place = (path or [0])[0] % len(words)
        return " ".join([*words[:place], word, *words[place + 1 :]])
    if not path or not isinstance(value, (dict, list)) or not value:
        return value
    if isinstance(value, list):
        place = path[0] % len(value)
        inner = _reworded(value[place], path[1:], word)
        return [*value[:place], inner, *value[place + 1 :]]
    key = list(value)[path[0] % len(value)]
    return {**value, key: _reworded(value[key], path[1:], word)}


def _flipped(data: bytes, places: list[int]) -> bytes:
    changed = bytearray(data)
    for place in places:
        changed[place % len(changed)] ^= 1 << place % 8
    return bytes(changed)


def _moved(data: bytes, places: list[int]) -> bytes:
    one, two, three = sorted(place % len(data) for place in [*places, 7, 77][:3])
    return data[:one] + data[two:three] + data[one:two] + data[three:][: places[0] % len(data)]


def mangled(records: list[Any]) -> st.SearchStrategy[bytes]:
    some = st.sampled_from(records)
    text = st.one_of(
        some.map(json.dumps),
        st.builds(
            lambda record, path, new: json.dumps(_at(record, path, new)), some, _places, _values
        ),
        st.builds(
            lambda record, path, word: json.dumps(_reworded(record, path, word)),
            some,
            _places,
            _words,
        ),
        _values.map(json.dumps),
    ).map(str.encode)
    changed = st.one_of(
        st.builds(
            lambda record, path, new: json.dumps(_at(record, path, new)).encode(),
            some,
            _places,
            _values,
        ),
        st.builds(
            lambda record, path, word: json.dumps(_reworded(record, path, word)).encode(),
            some,
            _places,
            _words,
        ),
        st.builds(_flipped, text, _places),
        st.builds(_moved, text, _places),
        st.builds(lambda one, two, between: one + between + two, text, text, st.binary(max_size=3)),
        st.lists(text, max_size=3).map(lambda parts: b"[" + b",".join(parts) + b"]"),
        st.binary(max_size=60),
    )
    return st.one_of(
        changed,
        changed,
        changed.map(gzip.compress),
        st.builds(_flipped, changed.map(gzip.compress), _places),
    )


def read_through(path: Path) -> Counter[str]:
    """Read a file in every way; how each ended."""
    ended: Counter[str] = Counter()
    readers: dict[str, Callable[[], Any]] = {
        "records": lambda: [None for _ in read_records(path)],
        "matches": lambda: [json.loads(to_line(match)) for match in read_matches(path)],
        "logs": lambda: [json.dumps(to_botzone(match)).encode() for match in read_matches(path)],
        "decisions": lambda: [
            list(islice(source.decisions(None), 40)) for source in read_sources(path)
        ],
        "turns": lambda: [list(seats_by_turn(match)) for match in read_matches(path)],
    }
    for name, reader in readers.items():
        try:
            reader()
            ended[f"{name} read"] += 1
        except ValueError as error:
            ended[f"{name} told"] += 1
            assert len(str(error).splitlines()) == 1, repr(error)
            assert len(str(error)) < 2000
            assert name not in ("records", "matches") or isinstance(error, RecordError), repr(error)
    return ended


def drawn_anew(count: int) -> settings:
    """So that `count` examples are drawn, none kept and none made smaller."""
    return settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def hold(path: Path, recorded: Recorded, count: int) -> None:
    matches = [Match.model_validate(record) for record in recorded("rare_games")[:4]]
    short = [
        match.model_copy(update={"requests": match.requests[:9], "responses": match.responses[:9]})
        for match in matches
    ]
    records = [
        *(json.loads(to_line(match)) for match in short),
        *(json.loads(json.dumps(to_botzone(match))) for match in short[:2]),
        *recorded("reference_decisions")[:3],
    ]
    ended: Counter[str] = Counter()

    @drawn_anew(count)
    @given(mangled(records))
    def read(data: bytes) -> None:
        path.write_bytes(data)
        ended.update(read_through(path))

    read()
    print(sorted(ended.items()))
    for name in ("matches", "decisions", "turns"):  # Much of it must get deep to be worth anything.
        assert ended[f"{name} read"] > count / 20
        assert ended[f"{name} told"] > count / 20


@pytest.mark.thorough
def test_mangled_records(tmp_path: Path, recorded: Recorded) -> None:
    hold(tmp_path / "mangled", recorded, 1500)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_hundred_thousand_mangled_records(tmp_path: Path, recorded: Recorded) -> None:
    hold(tmp_path / "mangled", recorded, 100_000)


# -- the measuring of JSON ------------------------------------------------------------------------

_plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('[]{},"\\ax ', max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text('[{",\\'), inner, max_size=3)
    ),
    max_leaves=20,
)


@given(st.lists(_plain, max_size=5), st.sampled_from([None, 1]))
def test_entries_are_those_that_json_has(value: list[Any], indent: int | None) -> None:
    data = json.dumps(value, indent=indent).encode()
    assert [json.loads(entry) for entry in entries_of(data, len(data))] == value
    assert parse_json(data) == value


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_depth_is_bounded_and_strings_have_none(opening: bytes) -> None:
    closing = b"]" if opening == b"[" else b"}"
    deep = opening * MOST_DEPTH + b"0" + closing * MOST_DEPTH
    parse_json(deep)
    for text in (opening + deep + closing, b'["]", ' * 99 + b"0" + b"]" * 99):
        with pytest.raises(ValueError, match="nested deeper"):
            parse_json(text)
    parse_json(json.dumps(["[" * 1000, '\\"[' * 1000, "\\" * 7]).encode())


@pytest.mark.parametrize("entry", [b"0", b"[]", b"{}", b'""'])
def test_values_are_counted(entry: bytes) -> None:
    parse_json(b"[" + entry + (b"," + entry) * (MOST_VALUES // 3) + b"]")
    with pytest.raises(ValueError, match="values, too many"):
        parse_json(b"[" + entry + (b"," + entry) * MOST_VALUES + b"]")


def test_a_file_of_any_size_is_read_line_by_line(tmp_path: Path, recorded: Recorded) -> None:
    line = json.dumps(recorded("rare_games")[0]).encode() + b"\n"
    path = tmp_path / "many.jsonl.gz"
    count = 64_000_000 // len(line) + 1
    path.write_bytes(gzip.compress(line, mtime=0) * count)
    assert sum(1 for _ in islice(read_records(path), count)) == count
