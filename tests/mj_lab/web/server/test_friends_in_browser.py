"""People at one table, each in a browser: the link, the lobby, who leaves, the next match."""

import re
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.table.play import live_table, play_table
from tests.mj_lab.conftest import Check, Open, expect, slow
from tests.mj_lab.web.conftest import serving
from tests.mj_lab.web.server.person import (
    ASKED,
    ASKED_OR_OVER,
    MOVED,
    OVER,
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
  document.querySelector("#own .hand-tile.raised")?.click();  // The second tap of a finger.
  return tile ? name : "";
}"""
# Whether the hand is over, and how many tiles of hands are seen from behind.
FACES_DOWN = """() => [!document.getElementById("result").hidden,
  document.querySelectorAll("#playing .hand .tile svg[aria-label='face down']").length]"""
# Notes from now on who is said to be awaited while which event is shown.
# The first to press takes the others' pages along: both press a moment from now.
PRESS_SOON = "() => void setTimeout(() => document.getElementById('play-again').click(), 500)"
HEARS_WAITING = """() => {
  window.awaited = {};
  new MutationObserver(() => {
    const said = document.querySelector("#asks .prompt").textContent;
    const { textContent } = document.getElementById("event");
    (window.awaited[textContent.trim()] ??= []).push(said);
  }).observe(document.getElementById("asks"), { childList: true });
}"""
NEXT_FRAME = "() => new Promise(requestAnimationFrame)"
SECONDS = 400
FRIENDS = ("Mei", "Ann", "Bob", "Cem")
# The table of the match that is on, once it is there.
PLAYED = f"() => !({OVER})() && document.querySelector('#table .hub')"
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


def takes_seat(page: Any, seat: int, name: str) -> None:
    """A guest says a name and sits down in a free seat."""
    page.fill("#own-name", name)
    guest = page.url
    page.click(f'#lobby-seats [data-seat="{seat}"] .sit')
    page.wait_for_function("(guest) => location.href !== guest", arg=guest)
    page.wait_for_selector("#table .hub, #lobby-seats li", state="attached")


def play_to_the_end(*pages: Any) -> list[str]:
    """Play the hand at all these pages; which buttons were pressed."""
    pressed: list[str] = []
    end = time.monotonic() + SECONDS
    while not all(page.is_visible("#result") for page in pages):
        assert time.monotonic() < end, pressed
        pages[0].evaluate(NEXT_FRAME)  # None of the pages alone knows whose turn it is.
        pressed += [answer(page, "win", "peng", "chi", "pass") for page in pages]
    return pressed


@pytest.mark.slow
def test_four_people_by_one_link_and_one_who_looks_on(
    server: SimpleNamespace, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = wall_with(SCENES["pung"].draws, 15)
    monkeypatch.setattr(live_table, "CLAIM_SECONDS", CLAIM)
    monkeypatch.setattr(play_table, "wall_of_seed", lambda _seed: wall)
    before = set(server.folder.rglob("*.jsonl"))
    host = open_page(server.url + "/play")
    set_up(host, seat_2="human", seat_3="human", seat_4="human", lot="no", pace="fast")
    host.wait_for_selector("#lobby-seats .link")
    room, spectators = (
        link.get_attribute("href") for link in host.locator("#lobby-seats .link").all()
    )
    assert len({room, spectators, host.url}) == 3
    others = [open_page(room) for _ in range(3)]
    watcher = open_page(spectators)
    for seat, page in enumerate(others, start=1):
        # Two who come at once each have their own seat.
        expect(page.locator(".sit")).to_have_count(4 - seat)
        takes_seat(page, seat, FRIENDS[seat])
    pages = [host, *others]
    for page in (*pages, watcher):
        page.wait_for_selector("#table .hub")
    # All may invite, but who looks on was given no seat's link, and none that leads to one.
    assert [page.locator("#links .link").count() for page in (*pages, watcher)] == [2, 1, 1, 1, 0]
    assert len({page.url for page in pages}) == 4 and watcher.locator(".sit").count() == 0
    expect(watcher.locator("#standing")).to_contain_text("You are watching")
    watcher.evaluate(HEARS_WAITING)
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
    # Who drew is named; of a discard, which somebody could claim or nobody, only "the others".
    awaited: dict[str, list[str]] = watcher.evaluate("window.awaited")
    of_discards = [said for event in awaited if "discard" in event for said in awaited[event]]
    of_draws = [said for event in awaited if event.endswith("draws") for said in awaited[event]]
    assert set(of_discards) == {"Waiting for the others"} and len(of_discards) >= 5
    named = {f"Waiting for {name}" for name in ("a person", *FRIENDS[1:])}
    assert named >= set(of_draws) and len(set(of_draws)) >= 2
    scores = []
    for page in (*pages, watcher):
        page.wait_for_selector("#result:not([hidden])")
        scores.append(numbers(page, "#result .score"))
        assert page.evaluate(FACES_DOWN) == [True, 0]
    (path,) = set(server.folder.rglob("*.jsonl")) - before
    assert scores == [list(judged_match(path).scores)] * 5
    # Two want it at once: there is one next match, and all are in it.
    for page in (host, others[2]):
        page.evaluate(PRESS_SOON)
    for page in (*pages, watcher):
        page.wait_for_function(PLAYED)
    has_plates(others[0], "You", "Bob", "Cem", "a person")
    has_plates(watcher, "Ann", "Bob", "Cem", "a person")
    assert len(set((server.folder / "tables").glob("*.jsonl")) - before) == 1


@pytest.fixture
def invited(open_page: Open) -> Open:
    """`invited(url)`: Mei's page, who set a table up for Otto and two bots; and her link."""

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
    names = ("East · You", "South · Otto", "West · Kuai", "North · Kuai")
    has_seats(host, "#lobby-seats", *names)
    expect(host.locator('#lobby [data-presence="free"]')).to_have_text(
        re.compile("^South · Otto +free$")
    )
    expect(host.locator("#lobby-reach")).to_contain_text("mj web --host")
    for_everybody(host)
    friend = open_page(link, locale="zh-CN", **PHONE)
    expect(friend.locator("#lobby-title")).to_have_text("请选座位")
    for_everybody(friend)
    takes_seat(friend, 1, "")  # Without a name he keeps that of the invitation.
    friend.wait_for_selector("#table .hub")
    host.wait_for_selector("#table .hub")
    # Seats have the same names at both tables, and in the list beside it.
    has_plates(host, "You", "Otto", "Kuai", "Kuai")
    has_plates(friend, "Mei", "你", "阿快", "阿快")
    has_seats(friend, "#links", "东 · Mei", "南 · 你", "西 · 阿快", "北 · 阿快")
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
    # Somebody else takes the seat that is empty now, with the same link.
    other = open_page(link, locale="en-US")
    takes_seat(other, 1, "Eva")
    host.wait_for_selector('#links [data-seat="1"][data-presence="here"]')
    has_plates(host, "You", "Eva")
    has_plates(other, "Mei", "You")
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
    takes_seat(friend, 1, "Ottilie")
    host.wait_for_selector('#links [data-seat="1"][data-presence="here"]')
    has_plates(host, "You", "Ottilie")
    assert friend.is_hidden("#lobby") and friend.is_hidden("#left")


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


