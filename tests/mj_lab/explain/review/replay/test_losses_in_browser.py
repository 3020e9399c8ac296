"""What the answers of a seat cost, on the page: marks, the worst, curve, reason, bars, figures.

The tactic here gives figures that are made up, so that every height and sum on the page can be
worked out again from them.
"""

import re
from typing import Any

import pytest

from mj_bot import tactics
from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.odds.win_chance import DEAL_IN_COSTS
from mj_bot.state import GameState
from mj_engine.learned import HALVING
from mj_lab.core.records.match import Match
from mj_lab.explain.analysis.losses import loss_scale
from mj_lab.explain.review.replay.choices import choices_of_seat
from mj_lab.explain.review.replay.frames import frames_of
from tests.mj_lab.conftest import Open
from tests.mj_lab.explain.review.replay.conftest import reload_until

SEAT = 3


class Telling:
    """Prefers the first legal action and values each at one point less than of the one before."""

    def __call__(self, state: GameState) -> Action:
        return action_space(state)[0]

    def explain(self, state: GameState) -> list[dict[str, Any]]:
        start = sum(state.walls) / 10 - 6
        return [
            {
                "action": str(action),
                "value": 100 + place,
                "win_chance": 0.267 / (1 + place),
                "expected_score": start - place,
                "deal_in": 0.02 * place,
                "hand_value": 0.4,
                "targets": [{"fan": 8 + place, "fans": ["花龙"], "missing": {"W1": 2, "J3": 1}}],
            }
            for place, action in enumerate(action_space(state))
        ]


class Claiming(Telling):
    """Prefers the last legal action, a claim if there is one."""

    def __call__(self, state: GameState) -> Action:
        return action_space(state)[-1]

    def explain(self, state: GameState) -> list[dict[str, Any]]:
        told = super().explain(state)
        actions = [row["action"] for row in told][::-1]
        return [{**row, "action": action} for row, action in zip(told, actions, strict=True)]


@pytest.fixture(scope="module")
def decisions(match: Match) -> list[dict[str, Any]]:
    return choices_of_seat(match, SEAT, Telling())


@pytest.fixture
def page(match: Match, show: Open) -> Any:
    return show(match, Telling(), seat=SEAT)


def marks_of(page: Any) -> list[tuple[float, float]]:
    """Loss and height of every mark, in order."""
    found = page.eval_on_selector_all(
        "#ticks line", "all => all.map(e => [Number(e.dataset.lost), Number(e.getAttribute('y2'))])"
    )
    return [(lost, height) for lost, height in found]


def test_losses_are_those_of_the_tactics_points(decisions: list[dict[str, Any]]) -> None:
    scale = loss_scale()
    differing = 0
    for decision in decisions:
        told = {row["action"]: row["expected_score"] for row in decision["candidates"]}
        if decision["agrees"]:
            assert decision["grade"] is None
        if decision["played"] == decision["choice"]:
            assert decision["lost"] == 0
        elif "HU" not in (decision["played"], decision["choice"]):
            differing += 1
            between = told[decision["choice"]] - told[decision["played"]]
            assert decision["told"] == pytest.approx(between, abs=2e-4)
            # This tactic has no model: its forecast is its value.
            weight = scale.value + scale.forecast + scale.by_kind[decision["kind"]]
            dangers = {row["action"]: row["deal_in"] or 0 for row in decision["candidates"]}
            more = dangers[decision["played"]] - dangers[decision["choice"]]
            lost = weight * between + scale.danger * DEAL_IN_COSTS * more
            assert decision["lost"] == pytest.approx(max(0, lost), abs=2e-3)
            is_real = decision["lost"] >= scale.limits["slight"]
            assert decision["agrees"] != is_real
            assert (decision["grade"] is not None) == is_real
            assert decision["reason"]["than"] == decision["played"]
    assert differing > 5


