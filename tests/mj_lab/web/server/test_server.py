"""What the server answers, spoken to over the wire as any program could."""

import http.client
import json
import os
from html import unescape
from threading import Event, Semaphore
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from mj_lab.core.pages.page import data_of_page
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import save_match
from mj_lab.explain.quiz.shipped import shipped_questions
from mj_lab.explain.review.replay.match_page import replay_data
from mj_lab.web.server import app
from mj_lab.web.server.saved import key_of
from mj_lab.web.server.uploads import MOST_BYTES
from tests.recorded import Recorded

KEY = shipped_questions()[0].id
FAN = '{"hand": "W111222333 W99 B123"}'


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
        ("[::ffff:127.0.0.1]", 200),
        ("127.0.0.1.evil.example", 400),
        ("[::1].evil.example", 400),
        (f"[::1].evil.example:{port}", 400),
        ("[::1%evil.example]", 400),
        ("[::1", 400),
        ("::1", 400),
        ("[127.0.0.1]", 400),
        ("[localhost]", 400),
        ("127.0.0.1:80@evil.example", 400),
        ("localhost:80@evil.example", 400),
        ("localhost@evil.example", 400),
        ("localhost:evil.example", 400),
        ("localhost:80:80", 400),
        ("localhost:+80", 400),
        ("localhost/evil.example", 400),
        ("localhost evil.example", 400),
        ("localhost.", 400),
        ("127.0.0.1.", 400),
        ("evil.example.", 400),
        ("", 400),
    ):
        for path in ("/", "/api/v1/tactics"):
            assert ask(server, path, headers={"Host": host})[0] == status, host
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.putrequest("GET", "/", skip_host=True)
    for host in ("localhost", "evil.example"):
        connection.putheader("Host", host)
    connection.endheaders()
    assert connection.getresponse().status == 400
    connection.close()


def test_requests_of_other_sites_are_refused(server: SimpleNamespace) -> None:
    for origin, status in (
        ("http://evil.example", 403),
        ("null", 403),
        (server.url.replace("http", "ftp"), 200),
        (server.url, 200),
    ):
        for path, asked in (("/api/train/score", "{}"), ("/api/v1/fan", FAN)):
            assert ask(server, path, asked, headers={"Origin": origin})[0] == status, origin


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
    shown = data_of_page(html.decode())
    assert shown["match"]["scores"] == records[1]["scores"]
    assert (shown["seat"], shown["tactic"]) == (1, "greedy")
    of_upload = f"/uploads/{said['token']}"
    for path, status in (
        *((f"{of_upload}/{number}", 404) for number in ("3", "0", "9" * 5000, "%D9%A1")),
        ("/uploads/guess/1", 404),
        (f"/uploads/x/{'9' * 5000}", 404),
        (page + "?tactic=nobody", 400),
        (page + "?tactic=../evil", 400),
        (page + "?seat=9&tactic=random", 200),
    ):
        assert ask(server, path)[0] == status, path


def test_a_match_that_is_no_game(server: SimpleNamespace, recorded: Recorded) -> None:
    record = json.loads(json.dumps(recorded("rare_games")[0]))
    record["requests"][3] = ["<script>alert(1)</script>"] * 4
    _, _, body = ask(server, "/api/uploads", json.dumps(record).encode())
    token = json.loads(body)["token"]
    status, _, html = ask(server, f"/uploads/{token}/1")
    assert status == 400
    assert b"<script>alert" not in html
    assert b"turn 3" in html


@pytest.mark.parametrize(
    ("change", "name", "told"),
    [
        (None, "a%0Ab.json", "a b.json: neither a match line"),
        ({"id": "\ud800"}, "%ED%A0%80.json", "half of a surrogate pair"),
        ({"players": ["\udfff", "b", "c", "d"]}, "%ED%A0%80.json", "half of a surrogate pair"),
        ({"level": "\udbff"}, "%ED%A0%80.json", "half of a surrogate pair"),
    ],
)
def test_what_is_no_match_file_is_told(
    server: SimpleNamespace, recorded: Recorded, change: dict[str, Any] | None, name: str, told: str
) -> None:
    record = {} if change is None else {**recorded("rare_games")[0], **change}
    status, _, body = ask(server, "/api/uploads", json.dumps(record), headers={"x-file-name": name})
    assert status == 200
    assert told in json.loads(body)["error"]


