"""Friends at one table, each in a browser: the lobby, one leaves, a bot goes on, he comes back."""

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.table.play import live_table as running_module
from tests.mj_lab.conftest import expect
from tests.mj_lab.web.server.conftest import serving
from tests.mj_lab.web.server.person import ASKED_OR_OVER, MOVED, PHONE

SEQUENCE = "() => Number(document.getElementById('playing')?.dataset.sequence)"
# Passes or discards the last tile, in one go: a discard does not lie for ever.
ANSWER = """() => {
  const tiles = [...document.querySelectorAll("#own .hand-tile")];
  (document.querySelector("#asks .pass") ?? tiles.at(-1))?.click();
}"""
OTTO_DISCARDS = '#table .seat-layer[data-seat="1"] .discards .tile'


@pytest.fixture
def invited(open_page: Callable[..., Any]) -> Callable[..., tuple[Any, str]]:
    """`invited(url)`: Mei's page, who set a table up for Otto and two bots; and Otto's link."""

    def set_up(url: str, **look: Any) -> tuple[Any, str]:
        page = open_page(url + "/play", locale="en-US", **look)
        page.wait_for_selector("#set-up:not([hidden])")
        page.fill("#name-1", "Mei")
        page.select_option("#seat-2", "human")
        page.fill("#name-2", "Otto")
        page.check('#levels input[value="greedy"]')
        page.select_option("#lot", "no")
        page.select_option("#pace", "fast")
        page.click("#set-up-form button[type=submit]")
        page.wait_for_selector("#lobby:not([hidden]) .link")
        return page, page.get_attribute("#lobby-seats .link", "href")

    return set_up


def has_seats(page: Any, part: str, *names: str) -> None:
    expect(page.locator(f"{part} li[data-seat] > b")).to_have_text(names)


def has_plates(page: Any, *names: str) -> None:
    """Of these seats, from East on."""
    for seat, name in enumerate(names):
        expect(page.locator(f'#table .plate[data-seat="{seat}"] .who')).to_have_text(name)


@pytest.mark.thorough
def test_one_leaves_a_bot_goes_on_and_he_comes_back(
    server: SimpleNamespace,
    invited: Callable[..., tuple[Any, str]],
    open_page: Callable[..., Any],
    well_laid: Callable[..., None],
    accessible: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(running_module, "CLAIM_SECONDS", 0.3)
    host, link = invited(server.url)
    assert host.is_hidden("#playing")
    names = ("East · You", "South · Otto", "West · greedy", "North · greedy")
    has_seats(host, "#lobby-seats", *names)
    expect(host.locator('#lobby [data-presence="away"]')).to_have_text(
        re.compile("^South · Otto not")
    )
    expect(host.locator("#lobby-reach")).to_contain_text("mj web --host")
    well_laid(host)
    accessible(host)
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
    before, discards = host.evaluate(SEQUENCE), host.locator(OTTO_DISCARDS)
    for _ in range(60):
        host.wait_for_function(ASKED_OR_OVER)
        if host.is_visible("#result") or discards.count() >= 2:
            break
        sequence = host.get_attribute("#playing", "data-sequence")
        host.evaluate(ANSWER)
        host.wait_for_function(MOVED, arg=sequence)
    assert host.evaluate(SEQUENCE) > before
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
    well_laid(host)
    accessible(host)


@pytest.mark.thorough
def test_the_host_starts_without_a_friend(
    server: SimpleNamespace, invited: Callable[..., tuple[Any, str]], open_page: Callable[..., Any]
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
    ("reach", "origin", "said"),
    [
        ((False, ("192.0.2.9",)), "http://192.0.2.9:{port}", "192.0.2.9:{port}"),
        ((True, ("192.0.2.9",)), "http://127.0.0.1:{port}", "mj web --host 0.0.0.0"),
    ],
)
def test_a_link_has_the_address_that_friends_reach(
    tmp_path: Path,
    invited: Callable[..., tuple[Any, str]],
    reach: tuple[bool, tuple[str, ...]],
    origin: str,
    said: str,
) -> None:
    with serving(tmp_path, compare=False, reach=reach) as server:
        port = server.url.rpartition(":")[2]
        host, link = invited(server.url)
        assert link.startswith(origin.format(port=port) + "/play#")
        expect(host.locator("#lobby-reach")).to_contain_text(said.format(port=port))
        host.context.grant_permissions(["clipboard-read", "clipboard-write"])
        host.locator("#lobby-seats button").first.click()
        expect(host.locator("#lobby-seats button").first).to_have_text("Copied")
        assert host.evaluate("() => navigator.clipboard.readText()") == link
