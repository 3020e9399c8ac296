"""My games in a real browser: what was played, what was lost, the way to each moment."""

import json
import re
import statistics
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from mj_bot.events import HU
from mj_lab.core.game.seating import seat_of_player
from mj_lab.core.options import ADVISER
from mj_lab.core.pages.page import data_of_page
from mj_lab.core.records.matches import read_matches
from mj_lab.explain.analysis.losses import LOSS_KINDS
from mj_lab.table.play.play_table import PlayTable
from mj_lab.table.play.store import PlayStore
from mj_lab.web.server.my_games.reviews import KeptReviews
from mj_lab.web.server.saved import key_of
from tests.mj_lab.conftest import Check, Look, Open, expect, thorough
from tests.mj_lab.web.conftest import serving
from tests.mj_lab.web.server.my_games.played import ME, played_table
from tests.mj_lab.web.server.person import Person
from tests.mj_lab.web.server.staged import PERSON_SEAT, SCENES

SEES = "tokens => localStorage.setItem('mj-my-tables', JSON.stringify(tokens))"
# What `played.sampled_of` says of the four hands, as the page has it.
SAMPLED = ["0.0", "-1.0 \u00b1 2.0", "-5.0 \u00b1 2.0", "-9.0 \u00b1 2.0"]
WORST = [
    {"turn": 4, "played": "PLAY W1", "best": "PLAY J2", "tile": None},
    {"turn": 9, "played": "PASS", "best": "CHI B4 T4", "tile": "B3"},
]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[SimpleNamespace]:
    """A server with a match of four hands and one of two people: its `tables` and `tokens`."""
    made = [played_table(tmp_path, 2, hands=4), played_table(tmp_path, 3, people=(1, 3))]
    with serving(tmp_path, compare=False) as server:
        server.tables = [table for table, _ in made]
        server.tokens = [str(tokens[ME]) for _, tokens in made]
        yield server


def lost_by_hand(server: SimpleNamespace, lost: dict[int, float]) -> None:
    """Reviews of hands of the match, as they are kept."""
    reviews = KeptReviews(server.folder / "tables")
    for hand, points in lost.items():
        worst = [{**one, "lost": 6.2, "grade": "mistake"} for one in WORST]
        grades = {"slight": 0, "mistake": 1, "blunder": 0}
        review = {"points_lost": points, "decisions": 20, "accuracy": 90.0, "grades": grades}
        kinds = {**dict.fromkeys(LOSS_KINDS, 0.0), "kong": points}
        reviews.add((server.tables[0].id, hand, ME), {**review, "kinds": kinds, "worst": worst})


@pytest.fixture
def mine(served: SimpleNamespace, open_page: Open) -> Open:
    """`mine(**options)`: the page of a browser that has the tokens."""

    def opened(**options: Any) -> Any:
        page = open_page(served.url + "/my-games", **options)
        page.wait_for_selector("#none:not([hidden])")
        page.evaluate(SEES, served.tokens)
        page.reload()
        page.wait_for_selector(".mine-hands")
        return page

    return opened


def figures(text: str) -> list[float]:
    return [float(found) for found in re.findall(r"[-+]?\d+\.\d", text.replace("\u2212", "-"))]


def test_hands_means_and_trends(served: SimpleNamespace, mine: Open) -> None:
    lost_by_hand(served, {0: 20.0, 2: 11.0, 3: 5.0})
    page = mine(locale="en")
    table: PlayTable = served.tables[0]
    own = [result[ME] for result in table.results]
    bots = [table.same_walls[hand, ME].instead for hand in range(4)]
    rows = page.locator(".mine-hands tbody tr")
    shown = rows.evaluate_all("all => all.map(e => [...e.cells].map(c => c.innerText))")
    assert len(shown) == 5
    of_match = [row for row in shown if "of 4" in row[1]]
    assert [int(row[3].replace("\u2212", "-")) for row in of_match] == own[::-1]
    told = [row[4].replace("\u2212", "-").split(maxsplit=1) for row in of_match]
    assert [int(made) for made, _ in told] == bots[::-1]
    # What the person's answers were worth against the bot's, in sampled worlds.
    assert [said for _, said in told] == [f"{said} against it" for said in SAMPLED[::-1]]
    assert [row[1].split("\n")[0].split(",")[0] for row in of_match] == [
        f"Hand {hand} of 4" for hand in (4, 3, 2, 1)
    ]
    assert {row[2] for row in of_match} == {"Kuai \u00d7 3"}
    (other,) = (row for row in shown if "One hand" in row[1])
    assert "Bo" in other[2] and "*" in other[4]
    less = [mine - its for mine, its in zip(own, bots, strict=True)]
    error = statistics.stdev(less) / 2
    assert figures(page.inner_text("#mean-versus")) == [
        pytest.approx(statistics.mean(less), abs=0.051),
        pytest.approx(error, abs=0.051),
    ]
    assert figures(page.inner_text("#mean-against")) == [-3.8, 0.9]
    assert figures(page.inner_text("#mean-lost")) == [12.0, 4.4]
    assert statistics.stdev([20, 11, 5]) / 3**0.5 == pytest.approx(4.359, abs=0.001)
    assert "reviewed: 3" in page.inner_text("#mean-lost")
    assert page.inner_text("#kinds tbody tr").startswith("kong")
    assert page.locator("#lost .dot").count() == 3
    assert page.locator("#against .dot").count() == 4
    heights = page.eval_on_selector_all("#lost .dot", "all => all.map(e => +e.getAttribute('cy'))")
    assert heights == sorted(heights), "less and less is lost, the first hand first"
    assert page.locator(".review-one").count() == 2
    assert page.locator("details.lost-answers").count() == 3


