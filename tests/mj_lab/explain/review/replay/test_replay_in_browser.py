"""The replay page in a real browser: every recorded match, keys, slider, views, hostile files."""

import json
import re
from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.state import GameState
from mj_bot.tiles import code_of
from mj_lab.core.records.match import Match
from mj_lab.core.text.fan_names import english_name
from mj_lab.explain.review.replay.frames import frames_of
from tests.mj_lab.conftest import Check, Open, expect, misread
from tests.mj_lab.explain.review.replay.conftest import (
    Reasoning,
    hold_key,
    reload_until,
    step_of,
    wait_until_at,
)
from tests.mj_lab.web.server.person import numbers
from tests.recorded import Recorded

# A busy page hears late that its address has changed: what it noted for later comes before.
HEARS_LATE = """window.addEventListener("hashchange", (event) => {
  if (!event.isTrusted) return;
  event.stopImmediatePropagation();
  setTimeout(() => window.dispatchEvent(new HashChangeEvent("hashchange")), 500);
});"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in (1, 2, 3))]
)
def test_every_recorded_match_steps_to_its_recorded_end(
    recorded: Recorded, show: Open, part: int
) -> None:
    page = None
    for record in recorded("botzone_matches")[part::4]:
        match = Match.model_validate(record)
        page = show(match, page=page)
        hold_key(page, "ArrowRight", len(match.requests) - 2)
        assert not page.is_visible("#result")
        page.keyboard.press("ArrowRight")
        assert step_of(page) == len(match.requests) - 1
        assert numbers(page, "#result .score") == list(match.scores)
        assert numbers(page, ".hub .count") == list(match.scores)
        fans = page.locator("#result .fans tbody tr:not(.total)").all_inner_texts()
        expected = [
            f"{english_name(fan.name)}\t"
            + (f"{fan.value}" if fan.times == 1 else f"{fan.times} × {fan.value}")
            for fan in match.result.fans or ()
        ]
        assert fans == expected
        if match.result.fan_total is not None:
            assert f"{match.result.fan_total} fan" in page.inner_text("#result .total")


@pytest.mark.thorough
def test_keyboard(match: Match, show: Open) -> None:
    last = len(match.requests) - 1
    page = show(match, Reasoning(), seat=3)
    press = page.keyboard.press
    keys = ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft")
    for key, step in zip(keys, (1, 2, 1, last, last, 0, 0), strict=True):
        press(key)
        assert step_of(page) == step
    press("2")
    assert page.is_checked("#view-1")
    press("0")
    assert page.is_checked("#open")
    press("]")
    first = step_of(page)
    assert "points lost" in page.inner_text("#decision .badge.differs")
    press("]")
    assert step_of(page) > first
    press("[")
    assert step_of(page) == first
    press("Space")
    # It goes on by itself: where it is by now, a slow machine may be late to see.
    expect(page.locator("#event .step")).not_to_have_text(re.compile(f"^{first + 1} /"))
    press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    assert step_of(page) > first


@pytest.mark.thorough
def test_a_step_that_the_address_asks_for_is_not_lost(match: Match, show: Open) -> None:
    """The page notes its own step late: by then the address may ask for another one."""
    page = show(match)
    page.add_init_script(HEARS_LATE)
    page = show(match, page=page)
    page.keyboard.press("ArrowRight")
    page.evaluate("location.hash = 20")
    wait_until_at(page, 20)
    page.wait_for_url("**#t21")


@pytest.mark.thorough
def test_everything_can_be_reached_by_the_keyboard_alone(match: Match, show: Open) -> None:
    page = show(match, Reasoning(), step=1)
    reached = []
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate("document.activeElement.id || document.activeElement.className")
        )
    wanted = {"language", "theme", "slider", "first", "prev", "play", "next", "last"}
    wanted |= {"next-differs", "view-0", "open", "toggle"}
    assert wanted <= set(reached)
    page.focus("#next")
    before = step_of(page)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert step_of(page) == before + 2


def test_slider_and_buttons(recorded: Recorded, show: Open) -> None:
    match = Match.model_validate(recorded("botzone_matches")[1])
    last = len(match.requests) - 1
    page = show(match)
    slider = page.locator("#slider")
    slider.fill("31")
    assert step_of(page) == 30
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert step_of(page) == 31
    page.keyboard.press("End")
    assert step_of(page) == last
    box = slider.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert abs(step_of(page) - last / 2) <= 2
    for button, change in (("#prev", -1), ("#next", 1), ("#next", 1)):
        before = step_of(page)
        page.click(button)
        assert step_of(page) == before + change
    page.click("#last")
    assert step_of(page) == last
    page.click("#first")
    assert step_of(page) == 0
    assert page.get_attribute("#slider", "aria-valuetext")


def tiles_in(page: Any, selector: str) -> list[str]:
    """The tiles of a part of the table by their codes, `back` for those face down."""
    uses = page.eval_on_selector_all(
        f"{selector} use", "uses => uses.map(use => use.getAttribute('href'))"
    )
    return [use.removeprefix("#tile-") for use in uses]


@pytest.mark.thorough
def test_views_show_one_hand_and_hide_three(match: Match, show: Open) -> None:
    frame = frames_of(match)[20]
    hands = [[code_of(tile) for tile in hand] for hand in frame["hands"]]
    page = show(match, step=20)
    for view in range(4):
        page.check(f"#view-{view}")
        assert tiles_in(page, "#own .hand")[: len(hands[view])] == hands[view]
        for step in range(4):
            place = f'.seat-layer[data-seat="{(view + step) % 4}"]'
            assert page.get_attribute(place, "data-place") == str(step)
            assert step == 0 or set(tiles_in(page, f"{place} .hand")) == {"back"}
    page.check("#open")
    for seat in range(3):
        place = f'.seat-layer[data-seat="{seat}"]'
        assert tiles_in(page, f"{place} .hand")[: len(hands[seat])] == hands[seat]
        discards = [code_of(tile) for tile, _ in frame["discards"][seat]]
        assert tiles_in(page, f"{place} .discards") == discards


@pytest.mark.thorough
def test_flowers_and_kongs(flowers_and_kongs: Match, show: Open) -> None:
    frames = frames_of(flowers_and_kongs)
    step = len(frames) - 2
    page = show(flowers_and_kongs, step=step)
    for seat in range(4):
        laid = tiles_in(page, f'.plate[data-seat="{seat}"] .flowers')
        assert [code[0] for code in laid] == ["H"] * len(frames[step]["flowers"][seat])
        plate = page.inner_text(f'.plate[data-seat="{seat}"]').splitlines()
        assert plate[1] == flowers_and_kongs.players[seat]
    melds = frames[step]["melds"]
    owner = next(seat for seat in range(4) if any(meld[3] for meld in melds[seat]))
    selector = f'.seat-layer[data-seat="{owner}"] [aria-label^="concealed kong"]'
    page.check(f"#view-{(owner + 1) % 4}")
    assert tiles_in(page, selector) == ["back"] * 4
    page.check(f"#view-{owner}")
    seen = tiles_in(page, selector)
    assert seen[0] == seen[3] == "back"
    assert seen[1] == seen[2] != "back"
    assert page.locator(".stack .turned").count() == 2


@pytest.mark.thorough
@pytest.mark.parametrize("end", ["抢杠和", "WA", "WH", "HUANG"])
def test_ends_that_are_rare(recorded: Recorded, show: Open, end: str) -> None:
    """A robbed kong, the faults, and a wall that ran out."""

    def has_it(record: dict[str, Any]) -> bool:
        result = record["result"]
        return end in (result["action"], *(fan[0] for fan in result.get("fans") or ()))

    files = ("judged_games", "botzone_matches", "rare_games")
    record = next(one for file in files for one in recorded(file) if has_it(one))
    page = show(Match.model_validate(record), step=len(record["requests"]) - 1)
    shown = page.inner_text("#result")
    assert ("at fault" in shown) == (end in ("WA", "WH"))
    assert ("Robbing The Kong" in shown) == (end == "抢杠和")
    assert ("robs the kong of" in page.inner_text("#event")) == (end == "抢杠和")
    assert numbers(page, "#result .score") == record["scores"]


def test_decisions_and_their_reasons(match: Match, show: Open) -> None:
    page = show(match, Reasoning(), seat=3)
    page.keyboard.press("]")
    rows = page.locator("#decision .candidates tbody tr:not(.reasons)")
    assert rows.count() >= 2
    assert page.locator("#decision tr.choice").count() == 1
    assert "Reasoning" in rows.first.inner_text()
    assert "played" in page.locator("#decision .candidates").inner_text()
    heads = page.locator("#decision th").all_inner_texts()
    assert heads == ["Action", "Win chance", "Expected points", "Danger"]
    assert rows.first.inner_text().split()[-3:] == ["50.0%", "+31.5", "0.0%"]
    assert rows.nth(1).inner_text().split()[-1] in ("1.3%", "unknown")
    reasons = page.locator("#decision tr.reasons >> nth=0").inner_text()
    for text in ("8 fan Mixed Straight, Half Flush", "All Types", "<i>1</i>"):
        assert text in reasons
    assert "10.00" not in reasons
    second = page.locator("#decision .toggle >> nth=1")
    assert second.get_attribute("aria-expanded") == "false"
    second.click()
    assert second.get_attribute("aria-expanded") == "true"
    assert page.locator("#decision tr.reasons >> nth=1").is_visible()
    ticks = page.locator("#ticks line").count()
    differing = page.locator("#ticks line.differs").count()
    assert page.inner_text("#differ-count") == f"{differing} of {ticks} decisions differ"
    box = page.locator("#ticks").bounding_box()
    page.mouse.click(box["x"] + 2, box["y"] + 5)
    assert page.locator("#decision .badge").count() == 1


@pytest.mark.thorough
def test_on_a_narrow_screen_the_table_of_candidates_fits(match: Match, show: Open) -> None:
    page = show(match, Reasoning(), seat=3, width=390, height=844)
    page.keyboard.press("]")
    seen = page.locator("#decision th").filter(visible=True).all_inner_texts()
    heads = [" ".join(text.split()) for text in seen]
    assert heads == ["Action", "Win chance", "Expected points", "Danger"]
    inner, whole = page.evaluate(
        "(e => [e.clientWidth, e.scrollWidth])(document.querySelector('#decision .scroll'))"
    )
    assert whole <= inner


@pytest.mark.thorough
def test_language_and_theme_are_switched_and_remembered(match: Match, show: Open) -> None:
    page = show(match, Reasoning(), seat=3, step=len(match.requests) - 1)
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.click("#language")
    assert page.evaluate("document.documentElement.lang") == "zh-Hans"
    assert "花龙" in page.inner_text("#result")
    assert "Mixed Straight" not in page.inner_text("#result")
    assert "北家自摸" in page.inner_text("#event")
    names = page.eval_on_selector_all(
        "#table svg[role=img]", "all => all.map(one => one.getAttribute('aria-label'))"
    )
    assert names
    assert not any(re.search("[a-z]", name) for name in names)
    page.click("#theme")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.wait_for_url(f"**#t{len(match.requests)}")
    reload_until(page, "theme", "document.documentElement.dataset.theme", "dark")
    assert page.evaluate("document.documentElement.lang") == "zh-Hans"
    assert step_of(page) == len(match.requests) - 1


@pytest.mark.thorough
def test_the_systems_language_and_theme_are_taken(match: Match, show: Open) -> None:
    page = show(match, color_scheme="dark", locale="zh-CN")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("document.documentElement.lang") == "zh-Hans"
    page.emulate_media(color_scheme="light")
    page.wait_for_selector("html[data-theme=light]")


HOSTILE = "</script><script>window.broken=1;alert(1)</script><img src=x onerror=alert(2)>\u2028'\"&"


def test_script_in_every_string_stays_text(recorded: Recorded, show: Open) -> None:
    faulted = next(r for r in recorded("judged_games") if r["result"]["action"] == "WA")
    record = json.loads(json.dumps(faulted))
    offender = record["result"]["player"]
    record.update({"id": HOSTILE, "level": HOSTILE, "players": [HOSTILE] * 4})
    fans = {"fan_total": 3, "fans": [[HOSTILE, 1, 3]]}
    record["result"] = {"action": HOSTILE, "player": offender, **fans}
    record["responses"][-1] = [HOSTILE] * 4
    match = Match.model_validate(record)

    class Hostile:
        def __call__(self, state: GameState) -> Action:
            return action_space(state)[0]

        def explain(self, state: GameState) -> list[dict[str, Any]]:
            told = {HOSTILE: HOSTILE, "fans": [HOSTILE], "missing": {HOSTILE: 1}}
            action = str(action_space(state)[0])
            return [
                {"action": action, "targets": [told], HOSTILE: HOSTILE, "effective": {HOSTILE: 1}},
                {"action": HOSTILE, "distances": {HOSTILE: 1.0}, "route": HOSTILE},
            ]

    page = show(match, Hostile(), seat=offender, step=len(match.requests) - 1)
    assert HOSTILE[:60] in page.inner_text("#title")
    assert HOSTILE[:60] in page.inner_text("#result")
    for _ in range(3):
        page.keyboard.press("[")
        for toggle in page.locator("#decision .toggle").all():
            toggle.click()
    assert page.evaluate("window.broken") is None
    assert page.locator("img, script[src], iframe, object").count() == 0
    assert page.locator("script").count() == 2


@pytest.mark.thorough
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(
    match: Match, flowers_and_kongs: Match, show: Open, accessible: Check, theme: str
) -> None:
    page = show(match, Reasoning(), seat=3, color_scheme=theme)
    accessible(page)
    page.keyboard.press("]")
    page.click("#help summary")
    accessible(page)
    page.keyboard.press("End")
    page.click("#language")
    accessible(page)
    page = show(flowers_and_kongs, step=100, color_scheme=theme, width=390, height=844)
    page.check("#open")
    accessible(page)


@pytest.mark.thorough
def test_every_tile_and_control_has_a_name(flowers_and_kongs: Match, show: Open) -> None:
    page = show(flowers_and_kongs, Reasoning(), step=90)
    assert misread(page) == []
    bare = page.locator("main .tile svg:not([role=img])").count()
    assert bare == 0