@pytest.mark.thorough
def test_marks_are_as_tall_as_the_losses(page: Any, decisions: list[dict[str, Any]]) -> None:
    marks = marks_of(page)
    assert [lost for lost, _ in marks] == [round(one["lost"], 2) for one in decisions]
    tallest = max(8.0, *(one["lost"] for one in decisions))
    tall = [(lost, height) for lost, height in marks if height > 6]
    assert len(tall) > 3
    for lost, height in tall:
        assert height == pytest.approx(40 * lost / tallest, abs=0.1)
    assert f"{tallest:.1f}" in page.inner_text("#legend .lost")


@pytest.mark.thorough
def test_the_accuracy_is_by_the_points_lost_a_decision(
    page: Any, decisions: list[dict[str, Any]]
) -> None:
    lost = sum(one["lost"] for one in decisions) / len(decisions)
    accuracy = 100 * 0.5 ** (lost / HALVING)
    assert page.inner_text("#review .accuracy") == f"accuracy {accuracy:.1f}"
    page.click("#language")
    assert page.inner_text("#review .accuracy") == f"决策分 {accuracy:.1f}"


def test_the_worst_are_listed_and_lead_to_their_step(
    page: Any, decisions: list[dict[str, Any]]
) -> None:
    worst_first = sorted(decisions, key=lambda one: -one["lost"])
    losing = [one["lost"] for one in worst_first if one["lost"] >= 0.05]
    listed = page.locator("#review .worst-one b").all_inner_texts()
    shown = [float(text.replace("\u2212", "")) for text in listed]
    assert shown == [round(lost, 1) for lost in losing[:5]]
    total = sum(one["lost"] for one in decisions)
    assert f"{total:.1f} points lost" in page.inner_text("#review")
    assert "Telling" in page.inner_text("#review h2")
    assert "Telling" not in page.inner_text("#table")
    for place in (0, 3):
        one = page.locator("#review .worst-one").nth(place)
        # Reviews call it by the same number: `turn`.
        turn = worst_first[place]["turn"]
        assert one.get_attribute("data-title").startswith(f"step {turn}: ")
        one.click()
        assert page.inner_text("#event .step").startswith(f"{turn} /")
        page.wait_for_url(f"**#t{turn}")
        said = re.search(r"about (\d+) ± \d+ points lost", page.inner_text("#decision .badge"))
        assert said and abs(float(said[1]) - losing[place]) <= 0.5
    page.click(".all-losses")
    assert page.locator("#review .worst-one").count() == len(losing)
    page.keyboard.press("Enter")
    assert page.locator("#review .worst-one").count() == 5


@pytest.mark.thorough
def test_a_claim_in_the_list_shows_its_meld(match: Match, show: Open) -> None:
    """And not the discard after it alone, as if that were claimed."""
    page = show(match, Claiming(), seat=SEAT)
    if page.locator(".all-losses").count():
        page.click(".all-losses")
    claims = 0
    by_turn = {one["turn"]: one for one in choices_of_seat(match, SEAT, Claiming())}
    frames = {frame["turn"]: step for step, frame in enumerate(frames_of(match)[:-1])}
    for turn, decision in by_turn.items():
        button = page.locator(f'#review .worst-one[data-step="{frames[turn]}"]')
        if not decision["lost"] >= 0.05 or not decision["choice"].startswith(("CHI", "PENG")):
            continue
        claims += 1
        kind, *codes = decision["choice"].split()
        titles = button.locator(".tile").evaluate_all("all => all.map(e => e.dataset.title)")
        shown = [title.split()[0] for title in titles]
        if kind == "CHI":
            suit, middle = codes[0][0], int(codes[0][1])
            meld = [f"{suit}{number}" for number in (middle - 1, middle, middle + 1)]
        else:
            meld = [match.requests[turn][SEAT].split()[-1]]
        same = decision["played"].rsplit(" ", 1)[0] == decision["choice"].rsplit(" ", 1)[0]
        assert shown[-1] == codes[-1]
        assert shown[: len(meld)] == meld if same else shown[-1 - len(meld) : -1] == meld
    assert claims > 0


