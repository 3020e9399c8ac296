"""The replay page in a real browser: every recorded match, keys, slider, views, hostile files."""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from mj_bot import tactics
from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.state import GameState
from mj_lab.core.records.match import Match
from mj_lab.core.text.fan_names import english_name
from mj_lab.explain.replay.frames import frames_of
from tests.mj_lab.conftest import expect
from tests.mj_lab.explain.replay.conftest import reload_until

Recorded = Callable[[str], tuple[dict[str, Any], ...]]

# Presses a key often, as a person who holds it down would.
HOLD_KEY = """([key, times]) => {
  const options = { key, bubbles: true, cancelable: true };
  for (let press = 0; press < times; press++)
    document.body.dispatchEvent(new KeyboardEvent("keydown", options));
}"""

# A busy page hears late that its address has changed: what it noted for later comes before.
HEARS_LATE = """window.addEventListener("hashchange", (event) => {
  if (!event.isTrusted) return;
  event.stopImmediatePropagation();
  setTimeout(() => window.dispatchEvent(new HashChangeEvent("hashchange")), 500);
});"""

# Boxes that overlap by more than a pixel, of these groups of elements.
OVERLAPS = """(groups) => {
  const boxes = [];
  for (const [name, selector] of groups)
    for (const element of document.querySelectorAll(selector)) {
      const box = element.getBoundingClientRect();
      if (box.width && box.height) boxes.push([name, box]);
    }
  const found = [];
  boxes.forEach(([one, a], place) => {
    for (const [other, b] of boxes.slice(place + 1)) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1.5 && high > 1.5) found.push([one, other, wide, high]);
    }
  });
  return found;
}"""

TABLE_PARTS = [
    ["hand", ".row-of-hand > .hand"],
    ["meld", ".row-of-hand .melds > li"],
    ["discards", ".discards .tile"],
    ["plate", ".plate"],
    ["hub", ".hub"],
]


class Reasoning:
    """Prefers the last legal action, and has reasons of every kind."""

    def __call__(self, state: GameState) -> Action:
        return action_space(state)[-1]

    def explain(self, state: GameState) -> list[dict[str, Any]]:
        return [
            {
                "action": str(action),
                "value": 5 - place,
                "win_chance": 0.5 / (place + 1),
                "expected_score": 3.5 - place,
                "deal_in": 0.0125 * place,
                "hand_value": 0.5 / (place + 1),
                "distances": {"all_types": 1.5 + place, "new_route": 3.0, "chows": 10.0},
                "targets": [
                    {"fan": 8, "fans": ["花龙", "Half Flush"], "missing": {"W1": 2, "J3": 1}}
                ],
                "effective": {"B1": 4, "T9": 1},
                "anything": {"else": ["<i>1</i>", 2]},
            }
            for place, action in enumerate(action_space(state)[::-1])
        ]


def step_of(page: Any) -> int:
    """The place of the frame that is shown: its number is that of its request, the deal's is 1."""
    return int(page.inner_text("#event .step").split("/", maxsplit=1)[0]) - 1


def wait_until_at(page: Any, step: int) -> None:
    """By a selector: `wait_for_function` runs code that the page's policy bans."""
    page.wait_for_selector(f"#event .step:text-matches('^{step + 1} /')")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in (1, 2, 3))]
)
def test_every_recorded_match_steps_to_its_recorded_end(
    recorded: Recorded, show: Callable[..., Any], part: int
) -> None:
    page = None
    for record in recorded("botzone_matches")[part::4]:
        match = Match.model_validate(record)
        page = show(match, page=page)
        page.evaluate(HOLD_KEY, ["ArrowRight", len(match.requests) - 2])
        assert not page.is_visible("#result")
        page.keyboard.press("ArrowRight")
        assert step_of(page) == len(match.requests) - 1
        scores = page.locator("#result .score").all_inner_texts()
        assert [int(score) for score in scores] == list(match.scores)
        hub = page.locator(".hub .count").all_inner_texts()
        assert [int(score) for score in hub] == list(match.scores)
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
def test_keyboard(recorded: Recorded, show: Callable[..., Any]) -> None:
    match = Match.model_validate(recorded("botzone_matches")[0])
    last = len(match.requests) - 1
    page = show(match, Reasoning(), seat=3)
    press = page.keyboard.press
    for key, step in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
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
def test_a_step_that_the_address_asks_for_is_not_lost(
    recorded: Recorded, show: Callable[..., Any]
) -> None:
    """The page notes its own step late: by then the address may ask for another one."""
    match = Match.model_validate(recorded("botzone_matches")[0])
    page = show(match)
    page.add_init_script(HEARS_LATE)
    page = show(match, page=page)
    page.keyboard.press("ArrowRight")
    page.evaluate("location.hash = 20")
    wait_until_at(page, 20)
    page.wait_for_url("**#t21")


