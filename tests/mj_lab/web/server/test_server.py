"""What the server answers, spoken to over the wire as any program could."""

import http.client
import json
import os
import time
from collections.abc import Callable
from html import unescape
from threading import Event
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import save_match
from mj_lab.web.server import app
from mj_lab.web.server.saved import key_of
from mj_lab.web.server.uploads import MOST_BYTES

Recorded = Callable[[str], tuple[dict[str, Any], ...]]


def ask(
    server: SimpleNamespace,
    path: str,
    body: Any = None,
    method: str | None = None,
    headers: dict[str, str] | None = None,
) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of one request."""
    place = urlsplit(server.url)
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
    try:
        connection.request(method or ("GET" if body is None else "POST"), path, body, headers or {})
        answer = connection.getresponse()
        found = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, found, answer.read()
    finally:
        connection.close()


def test_pages_and_their_headers(server: SimpleNamespace) -> None:
    for path, status in (("/", 200), ("/analyze", 200), ("/nothing", 404), ("/saved/x", 404)):
        found, headers, body = ask(server, path)
        assert found == status
        assert headers["content-type"].startswith("text/html")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["cache-control"] == "no-store"
        assert "default-src 'none'" in unescape(body.decode())
        assert "connect-src 'self'" in unescape(body.decode())


def test_only_the_servers_own_names(server: SimpleNamespace) -> None:
    port = urlsplit(server.url).port
    for host, status in (
        (f"127.0.0.1:{port}", 200),
        (f"localhost:{port}", 200),
        (f"LOCALHOST:{port}", 200),
        (f"[::1]:{port}", 200),
        (f"evil.example:{port}", 400),
        ("127.0.0.1.evil.example", 400),
        ("", 400),
    ):
        assert ask(server, "/", headers={"Host": host})[0] == status, host


def test_requests_of_other_sites_are_refused(server: SimpleNamespace) -> None:
    for origin, status in (
        ("http://evil.example", 403),
        ("null", 403),
        (server.url.replace("http", "ftp"), 200),
        (server.url, 200),
    ):
        got, _, _ = ask(server, "/api/train/score", "{}", headers={"Origin": origin})
        assert got == status, origin


def test_bodies_are_measured(server: SimpleNamespace) -> None:
    assert ask(server, "/api/uploads", b"x" * (MOST_BYTES + 1))[0] == 413
    headers = {"Transfer-Encoding": "chunked"}
    place = urlsplit(server.url)
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
    chunks = (b"y" * 1_000_000 for _ in range(6))
    try:
        connection.request("POST", "/api/uploads", chunks, headers, encode_chunked=True)
        assert connection.getresponse().status == 413
    except (BrokenPipeError, ConnectionResetError):
        pass  # It was cut off while it still sent: refused as well.
    finally:
        connection.close()
    assert ask(server, "/")[0] == 200


def test_upload_and_replay(server: SimpleNamespace, recorded: Recorded) -> None:
    records = recorded("rare_games")[:2]
    data = "".join(json.dumps(record) + "\n" for record in records).encode()
    status, _, body = ask(server, "/api/uploads", data, headers={"x-file-name": "a%2Fb"})
    assert status == 200
    said = json.loads(body)
    assert [row["scores"] for row in said["matches"]] == [r["scores"] for r in records]
    page = f"/uploads/{said['token']}/2"
    status, _, html = ask(server, page + "?seat=1&tactic=greedy")
    assert status == 200
    block = html.split(b'id="data">')[1].split(b"</script>")[0]
    shown = json.loads(block)
    assert shown["match"]["scores"] == records[1]["scores"]
    assert (shown["seat"], shown["tactic"]) == (1, "greedy")
    assert ask(server, f"/uploads/{said['token']}/3")[0] == 404
    assert ask(server, f"/uploads/{said['token']}/0")[0] == 404
    assert ask(server, f"/uploads/{said['token']}/{'9' * 5000}")[0] == 404
    assert ask(server, "/uploads/guess/1")[0] == 404
    assert ask(server, f"/uploads/x/{'9' * 5000}")[0] == 404
    assert ask(server, f"/uploads/{said['token']}/%D9%A1")[0] == 404
    assert ask(server, page + "?tactic=nobody")[0] == 400
    assert ask(server, page + "?tactic=../evil")[0] == 400
    assert ask(server, page + "?seat=9&tactic=random")[0] == 200


def test_a_match_that_is_no_game(server: SimpleNamespace, recorded: Recorded) -> None:
    record = json.loads(json.dumps(recorded("rare_games")[0]))
    record["requests"][3] = ["<script>alert(1)</script>"] * 4
    _, _, body = ask(server, "/api/uploads", json.dumps(record).encode())
    token = json.loads(body)["token"]
    status, _, html = ask(server, f"/uploads/{token}/1")
    assert status == 400
    assert b"<script>alert" not in html
    assert b"turn 3" in html


def test_what_is_no_match_file_is_told(server: SimpleNamespace) -> None:
    status, _, body = ask(server, "/api/uploads", b"{}", headers={"x-file-name": "a%0Ab.json"})
    assert status == 200
    assert json.loads(body)["error"].startswith("a b.json: neither a match line")


@pytest.mark.parametrize(
    "change",
    [{"id": "\ud800"}, {"players": ["\udfff", "b", "c", "d"]}, {"level": "\udbff"}],
)
def test_half_of_a_surrogate_pair_is_told(
    server: SimpleNamespace, recorded: Recorded, change: dict[str, Any]
) -> None:
    record = {**recorded("rare_games")[0], **change}
    headers = {"x-file-name": "%ED%A0%80.json"}
    status, _, body = ask(server, "/api/uploads", json.dumps(record).encode(), headers=headers)
    assert status == 200
    assert "half of a surrogate pair" in json.loads(body)["error"]


def test_a_bad_file_does_not_break_the_list(server: SimpleNamespace) -> None:
    (server.folder / "bad.jsonl.gz").write_bytes(b"\x1f\x8b\x08\x00" + b"flipped" * 9)
    (server.folder / "surrogate.json").write_text('{"id": "\\ud800", "requests": []}')
    (server.folder / os.fsdecode(b"na\xffme.json")).write_text("{")
    try:
        status, _, body = ask(server, "/api/saved")
        assert status == 200
        rows = {row["file"]: row["problem"] for row in json.loads(body) if "problem" in row}
        assert sorted(rows) == ["bad.jsonl.gz", "na\ufffdme.json", "surrogate.json"]
        assert all(rows.values())
    finally:
        for path in server.folder.iterdir():
            if path.is_file() and path.suffix != ".jsonl":
                path.unlink()


def test_saved_matches(server: SimpleNamespace, recorded: Recorded) -> None:
    match = Match.model_validate(recorded("rare_games")[4])
    save_match(server.folder / "wall-1-0.jsonl", match)
    _, _, body = ask(server, "/api/saved")
    (row,) = [row for row in json.loads(body) if row["file"] == "wall-1-0.jsonl"]
    assert row["id"] == match.id
    assert ask(server, f"/saved/{row['key']}?tactic=greedy")[0] == 200
    assert ask(server, "/saved/wall-1-0.jsonl")[0] == 404
    assert ask(server, "/saved/..%2f..%2fetc%2fpasswd")[0] == 404


def test_training_waits_for_no_replay_and_no_replay_is_made_for_nobody(
    server: SimpleNamespace, recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two replays are being made, two more wait, and one of these is no longer wanted."""
    match = Match.model_validate(recorded("rare_games")[0])
    path = server.folder / "waiting.jsonl"
    save_match(path, match)
    made: list[str | None] = []
    go_on = Event()

    def slow(_find: object, seat: str | None, *_besides: object) -> str:
        made.append(seat)
        go_on.wait(60)
        return "made"

    monkeypatch.setattr(app, "_replay_html", slow)
    place = urlsplit(server.url)
    lines = []
    try:
        for seat in range(4):
            line = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
            line.request("GET", f"/saved/{key_of(path)}?seat={seat}")
            lines.append(line)
            until = time.monotonic() + 30
            while len(made) < min(seat + 1, 2):
                assert time.monotonic() < until, f"replays being made: {made}"
                time.sleep(0.01)
        assert ask(server, "/api/train/score", "{}")[0] == 200
        lines[2].close()
        time.sleep(0.3)
    finally:
        go_on.set()
    for seat in (0, 1, 3):
        answer = lines[seat].getresponse()
        assert (answer.status, answer.read()) == (200, b"made")
        lines[seat].close()
    assert sorted(map(str, made)) == ["0", "1", "3"]
    path.unlink()
