"""The page of a hand in a real browser: its address, its fan, going on from the answer."""

import re
from typing import Any
from urllib.parse import parse_qs

import pytest

from mj_bot.nets.shipped import packed_weights
from mj_bot.tactics import load
from mj_bot.tiles import tile_of
from mj_lab.core.text.hands import parse_hand
from mj_lab.explain.analysis import which_discard_hint
from mj_lab.explain.analysis.complete_hand.fan_study import fan_study
from mj_lab.explain.analysis.explanation import explain
from mj_lab.explain.analysis.state_from_hand import situation, state_after_draw
from mj_lab.web.server.service.answering import answered
from mj_lab.web.server.service.workers import QuestionWorkers
from tests.mj_bot.nets.layers import tiny_weights
from tests.mj_lab.conftest import Check, Look, Open, expect

pytestmark = pytest.mark.thorough

READY = "#study:not([aria-busy]) .card"


@pytest.fixture
def answer_to(show: Open) -> Open:
    """`answer_to(query, **options)`: the page of a hand with its answer."""

    def shown(query: str, **options: Any) -> Any:
        page = show(f"/analyze?{query}", **options)
        page.wait_for_selector(READY)
        return page

    return shown


def asked(page: Any) -> dict[str, str]:
    """The question in the page's address."""
    query = page.evaluate("location.search.slice(1)")
    return {key: value for key, (value,) in parse_qs(query).items()}


def go_on(page: Any, click: str) -> None:
    """Click, and wait for the answer to the next question."""
    before = page.evaluate("location.href")
    page.click(click)
    page.wait_for_function("before => location.href !== before", arg=before)
    page.wait_for_selector(READY)


def test_a_question_becomes_the_address_and_back_goes_back(answer_to: Open) -> None:
    page = answer_to("hand=W123+B4567+T88+F11+J23&tactic=greedy")
    page.fill("#hand", "W123 B456 T2223 [F1111 concealed]")
    page.select_option("#seat", "3")
    page.click("#submit")
    page.wait_for_selector("#study h2:has-text('Tiles that complete the hand')")
    hand = {"hand": "W123 B456 T2223 [F1111 concealed]"}
    assert asked(page) == {**hand, "seat": "N", "tactic": "greedy"}
    page.go_back()
    page.wait_for_function("() => document.getElementById('hand')?.value.endsWith('J23')")
    page.wait_for_selector("#study h2:has-text('If another seat discards it')")
    expect(page.locator("#seat")).to_have_value("0")


def test_effective_tiles_are_drawn_by_a_click(answer_to: Open) -> None:
    page = answer_to("hand=W123+B456+T22345+F11&turn=5&tactic=greedy")
    go_on(page, "#study [data-pick=F1] >> nth=0")
    assert asked(page)["hand"] == "W123 B456 T22345 F11 F1"
    assert asked(page)["turn"] == "6"
    # Complete by now: the fan is there, and the discards if one does not declare the win.
    page.wait_for_selector("#fans")
    page.click("#study summary")
    page.click("#study .toggle >> nth=1")
    go_on(page, "#study .candidates tr:not([hidden]) [data-discard] >> nth=0")
    assert len(asked(page)["seen"]) == 2
    page.wait_for_selector("#study h2:has-text('Tiles that complete the hand')")


def test_with_14_tiles_the_rows_own_is_discarded_first(answer_to: Open) -> None:
    page = answer_to("hand=W123+B4567+T88+F11+J233&tactic=odds")
    row, pick = "#study .reasons:not([hidden])", ".pick >> nth=0"
    discarded = page.get_attribute(f"{row} [data-discard]", "data-discard")
    drawn = page.get_attribute(f"{row} {pick}", "data-pick")
    go_on(page, f"{row} {pick}")
    assert asked(page)["seen"] == discarded
    hand = parse_hand(asked(page)["hand"])
    assert hand.last == tile_of(drawn)
    wanted = list(parse_hand("W123 B4567 T88 F11 J233").counts)
    wanted[tile_of(discarded)] -= 1
    wanted[tile_of(drawn)] += 1
    assert list(hand.counts) == wanted


def table(page: Any) -> list[tuple[str, int]]:
    """The fans that the page shows, with their points; the last line is the total."""
    rows = [line.split("\t") for line in page.inner_text("#fans tbody").splitlines() if line]
    return [(name.split(" ×")[0], int(points)) for name, points in rows]