@pytest.mark.thorough
def test_everything_can_be_reached_by_the_keyboard_alone(
    recorded: Recorded, show: Callable[..., Any]
) -> None:
    page = show(Match.model_validate(recorded("botzone_matches")[0]), Reasoning(), step=1)
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


def test_slider_and_buttons(recorded: Recorded, show: Callable[..., Any]) -> None:
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
def test_views_show_one_hand_and_hide_three(recorded: Recorded, show: Callable[..., Any]) -> None:
    match = Match.model_validate(recorded("botzone_matches")[0])
    from mj_bot.tiles import code_of

    frames = frames_of(match)
    page = show(match, step=20)
    for view in range(4):
        page.check(f"#view-{view}")
        own = [code_of(tile) for tile in frames[20]["hands"][view]]
        assert tiles_in(page, "#own .hand")[: len(own)] == own
        for seat in range(4):
            if seat != view:
                hidden = set(tiles_in(page, f'.seat-layer[data-seat="{seat}"] .hand'))
                assert hidden == {"back"}
        places = {
            seat: page.get_attribute(f'.seat-layer[data-seat="{seat}"]', "data-place")
            for seat in range(4)
        }
        assert places == {(view + place) % 4: str(place) for place in range(4)}
    page.check("#open")
    for seat in range(3):
        open_hand = tiles_in(page, f'.seat-layer[data-seat="{seat}"] .hand')
        assert open_hand[: len(frames[20]["hands"][seat])] == [
            code_of(tile) for tile in frames[20]["hands"][seat]
        ]
        shown = tiles_in(page, f'.seat-layer[data-seat="{seat}"] .discards')
        assert shown == [code_of(tile) for tile, _ in frames[20]["discards"][seat]]


@pytest.mark.thorough
def test_flowers_and_kongs(flowers_and_kongs: Match, show: Callable[..., Any]) -> None:
    frames = frames_of(flowers_and_kongs)
    step = len(frames) - 2
    page = show(flowers_and_kongs, step=step)
    for seat in range(4):
        laid = tiles_in(page, f'.plate[data-seat="{seat}"] .flowers')
        assert [code[0] for code in laid] == ["H"] * len(frames[step]["flowers"][seat])
        assert (
            page.inner_text(f'.plate[data-seat="{seat}"]').splitlines()[1]
            == (flowers_and_kongs.players[seat])
        )
    concealed = [
        (seat, meld) for seat in range(4) for meld in frames[step]["melds"][seat] if meld[3]
    ]
    (owner, _), *_ = concealed
    selector = f'.seat-layer[data-seat="{owner}"] [aria-label="concealed kong"]'
    page.check(f"#view-{(owner + 1) % 4}")
    assert tiles_in(page, selector) == ["back"] * 4
    page.check(f"#view-{owner}")
    seen = tiles_in(page, selector)
    assert seen[0] == seen[3] == "back"
    assert seen[1] == seen[2] != "back"
    assert page.locator(".stack .turned").count() == 2
    assert page.evaluate(OVERLAPS, TABLE_PARTS) == []


@pytest.mark.thorough
def test_robbed_kong(recorded: Recorded, show: Callable[..., Any]) -> None:
    record = next(
        record
        for record in recorded("rare_games")
        if any(fan[0] == "抢杠和" for fan in record["result"].get("fans") or [])
    )
    match = Match.model_validate(record)
    page = show(match, step=len(match.requests) - 1)
    assert "robs the kong of" in page.inner_text("#event")
    assert "Robbing The Kong" in page.inner_text("#result")
    scores = page.locator("#result .score").all_inner_texts()
    assert [int(score) for score in scores] == record["scores"]


@pytest.mark.thorough
@pytest.mark.parametrize("action", ["WA", "WH", "HUANG"])
def test_other_ends(recorded: Recorded, show: Callable[..., Any], action: str) -> None:
    records = (*recorded("judged_games"), *recorded("botzone_matches"))
    record = next(record for record in records if record["result"]["action"] == action)
    match = Match.model_validate(record)
    page = show(match, step=len(match.requests) - 1)
    shown = page.inner_text("#result")
    assert ("at fault" in shown) == (action != "HUANG")
    scores = page.locator("#result .score").all_inner_texts()
    assert [int(score) for score in scores] == record["scores"]


