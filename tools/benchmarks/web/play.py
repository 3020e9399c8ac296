"""Many tables at once, each one person and three bots: speed of moves and bots, memory.

    python -m tools.benchmarks.web.play                            # 50 tables of odds, 1,000 games
    python -m tools.benchmarks.web.play --games 100 --alone # without the same walls for the bot
    python -m tools.benchmarks.web.play --tables 4 --games 8 --tactic random --person 0 --pace 0

The bars, 50 tables on two cores: a person's move is confirmed in a median of 150 ms, a bot answers
within 1 s, and memory stays flat over 1,000 games. The server is a separate process; the people are
tasks of this one, which think for `--person` seconds on average and mostly discard the drawn tile.
`--tables` run at once until `--games` are over. Use an idle machine.

move: from sending to its confirmation, on disk. bot: from the table's request to the answer,
queueing included; thinking: without. again: the same for replayed hands, a turn of all seats; with
`--alone` there are none.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any, TypeVar

from mj_lab.table.play import live_table
from mj_lab.table.play.at_table.thinking import ThinkingShare

Found = TypeVar("Found")
Message = dict[str, Any]


class TimedShare(ThinkingShare):
    """Logs each thought's time with and without its wait, one a line."""

    def __init__(self, places: int) -> None:
        super().__init__(places)
        self._notes = Path(os.environ["MJ_NOTES"])

    async def soon(self, think: Callable[[], Found]) -> Found:
        return await self._timed("bot", super().soon, think)

    async def spare(self, think: Callable[[], Found]) -> Found:
        return await self._timed("again", super().spare, think)

    async def _timed(self, kind: str, share: Any, think: Callable[[], Found]) -> Found:
        took = 0.0

        def timed() -> Found:
            nonlocal took
            begun = time.perf_counter()
            thought = think()
            took = time.perf_counter() - begun
            return thought

        start = time.perf_counter()
        answer: Found = await share(timed)
        with self._notes.open("a") as notes:
            notes.write(f"{kind} {time.perf_counter() - start} {took}\n")
        return answer


def serve(folder: Path, compare: bool) -> None:
    """Run `mj web` with thoughts timed."""
    import socket

    import uvicorn

    from mj_lab.table.play.orders import MOST_ORDER_BYTES
    from mj_lab.web.server.app import make_app
    from mj_lab.web.server.connection import Connection
    from mj_lab.web.server.memory import give_back_large_blocks

    give_back_large_blocks()
    live_table.ThinkingShare = TimedShare  # type: ignore[attr-defined]
    with socket.create_server(("127.0.0.1", 0)) as listening:
        print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
        config = uvicorn.Config(
            make_app([folder], compare=compare),
            http=Connection,
            ws="websockets-sansio",
            ws_max_size=MOST_ORDER_BYTES,
            log_level="warning",
        )
        uvicorn.Server(config).run(sockets=[listening])


