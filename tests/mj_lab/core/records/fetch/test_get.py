"""`mj records fetch` against a server of ours that answers well, late, wrongly, or not at all."""

import gzip
import html
import json
import socket
import subprocess
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from select import select
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_lab.core.records.fetch.log_in_page import game_in_answer
from mj_lab.core.records.fetch.match_address import match_address
from mj_lab.core.records.formats.botzone_log import to_botzone
from mj_lab.core.records.json_lines import RecordError
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches
from tests.command import mj
from tests.mj_lab.core.records.fetch.serving import served

pytest.importorskip("httpx")
import contextlib

from mj_lab.core.records.fetch.download import DownloadError, DownloadLimits, fetched
from tests.recorded import Recorded

Answer = Callable[[BaseHTTPRequestHandler], None]
ID = "61602cb45ddc087351c04358"


def answer(status: int = 200, body: bytes = b"", **headers: str) -> Answer:
    """An answer with a status, a body and headers."""

    def send(asked: BaseHTTPRequestHandler) -> None:
        asked.send_response(status)
        for name, value in headers.items():
            asked.send_header(name.replace("_", "-"), value)
        asked.send_header("content-length", str(len(body)))
        asked.end_headers()
        asked.wfile.write(body)

    return send


@pytest.fixture
def site() -> Iterator[SimpleNamespace]:
    """A site: its `name`, the `answers` that it gives in turn (the last again), the `paths`."""
    found = SimpleNamespace(answers=[answer(404)], paths=[], name="")

    def give(asked: BaseHTTPRequestHandler) -> None:
        found.paths.append(asked.path)
        place = min(len(found.paths), len(found.answers)) - 1
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            found.answers[place](asked)

    with served(give) as found.name:
        found.url = f"http://{found.name}/match/{ID}"
        yield found


@pytest.fixture
def match(recorded: Recorded) -> Match:
    found = Match.model_validate(recorded("botzone_matches")[0])
    beside = {"debug": ((2, 1, "why"),), "times": ((7.0, None, 3.0, 2.0),) * len(found.requests)}
    players = ("mine", "theirs", "another", "the last")
    # A log has no level.
    return found.model_copy(update={"id": ID, "level": None, "players": players, **beside})


def body_of(match: Match) -> bytes:
    return json.dumps(to_botzone(match)).encode()


def get(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return mj("records", "fetch", *words, folder=folder)


# -- the command -------------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_match_is_fetched_as_a_file_of_ours(
    site: SimpleNamespace, match: Match, tmp_path: Path
) -> None:
    site.answers = [answer(503, b"busy"), answer(200, body_of(match))]
    done = get(tmp_path, ID, "--site", site.name)
    assert done.returncode == 0, done.stderr
    assert site.paths == [f"/match/{ID}?lite=true"] * 2
    assert "503" in done.stderr and "again in 1 s" in done.stderr
    assert done.stdout.startswith(f"{ID}.jsonl: {len(match.requests)} turns, scores ")
    assert done.stdout.splitlines()[1:] == [
        f"played by {', '.join(match.players)}",
        f"if one of them is yours: mj review --own NAME {ID}.jsonl",
    ]
    (saved,) = read_matches(tmp_path / f"{ID}.jsonl")
    assert saved == match
    again = get(tmp_path, site.url)
    assert (again.returncode, site.paths[2:]) == (2, [])
    assert again.stderr == f"mj: {ID}.jsonl exists already; --force overwrites it\n"
    logged = get(tmp_path, site.url + "?lite=true", "-o", "log.json")
    assert logged.returncode == 0, logged.stderr
    (saved,) = read_matches(tmp_path / "log.json")
    assert saved == match


def test_a_failure_is_one_line_and_leaves_no_file(site: SimpleNamespace, tmp_path: Path) -> None:
    done = get(tmp_path, site.url)
    assert done.returncode == 2
    assert done.stderr == (
        f"mj: {site.url}?lite=true: the server answers 404 Not Found: there is no such match\n"
    )
    assert list(tmp_path.iterdir()) == []


