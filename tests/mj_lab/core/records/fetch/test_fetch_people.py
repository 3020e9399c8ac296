"""Matches of people fetched from a server of ours that answers as their platforms do, or not."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs

import pytest

from mj_lab.core.records.fetch.people_address import (
    PeopleAddress,
    Platform,
    is_record_page,
    people_address,
)
from mj_lab.core.records.matches import read_matches
from tests.command import mj, refused
from tests.mj_lab.core.records.fetch.serving import served
from tests.mj_lab.core.records.formats.platforms.tables import (
    common_wall_games,
    packed,
    recorded_json,
    written,
)

pytest.importorskip("httpx")
from mj_lab.core.records.fetch.download import DownloadError
from mj_lab.core.records.fetch.people import PeopleRecords


@pytest.fixture
def platform() -> Iterator[SimpleNamespace]:
    """A server: its `name`, `answers` by what is asked, `asked` in turn, `most` at a time."""
    found = SimpleNamespace(answers={}, asked=[], name="", now=0, most=0)

    def answer(asked: BaseHTTPRequestHandler) -> None:
        found.now += 1
        found.most = max(found.most, found.now)
        form = asked.rfile.read(int(asked.headers.get("content-length", 0))).decode()
        key = f"{asked.command} {asked.path} {''.join(parse_qs(form).get('id', []))}".strip()
        found.asked.append(key)
        status, said = found.answers.get(key, (404, b"nothing here"))
        body = said if isinstance(said, bytes) else json.dumps(said).encode()
        asked.send_response(status)
        asked.send_header("content-length", str(len(body)))
        asked.end_headers()
        found.now -= 1
        asked.wfile.write(body)

    with served(answer) as found.name:
        yield found


def fetch(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return mj("records", "fetch", *words, folder=folder)


def records(folder: Path) -> tuple[PeopleRecords, list[str], list[float]]:
    told: list[str] = []
    waits: list[float] = []
    return PeopleRecords(folder / "kept", told.append, pause=waits.append), told, waits


def address_of(*words: str) -> PeopleAddress:
    address = people_address(*words)
    assert address is not None
    return address


def serve_match(platform: SimpleNamespace, folder: Path, hands: int) -> None:
    """tziakcha with the first hands of the recorded match."""
    whole = recorded_json(folder, "tziakcha_match.json")
    some = whole["records"][:hands]
    session = {**whole["session"], "records": [{"i": one["id"]} for one in some]}
    platform.answers["POST /_qry/game/?id=match1"] = (200, session)
    for one in some:
        answer = {"script": packed(one["step"])}
        platform.answers[f"POST /_qry/record/ {one['id']}"] = (200, answer)


# -- the command -------------------------------------------------------------------------------


@pytest.mark.foreign
def test_a_match_of_tziakcha(platform: SimpleNamespace, data_folder: Path, tmp_path: Path) -> None:
    serve_match(platform, data_folder, 2)
    done = fetch(tmp_path, f"http://{platform.name}/game/?id=match1")
    assert done.returncode == 0, done.stderr
    assert "hand 2 of 2" in done.stderr
    assert done.stdout == (
        "match1.json: 2 hands: player1 +90, player2 +34, player3 -62, player4 -62\n"
    )
    expected = list(read_matches(data_folder / "tziakcha_match.json"))[:2]
    assert list(read_matches(tmp_path / "match1.json")) == expected
    assert platform.most == 1
    asked = len(platform.asked)
    again = fetch(tmp_path, "tziakcha:match1", "--site", platform.name)
    assert again.returncode == 2
    assert again.stderr == "mj: match1.json exists already; --force overwrites it\n"
    lines = fetch(tmp_path, "tziakcha:match1", "--site", platform.name, "-o", "lines.jsonl")
    assert lines.returncode == 0, lines.stderr
    assert list(read_matches(tmp_path / "lines.jsonl")) == expected
    assert len(platform.asked) == asked  # All of it was kept.


def test_a_match_of_salasasa(platform: SimpleNamespace, tmp_path: Path) -> None:
    match = next(common_wall_games(1))
    record = {"success": True, "data": written(match)}
    platform.answers["GET /api/platform/record/42"] = (200, record)
    done = fetch(tmp_path, f"http://{platform.name}/api/platform/record/42")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("42.json: 1 hand: ")
    (found,) = read_matches(tmp_path / "42.json")
    assert found.scores == match.scores


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ((404, b""), "404 Not Found: there is no such match"),
        ((403, b""), "the match is not public"),
        (
            (200, b"<html>please log in</html>"),
            "the answer is not JSON: '<html>please log in</html>'",
        ),
        ((200, {"success": False, "message": "private"}), "the platform refused: private"),
        ((200, {"msg": "busy"}), "no match in the answer: busy"),
        ((200, {"success": True, "data": {}}), "no match in the answer: it has data, success"),
    ],
)
def test_a_refusal_is_one_line_and_leaves_no_file(
    platform: SimpleNamespace, tmp_path: Path, answer: Any, told: str
) -> None:
    platform.answers["GET /api/platform/record/42"] = answer
    words = ("records", "fetch", "salasasa:42", "--site", platform.name)
    assert told in refused(*words, folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


# -- what is asked -------------------------------------------------------------------------------


@pytest.mark.foreign
def test_what_broke_off_goes_on(
    platform: SimpleNamespace, data_folder: Path, tmp_path: Path
) -> None:
    """Nothing is asked for twice, and between two requests is a pause."""
    serve_match(platform, data_folder, 4)
    third = "POST /_qry/record/ hand03"
    good = platform.answers[third]
    platform.answers[third] = (200, {"error": "too many questions"})
    address = address_of(f"http://{platform.name}/game/?id=match1")
    asking, _, waits = records(tmp_path)
    with pytest.raises(DownloadError, match="hand03: no hand in the answer: too many questions"):
        asking.record(address)
    assert waits == [1.0, 1.0, 1.0]
    platform.answers[third] = good
    asking, told, _ = records(tmp_path)
    record = asking.record(address)
    assert [one["id"] for one in record["records"]] == ["hand01", "hand02", "hand03", "hand04"]
    assert platform.asked[4:] == [third, "POST /_qry/record/ hand04"]
    assert told[-1] == "match1: hand 4 of 4"


@pytest.mark.foreign
def test_an_id_alone_may_be_a_hands(
    platform: SimpleNamespace, data_folder: Path, tmp_path: Path
) -> None:
    serve_match(platform, data_folder, 1)
    asking, _, _ = records(tmp_path)
    assert asking.record(address_of("tziakcha:hand01", platform.name))["id"] == "hand01"
    assert platform.asked == ["POST /_qry/game/?id=hand01", "POST /_qry/record/ hand01"]


@pytest.mark.parametrize("script", ["x", "eJwrSS0uAQAEXQHB", "A" * 4001])
def test_a_spoilt_hand_is_not_kept(platform: SimpleNamespace, tmp_path: Path, script: str) -> None:
    platform.answers["POST /_qry/record/ a"] = (200, {"script": script})
    asking, _, _ = records(tmp_path)
    with pytest.raises(DownloadError, match="script: |no JSON"):
        asking.record(address_of(f"{platform.name}/record/?id=a"))
    assert not (tmp_path / "kept").exists()


# -- addresses -----------------------------------------------------------------------------------


def test_addresses() -> None:
    told: Callable[[str], Any] = people_address
    assert told("https://tziakcha.net/record/?id=aB3-_").kind == "hand"
    assert told("tziakcha.net/game?lang=zh&id=x1#top").id == "x1"
    assert told("https://a.cn/_qry/game/?id=x") == (Platform.TZIAKCHA, "a.cn", "match", "x")
    assert told("https://b.cn/api/platform/record/17/") == (
        Platform.SALASASA,
        "b.cn",
        "match",
        "17",
    )
    assert told("https://www.botzone.org.cn/match/61602cb45ddc087351c04358") is None
    assert told("61602cb45ddc087351c04358") is None
    for other in ("tziakcha:", "tziakcha:a/b", "https://a.cn/record/?id=a b", "salasasa:../x"):
        assert told(other) is None
    with pytest.raises(ValueError, match="--site: expected a host"):
        people_address("tziakcha:a", "a/b")
    assert not is_record_page("https://www.botzone.org.cn/api/0123/5ecret/localai")
    assert is_record_page("https://tziakcha.net/record/?id=a")
