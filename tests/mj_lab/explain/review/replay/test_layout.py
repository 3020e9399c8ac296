"""The replay page at every width, theme and language: in view, apart, not cut off."""

import pytest

from mj_lab.core.records.match import Match
from tests.mj_lab.conftest import Check, Look, Open, slow
from tests.mj_lab.explain.review.replay.conftest import Reasoning, wait_until_at
from tests.recorded import Recorded

pytestmark = pytest.mark.thorough

# Both themes and both languages; the longer one where there is least room.
SIZES = [
    {"width": 390, "height": 844, "color_scheme": "light", "locale": "en"},
    {"width": 768, "height": 1024, "color_scheme": "dark", "locale": "zh-CN"},
    {"width": 1280, "height": 800, "color_scheme": "dark", "locale": "en"},
    {"width": 1366, "height": 768, "color_scheme": "light", "locale": "en"},
    {"width": 1920, "height": 1080, "color_scheme": "light", "locale": "zh-CN"},
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
  const isFixed = (one) =>
    getComputedStyle(one.closest("#controls, #event") ?? one).position === "fixed";
  const boxes = [];
  for (const selector of selectors)
    for (const element of document.querySelectorAll(selector)) {
      const box = element.getBoundingClientRect();
      if (box.width && box.height) boxes.push([selector, box, element]);
    }
  boxes.forEach(([one, a, first], place) => {
    for (const [other, b, second] of boxes.slice(place + 1)) {
      if (first.contains(second) || second.contains(first)) continue;
      if (isFixed(first) !== isFixed(second)) continue;
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
    const shown = style.overflowX === "visible" && style.overflowY === "visible";
    if (shown && !one.matches(".plate > *, .hub *, .badge, .event > *")) continue;
    if (one.scrollWidth > one.clientWidth + 1) found.push(["too wide", name]);
    if (!shown && one.scrollHeight > one.clientHeight + 1) found.push(["too high", name]);
  }
  return found;
}"""

# Controls that a window does not show whole.
UNSEEN = """() => [...document.querySelectorAll("#controls button")].filter(one => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return top < 0 || bottom > innerHeight || left < 0 || right > innerWidth || !one.contains(middle);
}).map(one => one.id)"""


@pytest.fixture(params=["flowers and kongs", slow("longest"), slow("most kongs")])
def played(request: pytest.FixtureRequest, flowers_and_kongs: Match, recorded: Recorded) -> Match:
    """A match with much on the table."""
    if request.param == "longest":
        most = max(recorded("botzone_matches"), key=lambda record: len(record["requests"]))
    elif request.param == "most kongs":
        kongs = [sum("GANG" in row[0] for row in one["requests"]) for one in recorded("rare_games")]
        most = recorded("rare_games")[kongs.index(max(kongs))]
    else:
        return flowers_and_kongs
    return Match.model_validate(most)


@pytest.mark.parametrize(
    "look",
    # A phone and a small laptop in every run; the others in `make prove`.
    [look if look["width"] in (390, 1366) else slow(look) for look in SIZES],
    ids=lambda look: look["width"],
)
def test_in_view_apart_and_whole(played: Match, show: Open, accessible: Check, look: Look) -> None:
    last = len(played.requests) - 1
    page = show(played, Reasoning(), seat=1, step=last, **look)
    page.check("#open")
    worst = page.locator("#review .worst-one").first.get_attribute("data-step")
    whole = (int(worst), last - 3, last)
    for view in (0, 1, 2):
        page.check(f"#view-{view}")
        for step in (*whole, last // 2, last - 2, last - 1):
            page.evaluate("step => { location.hash = step; }", step)
            wait_until_at(page, step)
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(UNSEEN) == [], step
            assert page.evaluate(OVERLAPS, APART) == [], step
            # Of many actions the table may scroll on a phone.
            cut = page.evaluate(CUT)
            assert [one for one in cut if step in whole or "scroll" not in one[1]] == [], step
            assert page.evaluate("document.documentElement.scrollWidth") <= look["width"], step
            page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            assert page.evaluate(UNSEEN) == [], step
    accessible(page)


@pytest.mark.parametrize("look", SIZES[2:], ids=lambda look: look["width"])
def test_the_table_stays_whole_beside_the_decision(
    flowers_and_kongs: Match, show: Open, look: Look
) -> None:
    page = show(flowers_and_kongs, Reasoning(), seat=1, step=60, **look)
    for place in ("0", "document.documentElement.scrollHeight"):
        page.evaluate(f"scrollTo(0, {place})")
        box = page.locator(".felt").bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= look["height"]
        assert box["height"] > 0.8 * look["height"]


def test_one_language_at_a_time_and_the_other_on_hover(
    flowers_and_kongs: Match, show: Open
) -> None:
    page = show(flowers_and_kongs, Reasoning(), seat=1, step=len(flowers_and_kongs.requests) - 1)
    fans = page.locator("#result .fans td .term")
    english = fans.first.inner_text()
    chinese, line = fans.first.get_attribute("title").split(": ")
    assert line.isascii()
    assert english.isascii()
    assert not chinese.isascii()
    page.click("#language")
    assert fans.first.inner_text() == chinese
    assert fans.first.get_attribute("title").split("：")[0] == english
