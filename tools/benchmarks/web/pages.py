"""From the front page to the first decision on a slow line: seconds and bytes, first and again.

    python -m tools.benchmarks.web.pages                       # at a server
    python -m tools.benchmarks.web.pages --site build/site     # and of a built site, too

The line has 400 kbit/s in all and 400 ms a request. A visit opens the front page, clicks "Play now"
at once and ends when the table asks; the second is in the same browser a moment later. A site is
measured as a host serves it that compresses, and by a plain server of files, which does not; its
second visit comes when the service worker has kept it. The bars (issue 62): at a server 6 s and
3 s; on the site the table is drawn in 5 s, and asks again within 3 s.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tools.benchmarks.web.play import server

# Seconds of latency and bits a second.
LATENCY, SPEED = 0.4, 400_000
# What hosts compress; the engine's files have no type that they do.
COMPRESSED = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".wasm")
ASKED = "() => document.getElementById('playing')?.dataset.asked === 'yes'"


class Visit(NamedTuple):
    """Seconds until the front page, the table and its question are there; bytes of each page."""

    front: float
    table: float
    asked: float
    front_bytes: int
    table_bytes: int


class Plain(SimpleHTTPRequestHandler):
    """Files as they are."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_args: Any) -> None:
        pass


class Compressing(Plain):
    """Files as hosts of sites send them."""

    def send_head(self) -> Any:
        path = Path(self.translate_path(self.path))
        if path.suffix not in COMPRESSED or not path.is_file():
            return super().send_head()
        tag = f'"{path.stat().st_mtime_ns}-{path.stat().st_size}"'
        known = self.headers.get("If-None-Match") == tag
        body = b"" if known else gzip.compress(path.read_bytes(), 6)
        self.send_response(304 if known else 200)
        for name, value in {
            "Content-Type": self.guess_type(str(path)),
            "Content-Encoding": "gzip",
            "Content-Length": str(len(body)),
            "ETag": tag,
            "Cache-Control": "max-age=600",
        }.items():
            self.send_header(name, value)
        self.end_headers()
        return BytesIO(body)


@contextmanager
def files(folder: Path, handler: type[Plain]) -> Iterator[int]:
    served = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    thread = Thread(target=served.serve_forever)
    thread.start()
    yield served.server_port
    served.shutdown()
    thread.join()


class SlowLine:
    """A port of this machine that leads to another over the slow line. sent: bytes to the browser.

    Chromium throttles pages (`Network.emulateNetworkConditions`), but no workers: this throttles
    all that a browser asks for, sockets too.
    """

    def __init__(self, port: int) -> None:
        self.sent = 0
        self._far = port
        self._free = 0.0
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever)
        self._thread.start()
        opening = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._connected, "127.0.0.1", 0), self._loop
        )
        self._server = opening.result()
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/"

    async def _connected(self, reader: Any, writer: Any) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._far)
        with suppress(asyncio.CancelledError):  # The line is closed.
            await asyncio.gather(
                self._carry(reader, far_writer, False), self._carry(far_reader, writer, True)
            )

    async def _carry(self, reader: Any, writer: Any, to_browser: bool) -> None:
        """Each piece takes half the latency, once the line is free for it."""
        arriving: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(64)

        async def arrive() -> None:
            while True:
                at, piece = await arriving.get()
                await asyncio.sleep(max(0.0, at - self._loop.time()))
                if not piece or writer.is_closing():
                    writer.close()
                    return
                writer.write(piece)

        task = asyncio.ensure_future(arrive())
        with suppress(OSError):
            while piece := await reader.read(1460):
                at = self._loop.time()
                if to_browser:
                    self.sent += len(piece)
                    self._free = at = max(at, self._free) + len(piece) * 8 / SPEED
                    await asyncio.sleep(at - self._loop.time())
                await arriving.put((at + LATENCY / 2, piece))
        await arriving.put((0.0, b""))
        await task

    def close(self) -> None:
        async def cancel() -> None:
            self._server.close()
            mine = asyncio.current_task()
            for task in asyncio.all_tasks():
                if task is not mine:
                    task.cancel()

        asyncio.run_coroutine_threadsafe(cancel(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()


def visit(context: Any, line: SlowLine) -> Visit:
    page = context.new_page()
    page.set_default_timeout(120_000)
    began, sent = time.perf_counter(), line.sent
    page.goto(line.url, wait_until="commit")
    page.wait_for_selector("#play-now:not(:disabled)")
    page.wait_for_selector("#levels label")
    front, before = time.perf_counter() - began, line.sent
    page.click("#play-now", no_wait_after=True)
    page.wait_for_url("**/play*", wait_until="commit")
    page.wait_for_selector("#playing .felt")
    table = time.perf_counter() - began
    page.wait_for_function(ASKED)
    asked = time.perf_counter() - began
    visited = Visit(front, table, asked, before - sent, line.sent - before)
    # Whoever sits down again gets a seat by lot, where bots may discard first: a newcomer is East.
    page.evaluate("localStorage.clear()")
    page.close()
    return visited


def measured(browser: Any, name: str, port: int, rounds: int) -> None:
    """Both visits, each the median of rounds."""
    both: list[list[Visit]] = [[], []]
    line = SlowLine(port)
    for _ in range(rounds):
        context = browser.new_context(locale="en")
        both[0].append(visit(context, line))
        if name != "server":
            kept_by_service_worker(context, line.url)
        both[1].append(visit(context, line))
        context.close()
    line.close()
    for when, visits in zip(("first", "second"), both, strict=True):
        front, table, asked, *sizes = (median(column) for column in zip(*visits, strict=True))
        seconds = f"{front:>8.1f} s{table:>8.1f} s{asked:>8.1f} s"
        print(
            f"{name + ', ' + when:<32}{seconds}"
            + "".join(f"{size / 1000:>9.0f} KB" for size in sizes)
        )


def kept_by_service_worker(context: Any, address: str) -> None:
    """Waits until a site is kept."""
    page = context.new_page()
    page.set_default_timeout(300_000)
    page.goto(address)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.close()


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--site", type=Path, help="A folder that `make site` made.")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    names = ("chromium-headless-shell", "chromium")
    path = next(filter(None, map(shutil.which, names)), None)
    print(f"{'':<32}{'front':>10}{'table':>10}{'asks':>10}{'front':>12}{'table':>12}")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        with server(Path(folder), True) as (url, _):
            measured(browser, "server", urlsplit(url).port or 0, given.rounds)
        if given.site is not None:
            for name, handler in (("site, compressed", Compressing), ("site, plain", Plain)):
                with files(given.site, handler) as port:
                    measured(browser, name, port, given.rounds)
        browser.close()


if __name__ == "__main__":
    main()