def test_the_fan_with_each_flag_is_what_the_command_says(answer_to: Open) -> None:
    text = "T8 B456 [W123] [F1111 concealed] [J111] T8"
    page = answer_to("hand=T8+B456+%5BW123%5D+%5BF1111+concealed%5D+%5BJ111%5D+T8&tactic=greedy")
    for click, flags in (
        (None, ["self-drawn"]),
        ("[value=replacement]", ["replacement"]),
        ("[value=last-tile]", ["replacement", "last-tile"]),
        ("[value=discard]", ["last-tile"]),
        ("[value=last-tile]", []),
    ):
        if click is not None:
            go_on(page, f"#flags {click}")
            assert page.evaluate("document.activeElement.value") in click
        found = fan_study(parse_hand(text), flags=flags)
        rows = [(english, value * times) for _, english, value, times in found["fans"]]
        assert table(page) == [*rows, ("Total", found["fan"])]
        assert f"+{found['points']['all']} points" in page.inner_text(".paid")
    assert "flags" in page.evaluate("location.search")
    go_on(page, "#flags [value=robbing]")
    alert = page.locator("#study [role=alert]")
    expect(alert).to_contain_text("no kong of it can be robbed")
    page.go_back()
    expect(alert).to_have_count(0)
    page.wait_for_selector("#fans")
    assert page.locator("#count").count() == 0


def test_both_counts_of_a_knitted_straight_are_shown_and_a_switch_says_which(
    answer_to: Open, accessible: Check
) -> None:
    page = answer_to("hand=W2+W3+W4+W5+W5+W8+B3+B3+B6+B9+T1+T4+T7+B3&flags=&tactic=greedy")
    counts = page.locator("#count label").all_inner_texts()
    assert counts == ["the published judge: 16 fan", "PyMahjongGB: 17 fan"]
    assert page.is_checked("#count [value=judge]") and table(page)[-1] == ("Total", 16)
    go_on(page, "#count [value=mahjonggb]")
    page.wait_for_selector("#fans:has-text('Single Wait')")
    assert table(page)[-1] == ("Total", 17) and "+41 points" in page.inner_text(".paid")
    assert page.locator("#count label").all_inner_texts() == counts
    accessible(page, (390, 1280))
    assert page.evaluate("document.activeElement.value") == "mahjonggb"
    page.reload()
    page.wait_for_selector("#fans:has-text('Single Wait')")
    page.go_back()
    page.wait_for_selector("#fans:not(:has-text('Single Wait'))")


def test_all_readings_with_the_most_fan_count_and_a_dead_form_is_not_ready(answer_to: Open) -> None:
    page = answer_to("hand=2223333444555s+4s&flags=&tactic=greedy")
    assert page.locator("#divisions li").count() == 4
    assert page.locator("#divisions .best .badge").count() == 2
    page = answer_to("hand=1112223334444z&tactic=greedy")
    forms = page.locator("#study section").last.locator("tbody tr").all_inner_texts()
    assert forms[0].split("\t")[1:] == ["dead", ""] and forms[1].split("\t")[1] == "1"
    page.click("#language")
    assert "死听" in page.inner_text("#study section >> nth=-1")


def test_winds_and_the_winning_tile_count(answer_to: Open) -> None:
    page = answer_to("hand=F111+W123+W456+W789+B55&seat=S&wind=S&flags=&tactic=greedy")
    assert ("Seat Wind", 2) not in table(page)
    page.select_option("#wind", "0")
    page.wait_for_selector("#fans:has-text('Prevalent Wind')")
    assert asked(page).get("wind") is None
    page.select_option("#won", "W3")
    page.wait_for_function("() => location.search.includes('tile=W3')")
    page.wait_for_selector("#fans:has-text('Edge Wait')")


def test_every_way_to_read_a_hand_is_shown(answer_to: Open) -> None:
    page = answer_to("hand=W111222333+W99+B123&flags=&tactic=greedy", locale="zh-CN")
    rows = page.locator("#divisions > li")
    assert rows.count() == 2
    assert "46 番" in rows.nth(0).inner_text()
    assert "一色三节高 24" in rows.nth(0).inner_text()
    assert "best" in rows.nth(0).get_attribute("class")
    assert "35 番" in rows.nth(1).inner_text()
    assert "best" not in rows.nth(1).get_attribute("class")
    # One language at a time; the other one where a pointer rests.
    assert "Pure Shifted Pungs" not in page.inner_text("#study")
    assert page.locator("#study [title^='Pure Shifted Pungs：']").count() > 0


def test_bars_are_chances_and_full_only_for_certain(answer_to: Open) -> None:
    page = answer_to("hand=W123+B4567+T88+F11+J233&tactic=odds")
    told = page.evaluate(
        """() => [...document.querySelectorAll("#study .bar")].map((bar) => [
          parseFloat(bar.parentElement.textContent) / 100,
          bar.firstChild.getBoundingClientRect().width / bar.getBoundingClientRect().width])"""
    )
    assert len(told) >= 8
    for chance, part in told:
        assert part == pytest.approx(chance, abs=0.02)


WON = "hand=W123+B456+T22345+J22+J2"
LAST = f"{WON}&flags=self-drawn,last-tile"
WHY = "hand=W456789+B5679+T2367&tactic=odds"
DRAWN = "hand=W123+B4567+T88+F11+J233"


