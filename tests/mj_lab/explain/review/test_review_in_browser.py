"""The page of a review in a real browser: figures, languages, themes, widths, hostile names."""

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from mj_bot.state import OWN_DRAW
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.records.matches import read_matches
from mj_lab.explain.analysis.losses import Loss
from mj_lab.explain.review.page import review_page
from mj_lab.explain.review.reviewing import GameReview, Reviewed, SeatReview
from mj_lab.explain.review.together.report import report_of

WIDTHS = (390, 768, 1280, 1366, 1920)
HOSTILE = "</script><img src=x onerror=alert(1)>"
# In its own units and in pixels, once a resized window is drawn anew.
WIDTHS_OF_CURVE = """async () => {
  const found = () => {
    const curve = document.querySelector("#seat-curve svg");
    return [curve.viewBox.baseVal.width, curve.clientWidth];
  };
  for (let frame = 0; frame < 600; frame++) {
    await new Promise(requestAnimationFrame);
    const [box, drawn] = found();
    if (frame > 1 && Math.abs(box - drawn) < 2) break;
  }
  return found();
}"""


def seat_with(seat: int, player: str) -> SeatReview:
    decisions = []
    for turn in range(3, 90, 4):
        lost = 9.5 if turn == 43 + seat * 4 else 0.0
        kind, grade = ("claim made", "blunder") if lost else (None, None)
        played, best = ("CHI W4 T8", "PASS") if lost else ("PLAY B2", "PLAY B2")
        loss = Loss(played, best, kind, lost, lost=lost, error=lost / 2, grade=grade)
        offered = 2 if lost else None
        decisions.append(Reviewed(turn, loss, 0.3, turn / 9 - 6, not lost, offered))
    return SeatReview(seat, player, 24 if seat == 1 else -8, tuple(decisions), seat)


def games(names: Sequence[str] = ("alpha", HOSTILE, "", "delta")) -> list[GameReview]:
    seats = tuple(seat_with(seat, name) for seat, name in enumerate(names))
    return [GameReview(f"match {number} {HOSTILE}", "f", "", seats) for number in range(3)]


@pytest.fixture
def shown(tmp_path: Path, open_page: Callable[..., Any]) -> Callable[..., Any]:
    """`shown(games, **options)`: the page of these games, opened from disk."""

    def show(made: list[GameReview], **options: Any) -> Any:
        path = tmp_path / "review.html"
        path.write_text(review_page(report_of(made, "player", "odds")), encoding="utf-8")
        page = open_page(path.as_uri(), **options)
        page.wait_for_selector("#seat-curve svg")
        return page

    return show


def test_a_seat_and_its_figures(shown: Callable[..., Any]) -> None:
    page = shown(games(), locale="en")
    assert "Compared with odds" in page.inner_text("#subtitle")
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
    assert len(page.query_selector_all("#seat-curve .lost[x]")) == 1
    assert len(page.query_selector_all("#seat-curve .here")) == 22
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


def test_names_of_any_length_and_script(shown: Callable[..., Any]) -> None:
    """A long one is cut and whole in its title, none turns the words around it."""
    names = ["\u957f" * 60 + "W" * 60, "evil\u202egpj.exe", "\u0645\u0631\u062d 123", "delta"]
    page = shown(games(names), locale="en", width=320)
    named = page.locator("#players td bdi")
    whole = [name.replace("\u202e", "[U+202E]") for name in names]
    assert sorted(named.all_text_contents()) == sorted(whole)
    assert sorted(named.evaluate_all("all => all.map((one) => one.title)")) == sorted(whole)
    assert "\u202e" not in page.inner_text("body")
    assert (
        page.locator("#pickers bdi").count() == page.locator("#tables bdi, #own-player bdi").count()
    )
    assert page.evaluate("document.documentElement.scrollWidth") == 320


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


