"""What the bot made of the same wall, as the page shows it, and both games side by side."""

import re
from types import SimpleNamespace

import pytest

from mj_bot import tactics
from mj_bot.tactics import Tactic
from mj_lab.core.options import ADVISER
from mj_lab.table.play.at_table import comparing
from mj_lab.table.play.store import PlayStore
from tests.mj_lab.conftest import Check, Look, Open, expect
from tests.mj_lab.table.play.playing import PlayedOnAtOnce
from tests.mj_lab.web.server.person import ASKED, Person, lies_well
from tests.mj_lab.web.server.staged import PERSON_SEAT, SCENES, DrawnTile, stage
from tests.mj_lab.web.server.table_client import begin, judged_match

# A phone on its side.
LENGTHWISE = {"width": 844, "height": 390}


def one_of(name: str, player: int) -> Tactic:
    return tactics.load(name, seed=player) if name == ADVISER else DrawnTile("")


@pytest.mark.thorough
def test_both_games_of_a_wall(
    comparing_server: SimpleNamespace,
    open_page: Open,
    opponents: Open,
    for_everybody: Check,
    monkeypatch: pytest.MonkeyPatch,
    tone: Look,
) -> None:
    server = comparing_server
    opponents(one_of)
    monkeypatch.setattr(comparing, "against_bot", PlayedOnAtOnce)
    begin(server.url, players=["human", "random", "random", "random"])
    store = PlayStore(server.folder / "tables" / "tables.db")
    token = stage(store, "wall", SCENES["pung"], 17)
    page = open_page(f"{server.url}/play#{token}", **tone)
    page.wait_for_function(ASKED)
    assert page.locator(".same-wall").count() == 0
    assert not list(server.folder.rglob("*-instead-*"))
    Person(page).play()
    page.wait_for_selector("#beside")
    (path,) = server.folder.rglob("table-wall-1-instead-2.jsonl")
    match = judged_match(path)
    assert match.players[PERSON_SEAT] == ADVISER
    (row,) = store.same_walls("wall")
    assert (row.instead, row.alone) == (match.scores[PERSON_SEAT], True)
    told = page.inner_text(".same-wall").replace("\u2212", "-")
    found = [float(one) for one in re.findall(r"[-+]?\d+(?:\.\d)?", told)]
    assert found == [row.instead, row.score, 2, 100, -1.5, 3.0]
    bot = "机器人" if tone["locale"] == "zh-CN" else ADVISER
    spoken = page.inner_text("#live").split("\n")[-1]
    assert bot in spoken and not re.search("[.。] ?[.。]", spoken)
    for_everybody(page, (390, 1280))
    page.set_viewport_size(LENGTHWISE)
    lies_well(page, "#result", "#beside", "#table")
    page.click("#beside")
    page.wait_for_selector("#table-1 .hub")
    lies_well(page, "#table-0", "#table-1", "#slider")
    assert page.locator("#table-0 .hub").count() == 1
    if row.parts is not None:
        step = page.input_value("#slider")
        assert page.inner_text("#event-0").split()[0] == step
        assert page.locator("#parts .action").count() == 2
        page.keyboard.press("End")
        page.click("#go-parts")
        assert page.input_value("#slider") == step
    page.keyboard.press("End")
    scores = [re.split("[:：]", page.inner_text(f"#name-{place}"))[1] for place in (0, 1)]
    assert [int(score.replace("\u2212", "-")) for score in scores] == [row.score, row.instead]
    expect(page).to_have_url(re.compile(r"#t\d+$"))
    page.reload()
    page.wait_for_selector("#table-1 .hub")
    assert page.input_value("#slider") == page.get_attribute("#slider", "max")
    for_everybody(page, (390, 768, 1280, 1920))
    page.goto(f"{server.url}/play")
    page.wait_for_selector("#score table")
    assert page.locator("#score tbody tr").count() == 1
    for_everybody(page, (390, 1280))
    store.close()


def test_games_that_are_not_of_one_wall(show: Open, server: SimpleNamespace) -> None:
    page = show("/play")
    for address in ("/beside/x/y", "/beside/x/y?seat=7", "/beside/%00/../x?seat=0"):
        assert page.request.get(server.url + address).status == 404
