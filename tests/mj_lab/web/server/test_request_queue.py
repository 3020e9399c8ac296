"""One client that asks too much: the others are answered as if it were not there."""

import asyncio
import gzip
import json
import socket
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from time import monotonic
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from mj_lab.web.server.request_queue import BusyError, GoneError, Turns
from tests.mj_lab.web.server.table_client import begin, socket_of

ANALYZE = "/api/v1/analyze"
HAND = json.dumps({"hand": "W123 B4567 T88 F11 J233"}).encode()
MATCHES = Path(__file__).parents[3] / "data" / "matches.jsonl.gz"
# What an honest client waits at most, in seconds; on a slow or busy machine, in times of what its
# question takes there alone. Where turns are not fair, a hundred others and more come before it.
SOON = 3.0
TIMES_ALONE = 40
GREEDY, HONEST = "127.0.0.2", "127.0.0.1"


# -- the turns themselves -------------------------------------------------------------------------


class Asker:
    """A request, as far as turns look at it. leaves: it hangs up as soon as it waits."""

    def __init__(
        self, client: str, gone: bool = False, seconds: float = 0.0, leaves: bool = False
    ) -> None:
        self.client = SimpleNamespace(host=client)
        self.gone, self.leaves = gone, leaves
        self.seconds = seconds

    async def is_disconnected(self) -> bool:
        return self.gone

    async def receive(self) -> dict[str, str]:
        if not self.leaves:
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}


