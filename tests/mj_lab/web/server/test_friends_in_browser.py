"""People at one table, each in a browser: links, the lobby, one leaves, a bot goes on for him."""

import re
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.table.play import live_table, play_table
from tests.mj_lab.conftest import Check, Open, expect
from tests.mj_lab.web.conftest import serving
from tests.mj_lab.web.server.person import (
    ASKED,
    ASKED_OR_OVER,
    MOVED,
    PHONE,
    Person,
    numbers,
    set_up,
)
from tests.mj_lab.web.server.staged import SCENES, wall_with
from tests.mj_lab.web.server.table_client import judged_match

# Long enough to answer in on a slow machine too.
CLAIM = 2.0
# Presses the first of these that is there, in one go: a discard does not lie for ever. The last
# tile goes with a claim, and where no button is: what was done, "" if that was gone by then.
ANSWER = """(wanted) => {
  const button = (name) => document.querySelector("#asks ." + name);
  const name = wanted.find(button) ?? "discard";
  button(name)?.click();
  if (["win", "pass"].includes(name)) return name;
  const tile = [...document.querySelectorAll("#own .hand-tile")].at(-1);
  tile?.click();
  return tile ? name : "";
}"""
# Whether the hand is over, and how many tiles of hands are seen from behind.
FACES_DOWN = """() => [!document.getElementById("result").hidden,
  document.querySelectorAll("#playing .hand .tile svg[aria-label='face down']").length]"""
NEXT_FRAME = "() => new Promise(requestAnimationFrame)"
SECONDS = 400
OTTO_DISCARDS = '#table .seat-layer[data-seat="1"] .discards .tile'


def answer(page: Any, *wanted: str) -> str:
    """Answer what the page is asked, if it is; the button that was pressed, "discard" or ""."""
    if not page.evaluate(ASKED):
        return ""
    sequence = Person(page).sequence()
    done: str = page.evaluate(ANSWER, wanted)
    if done not in ("win", "pass", ""):
        page.wait_for_function(MOVED, arg=sequence)
    return done