# -- the download ------------------------------------------------------------------------------


def pages(site: SimpleNamespace, **limits: Any) -> bytes:
    """The page as it is fetched, without the waits."""
    site.told, site.waits = [], []
    wanted = DownloadLimits(**{"seconds": 20.0, **limits})
    return fetched(site.url, wanted, site.told.append, site.waits.append)


def test_waits_double_and_the_servers_own_is_kept(site: SimpleNamespace) -> None:
    site.answers = [answer(500), answer(429, retry_after="7"), answer(502), answer(200, b"x")]
    assert pages(site) == b"x"
    assert site.waits == [1, 7, 4]
    assert len(site.told) == 3


def test_it_gives_up_after_four_tries(site: SimpleNamespace) -> None:
    site.answers = [answer(503, retry_after="99999")]
    with pytest.raises(DownloadError, match=r"503 Service Unavailable \(4 times\)"):
        pages(site)
    assert len(site.paths) == 4
    assert site.waits == [30, 30, 30]


@pytest.mark.parametrize(
    ("status", "told"),
    [(401, "not public"), (403, "not public"), (404, "no such match"), (410, "gone"), (418, "418")],
)
def test_what_would_not_help_is_not_tried_again(
    site: SimpleNamespace, status: int, told: str
) -> None:
    site.answers = [answer(status)]
    with pytest.raises(DownloadError, match=told):
        pages(site)
    assert len(site.paths) == 1


def hang(asked: BaseHTTPRequestHandler) -> None:
    asked.rfile.read(1)  # Until who asked hangs up.


def begin(asked: BaseHTTPRequestHandler, body: bytes) -> None:
    asked.send_response(200)
    asked.send_header("content-length", "1000")
    asked.end_headers()
    asked.wfile.write(body)
    asked.wfile.flush()


def drip(asked: BaseHTTPRequestHandler) -> None:
    begin(asked, b"x")
    for _ in range(30):
        if not select([asked.connection], [], [], 0.1)[0]:
            asked.wfile.write(b"x")


def cut(asked: BaseHTTPRequestHandler) -> None:
    begin(asked, b"half")
    asked.connection.shutdown(socket.SHUT_RDWR)


def junk(asked: BaseHTTPRequestHandler) -> None:
    asked.wfile.write(b"what is this?\r\n\r\n")
    asked.close_connection = True


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (hang, "no answer within 0.8 s"),
        (drip, "no complete answer within 0.8 s"),
        (cut, "the connection broke"),
        (junk, "the connection broke"),
    ],
)
def test_a_bad_connection_is_tried_again(site: SimpleNamespace, bad: Answer, told: str) -> None:
    site.answers = [bad, answer(200, b"good")]
    assert pages(site, seconds=0.8) == b"good"
    assert told in site.told[0]


def test_nobody_there(site: SimpleNamespace) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        free = taken.getsockname()[1]
    with pytest.raises(DownloadError, match=r"no connection: .*refused \(4 times\)"):
        fetched(f"http://127.0.0.1:{free}/match/{ID}", None, print, lambda _seconds: None)


@pytest.mark.parametrize("packed", [False, True])
def test_too_much_is_not_read(site: SimpleNamespace, packed: bool) -> None:
    body = b"x" * 3_000_000
    site.answers = [answer(200, body)]
    if packed:
        site.answers = [answer(200, gzip.compress(body), content_encoding="gzip")]
    with pytest.raises(DownloadError, match="over 1 MB"):
        pages(site, most=1_000_000)
    assert len(site.paths) == 1


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("https://evil.example/match/" + ID, "another site"),
        ("/login", "not public"),
        ("/match/" + ID, "too many redirects"),
    ],
)
def test_where_it_is_not_led(site: SimpleNamespace, place: str, told: str) -> None:
    site.answers = [answer(302, location=place)]
    with pytest.raises(DownloadError, match=told):
        pages(site)