def apart(work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """What it returns, in a thread: a test of a browser leaves a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work())).result()


def served(turns: Turns, askers: list[Asker]) -> list[str]:
    """Who was served, in order, when all ask at once; refused ones and leavers by their error."""
    order: list[str] = []

    async def ask(asker: Asker) -> None:
        try:
            async with turns.of(asker):  # type: ignore[arg-type]
                order.append(asker.client.host)
                await asyncio.sleep(asker.seconds)
        except (BusyError, GoneError) as error:
            order.append(type(error).__name__)

    async def all_ask() -> None:
        await asyncio.gather(*map(ask, askers))

    apart(all_ask)
    return order


def test_each_client_has_its_turn() -> None:
    order = served(Turns(1), [*[Asker("a") for _ in range(9)], Asker("b"), Asker("c"), Asker("b")])
    assert order[:5] == ["a", "a", "b", "c", "a"]
    assert sorted(order) == ["a"] * 9 + ["b", "b", "c"]


def test_who_has_gone_is_passed_over() -> None:
    leaving = [Asker("a", leaves=True) for _ in range(4)]
    order = served(Turns(1, each=3), [*leaving, Asker("b")])
    # The first is served at once; who has gone keeps no place from who comes after.
    assert sorted(order) == [*["GoneError"] * 3, "a", "b"]


def test_nothing_is_done_for_who_had_gone_before_it_waited() -> None:
    gone = [Asker("a", gone=True) for _ in range(9)]
    order = served(Turns(1, each=3), [*gone, Asker("a"), Asker("b")])
    assert sorted(order) == [*["GoneError"] * 9, "a", "b"]


@pytest.mark.thorough
def test_who_asks_too_much_is_refused() -> None:
    order = served(Turns(1, each=3), [*[Asker("a", seconds=0.5) for _ in range(6)], Asker("b")])
    # The first is served at once, three wait, and two are too many.
    assert order.count("BusyError") == 2
    order = served(Turns(2, most=1), [Asker(str(n), seconds=0.5) for n in range(5)])
    assert order.count("BusyError") == 2


def test_nobody_has_all_places() -> None:
    slow = [Asker("a", seconds=0.2) for _ in range(3)]
    order = served(Turns(2, of_one=1), [*slow, Asker("b"), Asker("b"), Asker("c")])
    assert order in (list("abbcaa"), list("abcbaa"))


def test_who_is_cancelled_leaves_the_turn_to_others() -> None:
    async def tried() -> list[str]:
        turns, order = Turns(1), []

        async def ask(name: str) -> None:
            async with turns.of(Asker(name)):  # type: ignore[arg-type]
                order.append(name)
                await asyncio.sleep(0.01)

        tasks = [asyncio.create_task(ask(name)) for name in "abcd"]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.sleep(0.005)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return order

    assert apart(tried) == ["a", "d"]


# -- a server under attack ------------------------------------------------------------------------


def address(server: SimpleNamespace) -> tuple[str, int]:
    parts = urlsplit(server.url)
    return str(parts.hostname), int(parts.port or 0)


def request(server: SimpleNamespace, path: str, body: bytes | None, length: int = 0) -> bytes:
    host = "{}:{}".format(*address(server))
    head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: {host}\r\n"
    if body is not None:
        head += f"Content-Length: {length or len(body)}\r\n"
    return head.encode() + b"\r\n" + (body or b"")


@contextmanager
def attacked(
    server: SimpleNamespace, data: bytes, times: int, stay: bool, by: str = GREEDY
) -> Iterator[None]:
    """This many connections of one client that send this, and stay or go at once."""
    with ExitStack() as stack:
        for _ in range(times):
            one = socket.create_connection(address(server), 10, source_address=(by, 0))
            one.settimeout(1)
            try:
                one.sendall(data)
            except OSError:  # It is refused already.
                one.close()
                continue
            if stay:
                stack.callback(one.close)
            else:
                one.close()
        yield


def honest(server: SimpleNamespace, path: str, body: bytes | None = None) -> tuple[int, Any, float]:
    began = monotonic()
    connection = HTTPConnection(*address(server), timeout=90, source_address=(HONEST, 0))
    connection.request("GET" if body is None else "POST", path, body)
    answer = connection.getresponse()
    found = answer.read()
    connection.close()
    is_json = answer.headers["content-type"] == "application/json"
    return answer.status, json.loads(found) if is_json else found, monotonic() - began


@pytest.fixture
def asked(server: SimpleNamespace) -> SimpleNamespace:
    """The server, with a worker that answers questions; `soon`, what is soon here, in seconds."""
    honest(server, ANALYZE, HAND)
    alone = median(honest(server, ANALYZE, HAND)[2] for _ in range(3))
    return SimpleNamespace(**vars(server), soon=max(SOON, TIMES_ALONE * alone))


@pytest.mark.parametrize(
    ("what", "times", "stay", "by"),
    [
        pytest.param("questions", 600, False, GREEDY, marks=pytest.mark.thorough),
        pytest.param("questions", 600, False, HONEST, marks=pytest.mark.thorough),
        ("questions", 100, True, GREEDY),
        ("reviews", 34, True, GREEDY),
        ("bodies held open", 6, True, GREEDY),
        ("lists", 150, True, GREEDY),
    ],
)
def test_who_asks_much_is_in_nobodys_way(
    asked: SimpleNamespace, what: str, times: int, stay: bool, by: str
) -> None:
    """Another is answered soon; also where the next question comes from the same address."""
    match = json.loads(gzip.decompress(MATCHES.read_bytes()).splitlines()[0])
    review = ("/api/v1/review", json.dumps({"match": match}).encode())
    # A review that has begun is not broken off.
    begun = honest(asked, *review)[2] if what == "reviews" else 0.0
    data = {
        "questions": request(asked, ANALYZE, HAND),
        "reviews": request(asked, *review),
        "lists": request(asked, "/api/saved", None),
        "bodies held open": request(asked, "/api/uploads", b"x" * 3_900_000, length=4_000_000),
    }[what]
    with attacked(asked, data, times, stay, by):
        wanted = ("/api/saved", None) if what == "lists" else (ANALYZE, HAND)
        status, found, seconds = honest(asked, *wanted)
    assert status == 200 and "error" not in found
    assert seconds < asked.soon + begun


def test_tables_without_end(server: SimpleNamespace) -> None:
    body = json.dumps({"players": ["human", "random", "random", "random"]}).encode()
    taken, refused, began = 0, 0, monotonic()
    while refused < 5:
        connection = HTTPConnection(*address(server), timeout=30, source_address=("127.0.0.3", 0))
        connection.request("POST", "/api/tables", body)
        error = json.loads(connection.getresponse().read()).get("error", "")
        connection.close()
        assert not error or "too many tables" in error
        refused += bool(error)
        taken += not error
    # 50 at once, and one more in every 2 s that this took.
    assert 50 <= taken <= 51 + (monotonic() - began) / 2
    status, found, _ = honest(server, "/api/tables", body)
    assert status == 200 and found["people"]


def test_a_seat_that_floods_its_table(asked: SimpleNamespace) -> None:
    """Its orders wait; each of its pages and links counts as the same seat."""
    table = begin(asked.url, players=["human", "random", "random", "random"])
    token = table["people"][0]["token"]
    flood = json.dumps({"type": "claims", "hand": 0, "until": "turn"})
    brief = {"close_timeout": 0.1}
    with socket_of(asked.url, **brief) as one, socket_of(asked.url, **brief) as two:
        for page in (one, two):
            page.send(json.dumps({"type": "hello", "token": token, "sequence": 0}))
            for _ in range(300):
                page.send(flood)
        status, _, seconds = honest(asked, ANALYZE, HAND)
    assert status == 200 and seconds < asked.soon