@pytest.mark.thorough
def test_four_people_by_links_and_one_who_looks_on(
    server: SimpleNamespace, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = wall_with(SCENES["pung"].draws, 15)
    monkeypatch.setattr(live_table, "CLAIM_SECONDS", CLAIM)
    monkeypatch.setattr(play_table, "wall_of_seed", lambda _seed: wall)
    before = set(server.folder.rglob("*.jsonl"))
    host = open_page(server.url + "/play")
    set_up(host, seat_2="human", seat_3="human", seat_4="human", lot="no", pace="fast")
    host.wait_for_selector("#lobby-seats .link")
    links = [link.get_attribute("href") for link in host.locator("#lobby-seats .link").all()]
    assert len(set(links)) == 4 and host.url not in links
    others = [open_page(link) for link in links]
    pages, watcher = [host, *others[:3]], others[3]
    for page in (*pages, watcher):
        page.wait_for_selector("#table .hub")
    # Nobody else was given the links.
    assert not any(page.locator("#links .link").count() for page in others)
    assert len({page.url for page in pages}) == 4
    expect(watcher.locator("#standing")).to_contain_text("You are watching")
    pressed: list[str] = []
    end = time.monotonic() + SECONDS
    while not host.is_visible("#result"):
        assert time.monotonic() < end, pressed
        host.evaluate(NEXT_FRAME)  # None of the pages alone knows whose turn it is.
        pressed += [answer(page, "win", "peng", "chi", "pass") for page in pages]
        # Who watches is asked nothing, and sees four hands from behind.
        assert watcher.locator("#asks button, #own .hand-tile").count() == 0
        over, hidden = watcher.evaluate(FACES_DOWN)
        assert over or hidden >= 4 * 4
    played = [one for one in pressed if one in ("discard", "peng", "chi")]
    assert "peng" in played and len(played) >= 5, pressed
    scores = []
    for page in (*pages, watcher):
        page.wait_for_selector("#result:not([hidden])")
        scores.append(numbers(page, "#result .score"))
        assert page.evaluate(FACES_DOWN) == [True, 0]
    (path,) = set(server.folder.rglob("*.jsonl")) - before
    assert scores == [list(judged_match(path).scores)] * 5


@pytest.fixture
def invited(open_page: Open) -> Open:
    """`invited(url)`: Mei's page, who set a table up for Otto and two bots; and Otto's link."""

    def host_of(url: str, **look: Any) -> tuple[Any, str]:
        page = open_page(url + "/play", locale="en-US", **look)
        otto = {"seat_2": "human", "name_2": "Otto"}
        set_up(page, "greedy", name_1="Mei", **otto, lot="no", pace="fast")
        page.wait_for_selector("#lobby:not([hidden]) .link")
        return page, page.get_attribute("#lobby-seats .link", "href")

    return host_of


def has_seats(page: Any, part: str, *names: str) -> None:
    expect(page.locator(f"{part} li[data-seat] > b")).to_have_text(names)


def has_plates(page: Any, *names: str) -> None:
    """Of these seats, from East on."""
    for seat, name in enumerate(names):
        expect(page.locator(f'#table .plate[data-seat="{seat}"] .who')).to_have_text(name)


@pytest.mark.thorough
def test_one_leaves_a_bot_goes_on_and_he_comes_back(
    server: SimpleNamespace,
    invited: Open,
    open_page: Open,
    for_everybody: Check,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_table, "CLAIM_SECONDS", 0.3)
    host, link = invited(server.url)
    assert host.is_hidden("#playing")
    names = ("East · You", "South · Otto", "West · greedy", "North · greedy")
    has_seats(host, "#lobby-seats", *names)
    expect(host.locator('#lobby [data-presence="away"]')).to_have_text(
        re.compile("^South · Otto not")
    )
    expect(host.locator("#lobby-reach")).to_contain_text("mj web --host")
    for_everybody(host)
    friend = open_page(link, locale="zh-CN", **PHONE)
    friend.wait_for_selector("#table .hub")
    host.wait_for_selector("#table .hub")
    # Seats have the same names at both tables, and in the list beside it.
    has_plates(host, "You", "Otto", "greedy", "greedy")
    has_plates(friend, "Mei", "你", "greedy", "greedy")
    has_seats(friend, "#links", "东 · Mei", "南 · 你", "西 · greedy", "北 · greedy")
    friend.click("#leave")
    friend.wait_for_url(server.url + "/")
    host.wait_for_selector('#links [data-seat="1"][data-presence="left"]')
    has_plates(host, "You", "Otto (a bot plays)")
    # Mei plays on: the bot in Otto's seat answers what he would be asked.
    before, discards = Person(host).sequence(), host.locator(OTTO_DISCARDS)
    for _ in range(60):
        host.wait_for_function(ASKED_OR_OVER)
        if host.is_visible("#result") or discards.count() >= 2:
            break
        sequence = Person(host).sequence()
        answer(host, "pass")
        host.wait_for_function(MOVED, arg=sequence)
    assert int(Person(host).sequence()) > int(before)
    assert discards.count() >= 2
    # His table is on his first page; there he sits down again.
    friend.click("#open-tables a")
    friend.click("#come-back")
    friend.wait_for_selector("#left", state="hidden")
    host.wait_for_selector('#links [data-seat="1"][data-presence="here"]')
    has_plates(host, "You", "Otto")
    # A page that is closed is one who is away; the others may have a bot play for him.
    friend.close()
    host.wait_for_selector('#links [data-seat="1"][data-presence="away"]')
    host.click("#links .replace")
    host.wait_for_selector('#links [data-seat="1"][data-presence="left"]')
    for_everybody(host)


@pytest.mark.thorough
def test_the_host_starts_without_a_friend(
    server: SimpleNamespace, invited: Open, open_page: Open
) -> None:
    host, link = invited(server.url, **PHONE)
    host.click("#start-now")
    host.wait_for_selector("#table .hub")
    has_plates(host, "You", "Otto (a bot plays)")
    assert host.is_hidden("#lobby")
    friend = open_page(link)
    friend.click("#come-back")
    host.wait_for_selector('#links [data-seat="1"][data-presence="here"]')


@pytest.mark.parametrize(
    ("reach", "home", "said"),
    [
        ((False, ("192.0.2.9",)), "http://192.0.2.9:{port}", "192.0.2.9:{port}"),
        ((True, ("192.0.2.9",)), "http://127.0.0.1:{port}", "mj web --host 0.0.0.0"),
    ],
)
def test_a_link_has_the_address_that_friends_reach(
    tmp_path: Path, invited: Open, reach: tuple[bool, tuple[str, ...]], home: str, said: str
) -> None:
    with serving(tmp_path, compare=False, reach=reach) as server:
        port = server.url.rpartition(":")[2]
        host, link = invited(server.url)
        assert link.startswith(home.format(port=port) + "/play#")
        expect(host.locator("#lobby-reach")).to_contain_text(said.format(port=port))
        host.context.grant_permissions(["clipboard-read", "clipboard-write"])
        host.locator("#lobby-seats button").first.click()
        expect(host.locator("#lobby-seats button").first).to_have_text("Copied")
        assert host.evaluate("() => navigator.clipboard.readText()") == link
