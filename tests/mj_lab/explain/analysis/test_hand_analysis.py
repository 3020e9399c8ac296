"""The study of a hand, held against MahjongGB and against trying every tile."""

import json
from typing import Any

import MahjongGB
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_bot.actions import action_space
from mj_bot.events import PASS, Action
from mj_bot.shanten.shanten import least_distance
from mj_bot.state import GameState
from mj_bot.tactics import Tactic
from mj_bot.tiles import CODES, code_of, counts_of, tile_of
from mj_lab.core.text.hands import Hand, parse_hand
from mj_lab.explain.analysis.hand_analysis import Study, study
from mj_lab.explain.analysis.state_from_hand import situation, state_after_draw

WALL = [tile for tile in range(34) for _ in range(4)]


class Silent:
    """Plays the last legal action and says nothing of it."""

    def __call__(self, state: GameState) -> Action:
        return action_space(state)[-1]


class Telling(Silent):
    """Says of each action how far down the list it is."""

    def explain(self, state: GameState) -> list[dict[str, Any]]:
        actions = action_space(state)[::-1]
        return [
            {
                "action": str(action),
                "value": -place / 3,
                "distances": {"all_types": float("inf"), "chows": 1.23456789},
            }
            for place, action in enumerate(actions)
        ]


def studied(text: str, tactic: Tactic | None = None, **arguments: Any) -> Study:
    made = study(situation(parse_hand(text), **arguments), tactic or Silent(), "silent")
    assert json.loads(json.dumps(made, allow_nan=False)) == made
    return made


def test_the_forms_are_mahjonggbs() -> None:
    made = studied("W147 B258 T369 F123 J1")
    by_form = {form["form"]: form["shanten"] for form in made["forms"]}
    hand = tuple(
        CODES[tile] for tile, n in enumerate(parse_hand(made["hand"]).counts) for _ in range(n)
    )
    assert by_form == {
        "regular": MahjongGB.RegularShanten(hand)[0],
        "seven_pairs": MahjongGB.SevenPairsShanten(hand)[0],
        "thirteen_orphans": MahjongGB.ThirteenOrphansShanten(hand)[0],
        "honors_and_knitted": MahjongGB.HonorsAndKnittedTilesShanten(hand)[0],
        "knitted_straight": MahjongGB.KnittedStraightShanten(hand)[0],
    }
    assert made["shanten"] == min(by_form.values())


@given(st.permutations(WALL))
def test_effective_tiles_are_those_that_lower_the_shanten(wall: list[int]) -> None:
    counts = counts_of(wall[:14])
    hand = Hand(tuple(counts), (), wall[13], 0)
    made = study(situation(hand), Silent(), "silent")
    plays = [row for row in made["actions"] if row["action"].startswith("PLAY")]
    assert {row["tile"] for row in plays} == {code_of(tile) for tile in wall[:14]}
    for row in plays:
        after = list(counts)
        after[tile_of(row["tile"])] -= 1
        distance = least_distance(after, 0)
        assert row["shanten"] == distance
        for code, copies in row["effective"].items():
            tile = tile_of(code)
            assert copies == 4 - counts[tile] > 0
            after[tile] += 1
            assert least_distance(after, 0) == distance - 1
            after[tile] -= 1
        assert row["copies"] == sum(row["effective"].values())


def test_seen_tiles_are_not_left() -> None:
    plain = studied("W123 B4567 T88 F11 J233")
    seen = studied("W123 B4567 T88 F11 J233", seen=[tile_of("T8")] * 2)
    play = {row["action"]: row for row in plain["actions"]}["PLAY J2"]
    less = {row["action"]: row for row in seen["actions"]}["PLAY J2"]
    assert play["effective"] == {**less["effective"], "T8": 2}


def test_a_silent_tactic_shows_its_choice() -> None:
    made = studied("W123 B4567 T88 F11 J233")
    assert made["choice"] == "PLAY J3"
    assert [row["action"] for row in made["actions"] if row["chosen"]] == ["PLAY J3"]
    rows = [row for row in made["actions"] if not row["chosen"]]
    order = [(row["shanten"], -row["copies"]) for row in rows]
    assert order == sorted(order)


def test_a_telling_tactic_gives_the_order_and_its_reasons() -> None:
    made = studied("W123 B4567 T88 F11 J233", Telling())
    state = state_after_draw(situation(parse_hand("W123 B4567 T88 F11 J233")))
    assert [row["action"] for row in made["actions"]] == [str(a) for a in action_space(state)[::-1]]
    assert made["actions"][1]["value"] == pytest.approx(-1 / 3, abs=1e-4)
    assert made["actions"][1]["distances"] == {"all_types": None, "chows": 1.2346}


def test_a_win_is_shown_with_its_fans() -> None:
    made = studied("W123456789 T456 F11", seat=2)
    assert made["shanten"] == -1
    fans = {name for name, *_ in made["win"]["fans"]}
    assert {"清龙", "不求人"} <= fans
    assert made["win"]["enough"]
    assert [row["fan"] for row in made["actions"] if row["action"] == "HU"] == [made["win"]["fan"]]


def test_too_little_to_win() -> None:
    made = studied("W123 W567 B234 T678 F11")
    assert made["win"] is not None
    assert not made["win"]["enough"]
    assert all(row["action"] != "HU" for row in made["actions"])


def test_claims() -> None:
    made = studied("W123 B456 T22234 F11")
    rows = {row["tile"]: row for row in made["claims"]}
    assert rows["F1"]["can"] == ["PENG"]
    assert rows["F1"]["from_any"]
    assert rows["F1"]["left"] == 2
    assert rows["W4"]["can"] == ["CHI"]
    assert not rows["W4"]["from_any"]
    assert rows["T2"]["can"] == ["GANG", "PENG", "CHI"]
    assert "J1" not in rows
    assert all(row["left"] > 0 for row in made["claims"])


def test_claims_have_the_values_of_claiming_and_passing() -> None:
    made = studied("W123 B456 T22234 F11", Telling())
    for row in made["claims"]:
        assert row["best_claim"] != PASS
        assert {"value", "pass_value"} <= set(row)


def test_one_tile_short() -> None:
    made = studied("W123 B4567 T88 F11 J2")
    assert made["stage"] == "short"
    assert len(made["additions"]) == 34
    hand = list(parse_hand("W123 B4567 T88 F11 J2").counts)
    for row in made["additions"]:
        hand[tile_of(row["tile"])] += 1
        assert row["shanten"] == least_distance(hand, 0)
        hand[tile_of(row["tile"])] -= 1
    assert made["shanten"] == min(row["shanten"] for row in made["additions"])


def test_melds_leave_the_forms_that_fit() -> None:
    forms = {
        0: {"regular", "seven_pairs", "thirteen_orphans", "honors_and_knitted", "knitted_straight"},
        1: {"regular", "knitted_straight"},
        2: {"regular"},
    }
    for melds, text in enumerate(
        ("W123456789 B1234", "W123456789 B1 [T111]", "W1234567 [T111] [T222]")
    ):
        assert {form["form"] for form in studied(text)["forms"]} == forms[melds]
