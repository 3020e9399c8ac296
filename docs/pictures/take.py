"""Takes the pictures of viewer.md, review.md, play.md: every screen, themes, 1280 and 390 wide.

    python docs/pictures/take.py [--data FOLDER] [--tactic NAME]

Needs Chromium, the extras `web` and `test`, and the recorded matches.
"""

from __future__ import annotations

import argparse
import io
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Literal

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from mj_bot import tactics  # noqa: E402
from mj_lab.core.game.seating import PERSON  # noqa: E402
from mj_lab.core.options import ADVISER  # noqa: E402
from mj_lab.core.records.match import Match  # noqa: E402
from mj_lab.core.records.matches import read_matches, save_match  # noqa: E402
from mj_lab.explain.review.page import review_page  # noqa: E402
from mj_lab.explain.review.replay.match_page import default_seat, replay_page  # noqa: E402
from mj_lab.explain.review.reviewing import review_games  # noqa: E402
from mj_lab.explain.review.together.report import report_of  # noqa: E402
from mj_lab.explain.review.views import game_of_match  # noqa: E402
from mj_lab.table.play.play_table import new_table  # noqa: E402
from mj_lab.table.play.store import PlayStore  # noqa: E402
from mj_lab.table.play.table_settings import TableSettings  # noqa: E402

FOLDER = Path(__file__).parent
MATCH = "botzone-6a208af058ebe27b197dfc37"
# Which of the worst answers to show.
WORST = 0
THEMES: tuple[tuple[Literal["light", "dark"], str], ...] = (("light", "en"), ("dark", "zh-CN"))
# Up to this width the controls of a replay are at the window's lower edge.
NARROW = 1000
SIZES = {1280: 800, 390: 844}
HANDS = {
    "analyze": "W123 B4567 T88 F11 J233",
    "analyze-wait": "T88 B456 W23 [J111] [F1111 concealed]",
    "fan": "W111222333 W99 B123",
}
# The hand at the table: its wall, and the turn from which its person must discard.
PLAY_WALL, PLAY_TURN = 18, 40
# The duel of the report: its players and walls.
DUEL, WALLS = ("greedy", "random"), 12


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of `mj web` with the saved matches of a folder."""
    import uvicorn

    from mj_lab.web.server.app import make_app

    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(make_app([folder]), log_level="error", lifespan="off")
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def shoot(page: Any, name: str, whole: bool = True) -> None:
    """One picture, with few colours to keep the file small."""
    from PIL import Image

    page.mouse.move(0, 0)
    page.wait_for_timeout(250)
    picture = Image.open(io.BytesIO(page.screenshot(full_page=whole)))
    picture.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(
        FOLDER / f"{name}.png", optimize=True
    )
    wide = page.evaluate("document.documentElement.scrollWidth")
    print(f"{name}.png", "" if wide <= picture.width else f"sticks out: {wide}")


def replay_pictures(page: Any, path: Path, label: str) -> None:
    """One of the worst answers, and the end with all hands open."""
    page.goto(path.as_uri())
    page.wait_for_selector("#table .hub")
    page.locator("#review .worst-one").nth(WORST).click()
    shoot_long(page, f"replay-{label}")
    page.keyboard.press("End")
    page.check("#open")
    shoot_long(page, f"replay-end-{label}")


def shoot_long(page: Any, name: str) -> None:
    """A page whose controls stick to the window's edge: make the window as high as the page."""
    size = page.viewport_size
    if size["width"] <= NARROW:
        high = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": size["width"], "height": high})
    shoot(page, name)
    page.set_viewport_size(size)


def review_picture(page: Any, path: Path, label: str) -> None:
    """The review of a match: players, a seat's curve, its worst answers."""
    page.goto(path.as_uri())
    page.wait_for_selector("#seat-curve svg")
    shoot(page, f"review-{label}")


def web_pictures(page: Any, address: str, tactic: str, label: str) -> None:
    """The list of matches, and the study of each hand."""
    page.goto(address)
    page.wait_for_selector("#saved table")
    shoot(page, f"web-{label}")
    page.goto(f"{address}/analyze")
    page.select_option("#tactic", tactic)
    for name, hand in HANDS.items():
        page.fill("#hand", hand)
        page.click("#submit")
        page.wait_for_selector("#study:not([aria-busy]) table")
        shoot(page, f"{name}-{label}")


