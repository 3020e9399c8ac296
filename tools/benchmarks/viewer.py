"""Speed and size of what people look at: `mj analyze` cold, the replay page of a long match.

    python -m tools.benchmarks.viewer [--data FOLDER] [--tactic NAME ...] [--rounds 5]

The bars (issue 6): `mj analyze` answers in under 1 s cold; a replay page of a long match with
candidates is under 2 MB and shows its first frame in under 1 s. Use an idle machine; the CPU
seconds of `mj analyze` are shown too.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from mj_bot import tactics
from mj_lab.core.options import ADVISER
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches
from mj_lab.explain.review.replay.match_page import default_seat, replay_page

ROOT = Path(__file__).resolve().parent.parent
HANDS = {"14 tiles": "W123 B4567 T88 F11 J233", "13 tiles": "W1124 B456 T22234 F1"}


def analyze(hand: str, tactic: str) -> tuple[float, float]:
    """Seconds of a whole process, elapsed and CPU."""
    command = [sys.executable, "-m", "mj_lab", "analyze", hand, "--tactic", tactic]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = perf_counter()
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    seconds = perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, used


def first_frame(browser: Any, path: Path) -> float:
    """Seconds from the start of loading a page to its first frame."""
    page = browser.new_page()
    page.goto(path.as_uri())
    page.wait_for_selector("#table .hub")
    milliseconds = page.evaluate("performance.getEntriesByName('drawn')[0].startTime")
    page.close()
    return float(milliseconds) / 1000


def longest(data: Path) -> Match:
    matches = read_matches(data / "botzone_matches.jsonl.gz")
    return max(matches, key=lambda match: len(match.requests))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--tactic", action="append", choices=tactics.names())
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    names = given.tactic or [ADVISER]
    print(f"{'mj analyze, cold':<34}{'median':>9}{'slowest':>9}{'processor':>11}")
    for name in names:
        for label, hand in HANDS.items():
            times = [analyze(hand, name) for _ in range(given.rounds)]
            walls, used = zip(*times, strict=True)
            line = f"{median(walls):>7.2f} s{max(walls):>7.2f} s{median(used):>9.2f} s"
            print(f"  {name + ', ' + label:<32}{line}")
    pages(longest(given.data), names, given.rounds)


def pages(match: Match, names: list[str], rounds: int) -> None:
    from playwright.sync_api import sync_playwright

    title = f"replay of {len(match.requests)} turns"
    print(f"\n{title:<34}{'made in':>9}{'size':>9}{'first frame':>13}")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name in names:
            start = perf_counter()
            html = replay_page(match, default_seat(match), tactics.load(name, seed=0), name)
            seconds = perf_counter() - start
            file = Path(folder) / "replay.html"
            file.write_text(html, encoding="utf-8")
            shown = median(first_frame(browser, file) for _ in range(rounds))
            size = len(html.encode()) / 1e6
            print(f"  {name:<32}{seconds:>7.2f} s{size:>6.2f} MB{shown:>11.2f} s")
        browser.close()


if __name__ == "__main__":
    main()