def test_decisions_and_their_reasons(recorded: Recorded, show: Callable[..., Any]) -> None:
    match = Match.model_validate(recorded("botzone_matches")[0])
    page = show(match, Reasoning(), seat=3)
    page.keyboard.press("]")
    rows = page.locator("#decision .candidates tbody tr:not(.reasons)")
    assert rows.count() >= 2
    assert page.locator("#decision tr.choice").count() == 1
    assert "Reasoning" in rows.first.inner_text()
    assert "played" in page.locator("#decision .candidates").inner_text()
    heads = page.locator("#decision th").all_inner_texts()
    assert heads == ["Action", "Win chance", "Expected points", "Danger"]
    assert rows.first.inner_text().split()[-3:] == ["50.0%", "+3.5", "0.0%"]
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
def test_on_a_narrow_screen_the_table_of_candidates_fits(
    recorded: Recorded, show: Callable[..., Any]
) -> None:
    match = Match.model_validate(recorded("botzone_matches")[0])
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
def test_a_silent_tactic(recorded: Recorded, show: Callable[..., Any]) -> None:
    match = Match.model_validate(recorded("botzone_matches")[0])
    page = show(match, tactics.load("random", seed=1), seat=3)
    page.keyboard.press("]")
    assert "says nothing of its reasons" in page.inner_text("#decision")


@pytest.mark.thorough
def test_language_and_theme_are_switched_and_remembered(
    recorded: Recorded, show: Callable[..., Any]
) -> None:
    match = Match.model_validate(recorded("botzone_matches")[0])
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
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("document.documentElement.lang") == "zh-Hans"
    assert step_of(page) == len(match.requests) - 1


@pytest.mark.thorough
def test_the_systems_language_and_theme_are_taken(
    recorded: Recorded, show: Callable[..., Any]
) -> None:
    match = Match.model_validate(recorded("botzone_matches")[0])
    page = show(match, color_scheme="dark", locale="zh-CN")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("document.documentElement.lang") == "zh-Hans"
    page.emulate_media(color_scheme="light")
    page.wait_for_selector("html[data-theme=light]")


HOSTILE = "</script><script>window.broken=1;alert(1)</script><img src=x onerror=alert(2)>\u2028'\"&"


def test_script_in_every_string_stays_text(recorded: Recorded, show: Callable[..., Any]) -> None:
    record = json.loads(json.dumps(recorded("judged_games")[0]))
    faulted = next(r for r in recorded("judged_games") if r["result"]["action"] == "WA")
    record = json.loads(json.dumps(faulted))
    offender = record["result"]["player"]
    record.update({"id": HOSTILE, "level": HOSTILE, "players": [HOSTILE] * 4})
    record["result"] = {
        "action": HOSTILE,
        "player": offender,
        "fan_total": 3,
        "fans": [[HOSTILE, 1, 3]],
    }
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
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_nothing_overlaps_or_sticks_out(
    recorded: Recorded, flowers_and_kongs: Match, show: Callable[..., Any], width: int, height: int
) -> None:
    longest = max(recorded("botzone_matches"), key=lambda record: len(record["requests"]))
    melded = max(
        recorded("rare_games"),
        key=lambda record: sum("GANG" in row[0] for row in record["requests"]),
    )
    for match in (Match.model_validate(longest), Match.model_validate(melded), flowers_and_kongs):
        last = len(match.requests) - 1
        page = show(match, Reasoning(), width=width, height=height, step=last)
        page.check("#open")
        for view in (0, 2):
            page.check(f"#view-{view}")
            for step in (last, last - 2, last // 2):
                page.evaluate("step => { location.hash = step; }", step)
                wait_until_at(page, step)
                assert page.evaluate(OVERLAPS, TABLE_PARTS) == []
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                cut = page.evaluate(
                    "[...document.querySelectorAll('.plate > *, .hub *, .badge, .event > *')]"
                    ".filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth)"
                    ".map(e => e.className)"
                )
                assert cut == []
        page.context.close()


@pytest.mark.thorough
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(
    recorded: Recorded,
    flowers_and_kongs: Match,
    show: Callable[..., Any],
    accessible: Callable[..., None],
    theme: str,
) -> None:
    match = Match.model_validate(recorded("botzone_matches")[0])
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
def test_every_tile_and_control_has_a_name(
    flowers_and_kongs: Match, show: Callable[..., Any]
) -> None:
    page = show(flowers_and_kongs, Reasoning(), step=90)
    unnamed = page.evaluate(
        "[...document.querySelectorAll('main svg[role=img], button, input, select, ul.tiles')]"
        ".filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() ||"
        " (e.labels && e.labels.length))).length"
    )
    assert unnamed == 0
    bare = page.locator("main .tile svg:not([role=img])").count()
    assert bare == 0


@pytest.mark.thorough
def test_steps_lead_on_by_one(recorded: Recorded, show: Callable[..., Any]) -> None:
    page = show(Match.model_validate(recorded("botzone_matches")[2]))
    seen = []
    for _ in range(6):
        seen.append(step_of(page))
        page.click("#next")
    assert all(after == before + 1 for before, after in pairwise(seen))
