"""The replay page at every width, theme and language: in view, apart, not cut off."""

from collections.abc import Callable
from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.state import GameState
from mj_lab.core.records.match import Match

# Both themes and both languages; the longer one where there is least room.
SIZES = [
    (390, 844, "light", "en"),
    (768, 1024, "dark", "zh-CN"),
    (1280, 800, "dark", "en"),
    (1366, 768, "light", "en"),
    (1920, 1080, "light", "zh-CN"),
]

# Parts that must not lie over each other. What sticks or is fixed lies over what moves below it.
APART = [
    ".top > *",
    ".views label",
    "#switches button",
    "#controls button",
    ".row-of-hand > .hand",
    ".row-of-hand .melds > li",
    ".discards .tile",
    ".plate",
    ".hub",
    "#own .tile",
    "#event > *",
    "#legend > *",
    "#review .worst-one",
    "#decision > *",
    ".side > .card",
]

OVERLAPS = """(selectors) => {
  const found = [];
  const boxes = [];
  for (const selector of selectors)
    for (const element of document.querySelectorAll(selector)) {
      const box = element.getBoundingClientRect();
      if (box.width && box.height) boxes.push([selector, box, element]);
    }
  boxes.forEach(([one, a, first], place) => {
    for (const [other, b, second] of boxes.slice(place + 1)) {
      if (first.contains(second) || second.contains(first)) continue;
      if (first.closest("#controls") || second.closest("#controls")) {
        if (!(first.closest("#controls") && second.closest("#controls"))) continue;
      }
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1.5 && high > 1.5) found.push([one, other, wide, high]);
    }
  });
  return found;
}"""

# Elements with text that is wider or higher than they are, or beyond the page's edge.
CUT = """() => {
  const found = [];
  const page = document.documentElement.clientWidth;
  for (const one of document.querySelectorAll("body *")) {
    const style = getComputedStyle(one);
    if (one.closest(".away, .skip, svg, [hidden], legend") || style.display === "inline") continue;
    const box = one.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) continue;
    const name = one.tagName + "." + one.className + "#" + one.id;
    if (box.right > page + 1 || box.left < -1) found.push(["out", name, box.left, box.right]);
    if (style.overflowX === "visible" && style.overflowY === "visible") continue;
    if (one.scrollWidth > one.clientWidth + 1) found.push(["too wide", name]);
    if (one.scrollHeight > one.clientHeight + 1) found.push(["too high", name]);
  }
  return found;
}"""

# Controls that a window does not show whole.
UNSEEN = """() => [...document.querySelectorAll("#controls button")].filter(one => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return top < 0 || bottom > innerHeight || left < 0 || right > innerWidth || !one.contains(middle);
}).map(one => one.id)"""


class Telling:
    """Prefers the last legal action, with figures and reasons of every kind."""

    def __call__(self, state: GameState) -> Action:
        return action_space(state)[-1]

    def explain(self, state: GameState) -> list[dict[str, Any]]:
        return [
            {
                "action": str(action),
                "win_chance": 0.5 / (place + 1),
                "expected_score": 31.5 - 7 * place,
                "deal_in": 0.0125 * place,
                "targets": [
                    {
                        "fan": 88,
                        "fans": ["三色三节高", "全带五", "断幺", "不求人"],
                        "missing": {"W1": 2, "J3": 1, "F1": 3},
                    }
                ],
            }
            for place, action in enumerate(action_space(state)[::-1])
        ]


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height", "theme", "language"), SIZES)
def test_in_view_apart_and_whole(
    flowers_and_kongs: Match,
    show: Callable[..., Any],
    accessible: Callable[..., None],
    width: int,
    height: int,
    theme: str,
    language: str,
) -> None:
    last = len(flowers_and_kongs.requests) - 1
    look = {"width": width, "height": height, "color_scheme": theme, "locale": language}
    page = show(flowers_and_kongs, Telling(), seat=1, step=last, **look)
    page.check("#open")
    worst = page.locator("#review .worst-one").first.get_attribute("data-step")
    for step in (int(worst), last - 3, last):
        page.evaluate("step => { location.hash = step; }", step)
        page.wait_for_selector(f"#event .step:text-matches('^{step + 1} /')")
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(UNSEEN) == [], step
        assert page.evaluate(OVERLAPS, APART) == [], step
        assert page.evaluate(CUT) == [], step
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert page.evaluate(UNSEEN) == [], step
    accessible(page)


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [size[:2] for size in SIZES if size[0] > 1000])
def test_the_table_stays_whole_beside_the_decision(
    flowers_and_kongs: Match, show: Callable[..., Any], width: int, height: int
) -> None:
    page = show(flowers_and_kongs, Telling(), seat=1, width=width, height=height, step=60)
    for place in ("0", "document.documentElement.scrollHeight"):
        page.evaluate(f"scrollTo(0, {place})")
        box = page.locator(".felt").bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
        assert box["height"] > 0.8 * height


@pytest.mark.thorough
def test_one_language_at_a_time_and_the_other_on_hover(
    flowers_and_kongs: Match, show: Callable[..., Any]
) -> None:
    page = show(flowers_and_kongs, Telling(), seat=1, step=len(flowers_and_kongs.requests) - 1)
    fans = page.locator("#result .fans td .term")
    english = fans.first.inner_text()
    chinese, line = fans.first.get_attribute("title").split(": ")
    assert line.isascii()
    assert english.isascii()
    assert not chinese.isascii()
    page.click("#language")
    assert fans.first.inner_text() == chinese
    assert fans.first.get_attribute("title").split(": ")[0] == english
