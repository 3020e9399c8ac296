"""Programs at the page's table: chosen there, announced when they fail, missed when not here."""

import re
import sys
from pathlib import Path

import pytest

from mj_lab.table.play import play_table
from tests.mj_lab.conftest import Open, expect
from tests.mj_lab.web.conftest import serving
from tests.mj_lab.web.server.person import ASKED, Person, set_up
from tests.mj_lab.web.server.staged import wall_with
from tests.mj_lab.web.server.table_client import begin, judged_match, sit_down

PROGRAMS = Path(__file__).parents[2] / "core" / "game" / "programs"
HONEST = f"drawer=keep:{PROGRAMS}/honest.py json keep"
BROKEN = f"broken=cmd:{PROGRAMS}/faulty.py dies"


pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="programs play on Linux only"),
    pytest.mark.thorough,
]


@pytest.fixture(autouse=True)
def short_walls(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = wall_with({}, 17)
    monkeypatch.setattr(play_table, "wall_of_seed", lambda _seed: wall)


def test_a_program_is_chosen_and_plays(tmp_path: Path, without_pace: None, open_page: Open) -> None:
    with serving(tmp_path, compare=False, programs=[HONEST, BROKEN]) as server:
        page = open_page(server.url + "/play")
        page.wait_for_selector("#set-up:not([hidden])")
        page.select_option("#seat-2", label="drawer")
        set_up(page, name_1="Mei", seat_3="random", seat_4="greedy", pace="fast")
        page.wait_for_function(ASKED)
        expect(page.locator("#table")).to_contain_text("drawer")
        page.select_option("#claims", "hand")
        Person(page).play()
        (saved,) = (tmp_path / "tables").glob("*.jsonl")
        assert sorted(judged_match(saved).players) == ["Mei", "drawer", "greedy", "random"]
        assert page.locator("#result .faults").count() == 0
        # And the same table once more, in one click.
        address = page.url
        page.click("#play-again")
        page.wait_for_function("(before) => location.href !== before", arg=address)
        page.wait_for_function(ASKED)
        expect(page.locator("#table")).to_contain_text("drawer")
        page.context.close()  # Before the server: a page that misses it says so on the console.


def test_what_a_program_did_wrong_is_told_at_the_end(tmp_path: Path, open_page: Open) -> None:
    with serving(tmp_path, compare=False, programs=[BROKEN]) as server:
        players = ["human", "program:broken", "random", "random"]
        client = sit_down(server.url, players=players, clock=30)
        client.play()
        client.cut()
        page = open_page(f"{server.url}/play#{client.token}")
        expect(page.locator("#result .faults")).to_have_text(
            re.compile("^broken: .*RE: exit status", re.DOTALL)
        )
        unknown = begin(server.url, players=["human", "program:other", "random", "random"])
        assert "--bot other=" in unknown["error"]
        page.context.close()


def test_a_server_without_the_program_says_so(tmp_path: Path, open_page: Open) -> None:
    """The table is there again when the program is."""
    with serving(tmp_path, compare=False, programs=[HONEST]) as server:
        players = ["human", "program:drawer", "random", "random"]
        token = begin(server.url, players=players)["people"][0]["token"]
    with serving(tmp_path, compare=False) as server:
        page = open_page(f"{server.url}/play#{token}")
        expect(page.locator("#line")).to_contain_text("mj web with --bot drawer=")
        assert page.is_hidden("#playing")
        page.context.close()
    with serving(tmp_path, compare=False, programs=[HONEST]) as server:
        page = open_page(f"{server.url}/play#{token}")
        page.wait_for_function(ASKED)
        page.context.close()