def sees_whom_it_waits_for(page: Any, has_clock: bool) -> None:
    """Another takes time for her move: all see who it is and how long, after a reload too."""
    waits, clock = re.compile("(Waiting for |等)Mei Lin"), page.locator("#clock-left")
    expect(page.locator("#asks .prompt")).to_have_text(waits)
    if has_clock:
        expect(clock).to_have_text(re.compile(r"^余 \d+ 秒$"))
    expect(page.locator("#live")).to_contain_text(waits)
    if not has_clock:
        expect(clock).to_have_text(re.compile(r"^for \d+ s$"))
    page.reload()
    page.wait_for_selector("#clock-left:not(:empty)")
    (seconds,) = re.findall(r"\d+", clock.inner_text())
    assert int(seconds) <= 55


@pytest.mark.thorough
@pytest.mark.parametrize("turned", [slow(False), True], ids=["guest on a phone", "host on a phone"])
def test_a_friends_second_game(
    server: SimpleNamespace,
    open_page: Open,
    for_everybody: Check,
    monkeypatch: pytest.MonkeyPatch,
    turned: bool,
) -> None:
    """One presses "Play again", and both are in the next match; whatever they do to their pages."""
    monkeypatch.setattr(live_table, "CLAIM_SECONDS", 0.3)
    # She wins in the first go-around, as South and then as East.
    won = SCENES["self-drawn"].draws[1]
    walls = [wall_with(draws, 15) for draws in ({1: won}, {0: won}, {})]
    monkeypatch.setattr(play_table, "wall_of_seed", lambda _seed: walls.pop(0))
    desk: dict[str, Any] = {"locale": "en-US", "width": 1280, "height": 800}
    phone = {"locale": "zh-CN", **PHONE}
    first, second = (phone, desk) if turned else (desk, phone)
    host = open_page(server.url + "/play", **first)
    otto = {"seat_2": "human", "seat_3": "random", "seat_4": "random"}
    set_up(host, name_1="Mei", **otto, lot="no", pace="fast", clock="0" if turned else "60")
    link = host.get_attribute("#lobby-seats .link", "href")
    # She is called otherwise here, and that is remembered.
    host.fill("#own-name", "  Mei   Lin ")
    host.click("#rename")
    expect(host.locator('#lobby-seats [data-seat="0"]')).to_contain_text("Mei Lin")
    guest = open_page(link, **second)
    takes_seat(guest, 1, "Anna<b>")
    for page in (host, guest):
        page.wait_for_selector("#table .hub")
    expect(host.locator('#table .plate[data-seat="1"] .who')).to_have_text("Anna<b>")
    host.wait_for_function(ASKED)
    at_seat = guest.url
    sees_whom_it_waits_for(guest, has_clock=not turned)
    guest.goto(link)  # The link of all leads to the own seat.
    guest.wait_for_function("(seat) => location.href === seat", arg=at_seat)
    guest.wait_for_selector("#table .hub")
    play_to_the_end(host, guest)
    for_everybody(guest)
    guest.click("#play-again")
    for page, seat in ((guest, 0), (host, 3)):
        page.wait_for_function(PLAYED)
        # The deal passes on: who was South is East now.
        expect(page.locator(f'#table .plate[data-seat="{seat}"] .who')).to_have_text(
            re.compile("^(You|你)$")
        )
    assert guest.url == at_seat
    guest.go_back()
    guest.go_forward()
    guest.wait_for_selector("#table .hub")
    # Who let a bot play to the end plays again with her all the same.
    host.click("#auto")
    expect(host.locator("#auto")).to_have_attribute("aria-pressed", "true")
    play_to_the_end(guest, host)
    host.click("#play-again")
    guest.wait_for_function(PLAYED)
    expect(host.locator("#auto")).to_have_attribute("aria-pressed", "false")
    # The first page leads her there, and both hands are hers.
    guest.goto(server.url + "/")
    guest.click("#open-tables a")
    guest.wait_for_function(PLAYED)
    assert guest.url == at_seat
    guest.goto(server.url + "/my-games")
    expect(guest.locator("[data-hand]")).to_have_count(2)