def data_at(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return data_of_page(answer.read().decode())


def test_a_saved_hand_opens_on_the_persons_seat(served: SimpleNamespace) -> None:
    table: PlayTable = served.tables[0]
    others = 0
    for path in sorted((served.folder / "tables").glob(f"table-{table.id}-*.jsonl")):
        (match,) = read_matches(path)
        seat = seat_of_player(ME, int(match.id.rsplit("-", 1)[1]) - 1)
        others += match.result.action == HU and match.result.player != seat
        assert data_at(f"{served.url}/saved/{key_of(path)}?tactic=greedy")["seat"] == seat
        asked = data_at(f"{served.url}/saved/{key_of(path)}?tactic=greedy&seat=3")
        assert asked["seat"] == 3
        its = path.parent / "same_wall" / f"{match.id}-instead-{ME + 1}.jsonl"
        assert data_at(f"{served.url}/saved/{key_of(its)}?tactic=greedy")["seat"] == seat
    assert others >= 2, "another seat won"


def test_the_bots_games_are_in_the_row_of_the_hand(
    served: SimpleNamespace, open_page: Open
) -> None:
    page = open_page(served.url + "/", locale="en")
    page.wait_for_selector("#saved table")
    assert page.locator("#saved tbody tr").count() == 5
    assert page.locator("#saved .instead").count() == 6, "two people, two games of the bot"
    table: PlayTable = served.tables[0]
    name = "2-instead-2"
    path = served.folder / "tables" / "same_wall" / f"table-{table.id}-{name}.jsonl"
    link = page.locator(f'#saved .instead a[href="/saved/{key_of(path)}"]')
    score = table.same_walls[1, ME].instead
    told = f"{ADVISER} as East: {score:+d}".replace("-", "\u2212").replace("+0", "0")
    assert link.inner_text() == told
    beside = page.locator(f'#saved .instead:has(a[href="/saved/{key_of(path)}"]) a >> nth=1')
    beside.click()
    page.wait_for_selector("#table-1 .hub")
    expect(page.locator("#name-1")).to_contain_text(ADVISER)
    expect(page).to_have_url(re.compile("seat=0$"))


@pytest.mark.thorough
def test_a_hand_is_reviewed_once_and_each_worst_answer_leads_to_its_moment(
    served: SimpleNamespace, mine: Open
) -> None:
    page = mine(locale="en")
    row = page.locator('.mine-hands tr:has-text("Hand 2 of 4")')
    row.locator(".review-one").click()
    row.locator(".lost").wait_for(timeout=120_000)
    focused = (
        "() => document.activeElement.tagName + document.activeElement.innerText.split(' ')[0]"
    )
    assert page.evaluate(focused) == "SUMMARY" + row.locator(".lost").inner_text()
    lost = float(row.locator(".lost").inner_text())
    (review,) = KeptReviews(served.folder / "tables").of([(served.tables[0].id, 1, ME)]).values()
    assert lost == pytest.approx(review["points_lost"], abs=0.051)
    assert page.locator(".review-one").count() == 4
    page.reload()
    row.locator("summary").click()
    link, worst = row.locator(".worst-one >> nth=0"), review["worst"][0]
    assert figures(link.inner_text())[0] == pytest.approx(-worst["lost"], abs=0.051)
    link.click()
    page.wait_for_selector("#table .hub")
    seat = seat_of_player(ME, 1)
    data = json.loads(page.text_content("#data"))
    assert data["seat"] == seat
    page.wait_for_url(f"**#t{worst['turn']}")
    assert page.inner_text("#event .step").startswith(f"{worst['turn']} /")
    current = page.locator("#review .worst-one[aria-current]")
    assert current.get_attribute("data-title").startswith(f"step {worst['turn']}: ")
    step = int(current.get_attribute("data-step"))
    assert data["frames"][step]["turn"] == worst["turn"]


@pytest.mark.thorough
def test_what_a_replay_reviewed_is_not_reviewed_again(served: SimpleNamespace, mine: Open) -> None:
    """As at the end of a hand, where the coach is on: that asks for the replay of the own seat."""
    table: PlayTable = served.tables[0]
    path = served.folder / "tables" / f"{table.hand_name(2)}.jsonl"
    data = data_at(f"{served.url}/saved/{key_of(path)}?seat={seat_of_player(ME, 2)}")
    lost = sum(one["lost"] for one in data["decisions"])
    page = mine(locale="en")
    row = page.locator('.mine-hands tr:has-text("Hand 3 of 4")')
    assert float(row.locator(".lost").inner_text()) == pytest.approx(lost, abs=0.051)
    assert page.locator(".review-one").count() == 4


@pytest.mark.thorough
def test_each_worst_answer_can_be_tried_again(served: SimpleNamespace, mine: Open) -> None:
    lost_by_hand(served, {2: 11.0})
    page = mine(locale="en")
    page.locator("details summary").click()
    page.wait_for_selector(".try-again")
    (path,) = (served.folder / "tables").glob(f"table-{served.tables[0].id}-3.jsonl")
    found = page.locator(".try-again").evaluate_all("all => all.map(e => e.href)")
    asked = [dict(parse_qsl(urlsplit(address).query)) for address in found]
    record = {"record": f"/saved/{key_of(path)}", "seat": str(seat_of_player(ME, 2))}
    assert asked == [{**record, "turn": str(one["turn"])} for one in WORST]
    assert {urlsplit(address).path for address in found} == {"/play"}
    # And all of them can be practised.
    address = urlsplit(page.locator("#review-all .practise").get_attribute("href"))
    assert (address.path, address.query) == ("/train", "deck=own")
    kept = page.evaluate("hash => MJ.mistakesIn(hash)", f"#{address.fragment}")
    graded = [{"seat": int(record["seat"]), "turn": one["turn"]} for one in WORST]
    assert kept == [{"record": record["record"], "answers": graded}]


@pytest.mark.thorough
def test_all_hands_are_reviewed_at_once_until_one_stops(
    served: SimpleNamespace, mine: Open
) -> None:
    page = mine(locale="en")
    asked: list[Any] = []

    def between(route: Any) -> None:
        """The second review is not begun before the person stops."""
        asked.append(route)
        if len(asked) != 2:
            route.continue_()

    page.route("**/api/my-games/review", between)
    page.click("#start-reviews")
    page.wait_for_selector("#stop-reviews")
    assert page.evaluate("() => document.activeElement.id") == "stop-reviews"
    page.locator(".lost").first.wait_for(timeout=120_000)
    expect(page.locator(".review-one[aria-disabled=true]")).to_have_count(1)
    page.click("#stop-reviews")
    page.wait_for_selector("#start-reviews")
    asked[1].continue_()
    page.locator(".lost").nth(1).wait_for(timeout=120_000)
    done = page.locator(".lost").count()
    assert done == len(asked) == 2
    keys = [(served.tables[0].id, hand, ME) for hand in range(4)]
    kept = KeptReviews(served.folder / "tables").of([*keys, (served.tables[1].id, 0, ME)])
    assert len(kept) == done


@pytest.mark.thorough
def test_it_is_for_everybody(
    served: SimpleNamespace, mine: Open, for_everybody: Check, look: Look
) -> None:
    lost_by_hand(served, {0: 20.0, 2: 11.0, 3: 5.0})
    page = mine(**look)
    page.locator("details summary").first.click()
    page.wait_for_selector(".worst-one")
    for_everybody(page)
    language = look["locale"]
    title = {"en": "My games", "zh-CN": "我的对局"}[language]
    assert page.inner_text("#mine-title") == title
    assert page.title() == f"{title} · mj_bot"
    shown = page.inner_text("#played")
    assert (re.search("[a-z]{4}", re.sub(f"greedy|{ADVISER}", "", shown)) is None) == (
        language != "en"
    )
    page.goto(served.url + "/")
    page.wait_for_selector("#saved .instead")
    for_everybody(page)


@pytest.mark.parametrize("locale", ["en", thorough("zh-CN")])
def test_a_table_stays_known_when_its_last_hand_is_over(
    server: SimpleNamespace, store: PlayStore, staged: Open, open_page: Open, locale: str
) -> None:
    """On the first page it is listed no more."""
    table = staged("self-drawn")
    page = open_page(table.url, locale=locale)
    Person(page).play(SCENES["self-drawn"])
    (scores,) = store.paid(table.id)
    assert scores is not None
    page.goto(server.url + "/")
    page.wait_for_selector("#saved table")
    page.wait_for_function("() => localStorage.getItem('mj-tables') === '[]'")
    expect(page.locator("#open-tables")).to_be_hidden()
    page.click("#my-games")
    page.wait_for_selector(".mine-hands")
    cells = page.locator(".mine-hands tbody td").all_inner_texts()
    assert int(cells[3]) == scores[PERSON_SEAT] > 0
    assert re.search("not yet|还没打", cells[4])
