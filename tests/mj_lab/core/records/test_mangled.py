"""Files with something wrong in them, read and written in every way: all, or a line that says why.

All of it, 100,000 of them: pytest -m slow tests/mj_lab/core/records/test_mangled.py
"""

import bz2
import gzip
import json
import lzma
import shutil
import struct
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_lab.core.records.archives import read_records
from mj_lab.core.records.convert.converting import converted
from mj_lab.core.records.convert.formats import Format
from mj_lab.core.records.convert.texts import texts_of
from mj_lab.core.records.decisions import seats_by_turn
from mj_lab.core.records.formats.botzone_log import to_botzone
from mj_lab.core.records.json_lines import RecordError
from mj_lab.core.records.json_value import MOST_DEPTH, MOST_VALUES, entries_of, parse_json
from mj_lab.core.records.match import to_line
from mj_lab.core.records.matches import read_matches
from mj_lab.core.records.sources import read_sources
from tests.conftest import RECORDED
from tests.mj_lab.core.records.convert.judged import judged_games
from tests.mj_lab.core.records.golden import own_records, recorded_records, spoilt
from tests.mj_lab.core.records.test_unpacking import zipped
from tests.recorded import Recorded

_JUNK = (b"", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\t", b"{", b"]", b'"')
_WORDS = (*_JUNK, b"-1", b"99", b"W0", b"Player", b"Ignore")
_NUMBERS = b"0123456789"


def resequenced(record: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A hand of tziakcha with an event at another place, too, or without one."""
    changed: dict[str, Any] = json.loads(json.dumps(record))
    events = changed["step"]["a"]
    event = events.pop(chance.randrange(len(events)))
    for _ in range(chance.randrange(3)):
        events.insert(chance.randrange(len(events)), event)
    return changed


def records_of(recorded: Recorded, chance: Random) -> list[Any]:
    """Games in every form of JSON, whole, and what one seat saw."""
    records = [*own_records(), *recorded("reference_decisions")[:3]]
    records += recorded_records() if RECORDED.is_dir() else []
    records += [json.loads(one) for one in texts_of(next(judged_games(1)), Format.SEAT, None)]
    hands = [one for one in records if "step" in one]
    return [*records, *(resequenced(one, chance) for one in hands for _ in range(4))]


def texts_in_lines() -> list[bytes]:
    """Two hands in each format of lines, as our own games make it."""
    fair = [one for one in judged_games(9, True) if one.result.action in ("HU", "HUANG")]
    flat = [one for one in judged_games(9) if one.result.action in ("HU", "HUANG")]
    some = ((Format.HUMAN, fair[:1]), (Format.HUMAN, fair[1:2]), (Format.DATASET, flat[:2]))
    return [
        "".join(text for one in of for text in texts_of(one, to, 1)).encode() for to, of in some
    ]


def mangled(data: bytes, chance: Random) -> bytes:
    """The same with something wrong in its bytes, its numbers or the order of its lines."""
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        place, width = chance.randrange(len(data) + 1), chance.choice((0, 1, 1, 2, 8, 200))
        what = chance.randrange(8)
        if what == 0:
            data = data[:place] + chance.choice(_WORDS) + data[place + width :]
        elif what == 1:
            data = data[:place]
        elif what == 2:
            data = data[:place] + data[place : place + width] * 2 + data[place + width :]
        elif what == 3:
            data = data[:place] + chance.randbytes(width) + data[place:]
        elif what == 4:
            at = chance.choice([at for at, byte in enumerate(data) if byte in _NUMBERS] or [0])
            data = data[:at] + bytes([chance.choice(_NUMBERS)]) + data[at + 1 :]
        else:
            lines = data.split(b"\n")
            one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
            if what == 5:
                del lines[one]
            elif what == 6:
                lines.insert(one, lines[two])
            else:
                lines[one], lines[two] = lines[two], lines[one]
            data = b"\n".join(lines)
    return data


PACKED: tuple[Callable[[bytes], bytes], ...] = (
    *(partial(gzip.compress, mtime=0), bz2.compress, lzma.compress),
    *(partial(zipped, method=method, names=("a.txt", "b.txt")) for method in (0, 8, 12, 14)),
    lambda data: zipped(gzip.compress(data)),
)


def packed(data: bytes, chance: Random) -> bytes:
    """Sometimes as an archive, which may be mangled itself, most often its directory at the end."""
    if chance.random() < 0.65:
        return data
    data = chance.choice(PACKED)(data)
    if chance.random() < 0.25:
        return data
    place = max(0, len(data) - chance.choice((120, 120, len(data))))
    number = struct.pack("<H", chance.choice((0, 1, 12, 14, 99, 0xFFFF)))
    at = chance.randrange(place, len(data))
    data = data[:at] + number + data[at + 2 :] if chance.random() < 0.5 else data
    return data[:place] + mangled(data[place:], chance)


def files(recorded: Recorded, chance: Random) -> Iterator[bytes]:
    """Without end: of every format."""
    records, texts = spoilt(records_of(recorded, chance), chance), texts_in_lines()
    while True:
        whole = mangled(chance.choice(texts), chance) if chance.random() < 0.4 else next(records)
        yield packed(whole, chance)


def read_through(path: Path) -> Counter[str]:
    """Read a file in every way; how each ended."""
    ended: Counter[str] = Counter()
    readers: dict[str, Callable[[], Any]] = {
        "records": lambda: [None for _ in read_records(path)],
        "matches": lambda: [json.loads(to_line(match)) for match in read_matches(path)],
        "logs": lambda: [json.dumps(to_botzone(match)).encode() for match in read_matches(path)],
        "decisions": lambda: [
            list(islice(source.decisions(None), 9)) for source in read_sources(path)
        ],
        "turns": lambda: [list(islice(seats_by_turn(match), 9)) for match in read_matches(path)],
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


def convert(path: Path, wanted: Format, out: Path) -> Counter[str]:
    """Write it in another format: whole, or nothing; how that ended."""
    ended: Counter[str] = Counter()
    told: list[str] = []
    try:
        converted([path], wanted, out, None, told.append)
    except ValueError as error:
        assert len(str(error).splitlines()) == 1 and (told or "nothing to write" in str(error))
        assert not out.exists()
        ended["refused"] += 1
    else:
        ended[f"{wanted.value} written"] += 1
        ended["skipped"] += bool(told)
        read_back(path, wanted, out)
        (shutil.rmtree if out.is_dir() else Path.unlink)(out)
    for line in told:
        assert line.startswith(str(path)), line
        assert len(line.splitlines()) == 1 and len(line) <= 500, line
        ended["lines told"] += ": line " in line
    assert list(out.parent.iterdir()) == [path.parent]
    return ended


def read_back(path: Path, wanted: Format, out: Path) -> None:
    if wanted not in (Format.HUMAN, Format.DATASET):
        for line in out.read_text(encoding="utf-8").splitlines():
            json.loads(line, parse_constant=pytest.fail)
    if wanted is Format.LINES:
        with_faults: list[RecordError] = []
        matches = list(read_matches(path, with_faults.append))
        ours = list(read_matches(out))
        assert with_faults or ours == [one.model_copy(update={"level": None}) for one in matches]


def hold(recorded: Recorded, folder: Path, count: int, seed: str) -> None:
    chance, ended = Random(seed), Counter[str]()
    path = folder / "in" / "mangled"
    path.parent.mkdir()
    for number, data in enumerate(islice(files(recorded, chance), count)):
        path.write_bytes(data)
        try:
            ended += read_through(path)
            for wanted in chance.sample(list(Format), 3):
                ended += convert(path, wanted, folder / "out")
        except Exception as error:
            raise AssertionError((seed, number)) from error
    print(sorted(ended.items()))
    # Much of it must get deep to be worth anything.
    for name in ("matches", "decisions", "turns"):
        assert min(ended[f"{name} read"], ended[f"{name} told"]) > count / 20
    assert all(ended[f"{one.value} written"] for one in Format)
    assert min(ended["salasasa written"], ended["botzone written"]) > count / 100
    assert min(ended[name] for name in ("refused", "skipped", "lines told")) > count / 20


@pytest.mark.parametrize("count", [150, pytest.param(600, marks=pytest.mark.slow)])
def test_mangled_files(tmp_path: Path, recorded: Recorded, count: int) -> None:
    hold(recorded, tmp_path, count, f"some {count}")


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_a_hundred_thousand_mangled_files(tmp_path: Path, recorded: Recorded) -> None:
    tracemalloc.start()
    try:
        hold(recorded, tmp_path, 100_000, "all")
        assert tracemalloc.get_traced_memory()[1] < 300_000_000
    finally:
        tracemalloc.stop()


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
    assert [json.loads(entry) for _, entry in entries_of(data, len(data))] == value
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
