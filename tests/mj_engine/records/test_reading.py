"""Records read in C++: the hands that mj_lab reads, and its words for what is no hand."""

import gzip
import json
import zlib
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mj_engine._core import disagreement, inflated, read_records
from mj_lab.check import verify
from mj_lab.records.formats.botzone_log import to_botzone
from mj_lab.records.match import Match, to_line
from mj_lab.records.matches import read_matches
from tests.mj_engine.records.reading import MOST, read_by_engine, read_by_lab
from tests.mj_lab.records.formats.people.test_mangled_people import people_mangled, people_records
from tests.mj_lab.records.test_mangled import drawn_anew, mangled

OURS = Path(__file__).parents[2] / "data"


def files(folder: Path) -> list[Path]:
    """Every file of JSON of a folder."""
    ends = (".json", ".jsonl", ".gz")
    return [path for path in sorted(folder.iterdir()) if path.suffix in ends]


def plain(path: Path) -> bytes:
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


def test_every_file_is_read_hand_for_hand(data_folder: Path) -> None:
    """Botzone's matches, people's, games at two judges; what is no record is refused alike."""
    read: Counter[str] = Counter()
    for path in [*files(OURS), *files(data_folder)]:
        theirs, ours = read_by_lab(plain(path)), read_by_engine(plain(path))
        assert (ours.error, ours.skipped) == (theirs.error, theirs.skipped), path
        assert len(ours.games) == len(theirs.games), path
        for one, other in zip(ours.games, theirs.games, strict=True):
            assert one == other, path
        read["games" if ours.games else "refused"] += 1
    assert read["games"] >= 7 and read["refused"] >= 3


def logs_and_lines(folder: Path) -> list[Any]:
    """Some matches as lines of ours and as Botzone's logs, faults and common walls among them."""
    names = ["judged_games.jsonl.gz", "rare_games.jsonl.gz", "faulty_games.jsonl.gz"]
    matches = [match for name in names for match in list(read_matches(OURS / name))[:5]]
    if (folder / "tziakcha_match.json").exists():
        matches += list(read_matches(folder / "tziakcha_match.json"))[:3]
    lines = [json.loads(to_line(match)) for match in matches]
    return [*lines, *map(to_botzone, matches)]


def hold(records: st.SearchStrategy[bytes], count: int) -> None:
    ended: Counter[str] = Counter()

    @drawn_anew(count)
    @given(records)
    def read(data: bytes) -> None:
        try:
            data.decode()
        except UnicodeDecodeError:
            return  # No browser hands that on.
        theirs, ours = read_by_lab(data), read_by_engine(data)
        assert bool(ours.error) == bool(theirs.error), (ours.error, theirs.error)
        assert len(ours.skipped) == len(theirs.skipped)
        assert ours.games == theirs.games
        ended["read" if ours.games else "refused"] += 1
        ended["alike"] += ours.error == theirs.error

    read()
    assert ended["read"] > count / 20 and ended["refused"] > count / 20
    # Python's words for what is in its own objects are not ours: one refusal of 50.
    assert ended["alike"] > 0.75 * (ended["read"] + ended["refused"])


def test_damaged_records_of_people(data_folder: Path) -> None:
    hold(people_mangled(people_records(data_folder)), 200)


def test_damaged_logs_and_lines(data_folder: Path) -> None:
    hold(mangled(logs_and_lines(data_folder)), 200)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_ten_thousand_damaged_records(data_folder: Path) -> None:
    hold(people_mangled(people_records(data_folder)), 10_000)
    hold(mangled(logs_and_lines(data_folder)), 10_000)


# -- does it come out? -----------------------------------------------------------------------------


def forged(match: Match, chance: Random) -> Match:
    """A match that says something else than it is."""
    scores = list(match.scores)
    scores[chance.randrange(4)] += chance.choice((-8, 8))
    rows = [list(row) for row in match.responses]
    rows[chance.randrange(len(rows))][chance.randrange(4)] = "PLAY W1"
    changes: list[dict[str, Any]] = [
        {"scores": tuple(scores)},
        {"responses": tuple(map(tuple, rows))},
        {"result": match.result.model_copy(update={"fan_total": 88})},
        {"wall": tuple(reversed(match.wall))},
    ]
    return match.model_copy(update=chance.choice(changes))


def test_what_does_not_come_out_is_said_as_mj_check_says_it(data_folder: Path) -> None:
    """True records and forged ones, faults and people's last tiles among them."""
    chance = Random(36)
    paths = [*files(OURS), *files(data_folder)]
    told: Counter[bool] = Counter()
    for path in paths:
        if read_by_engine(plain(path)).error:
            continue
        for match in list(read_matches(path))[:60]:
            for one in (match, forged(match, chance)):
                wanted = verify.disagreement(one)
                found = disagreement(to_line(one)) or None
                assert found == wanted, (path, one.id)
                told[wanted is None] += 1
    assert told[True] > 200 and told[False] > 200


# -- the parts -------------------------------------------------------------------------------------


def test_as_many_as_a_file_may_hold() -> None:
    line = to_line(next(iter(read_matches(OURS / "judged_games.jsonl.gz"))))
    assert len(read_records("\n".join([line] * 3), "file", 3)[0]) == 3
    with pytest.raises(ValueError, match="^file: over 3 matches in one file$"):
        read_records("\n".join([line] * 4), "file", 3)


@pytest.mark.parametrize("text", ["[" * 100, '[{"a":' * 60 + "1", "[" + "0," * 100_000 + "0]"])
def test_memory_is_bounded(text: str) -> None:
    with pytest.raises(ValueError, match="nested deeper|too many|no JSON"):
        read_records('{"log":' + text + "}", "file", MOST)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.binary(max_size=3000) | st.lists(st.sampled_from(b"abc"), max_size=3000).map(bytes),
    st.sampled_from([0, 1, 6, 9]),
    st.integers(0, 10**6),
)
def test_unpacked_as_zlib_does(data: bytes, level: int, place: int) -> None:
    """Every kind of block; and with one byte changed what zlib refuses is refused."""
    packed = zlib.compress(data, level)
    assert inflated(packed, len(data)) == data
    assert inflated(packed[:-1], len(data)) is None
    if data:
        assert inflated(packed, len(data) - 1) is None
    changed = bytearray(packed)
    changed[place % len(packed)] ^= 1 << place % 8
    try:
        wanted: bytes | None = zlib.decompress(bytes(changed))
    except zlib.error:
        wanted = None
    assert inflated(bytes(changed), 10_000) == wanted
