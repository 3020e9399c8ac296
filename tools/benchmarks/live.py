"""The live client over many matches: memory, throughput, time of a poll.

    python -m tools.benchmarks.live --matches 1000 --at-once 20

The server is a separate process, so that memory and CPU time are the client's alone.
"""

from __future__ import annotations

import argparse
import gc
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median

from mj_bot.botzone.bot import LIMIT
from mj_lab.table.live.client import Failure, LocalAI, Refusal
from mj_lab.table.live.loop import Live, Options, WaitTimes
from mj_lab.table.live.matches.record import MatchRecord
from mj_lab.table.live.matches.sessions import Sessions
from mj_lab.table.live.protocol import PollReply
from mj_lab.table.live.secret import Secret

SERVER = """
import sys
from mj_lab.table.live.stand_in.server import serve_here
from mj_lab.table.live.stand_in.tables import Rules
from mj_lab.table.live.stand_in.faults import Faults
matches, at_once, rate = sys.argv[1:]
serve_here(Rules(int(matches), int(at_once)), Faults.of_rate(float(rate)), 0)
"""


class Timed(LocalAI):
    """Times and counts calls."""

    def __init__(self, secret: Secret) -> None:
        super().__init__(secret)
        self.seconds: list[float] = []
        self.answers = 0

    def poll(self, answers: Mapping[str, str], seconds: float) -> PollReply | Failure | Refusal:
        start = time.perf_counter()
        got = super().poll(answers, seconds)
        self.seconds.append(time.perf_counter() - start)
        self.answers += len(answers)
        return got


class Meter:
    """A view that measures after every few matches."""

    def __init__(self, calls: Timed, every: int) -> None:
        self._calls = calls
        self._every = every
        self._ended = 0
        self._start = time.perf_counter()
        self._processor = time.process_time()

    def show(self, sessions: Sessions, connection: str) -> None:
        pass

    def tell(self, line: str) -> None:
        print(line)

    def ended(self, record: MatchRecord) -> None:
        self._ended += 1
        if self._ended % self._every:
            return
        now, processor, calls = time.perf_counter(), time.process_time(), self._calls
        seconds = now - self._start
        gc.collect()
        print(
            f"{self._ended:>8} {resident():>10.1f} {self._every / seconds:>10.2f} "
            f"{calls.answers / seconds:>10.0f} {1000 * median(calls.seconds):>10.1f} "
            f"{1000 * (processor - self._processor) / self._every:>12.1f}",
            flush=True,
        )
        calls.seconds.clear()
        calls.answers = 0
        self._start, self._processor = time.perf_counter(), time.process_time()


def resident() -> float:
    """Memory of this process, MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6


@contextmanager
def server(matches: int, at_once: int, rate: float) -> Iterator[str]:
    command = [sys.executable, "-c", SERVER, str(matches), str(at_once), str(rate)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip().partition("=")[2]
        finally:
            process.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--at-once", type=int, default=20)
    parser.add_argument("--tactic", default="random")
    parser.add_argument("--fault-rate", type=float, default=0.0)
    parser.add_argument("--every", type=int, default=100)
    given = parser.parse_args()
    print(
        f"{'matches':>8} {'memory MB':>10} {'matches/s':>10} {'answers/s':>10} "
        f"{'poll ms':>10} {'CPU ms/match':>12}"
    )
    with (
        server(given.matches, given.at_once, given.fault_rate) as url,
        tempfile.TemporaryDirectory() as folder,
        closing(Timed(Secret(url))) as calls,
    ):
        options = Options(
            given.tactic, LIMIT, given.matches, Path(folder), waits=WaitTimes(poll=1.0, first=0.01)
        )
        client = Live(calls, options, Meter(calls, given.every))
        client.run()
        totals = client.sessions.totals
    print(
        f"{totals.finished} finished, {totals.faults} own faults, {totals.unknown} not seen whole"
    )


if __name__ == "__main__":
    main()