def play_picture(page: Any, address: str, token: str, label: str) -> None:
    """The table with the coach before the move."""
    page.goto(f"{address}/play#{token}")
    page.select_option("#coach-mode", "before")
    page.wait_for_selector("#advice .candidates")
    shoot(page, f"play-{label}")


def sit_down(folder: Path, tactic: str) -> str:
    """Half a hand played in the tables of a server; returns the token of its person."""
    me = tactics.load(tactic, seed=0)
    store = PlayStore(folder / "tables.db")
    settings = TableSettings((PERSON, *[tactics.DEFAULT] * 3), pace=0.0, wall_seed=PLAY_WALL)
    table, tokens = new_table(store, settings, folder)
    while not table.hand.is_over:
        seats, state = table.hand.open_seats(), table.hand.sights[0].state
        if table.hand.turn >= PLAY_TURN and 0 in seats and state.drawn is not None:
            break
        for seat in seats:
            if seat:
                table.hand.reply(seat, table.hand.think(seat))
            else:
                table.answer(0, 0, table.hand.turn, str(me(state)))
        table.go_on()
    store.close()
    return tokens[0]


def report_picture(page: Any, path: Path, label: str) -> None:
    """The report of a duel."""
    page.goto(path.as_uri())
    page.wait_for_selector(".chart svg text")
    shoot(page, f"report-{label}")


def write_replay(folder: Path, match: Match, tactic: str) -> Path:
    """Write the replay of a match with the decisions of the shown seat."""
    path = folder / "replay.html"
    made = replay_page(match, default_seat(match), tactics.load(tactic), tactic)
    path.write_text(made, encoding="utf-8")
    return path


def write_review(folder: Path, match: Match) -> Path:
    """Write the review of a match."""
    path = folder / "review.html"
    reviews = list(review_games([game_of_match(match)], ADVISER))
    made = review_page(report_of(reviews, "player", ADVISER))
    path.write_text(made, encoding="utf-8")
    return path


def write_duel_report(folder: Path) -> Path:
    """Play a small duel, and write its report."""
    from mj_lab.core.runner.engine import LocalEngine
    from mj_lab.core.runner.store import Store
    from mj_lab.measure.arena.duel import Duel, run_duel
    from mj_lab.measure.arena.report.duel_summary import summary_of
    from mj_lab.measure.arena.report.page import write_report

    duel = Duel(DUEL)
    with Store(folder / "duel.db", duel.settings()) as store:
        summary = summary_of(run_duel(duel, LocalEngine(1), store, WALLS))
    path = folder / "report.html"
    write_report(path, summary)
    return path


def main() -> None:
    """Take them all."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--tactic", default=ADVISER)
    parser.add_argument(
        "--only", choices=("replay", "web", "play", "report", "review"), help="Not the others."
    )
    given = parser.parse_args()
    wanted = {given.only} if given.only else {"replay", "web", "play", "report", "review"}
    matches = list(read_matches(given.data / "botzone_matches.jsonl.gz"))
    match = next(match for match in matches if match.id == MATCH)
    with (
        TemporaryDirectory() as name,
        served(Path(name) / "saved") as address,
        sync_playwright() as started,
    ):
        folder = Path(name)
        (folder / "saved").mkdir()
        for saved in matches[:6]:
            save_match(folder / "saved" / f"{saved.id}.jsonl", saved)
        files = {
            "replay": write_replay(folder, match, given.tactic) if "replay" in wanted else None,
            "review": write_review(folder, match) if "review" in wanted else None,
            "report": write_duel_report(folder) if "report" in wanted else None,
        }
        token = sit_down(folder / "saved" / "tables", given.tactic) if "play" in wanted else ""
        chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for width, height in SIZES.items():
            for theme, language in THEMES:
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=theme,
                    locale=language,
                )
                page = context.new_page()
                label = f"{width}-{theme}"
                if files["replay"] is not None:
                    replay_pictures(page, files["replay"], label)
                if "web" in wanted:
                    web_pictures(page, address, given.tactic, label)
                if token:
                    play_picture(page, address, token, label)
                if files["report"] is not None:
                    report_picture(page, files["report"], label)
                if files["review"] is not None:
                    review_picture(page, files["review"], label)
                context.close()
        browser.close()


if __name__ == "__main__":
    main()