@pytest.mark.parametrize(
    ("query", "language", "part", "said", "unsaid"),
    [
        (WHY, "en", ".why", "^Why(?s:.*)one tile nearer to 8 fan", None),
        (WHY, "zh-CN", ".why", "^为何(?s:.*)离8番近一张", None),
        # Nothing is known of the others here, so no danger is said.
        (WHY, "en", "tr.choice", "unknown", None),
        (WHY, "zh-CN", "tr.choice", "未知", None),
        (DRAWN, "en", "", r"Own draws left: 20\.", "average table"),
        (f"{DRAWN}&turn=8", "en", "", r"Own draws left: 13\.(?s:.*)average table", None),
        # Both panels go by how the last tile came: on a discard this hand has 4 fan.
        (LAST, "en", "h2 >> nth=1", "^Won: ", None),
        (LAST, "en", "details summary", "^If you do not declare the win$", None),
        (f"{WON}&flags=", "en", "h2 >> nth=1", "^What to discard$", None),
        (f"{WON}&flags=", "en", "", "8 are needed", None),
        (f"{WON}&flags=", "en", ".candidates", "", "HU"),
    ],
)
def test_what_is_said_of_a_hand(
    answer_to: Open, query: str, language: str, part: str, said: str, unsaid: str | None
) -> None:
    text = answer_to(query, locale=language).inner_text(f"#study {part}")
    assert re.search(said, text)
    assert unsaid is None or unsaid not in text


def test_tiles_that_win_tell_points(answer_to: Open) -> None:
    page = answer_to("hand=W123+B123+T22+W789+W56&tactic=greedy")
    row = page.inner_text("#study tr:has([data-pick=W4])")
    found = fan_study(parse_hand("W123 B123 T22 W789 W56 W4"))
    assert f"{found['fan']} fan, +{found['points']['all']} points" in row


def test_on_a_phone_the_answer_comes_into_view(answer_to: Open) -> None:
    page = answer_to("hand=W123+B4567+T88+F11+J23&tactic=greedy", width=390, height=844)
    page.evaluate("scrollTo(0, 0)")
    page.fill("#hand", "W123 B4567 T88 F11 J233")
    page.keyboard.press("Enter")
    page.wait_for_selector("#study .candidates")
    page.wait_for_function(
        "() => Math.abs(document.getElementById('study').getBoundingClientRect().top) < 40"
    )


@pytest.mark.slow
def test_at_every_width(answer_to: Open, look: Look, for_everybody: Check) -> None:
    for hand in ("W111222333+W99+B123", "W123+B4567+T88+F11+J233", "W123+B456+T22234+F11"):
        page = answer_to(f"hand={hand}", **look)
        for_everybody(page)


def test_the_networks_best_discards_stand_beside_the_tactic(
    answer_to: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = "hand=W123+B4567+T88+F11+J233&tactic=greedy"
    # Other weights than the shipped ones are known to this process alone.
    monkeypatch.setattr(
        QuestionWorkers, "ask", lambda _, name, body, *_besides: answered(name, body)
    )
    monkeypatch.setattr(
        which_discard_hint, "packed_weights", lambda _: packed_weights("no such tactic")
    )
    assert answer_to(query).query_selector(".network") is None
    monkeypatch.setattr(which_discard_hint, "packed_weights", tiny_weights)
    page = answer_to(query)
    said = page.inner_text(".network")
    where = situation(parse_hand("W123 B4567 T88 F11 J233"))
    expected = which_discard_hint.network_opinion(state_after_draw(where))
    assert expected is not None and "The network which_discard likes" in said
    for one in expected["discards"]:
        assert f"{100 * one['probability']:.1f}%" in said
    assert "greedy plays" in page.inner_text("#study")


def test_a_reason_has_its_tiles_drawn_and_equals_are_marked(answer_to: Open) -> None:
    """By their loss against the choice: what has no grade is as good."""
    page = answer_to("hand=W123456+B11+T12+F123+J1&tactic=odds")
    words = page.locator("#study .why .words")
    assert words.locator("svg[aria-label]").count() >= 1 and words.locator(".term").count() == 1
    rows = page.eval_on_selector_all(
        "#study table.candidates tbody tr:not(.reasons)",
        "all => all.map(row => [row.children[2].textContent,"
        " row.querySelector('.mark.same') !== null, row.className])",
    )
    assert rows[0][1:] == [False, "choice"] and any(same for _, same, _ in rows)
    state = state_after_draw(situation(parse_hand("W123456 B11 T12 F123 J1")))
    said = explain(load("odds"), state, others_known=False).candidates
    assert [same for _, same, _ in rows] == [row.get("as_good", False) for row in said[: len(rows)]]