class People:
    """The people at all tables. moves: seconds until each answer was confirmed."""

    def __init__(self, url: str, given: argparse.Namespace, ended: Callable[[int], None]) -> None:
        self.url = url
        self.moves: list[float] = []
        self._given = given
        self._ended = ended
        self._left = given.games
        self._over = 0
        self._chance = random.Random(given.seed)

    async def play(self) -> None:
        """All games, this many at once."""
        await asyncio.gather(*(self._sit() for _ in range(self._given.tables)))

    async def _sit(self) -> None:
        await asyncio.sleep(self._chance.random() * self._given.person)
        while self._left > 0:
            self._left -= 1
            token = await asyncio.to_thread(self._begin)
            await self._game(token)
            self._over += 1
            self._ended(self._over)

    def _begin(self) -> str:
        given = self._given
        settings = {"pace": given.pace, "players": ["human", *[given.tactic] * 3], "lot": True}
        body = json.dumps(settings).encode()
        with urllib.request.urlopen(self.url + "/api/tables", body, timeout=60) as answer:
            token: str = json.load(answer)["people"][0]["token"]
        return token

    async def _game(self, token: str) -> None:
        from websockets.asyncio.client import connect

        address = self.url.replace("http", "ws", 1) + "/api/table"
        async with connect(address, proxy=None, max_size=None) as socket:
            await socket.send(json.dumps({"type": "hello", "token": token, "sequence": -1}))
            table: Message = {}
            sent: float | None = None
            async for text in socket:
                said = json.loads(text)
                if said["type"] == "refused":
                    raise RuntimeError(said["error"])
                confirmed = said["type"] == "table" or said.get("given") is not None
                if sent is not None and confirmed:
                    self.moves.append(time.perf_counter() - sent)
                    sent = None
                if said["type"] == "table":
                    table = said
                    if table["result"] is not None:
                        return
                elif said["type"] == "note" and table["ask"] and sent is None and not confirmed:
                    await asyncio.sleep(self._chance.expovariate(1) * self._given.person)
                    position = {"hand": table["hand"], "turn": table["turn"]}
                    order = {"type": "answer", **position, "action": self._answer(table["ask"])}
                    sent = time.perf_counter()
                    await socket.send(json.dumps(order))

    def _answer(self, ask: Message) -> str:
        """A win, else sometimes the first claim or discard, else the least change."""
        actions: list[str] = [choice["action"] for choice in ask["choices"]]
        if "HU" in actions:
            return "HU"
        if self._chance.random() < 0.2:
            return self._chance.choice(actions)
        return "PASS" if "PASS" in actions else actions[-1]


def resident(process: int) -> float:
    """Memory of a process, MB."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6


def told(name: str, seconds: list[float]) -> str:
    if len(seconds) < 2:
        return f"{name:<24}{len(seconds):>9}"
    most = quantiles(seconds, n=100)[98]
    return f"{name:<24}{len(seconds):>9}{1000 * median(seconds):>9.0f} ms{1000 * most:>9.0f} ms"


@contextmanager
def server(folder: Path, alone: bool) -> Iterator[tuple[str, int]]:
    """The address and process of a separate server."""
    command = [sys.executable, "-m", "tools.benchmarks.web.play", "--serve", str(folder)]
    command += ["--alone"] if alone else []
    env = {**os.environ, "MJ_NOTES": str(folder / "thoughts.txt")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip(), process.pid
        finally:
            process.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=50, help="At once.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--tactic", default="odds")
    parser.add_argument("--pace", type=float, default=0.8)
    parser.add_argument("--person", type=float, default=3.0, help="Seconds a person thinks.")
    parser.add_argument("--alone", action="store_true", help="Play no hand again.")
    parser.add_argument("--every", type=int, default=100, help="Games between looks at memory.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve is not None:
        serve(given.serve, not given.alone)
        return
    with tempfile.TemporaryDirectory() as name, server(Path(name), given.alone) as (url, process):
        start = time.perf_counter()

        def ended(games: int) -> None:
            if games % given.every == 0 or games == given.games:
                seconds = time.perf_counter() - start
                print(f"{games:>8}{resident(process):>10.0f}{seconds:>10.0f}", flush=True)

        print(f"{'games':>8}{'memory MB':>10}{'seconds':>10}")
        people = People(url, given, ended)
        asyncio.run(people.play())
        notes = [line.split() for line in (Path(name) / "thoughts.txt").read_text().splitlines()]
        again = len(list(Path(name).rglob("*-instead-*.jsonl")))
    print(f"\n{given.tables} tables of {given.tactic}, hands played again: {again}")
    print(f"{'':<24}{'count':>9}{'median':>12}{'99%':>12}")
    print(told("move", people.moves))
    for kind in ("bot", "again"):
        timings = [row for row in notes if row[0] == kind and len(row) == 3]
        print(told(kind, [float(row[1]) for row in timings]))
        print(told(f"{kind}, thinking", [float(row[2]) for row in timings]))


if __name__ == "__main__":
    main()
