"""The page of a review in a real browser: figures, languages, themes, widths, hostile names."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mj_lab.analysis.losses import Loss
from mj_lab.review.page import review_page
from mj_lab.review.players import players_of
from mj_lab.review.reviewing import GameReview, Reviewed, SeatReview

WIDTHS = (390, 768, 1280, 1366, 1920)
HOSTILE = "</script><img src=x onerror=alert(1)>"
# In its own units and in pixels, once a resized window is drawn anew.
WIDTHS_OF_CURVE = """async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const curve = document.querySelector("#curve svg");
  return [curve.viewBox.baseVal.width, curve.clientWidth];
}"""


def seat_with(seat: int, player: str) -> SeatReview:
    decisions = []
    for turn in range(3, 90, 4):
        lost = 9.5 if turn == 43 + seat * 4 else 0.0
        kind, grade = ("claim made", "blunder") if lost else (None, None)
        played, best = ("CHI W4 T8", "PASS") if lost else ("PLAY B2", "PLAY B2")
        loss = Loss(played, best, kind, lost, lost, grade)
        offered = 2 if lost else None
        decisions.append(Reviewed(turn, loss, 0.3, turn / 9 - 6, not lost, offered))
    return SeatReview(seat, player, 24 if seat == 1 else -8, tuple(decisions), seat)


def games() -> list[GameReview]:
    names = ("alpha", HOSTILE, "", "delta")
    seats = tuple(seat_with(seat, name) for seat, name in enumerate(names))
    return [GameReview(f"match {number} {HOSTILE}", "f", "", seats) for number in range(3)]


@pytest.fixture
def shown(tmp_path: Path, open_page: Callable[..., Any]) -> Callable[..., Any]:
    """`shown(games, **options)`: the page of these games, opened from disk."""

    def show(made: list[GameReview], **options: Any) -> Any:
        path = tmp_path / "review.html"
        path.write_text(review_page(made, players_of(made, "player"), "odds"), encoding="utf-8")
        page = open_page(path.as_uri(), **options)
        page.wait_for_selector("#curve svg")
        return page

    return show


def test_a_seat_and_its_figures(shown: Callable[..., Any]) -> None:
    page = shown(games(), locale="en")
    assert "Held against odds" in page.inner_text("#subtitle")
    assert len(page.query_selector_all("#players tbody tr")) == 4
    assert HOSTILE in page.inner_text("#players")
    page.click("#pickers button:nth-child(3)")
    assert page.inner_text("#summary h2") == "West: what the answers cost"
    assert "9.5" in page.inner_text("#summary")
    row = page.inner_text("#worst tbody tr")
    assert "51" in row
    assert "claim made" in row
    assert "blunder" in row
    names = [tile.get_attribute("aria-label") for tile in page.query_selector_all("#worst td svg")]
    assert names == [f"{number} of {suit}" for number, suit in (
        (3, "characters"), (4, "characters"), (5, "characters"), (8, "bamboos")
    )]  # fmt: skip
    assert len(page.query_selector_all("#curve .lost[x]")) == 1
    assert len(page.query_selector_all("#curve .here")) == 22
    page.select_option("#game", "2")
    assert page.input_value("#game") == "2"
    assert "not legal" not in page.inner_text("#summary")


def test_the_other_language(shown: Callable[..., Any]) -> None:
    page = shown(games()[:1], locale="en")
    assert page.is_hidden("#players")
    page.click("#language")
    assert page.inner_text("#worst h2") == "最大的错"
    assert "大错" in page.inner_text("#worst tbody tr")
    assert "Points" not in page.inner_text("main")


@pytest.mark.thorough
def test_at_every_width(
    shown: Callable[..., Any],
    well_laid: Callable[..., None],
    accessible: Callable[..., None],
    look: dict[str, Any],
) -> None:
    page = shown(games(), **look)
    page.click("#help summary")
    well_laid(page)
    accessible(page)


@pytest.mark.thorough
def test_the_curve_is_drawn_at_the_width_that_it_is_shown_at(shown: Callable[..., Any]) -> None:
    page = shown(games())
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        box, drawn = page.evaluate(WIDTHS_OF_CURVE)
        assert abs(box - drawn) < 2, width
