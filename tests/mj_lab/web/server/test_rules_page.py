"""The page of the fans in a real browser, and the fan names of other pages that lead to it."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mj_bot import tactics
from mj_bot.fan import KNITTED_STRAIGHT
from mj_lab.core.pages.page import ALONE, data_of_page
from mj_lab.core.records.match import Match
from mj_lab.core.text.fan_names import ENGLISH_NAMES, fan_calls
from mj_lab.core.text.fan_rules import fan_rule
from mj_lab.core.text.fan_table import fan_entries
from mj_lab.explain.review.replay.match_page import default_seat, replay_page
from mj_lab.web.server.rules.page import rules_page
from tests.mj_lab.conftest import Look, Open, expect, slow
from tests.recorded import Recorded

NAMES = (
    "() => [...document.querySelectorAll('.fan-entry h3 span:first-child')].map((e) => e.innerText)"
)


@pytest.fixture
def page(page_of: Open) -> Any:
    page = page_of("rules")
    page.wait_for_selector(".fan-entry")
    return page


def test_fans_are_found_by_name_and_value(page: Any) -> None:
    assert page.evaluate(NAMES) == [entry.english for entry in fan_entries()]
    page.fill("#find", "mixed-TRIPLE")
    assert page.evaluate(NAMES) == ["Mixed Triple Chow"]
    page.fill("#find", "三色")
    called = [entry for entry in fan_entries() if "三色" in " ".join(fan_calls(entry.name).names)]
    assert page.evaluate(NAMES) == [entry.english for entry in called]
    page.select_option("#value", "6")
    assert page.evaluate(NAMES) == ["Mixed Shifted Chows"]
    page.select_option("#value", "")
    expect(page).to_have_url(re.compile("#find="))
    page.reload()
    page.wait_for_selector(".fan-entry")
    assert page.evaluate(NAMES) == [entry.english for entry in called]
    page.select_option("#value", "6")
    page.fill("#find", "no such fan")
    assert page.inner_text("#count") == "No fan has that name."
    page.fill("#find", "")
    sixes = [entry.english for entry in fan_entries() if entry.example.value == 6]
    assert page.evaluate(NAMES) == sixes
    # A link shows its fan, also one that is filtered away.
    page.select_option("#value", "16")
    page.click("#three-suited-terminal-chows a:has-text('All Chows')")
    page.wait_for_selector("#all-chows.named")
    assert page.evaluate("document.activeElement.id") == "all-chows"
    expect(page).to_have_url(re.compile(r"/rules(\.html)?#all-chows$"))


# What players type, and the fans that are meant.
SAID = {
    "坎张": ["嵌张"],
    "卡张": ["嵌张"],
    "kanchan": ["嵌张"],
    "碰碰胡": ["碰碰和"],
    "对对和": ["碰碰和"],
    "pengpenghu": ["碰碰和"],
    "Peng Peng He": ["碰碰和"],
    "pph": ["碰碰和"],
    "门清": ["不求人", "门前清"],
    "七小对": ["七对"],
    "杠上花": ["杠上开花"],
    "鸡胡": ["无番和"],
    "大三风": ["三风刻"],
    "qys": ["清一色"],
    "qing yise": ["清一色"],
    "lvyise": ["绿一色"],
    "luys": ["绿一色"],
    "hjz": ["和绝张"],
    "一条龙": ["清龙"],
    "All Honours": ["字一色"],
    "12番": ["全不靠", "组合龙", "大于五", "小于五", "三风刻"],
    "4": ["全带幺", "不求人", "双明杠", "和绝张"],
    "64 fan": ["清幺九", "小四喜", "小三元", "字一色", "四暗刻", "一色双龙会"],
}


@pytest.mark.parametrize("origin", ["server", slow("site")], indirect=True)
def test_a_fan_is_found_as_players_say_it(page: Any) -> None:
    for text, names in SAID.items():
        page.fill("#find", text)
        assert page.evaluate(NAMES) == [ENGLISH_NAMES[name] for name in names], text
    for entry in fan_entries():
        for text in (*fan_calls(entry.name).names, *fan_calls(entry.name).pinyin):
            page.fill("#find", text)
            assert entry.english in page.evaluate(NAMES), text


@pytest.mark.parametrize("name", ["", "analyze", "my-games"])
def test_the_head_of_a_page_leads_to_the_fan(page_of: Open, look: Look, name: str) -> None:
    for text, count, fan in (
        ("kan zhang", 1, "closed-wait"),
        ("门清", 2, "concealed-hand"),
        ("qys", 1, "full-flush"),
        ("88", 7, None),
    ):
        page = page_of(name, **look)
        page.fill("#find-fan", text)
        page.keyboard.press("Enter")
        expect(page.locator(".fan-entry")).to_have_count(count)
        assert page.input_value("#find") == text
        if fan is not None:
            expect(page.locator(".named")).to_have_id(fan)
            assert page.evaluate("document.activeElement.id") == fan


def test_an_example_is_drawn_as_tiles(page: Any) -> None:
    """14 tiles, a kong one more, the one that wins last; concealed kongs with two face down."""
    drawn = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.fan-entry')].map((entry) => [
          entry.id, [...entry.querySelectorAll('use')].map((use) => use.getAttribute('href'))]))"""
    )
    assert len(drawn) == len(ENGLISH_NAMES)
    assert drawn["four-kongs"][-1] == "#tile-W3"
    assert len(drawn["four-kongs"]) == 18 and drawn["four-kongs"].count("#tile-back") == 2
    for slug, tiles in drawn.items():
        kongs = {"four-kongs": 4, "three-kongs": 3}.get(slug, 0)
        assert kongs <= len(tiles) - 14 <= 4, slug


def test_it_stands_alone(tmp_path: Path, open_page: Open) -> None:
    """The page asks its server for nothing: written to a file it shows the same."""
    file = tmp_path / "fans.html"
    file.write_text(rules_page(ALONE), encoding="utf-8")
    page = open_page(file.as_uri())
    page.wait_for_selector("#mixed-straight")
    assert page.locator(".fan-entry").count() == len(ENGLISH_NAMES)


def test_fan_names_lead_to_it_and_alone_say_their_line(
    server: SimpleNamespace, open_page: Open, recorded: Recorded, tmp_path: Path
) -> None:
    page = open_page(f"{server.url}/analyze?hand=123m+456p+789s+234s+99p&tactic=greedy")
    page.wait_for_selector("#fans a.fan")
    link = page.locator("#fans a.fan:has-text('Mixed Straight')")
    assert link.get_attribute("title") == f"花龙: {fan_rule('花龙')[0]}"
    link.click()
    page.wait_for_selector("#mixed-straight.named")
    match = next(
        match
        for match in map(Match.model_validate, recorded("botzone_matches"))
        if match.result.fans
    )
    for home, count in (("", 0), ("/", 1)):
        file = tmp_path / f"replay{count}.html"
        html = replay_page(match, default_seat(match), tactics.load("greedy"), "greedy", home)
        file.write_text(html, encoding="utf-8")
        assert data_of_page(html)["labels"]["rules_at"] == ("/rules" if home else "")
        shown = open_page(file.as_uri())
        shown.wait_for_selector("#table .hub")
        shown.keyboard.press("End")
        shown.wait_for_selector(".fans .term")
        assert bool(shown.locator(".fans a.fan").count()) == bool(count)
        first = shown.locator(".fans .term").first.get_attribute("title")
        name = first.split(":")[0]
        assert fan_rule(name)[0] in first and name in ENGLISH_NAMES
    assert KNITTED_STRAIGHT in ENGLISH_NAMES.values()