def test_a_bad_file_does_not_break_the_list(server: SimpleNamespace) -> None:
    bad = {
        "bad.jsonl.gz": b"\x1f\x8b\x08\x00" + b"flipped" * 9,
        "surrogate.json": b'{"id": "\\ud800", "requests": []}',
        os.fsdecode(b"na\xffme.json"): b"{",
    }
    for name, data in bad.items():
        (server.folder / name).write_bytes(data)
    try:
        status, _, body = ask(server, "/api/saved")
        assert status == 200
        rows = {row["file"]: row["problem"] for row in json.loads(body) if "problem" in row}
        assert sorted(rows) == ["bad.jsonl.gz", "na\ufffdme.json", "surrogate.json"]
        assert all(rows.values())
    finally:
        for name in bad:
            (server.folder / name).unlink()


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
    made: list[int] = []
    begun, go_on = Semaphore(0), Event()

    def slow(match: Match, seat: int, *besides: Any) -> dict[str, Any]:
        made.append(seat)
        begun.release()
        go_on.wait(60)
        return replay_data(match, seat, *besides)

    monkeypatch.setattr(app, "replay_data", slow)
    place = urlsplit(server.url)
    lines = []
    try:
        for seat in range(4):
            line = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
            line.request("GET", f"/saved/{key_of(path)}?seat={seat}&tactic=greedy")
            lines.append(line)
            assert seat > 1 or begun.acquire(timeout=30), f"replays being made: {made}"
        lines[2].close()
        assert ask(server, "/api/train/score", "{}")[0] == 200
    finally:
        go_on.set()
    for seat in (0, 1, 3):
        answer = lines[seat].getresponse()
        assert (answer.status, b'id="data"' in answer.read()) == (200, True)
        lines[seat].close()
    assert sorted(made) == [0, 1, 3]
    path.unlink()


@pytest.mark.parametrize(
    ("path", "asked", "told"),
    [
        ("train/session", "[]", "expected a JSON object"),
        ("train/session", "{", "ends inside the value"),
        ("train/session", {"themes": "fan"}, "themes: expected a list"),
        ("train/session", {"themes": [1]}, "themes: expected texts"),
        ("train/session", {"themes": ["fan"] * 11}, "themes: expected a list"),
        ("train/session", {"themes": ["moon"]}, "no theme 'moon'"),
        ("train/session", {"count": "5"}, "count: expected a number"),
        ("train/session", {"count": True}, "count: expected a number"),
        ("train/session", {"count": 10**9}, "count: expected 1-100"),
        ("train/question", {}, "id: expected a short text"),
        ("train/question", {"id": "x" * 41}, "id: expected a short text"),
        ("train/question", {"id": "../../etc"}, "no such question"),
        ("train/answer", {"id": KEY}, "action: expected a short text"),
        ("train/answer", {"id": KEY, "action": "PLAY H9"}, "no answer to this question"),
        ("train/answer", {"id": KEY, "action": ["HU"]}, "action: expected a short text"),
        ("train/nonsense", {}, "no such question"),
        ("my-games", "[]", "expected a JSON object"),
        ("my-games", {"tokens": "x"}, "tokens: expected a short list"),
        ("my-games", {"tokens": ["x"] * 301}, "tokens: expected a short list"),
        ("my-games", {"tokens": [1]}, "tokens: expected texts"),
        ("my-games/review", {"token": "x"}, "token and hand"),
        ("my-games/review", {"token": "x", "hand": True}, "token and hand"),
        ("my-games/review", {"token": "x", "hand": 0}, "no such hand"),
        ("tables", {"players": ["odds"] * 4}, "a person"),
        ("tables", {"players": "human"}, "lists of texts"),
        ("tables", {"players": ["human", "no_such", "odds", "odds"]}, "no tactic"),
        ("tables", {"players": ["human", "cmd:sh", "odds", "odds"]}, "no tactic"),
        ("tables", {"hands": "4"}, "numbers"),
        ("tables", {"hands": 5}, "1, 4 or 16"),
        ("tables", {"wall_seed": 1}, "no such setting"),
        ("tables", {"names": ["x" * 99, "", "", ""]}, "24 characters"),
        ("tables", {"clock": True}, "numbers"),
        ("tables", {"lot": 1}, "lot: yes or no"),
        *(("tables/known", {"tokens": one}, "expected") for one in ("x", [1], None, [["x"]])),
        ("tables/known", {"tokens": ["x"] * 31}, "expected"),
    ],
)
@pytest.mark.usefixtures("tables_file")
def test_what_cannot_be_asked_is_said(
    server: SimpleNamespace, path: str, asked: Any, told: str
) -> None:
    """In one line; and nothing of it counts as an answer."""
    before = ask(server, "/api/train/score", "{}")[2]
    text = asked if isinstance(asked, str) else json.dumps(asked)
    status, _, answer = ask(server, f"/api/{path}", text)
    said = json.loads(answer)["error"]
    assert (status, told in said, "\n" in said) == (200, True, False), said
    assert ask(server, "/api/train/score", "{}")[2] == before