def test_a_page_of_the_same_match_is_followed(site: SimpleNamespace) -> None:
    site.answers = [answer(301, location=f"/match/{ID}?view=1"), answer(200, b"there")]
    assert pages(site) == b"there"
    assert site.paths[1] == f"/match/{ID}?view=1"


# -- what is in it -----------------------------------------------------------------------------


def shapes(match: Match) -> dict[str, bytes]:
    """A log in every place where a site may have it."""
    record = to_botzone(match)
    log, initdata = json.dumps(record["log"]), json.dumps(record["initdata"])
    rest = f"<script>var a = [1, {{}}]; var initdata = {initdata};</script>"
    whole = json.dumps({"status": "ok", "data": {"match": record}})
    lite = {
        "success": True,
        "players": record["players"],
        "initdata": json.dumps(record["initdata"]),
    }
    return {
        "lite": json.dumps({**lite, "logs": record["log"], "viewurl": "..."}).encode(),
        "record": json.dumps(record).encode(),
        "inside": whole.encode(),
        "script": f"<!DOCTYPE html>{rest}<script>logs = {log};</script>".encode(),
        "object": f"<html><script>load({json.dumps(record)})</script>".encode(),
        "attribute": f'<html><div data-log="{html.escape(json.dumps(record))}">'.encode(),
    }


@pytest.mark.parametrize("shape", ["lite", "record", "inside", "script", "object", "attribute"])
def test_the_log_is_found_wherever_it_is(match: Match, shape: str) -> None:
    found = game_in_answer(shapes(match)[shape], "page", ID)
    assert isinstance(found, Match)
    told = found if found.players else found.model_copy(update={"players": match.players})
    assert told == match


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"<html>Please log in</html>", "no log of a match in it"),
        (b"", "no log of a match in it"),
        (b"{", "ends inside the value"),
        (b"{}", "neither a match line"),
        (b'<script>x = [{"output": {"command": "request", "content": {}}}]</script>', "seats 0-3"),
        (b"<p>" + b"[" * 100_000, "no log of a match in it"),
        (b"<p>" + b'{"a":' * 100_000, "no log of a match in it"),
    ],
)
def test_what_holds_no_match(body: bytes, told: str) -> None:
    with pytest.raises(RecordError, match=told) as error:
        game_in_answer(body, "page", ID)
    assert "\n" not in str(error.value)


def test_a_match_that_is_still_played_and_another_one(match: Match) -> None:
    record = to_botzone(match)
    record["log"] = record["log"][:-1]
    with pytest.raises(RecordError, match="the judge did not finish"):
        game_in_answer(json.dumps(record).encode(), "page", ID)
    with pytest.raises(RecordError, match="of another match"):
        game_in_answer(body_of(match), "page", "0" * 24)


@given(st.binary(max_size=300))
def test_no_answer_breaks_it(data: bytes) -> None:
    with pytest.raises(RecordError):
        game_in_answer(data, "page", ID)


# -- the address -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "site", "url"),
    [
        (ID, "", f"https://www.botzone.org.cn/match/{ID}"),
        (ID.upper(), "", f"https://www.botzone.org.cn/match/{ID}"),
        (f"botzone.org.cn/match/{ID}", "", f"https://botzone.org.cn/match/{ID}"),
        (f"http://botzone.org.cn/match/{ID}/", "", f"https://botzone.org.cn/match/{ID}"),
        (f"https://x.y/match/{ID}?a=b#c", "localhost:80", f"http://localhost:80/match/{ID}"),
        (ID, "[::1]:8000", f"http://[::1]:8000/match/{ID}"),
        (ID, "127.0.0.1.evil.example", f"https://127.0.0.1.evil.example/match/{ID}"),
    ],
)
def test_an_address(text: str, site: str, url: str) -> None:
    assert match_address(text, site).url == f"{url}?lite=true"


@pytest.mark.parametrize(
    "text", ["", "x", ID[:-1], f"ftp://a.b/match/{ID}", f"https://u@b/match/{ID}", "a.b/" + ID]
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(ValueError, match="expected a match's id"):
        match_address(text)
