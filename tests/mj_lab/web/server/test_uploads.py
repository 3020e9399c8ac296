"""Files that people drop in: read if they are matches, refused in one line if not."""

import gzip
import json
import secrets
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_lab.core.records.convert.formats import Format
from mj_lab.core.records.convert.texts import texts_of
from mj_lab.core.records.formats.botzone_log import to_botzone
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import MatchError
from mj_lab.web.server import uploads as uploads_module
from mj_lab.web.server.uploads import (
    MOST_BYTES,
    MOST_KEPT,
    MOST_MATCHES,
    MOST_TEXT,
    Upload,
    Uploads,
    fetched_upload,
    read_upload,
)
from tests.mj_lab.core.records.convert.judged import judged_games
from tests.mj_lab.core.records.fetch.serving import served
from tests.mj_lab.core.records.formats.platforms.tables import common_wall_games
from tests.recorded import Recorded

# A record it is not, and no line too long for one.
BLANK_LINE = b" " * 9_999 + b"\n"


def lines(records: Sequence[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def test_recorded_files(recorded: Recorded, data_folder: Path) -> None:
    """Gzipped; plain they are the same."""
    for name in ("botzone_matches", "rare_games", "judged_games"):
        records = recorded(name)
        upload = read_upload((data_folder / f"{name}.jsonl.gz").read_bytes(), name)
        plain = read_upload(lines(records[:20]), name)
        assert upload.count == len(records)
        assert [row["id"] for row in upload.summaries] == [str(one["id"]) for one in records]
        assert plain.summaries == upload.summaries[:20]
        for number, record in enumerate(records[:20], start=1):
            assert upload.game(number) == plain.game(number) == Match.model_validate(record)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "nothing in it"),
        (b"\x00\x01\x02", "m: line 1: no JSON"),
        (b"{}", "neither a match line"),
        (b"[]", "m: nothing in it"),
        (b"[1, 2]", "entry 1: expected a match, found int"),
        (b'{"requests": []}', "m: "),
        (b"\xff\xfe", "m: "),
        (b"[" * 100_000, "m: "),
        (b"9" * 10_000, "m: line 1: no JSON: a number with too many digits"),
        (b"\x1f\x8b" + b"junk", "m: "),
        (b'{"id": "\\ud800"}', "half of a surrogate pair"),
        (b'{"quan": NaN}', "NaN is no JSON"),
        (b'{"log": [1], "initdata": "' + b"[" * 50_000 + b'"}', "m: initdata: nested"),
        (b'{"log": [1], "initdata": {"walltiles": ""}, "quan": 1e999}', "m: log[0]"),
    ],
)
def test_what_is_no_match_file(data: bytes, told: str) -> None:
    refused(data, told)


def refused(data: bytes, told: str) -> None:
    with pytest.raises(MatchError) as raised:
        read_upload(data, "m")
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)
    assert "/tmp" not in str(raised.value)


def test_a_hand_that_is_left_out_of_a_match_is_told(data_folder: Path) -> None:
    match = json.loads((data_folder / "tziakcha_match.json").read_text(encoding="utf-8"))
    del match["records"][3]["step"]["w"]
    upload = read_upload(json.dumps(match).encode(), "m")
    assert upload.count == len(match["records"]) - 1
    (told,) = upload.skipped
    assert told.startswith("m: hand 4: no wall: ")


