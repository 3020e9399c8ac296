"""A match of our own with what the recorded ones lack, and pages of matches in a browser."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mj_bot.tactics import Tactic
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches
from mj_lab.explain.replay.match_page import replay_page

DATA = Path(__file__).resolve().parents[3] / "data"


def reload_until(page: Any, key: str, script: str, wanted: Any) -> None:
    """Load a page again until the script gives what is wanted; at most 5 times.

    The page has kept the key before the first time: that is its part. Chromium keeps it in another
    process, which may have it a moment later on a busy machine.
    """
    assert page.evaluate("key => MJ.recall(key)", key) is not None
    for _ in range(5):
        page.reload()
        page.wait_for_selector("#table .hub")
        if page.evaluate(script) == wanted:
            return


@pytest.fixture(scope="session")
def flowers_and_kongs() -> Match:
    """Flowers dealt and drawn, a concealed, an added and a melded kong, names hard to bear."""
    return next(iter(read_matches(DATA / "flowers_and_kongs.jsonl")))


@pytest.fixture
def show(tmp_path: Path, open_page: Callable[..., Any]) -> Callable[..., Any]:
    """`show(match, tactic, seat, step, page, **options)`: a match's page, opened from disk."""

    def shown(
        match: Match,
        tactic: Tactic | None = None,
        seat: int = 0,
        step: int = 0,
        page: Any = None,
        **options: Any,
    ) -> Any:
        path = tmp_path / "replay.html"
        name = type(tactic).__name__
        path.write_text(replay_page(match, seat, tactic, name), encoding="utf-8")
        if page is None:
            page = open_page(f"{path.as_uri()}#{step}", **options)
        else:
            page.goto("about:blank")
            page.goto(f"{path.as_uri()}#{step}")
        page.wait_for_selector("#table .hub")
        return page

    return shown
