"""Files that people drop in: read if they are matches, told in one line if not."""

import gzip
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_lab.records.match import Match
from mj_lab.records.matches import MatchError
from mj_lab.web.uploads import MOST_BYTES, MOST_MATCHES, MOST_TEXT, Upload, Uploads, read_upload

Recorded = Callable[[str], tuple[dict[str, Any], ...]]


def lines(records: Sequence[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def test_recorded_files(recorded: Recorded, data_folder: Path) -> None:
    for name in ("botzone_matches", "rare_games", "judged_games"):
        upload = read_upload((data_folder / f"{name}.jsonl.gz").read_bytes(), name)
        assert [match.id for match in upload.matches] == [
            str(record["id"]) for record in recorded(name)
        ]


def test_plain_and_gzipped_are_the_same(recorded: Recorded) -> None:
    data = lines(recorded("rare_games")[:3])
    assert read_upload(data, "x") == read_upload(gzip.compress(data), "x")
    assert read_upload(data, "x").matches[0] == Match.model_validate(recorded("rare_games")[0])


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "nothing in it"),
        (b"\x00\x01\x02", "m: line 1: no JSON"),
        (b"{}", "neither a match line"),
        (b"[]", "no match in it"),
        (b"[1, 2]", "entry 1: expected a match, found int"),
        (b'{"requests": []}', "m: "),
        (b"\xff\xfe", "m: "),
        (b"[" * 100_000, "m: "),
        (b"9" * 10_000, "m: "),
        (b"\x1f\x8b" + b"junk", "m: "),
        (b"x" * (MOST_BYTES + 1), "over 4 MB, too large"),
        (gzip.compress(b"a" * (MOST_TEXT + 1)), "over 24 MB when unpacked"),
    ],
)
def test_what_is_no_match_file(data: bytes, told: str) -> None:
    with pytest.raises(MatchError) as raised:
        read_upload(data, "m")
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)
    assert "/tmp" not in str(raised.value)


def test_truncated_files(recorded: Recorded) -> None:
    whole = json.dumps(recorded("botzone_matches")[0]).encode()
    for size in range(1, len(whole), len(whole) // 40):
        with pytest.raises(MatchError):
            read_upload(whole[:size], "cut")
    packed = gzip.compress(whole)
    for size in range(3, len(packed), len(packed) // 20):
        with pytest.raises(MatchError):
            read_upload(packed[:size], "cut")


def test_too_many_matches(recorded: Recorded) -> None:
    record = min(recorded("rare_games"), key=lambda record: len(record["requests"]))
    tiny = {**record, "requests": record["requests"][:2], "responses": record["responses"][:2]}
    data = gzip.compress(lines([tiny] * (MOST_MATCHES + 1)))
    with pytest.raises(MatchError, match="over 1000 matches"):
        read_upload(data, "many")


@given(st.binary(max_size=200), st.text(max_size=20))
def test_nothing_else_is_raised(data: bytes, name: str) -> None:
    with pytest.raises(MatchError):
        read_upload(data, name)


def test_the_last_few_are_kept() -> None:
    uploads = Uploads()
    tokens = [uploads.keep(Upload(str(place), ())) for place in range(12)]
    assert len(set(tokens)) == 12
    kept = [uploads.get(token) for token in tokens]
    assert kept[:4] == [None] * 4
    assert [upload.name for upload in kept[4:] if upload] == [str(place) for place in range(4, 12)]
    assert uploads.get("guess") is None