@pytest.mark.thorough
def test_the_curve_says_what_held(page: Any, decisions: list[dict[str, Any]]) -> None:
    first, second = decisions[0], decisions[1]
    page.keyboard.press("Home")
    for _ in range(40):
        if page.locator("#decision .badge").count():
            break
        page.keyboard.press("ArrowRight")
    legend = page.inner_text("#legend")
    assert f"{100 * first['win_chance']:.1f}%" in legend
    assert f"expected points {first['expected_score']:+.1f}" in legend
    assert second["expected_score"] != first["expected_score"]
    path = page.get_attribute("#curve .win", "d")
    heights = [float(text) for text in re.findall(r"(?:M\d+ |V)([\d.]+)", path)]
    # After the decisions the end, which is a win or none, and the way back along the edge.
    assert len(heights) == len(decisions) + 2
    for one, height in zip(decisions, heights, strict=False):
        assert height == pytest.approx(100 * (1 - one["win_chance"]), abs=0.01)


@pytest.mark.thorough
def test_a_decision_says_how_often_it_wins_why_and_by_what(page: Any) -> None:
    """Its bar as wide as the chance, its reason in the language chosen, the tiles that it needs."""
    page.keyboard.press("]")
    filled = page.eval_on_selector_all(
        "#decision .bar",
        "all => all.map(e => e.firstChild.getBoundingClientRect().width"
        " / e.getBoundingClientRect().width)",
    )
    assert filled[0] == pytest.approx(0.267, abs=0.002)
    assert re.findall(r"[\d.]+%", page.inner_text("#decision tr.choice"))[0] == "26.7%"
    open_ones = page.locator("#decision tr.reasons:not([hidden])")
    assert open_ones.count() == 2
    for place in range(2):
        needed = open_ones.nth(place).locator(".target .tile svg")
        assert needed.first.get_attribute("aria-label") == "1 of characters, 2 left"
    said = page.inner_text("#decision .why")
    assert "Why" in said
    assert "wins more often: 26.7%, not 2.2%" in said
    page.click("#language")
    said = page.inner_text("#decision .why")
    assert "和牌率更高：26.7%对2.2%" in said
    assert not re.search("[a-z]{3}", said)


@pytest.mark.thorough
def test_a_win_on_offer_is_told_by_what_it_pays(match: Match, show: Open) -> None:
    winner = match.result.player
    assert winner is not None
    assert match.result.action == "HU"
    page = show(match, tactics.load("odds", seed=0), seat=winner, step=len(match.requests) - 2)
    row = page.locator("#decision tr.choice").inner_text().split()
    assert row[0] == "Win"
    assert f"+{match.scores[winner]}.0" in row
    assert "always" not in page.inner_text("#decision")


@pytest.mark.thorough
def test_a_danger_that_is_not_known(match: Match, show: Open) -> None:
    class Unknowing(Telling):
        def explain(self, state: GameState) -> list[dict[str, Any]]:
            return [{**row, "deal_in": None} for row in super().explain(state)]

    page = show(match, Unknowing(), seat=SEAT)
    page.keyboard.press("]")
    assert page.locator("#decision tr.choice").inner_text().split()[-1] == "unknown"


@pytest.mark.thorough
def test_figures_on_tiles_are_an_option_that_is_remembered(page: Any) -> None:
    shown = "getComputedStyle(document.documentElement).getPropertyValue('--digits').trim()"
    assert page.evaluate(shown) == "1"
    page.click("#digits")
    assert page.evaluate(shown) == "0"
    assert page.get_attribute("#digits", "aria-pressed") == "false"
    reload_until(page, "digits", shown, "0")


@pytest.mark.thorough
def test_without_points_only_what_differs_is_marked(match: Match, show: Open) -> None:
    class Silent:
        def __call__(self, state: GameState) -> Action:
            return action_space(state)[0]

    page = show(match, Silent(), seat=SEAT)
    assert page.locator("#ticks line.differs").count() > 3
    assert page.is_hidden("#curve")
    assert page.locator("#review .worst-one").count() == 0
    assert "differ" in page.inner_text("#review")
    page.keyboard.press("]")
    assert "says nothing of its reasons" in page.inner_text("#decision")
