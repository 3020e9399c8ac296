"""How fast a page of a large archive's games opens: `mj web`, its answers, a real Chromium.

    python -m tools.benchmarks.records.games_page [--hands 100000] [--rounds 7] [--index FILE]

The archive and the queries are those of `tools.benchmarks.records.index`; every hand is read from a
file. A third of the games get made-up points lost. `--index` takes an existing index as it is.
answer: from the query sent to its last byte; page: from the start of loading to the list drawn, in
the browser's own time; a game opened: its replay, whose decisions the default tactic explains, to
the first frame (no bar). By the clock, so use an idle machine; medians and the slowest. The bar: a
page of games is drawn in under 0.3 s; otherwise the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from mj_lab.core.records.index.index_file import INDEX_NAME
from tools.benchmarks.records.index import SEARCHES, indexed, pretend_reviewed, write

ROOT = Path(__file__).resolve().parents[2]
_BAR = 0.3
# Notes when the result, an empty result or an error is first drawn.
_NOTE_DRAWN = """() => {
  const look = () => {
    const drawn = document.querySelector("#count:not(:empty), #error:not([hidden]):not(:empty)");
    if (drawn && !performance.getEntriesByName("found").length) performance.mark("found");
  };
  const changes = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document, changes);
}"""


@contextmanager
def served(folder: Path, index: Path) -> Iterator[str]:
    """The address of a separate `mj web`."""
    command = [sys.executable, "-u", "-m", "mj_lab", "web", "--port", "0"]
    command += ["--matches", str(folder), "--index", str(index)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split("/ ")[0]
        finally:
            process.terminate()


def answered(address: str) -> tuple[float, dict[str, Any]]:
    """Seconds of one answer, and its contents."""
    start = perf_counter()
    with urllib.request.urlopen(address, timeout=60) as answer:
        said = answer.read()
    seconds = perf_counter() - start
    content: dict[str, Any] = json.loads(said)
    if "error" in content:
        raise SystemExit(f"{address}: {content['error']}")
    return seconds, content


def drawn(browser: Any, address: str) -> float:
    """Seconds from the start of loading a page of games to its list, in a fresh context."""
    page = browser.new_page()
    page.add_init_script(f"({_NOTE_DRAWN})()")
    page.goto(address)
    page.wait_for_function("() => performance.getEntriesByName('found').length")
    milliseconds = page.evaluate("performance.getEntriesByName('found')[0].startTime")
    page.close()
    return float(milliseconds) / 1000


def opened(browser: Any, address: str) -> float:
    """Seconds from the start of loading a replay to its first frame."""
    page = browser.new_page()
    page.goto(address)
    page.wait_for_selector("#table .hub")
    milliseconds = page.evaluate("performance.getEntriesByName('drawn')[0].startTime")
    page.close()
    return float(milliseconds) / 1000


def told(name: str, count: str, *times: list[float]) -> str:
    columns = (f"{1000 * median(each):8.0f}{1000 * max(each):6.0f} ms" for each in times)
    return f"{name:28} {count:>7}" + "".join(columns)


def measured(url: str, rounds: int) -> float:
    """Run every query and print its times; returns the slowest median of a page, seconds."""
    from playwright.sync_api import sync_playwright

    worst = 0.0
    first: list[int] = []
    print(f"{'median, slowest':28} {'found':>7}{'answer':>17}{'page':>17}")
    with sync_playwright() as playwright:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, question in SEARCHES.items():
            query = f"?{urlencode(question)}" if question else ""
            answers = [answered(f"{url}/api/games{query}") for _ in range(rounds)]
            listed = answers[0][1]
            first = first or [row["game"] for row in listed["games"]]
            pages = [drawn(browser, f"{url}/games{query}") for _ in range(rounds)]
            worst = max(worst, median(pages))
            print(told(name, str(listed["total"]), [each for each, _ in answers], pages))
        names = f"{url}/api/games/names?begins=player-1"
        print(told("names to choose from", "", [answered(names)[0] for _ in range(rounds)]))
        replays = [opened(browser, f"{url}/games/{game}") for game in first[:rounds]]
        print(told("a game opened", "", replays))
        browser.close()
    return worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--index", type=Path, help="An existing index.")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        path = given.index
        if path is None:
            folder, path = Path(name) / "archive", Path(name) / INDEX_NAME
            folder.mkdir()
            write(folder, given.hands)
            indexed(folder, path)
            pretend_reviewed(path)
        with served(Path(name), path) as url:
            worst = measured(url, given.rounds)
    sys.exit(worst >= _BAR)


if __name__ == "__main__":
    main()
