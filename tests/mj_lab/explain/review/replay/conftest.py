"""A match of our own with what the recorded ones lack, and pages of matches in a browser."""

from pathlib import Path
from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.state import GameState
from mj_bot.tactics import Tactic
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches
from mj_lab.explain.review.replay.match_page import replay_page
from tests.mj_lab.conftest import Open
from tests.recorded import Recorded

DATA = Path(__file__).resolve().parents[4] / "data"


def reload_until(page: Any, key: str, script: str, wanted: Any) -> None:
    """Load a page again until the script gives what is wanted; at most 5 times.

    The page has kept the key before the first time: that is its part. Chromium keeps it in another
    process, which may have it a moment later on a busy machine.
    """
    assert page.evaluate("key => MJ.recall(key)", key) is not None
    for _ in range(5):
        page.reload()
        page.wait_for_selector("#table .hub")
        if (found := page.evaluate(script)) == wanted:
            return
    assert found == wanted


_HOLD_KEY = """([key, times]) => Array.from({ length: times }, () => {
  const options = { key, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new KeyboardEvent("keydown", options));
  return document.querySelectorAll("#event .inline-tiles").length;
})"""


def hold_key(page: Any, key: str, times: int) -> list[int]:
    """Press a key often, as a person who holds it down would.

    How many tiles the line of what happens has after each time.
    """
    told: list[int] = page.evaluate(_HOLD_KEY, [key, times])
    return told


def step_of(page: Any) -> int:
    """The place of the frame that is shown: its number is that of its request, the deal's is 1."""
    return int(page.inner_text("#event .step").split("/", maxsplit=1)[0]) - 1


def wait_until_at(page: Any, step: int) -> None:
    """By a selector: `wait_for_function` runs code that the page's policy bans."""
    page.wait_for_selector(f"#event .step:text-matches('^{step + 1} /')")


class Reasoning:
    """Prefers the last legal action, and has reasons of every kind."""

    def __call__(self, state: GameState) -> Action:
        return action_space(state)[-1]

    def explain(self, state: GameState) -> list[dict[str, Any]]:
        most = ["三色三节高", "全带五", "断幺", "不求人"]
        return [
            {
                "action": str(action),
                "value": 5 - place,
                "win_chance": 0.5 / (place + 1),
                "expected_score": 31.5 - 7 * place,
                "deal_in": 0.0125 * place,
                "hand_value": 0.5 / (place + 1),
                "distances": {"all_types": 1.5 + place, "new_route": 3.0, "chows": 10.0},
                "targets": [
                    {"fan": 8, "fans": ["花龙", "Half Flush"], "missing": {"W1": 2, "J3": 1}},
                    {"fan": 88, "fans": most, "missing": {"W1": 2, "J3": 1, "F1": 3}},
                ],
                "effective": {"B1": 4, "T9": 1},
                "anything": {"else": ["<i>1</i>", 2]},
            }
            for place, action in enumerate(action_space(state)[::-1])
        ]


@pytest.fixture(scope="session")
def match(recorded: Recorded) -> Match:
    """The first of the recorded matches."""
    return Match.model_validate(recorded("botzone_matches")[0])


@pytest.fixture(scope="session")
def flowers_and_kongs() -> Match:
    """Flowers dealt and drawn, a concealed, an added and a melded kong, names hard to bear."""
    return next(iter(read_matches(DATA / "flowers_and_kongs.jsonl")))


@pytest.fixture
def show(tmp_path: Path, open_page: Open) -> Open:
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
