"""A real `mj web` under hostile requests: no 500, no traceback, its memory given back.

The whole of it, 20,000 requests: pytest -m slow tests/mj_lab/web/server/test_hostile.py
"""

import gzip
import json
import os
import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.mj_lab.conftest import thorough
from tests.mj_lab.web.server.processes import WebProcess
from tests.recorded import Recorded

MOST_GROWTH = 50  # MB


class Server(WebProcess):
    """Looked at from outside; it must end without a traceback."""

    def __init__(self, folder: Path) -> None:
        self.errors = (folder / "stderr").open("w+", encoding="utf-8", errors="replace")
        (folder / "saved").mkdir()
        super().__init__(folder / "saved", stderr=self.errors)

    def __exit__(self, *error: object) -> None:
        with self.errors:
            self.stop()
            self.errors.seek(0)
            told = self.errors.read()
        assert "Traceback" not in told, told[-3000:]

    def memory(self) -> int:
        """Resident, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) // 1024

    def settled(self, most: int) -> int:
        """The memory as soon as it is below this many MB, or else after some seconds."""
        until = time.monotonic() + 10
        while (now := self.memory()) > most and time.monotonic() < until:
            time.sleep(0.2)
        return now


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """One whose memory is looked at: nobody else has asked it anything."""
    with Server(tmp_path) as made:
        yield made


@pytest.fixture(scope="module")
def any_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as made:
        yield made


def exchange(server: Server, data: bytes, patience: float = 60) -> bytes:
    """What comes back of these bytes; after this many seconds without an answer we hang up."""
    parts = []
    with socket.create_connection(("127.0.0.1", server.port), timeout=patience) as client:
        try:
            client.sendall(data)
            while part := client.recv(1_000_000):
                parts.append(part)
        except (ConnectionError, TimeoutError):
            pass
    return b"".join(parts)


def request(method: str, path: bytes, body: bytes, headers: bytes = b"") -> bytes:
    head = method.encode() + b" " + path + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    return head + headers + f"Content-Length: {len(body)}\r\n\r\n".encode() + body


def post(server: Server, path: bytes, body: Any) -> bytes:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return exchange(server, request("POST", path, data))


def statuses(answer: bytes) -> list[int]:
    return [int(word) for word in re.findall(rb"^HTTP/1\.1 (\d+)", answer, re.MULTILINE)]


# -- what is asked --------------------------------------------------------------------------------

_odd = st.sampled_from(
    [
        *(b"%00", b"..%2f", b"%ED%A0%80", b"9" * 5000, b"-1", b"%D9%A1", b"1e9"),
        *(b"\\", b"%", b"%ff", b"?"),
    ]
)
_word = st.binary(max_size=12).map(lambda word: re.sub(rb"[\x00-\x20\x7f-\xff]", b"%20", word))
_part = st.one_of(
    _odd, _word, st.sampled_from([b"uploads", b"saved", b"api", b"analyze", b"x", b"1", b""])
)
_tactics = st.sampled_from(
    [b"greedy", b"random@seed=x", b"odds@pass_bonus=1e999", b"%ED%A0%80", b"../x"]
)
_queries = st.one_of(
    st.just(b""),
    st.builds(lambda seat, tactic: b"?seat=" + seat + b"&tactic=" + tactic, _part, _tactics),
)
_paths = st.one_of(
    st.sampled_from(
        [
            *(b"/api/uploads", b"/api/v1/analyze", b"/api/v1/fan", b"/api/saved"),
            *(b"/", b"/analyze", b"/analyze?hand=%00&flags=%ED%A0%80", b"*"),
        ]
    ),
    st.builds(
        lambda parts, query: b"/" + b"/".join(parts) + query, st.lists(_part, max_size=4), _queries
    ),
)
_KEYS = ["requests", "responses", "wall", "quan", "scores", "result", "log", "initdata", "hand"]
_KEYS += ["seat", "wind", "turn", "seen", "0", "output", "id"]
_json = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**30), 10**30),
        st.floats(),
        st.text(st.characters(categories=None), max_size=8),
        st.sampled_from(["W1", "W123 B4567 T88 F11 J233", "PASS", "0 0 0", "2 W1", "\ud800", "HU"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(_KEYS), inner, max_size=6)
    ),
    max_leaves=12,
)


def _hands() -> st.SearchStrategy[dict[str, Any]]:
    hands = st.sampled_from(
        ["W123 B4567 T88 F11 J233", "W1", "W1111 W1", "", "[W123] B45 T88", "W19B19T19F1234J123"]
    )
    return st.fixed_dictionaries(
        {
            "hand": hands | st.text(max_size=20),
            "tactic": st.sampled_from(["greedy", "random", "no", ""]),
        },
        optional={
            "seat": st.integers(-1, 5),
            "wind": st.integers(-1, 5) | st.none(),
            "turn": st.integers(-1, 40) | st.floats(),
            "seen": st.text("WBTFJ123456789 ", max_size=20),
        },
    )


def _changed(records: list[dict[str, Any]]) -> st.SearchStrategy[bytes]:
    """Records of which one place is something else, or some bytes are."""

    def change(record: dict[str, Any], path: list[int], value: Any) -> bytes:
        whole = json.loads(json.dumps(record))
        at: Any = whole
        for step in path:
            inner = at if isinstance(at, list) else list(at)
            if not inner:
                break
            key: Any = step % len(at) if isinstance(at, list) else inner[step % len(inner)]
            if not isinstance(at[key], (dict, list)) or step % 7 == 0:
                at[key] = value
                break
            at = at[key]
        return json.dumps(whole).encode()

    def flip(record: dict[str, Any], places: list[int], packed: bool) -> bytes:
        data = json.dumps(record).encode()
        changed = bytearray(gzip.compress(data, mtime=0) if packed else data)
        for place in places:
            changed[place % len(changed)] ^= 1 << place % 8
        return bytes(changed)

    some = st.sampled_from(records)
    steps = st.lists(st.integers(0, 10**6), min_size=1, max_size=6)
    return st.one_of(
        st.builds(change, some, steps, _json), st.builds(flip, some, steps, st.booleans())
    )


def _bodies(records: list[dict[str, Any]]) -> st.SearchStrategy[bytes]:
    return st.one_of(
        _changed(records),
        _hands().map(lambda hand: json.dumps(hand).encode()),
        _json.map(lambda value: json.dumps(value).encode()),
        st.binary(max_size=300),
        st.binary(max_size=100).map(gzip.compress),
    )


_headers = st.one_of(
    st.just(b""),
    st.sampled_from(
        [
            b"X-File-Name: %ED%A0%80%00\r\n",
            b"X-File-Name: \xff\xfe\r\n",
            b"Origin: http://localhost\r\n",
            b"Origin: null\r\n",
            b"Host: evil.example\r\n",
            b"Content-Length: 99999999999999999999\r\n",
            b"Content-Length: -1\r\n",
            b"Transfer-Encoding: chunked\r\n",
            b"Expect: 100-continue\r\n",
            b"Connection: upgrade\r\nUpgrade: websocket\r\n",
            b"Accept-Encoding: " + b"x" * 9000 + b"\r\n",
            b": \r\n",
        ]
    ),
)


def _requests(records: list[dict[str, Any]]) -> st.SearchStrategy[tuple[bytes, float]]:
    """Bytes to send, and for how many seconds an answer is waited for."""
    methods = st.sampled_from(["GET", "POST", "POST", "POST", "HEAD", "PUT", "OPTIONS", "X" * 40])
    odd = st.builds(request, methods, _paths, _bodies(records), _headers)
    whole = st.builds(request, methods, _paths, _bodies(records))
    to_us = st.builds(
        lambda path, body: request("POST", path, body),
        st.sampled_from([b"/api/uploads", b"/api/v1/analyze", b"/api/v1/fan"]),
        _bodies(records),
    )
    cut = st.builds(lambda data, end: data[: end % (len(data) + 1)], whole, st.integers(0, 10**6))
    twice = st.builds(lambda one, two: one.replace(b"Connection: close\r\n", b"") + two, odd, whole)
    strange = st.one_of(odd, odd, cut, twice, st.binary(max_size=100))
    return st.one_of(
        *[st.tuples(to_us, st.just(60.0))] * 5,
        *[st.tuples(whole, st.just(60.0))] * 2,
        *[st.tuples(strange, st.just(0.1))] * 2,
    )


def warm(server: Server, record: dict[str, Any]) -> None:
    """Have every part of the server loaded: what it takes for that is no leak."""
    token = re.search(rb'{"token":"([\w-]+)"', post(server, b"/api/uploads", record))
    assert token
    exchange(server, request("GET", b"/uploads/" + token[1] + b"/1?tactic=greedy", b""))
    for tactic in ("greedy", "odds"):
        asked = {"hand": "W123 B4567 T88 F11 J233", "tactic": tactic}
        assert statuses(post(server, b"/api/v1/analyze", asked)) == [200]
    assert statuses(post(server, b"/api/v1/fan", {"hand": "W111222333 W99 B123"})) == [200]


@pytest.mark.parametrize(
    "count",
    [thorough(100), pytest.param(20_000, marks=[pytest.mark.slow, pytest.mark.timeout(3600)])],
)
def test_hostile_requests(server: Server, recorded: Recorded, count: int) -> None:
    """What was sent up is opened as well."""
    records = [*recorded("rare_games")[:6], *recorded("botzone_matches")[:2]]
    warm(server, records[0])
    start, found = server.memory(), dict[int, int]()

    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(_requests(records), _queries)
    def send(asked: tuple[bytes, float], query: bytes) -> None:
        data, patience = asked
        answer = exchange(server, data, patience)
        for status in statuses(answer):
            found[status] = found.get(status, 0) + 1
            assert status < 500, data[:2000]
        token = re.search(rb'{"token":"([\w-]+)"', answer)
        if token and b"greedy" in query:
            page = exchange(server, request("GET", b"/uploads/" + token[1] + b"/1" + query, b""))
            assert statuses(page) in ([200], [400]), data[:2000]

    send()
    assert server.process.poll() is None
    end = server.settled(start + MOST_GROWTH)
    print(
        f"{sum(found.values())} answers {sorted(found.items())}; memory {start} MB, then {end} MB"
    )
    assert found.get(200, 0) > count / 20
    assert end <= start + MOST_GROWTH


@pytest.mark.parametrize("path", [b"/", b"/api/uploads", b"/nothing", b"*"])
@pytest.mark.parametrize("host", [b"localhost", b"evil.example"])
def test_a_body_that_is_no_http(any_server: Server, path: bytes, host: bytes) -> None:
    """The answer to the request and that to its body got in each other's way: a traceback."""
    head = b"POST " + path + b" HTTP/1.1\r\nHost: " + host + b"\r\nTransfer-Encoding: chunked\r\n"
    for body in (b"ZZ\r\n", b"1\r\nx\r\n-1\r\n", b"0\r\n\r\n\x00GET"):
        exchange(any_server, head + b"\r\n" + body, 1)
    assert statuses(exchange(any_server, request("GET", b"/", b""))) == [200]