@pytest.mark.parametrize("width", [390, 1280])
def test_the_curve_lies_inside_of_its_card(shown: Callable[..., Any], width: int) -> None:
    """The page has the styles of the replay too, whose own curve is low."""
    page = shown(games(), locale="zh-CN", width=width)
    card = page.locator("#seat-curve").bounding_box()
    curve = page.locator("#seat-curve svg").bounding_box()
    assert curve["height"] >= 200
    assert curve["y"] + curve["height"] <= card["y"] + card["height"]
    assert page.inner_text("#summary h2") == "东 alpha：每个选择的失分"
    stroke = "one => getComputedStyle(one).stroke"
    assert page.locator("#seat-curve .here").first.evaluate(stroke) == "none"


@pytest.mark.thorough
def test_the_curve_is_drawn_at_the_width_that_it_is_shown_at(shown: Callable[..., Any]) -> None:
    page = shown(games())
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        box, drawn = page.evaluate(WIDTHS_OF_CURVE)
        assert abs(box - drawn) < 2, width


def match_of_people(folder: Path) -> tuple[list[GameReview], list[tuple[int, int]]]:
    """Three hands of a match; each seat lost points where it discarded first. Its turns too."""
    made, turns = [], []
    for match in islice(read_matches(folder / "salasasa_native.json"), 3):
        seats = []
        for seat in range(4):
            turn, state = next(
                (turn, state)
                for turn, state in seat_of(match, seat).states()
                if state.decision == OWN_DRAW
            )
            turns.append((turn, sum(state.hand)))
            answer = match.responses[turn][seat]
            loss = Loss(answer, "PLAY W1", "discard early", 3.0 + seat)
            loss = loss._replace(lost=loss.predicted, error=1.6, grade="slight")
            one = Reviewed(turn, loss, 0.3, 4.0, True, None)
            seats.append(SeatReview(seat, match.players[seat], match.scores[seat], (one,), 0))
        made.append(GameReview(match.id, "f", "", tuple(seats), match))
    return made, turns


@pytest.mark.foreign
def test_a_match_of_people(shown: Callable[..., Any], data_folder: Path) -> None:
    made, turns = match_of_people(data_folder)
    page = shown(made, locale="en")
    rows = page.query_selector_all("#tables tbody tr")
    assert [row.inner_text().split("\t")[0] for row in rows] == [
        "East 1", "East 2", "East 3", "Standing", "Points lost",
    ]  # fmt: skip
    scores = [cell.inner_text() for cell in rows[1].query_selector_all("b")]
    first, second = made[0].match, made[1].match
    assert first is not None and second is not None
    places = [second.players.index(name) for name in first.players]
    assert scores == [f"{second.scores[seat]:+d}".replace("-", "\u2212") for seat in places]
    rows[1].query_selector_all("button")[0].click()
    assert page.input_value("#game") == "1"
    wind = ("East", "South", "West", "North")[places[0]]
    assert page.inner_text("#summary h2").startswith(f"East 2 {wind} ")
    # The moment: the table as the seat saw it, its own hand open, what it played marked.
    page.click("#worst tbody button")
    turn, tiles = turns[4 + places[0]]
    assert f"step {turn}" in page.inner_text("#moment h2")
    assert len(page.query_selector_all("#own .tile")) == tiles
    assert len(page.query_selector_all("#own .tile.played")) == 1
    page.click("#moment button")
    assert page.is_hidden("#moment")
    page.click("#worst-of-players .seats button:nth-child(2)")
    assert "five worst" in page.inner_text("#worst-of-players h2")
    assert len(page.query_selector_all("#worst-of-players tbody tr")) == 3
    assert "wins" in page.inner_text("#style")


@pytest.mark.foreign
@pytest.mark.thorough
def test_a_match_at_every_width(
    shown: Callable[..., Any],
    well_laid: Callable[..., None],
    accessible: Callable[..., None],
    look: dict[str, Any],
    data_folder: Path,
) -> None:
    page = shown(match_of_people(data_folder)[0], **look)
    page.click("#worst-of-players tbody td:nth-child(2) button")
    well_laid(page)
    accessible(page)