def test_what_is_too_large() -> None:
    refused(b"x" * (MOST_BYTES + 1), "over 4 MB, too large")
    bomb = gzip.compress(BLANK_LINE * (MOST_TEXT // len(BLANK_LINE) + 1))
    refused(bomb, "over 24 MB when unpacked")


def test_truncated_files(recorded: Recorded) -> None:
    whole = json.dumps(recorded("botzone_matches")[0]).encode()
    for data, least, parts in ((whole, 1, 40), (gzip.compress(whole), 3, 20)):
        for size in range(least, len(data), len(data) // parts):
            with pytest.raises(MatchError):
                read_upload(data[:size], "cut")


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


def test_what_is_kept_is_measured(recorded: Recorded) -> None:
    match = Match.model_validate(recorded("rare_games")[0])
    noisy = match.model_copy(update={"id": secrets.token_hex(MOST_KEPT // 5)})
    uploads = Uploads()
    tokens = [uploads.keep(Upload("x", [noisy])) for _ in range(6)]
    kept = [upload for token in tokens if (upload := uploads.get(token)) is not None]
    assert 2 <= len(kept) < 6
    assert sum(upload.size for upload in kept) <= MOST_KEPT
    assert kept[-1] is uploads.get(tokens[-1])


# Texts of some 20 MB: what they begin with, what comes how often, what they end with.
HUGE = {
    "lists": (b"[", b"[],", 7_000_000, b"[]]"),
    "lists in a list": (b"[[", b"[],", 7_000_000, b"[]]]"),
    "lists in a record": (b'{"requests": [', b"[],", 7_000_000, b"[]]}"),
    "objects": (b'{"requests": [', b'{"":0},', 3_000_000, b"{}]}"),
    "texts": (b'{"requests": [', b'"",', 7_000_000, b'""]}'),
    "depth": (b"", b"[", 20_000_000, b""),
    "depth of records": (b"", b'[{"log":', 2_500_000, b""),
    "escapes": (b'["', rb"\"", 10_000_000, b'"]'),
    "backslashes": (b'["', rb"\\", 10_000_000, b'"]'),
}
# Reads files as uploads and prints by how many MB this process ever grew, and what was said.
READS = """
import resource, sys
from pathlib import Path
from mj_lab.web.server.uploads import read_upload
from tests.recorded import Recorded
def most():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
before = most()
for name in sys.argv[1:]:
    try:
        read_upload(Path(name).read_bytes(), "m")
    except ValueError as error:
        print(most() - before, error)
"""


@pytest.mark.thorough
def test_a_small_file_takes_no_great_memory(tmp_path: Path) -> None:
    """20 kB of seven million empty lists took 600 MB."""
    for name, (begin, part, times, end) in HUGE.items():
        packed = gzip.compress(begin + part * times + end)
        assert len(packed) < 100_000
        (tmp_path / name).write_bytes(packed)
    done = subprocess.run(
        [sys.executable, "-c", READS, *(str(tmp_path / name) for name in HUGE)],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    lines = done.stdout.splitlines()
    assert len(lines) == len(HUGE), done.stdout
    for name, line in zip(HUGE, lines, strict=True):
        # The text itself has 24 MB, and a few copies are made of it.
        assert int(line.split()[0]) < 120, f"{name}: {line}"


def test_every_format_that_people_have(data_folder: Path, tmp_path: Path) -> None:
    (match, *_) = judged_games(1)
    (of_people, *_) = common_wall_games(1)
    of_people = of_people.model_copy(update={"id": match.id})
    files = {}
    for form in Format:
        game = of_people if form in (Format.TZIAKCHA, Format.SALASASA) else match
        if form != Format.HUMAN:
            files[form] = "".join(texts_of(game, form, None))
    for form, text in files.items():
        with zipfile.ZipFile(tmp_path / "in.zip", "w") as packed:
            packed.writestr("inner", text)
        for data in (text.encode(), (tmp_path / "in.zip").read_bytes()):
            upload = read_upload(data, "x")
            assert upload.count == (4 if form == Format.SEAT else 1), form
            assert upload.summaries[0]["id"].startswith(match.id)
    seats = read_upload(files[Format.SEAT].encode(), "seats")
    assert [row["player"] for row in seats.summaries] == [0, 1, 2, 3]
    assert {row["action"] for row in seats.summaries} == {"SEAT"}
    assert seats.game(3) == seat_of(match, 2)


def test_a_zip_that_hides_too_much_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "in.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("inner", BLANK_LINE * (MOST_TEXT // len(BLANK_LINE) + 1))
    with pytest.raises(MatchError, match="over 24 MB when unpacked"):
        read_upload((tmp_path / "in.zip").read_bytes(), "x")


# -- addresses -------------------------------------------------------------------------------------


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """A platform on this machine that a server may ask: its `name`, `answers` by path, `asked`."""
    found = SimpleNamespace(name="", answers={}, asked=[])

    def answer(asked: BaseHTTPRequestHandler) -> None:
        found.asked.append(asked.path)
        body = found.answers.get(asked.path, b"")
        asked.send_response(200 if body else 404)
        asked.send_header("content-length", str(len(body)))
        asked.end_headers()
        asked.wfile.write(body)

    with served(answer) as found.name:
        monkeypatch.setattr(uploads_module, "FETCHED_SITES", (found.name,))
        yield found


def test_the_match_of_an_address(
    here: SimpleNamespace, recorded: Recorded, data_folder: Path, tmp_path: Path
) -> None:
    number = "61602cb45ddc087351c04358"
    match = Match.model_validate({**recorded("botzone_matches")[0], "id": number})
    here.answers[f"/match/{number}?lite=true"] = json.dumps(to_botzone(match)).encode()
    upload = fetched_upload(f" http://{here.name}/match/{number} ", tmp_path)
    assert upload.name == number and upload.count == 1
    assert upload.summaries[0]["scores"] == list(match.scores)
    salasasa = data_folder / "salasasa_native.json"
    if not salasasa.exists():
        pytest.skip("recorded matches of people are not here")
    here.answers["/api/platform/record/42"] = salasasa.read_bytes()
    of_people = fetched_upload(f"http://{here.name}/#/record/42", tmp_path)
    assert of_people.tables == read_upload(salasasa.read_bytes(), "s").tables
    assert here.asked == [f"/match/{number}?lite=true", "/api/platform/record/42"]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("http://127.0.0.1:1/match/61602cb45ddc087351c04358", "matches come from"),
        ("https://evil.example/game/?id=1", "matches come from"),
        ("https://www.botzone.org.cn.evil.example/match/61602cb45ddc087351c04358", "come from"),
        ("http://127.0.0.1/api/tables", "expected a match's id"),
        ("what", "expected a match's id"),
        ("", "expected a match's id"),
    ],
)
def test_no_other_machine_is_asked(here: SimpleNamespace, address: str, told: str) -> None:
    with pytest.raises(ValueError, match=told) as raised:
        fetched_upload(address, Path("/nowhere"))
    assert "\n" not in str(raised.value) and not here.asked