@pytest.mark.thorough
def test_many_small_files_that_unpack_to_much_take_no_great_memory(
    server: Server, recorded: Recorded
) -> None:
    """20 kB of seven million empty lists, five at once: 3.2 GB and 13 s it was."""
    warm(server, recorded("rare_games")[0])
    start = server.memory()
    bombs = [
        gzip.compress(b'{"requests": [' + b"[]," * 7_000_000 + b"[]]}"),
        gzip.compress(b"[" + b'[["",{}]],' * 2_000_000 + b"[]]"),
        gzip.compress(b" " * 23_000_000 + b"["),
    ]
    most = 0
    with ThreadPoolExecutor(6) as pool:
        answers = [pool.submit(post, server, b"/api/uploads", bomb) for bomb in bombs * 4]
        while wait(answers, timeout=0.02).not_done:
            most = max(most, server.memory())
    for answer in answers:
        assert statuses(answer.result()) == [200]
        assert b'"error"' in answer.result()
    end = server.settled(start + MOST_GROWTH)
    print(f"memory {start} MB, at most {most} MB, then {end} MB")
    assert most - start < 250
    assert end <= start + MOST_GROWTH


@pytest.mark.thorough
def test_what_is_remembered_of_uploads_is_bounded(server: Server, recorded: Recorded) -> None:
    """A thousand matches in a file, file after file, some of them noise."""
    record = recorded("rare_games")[0]
    warm(server, record)
    start = server.memory()
    many = gzip.compress(b"\n".join([json.dumps(record).encode()] * 1000))
    noise = json.dumps({**record, "id": os.urandom(1_500_000).hex()}).encode()
    for body in [many] * 4 + [noise] * 12:
        answer = post(server, b"/api/uploads", body)
        assert statuses(answer) == [200]
        assert b'"token"' in answer
    end = server.settled(start + MOST_GROWTH)
    print(f"memory {start} MB, then {end} MB")
    assert end <= start + MOST_GROWTH
