"""The report's functions and tables: each is there and says what the design says."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from mj_bot.routes import report_names as report
from mj_bot.state import GameState
from mj_bot.tactics import load
from mj_bot.tactics.rule_based import RuleBased
from mj_bot.tiles import CODES
from tests.recorded import Recorded

# Of the report: what is imported; the state's and the players' names are in test_report_names.py
# one folder up.
NAMES = [
    "PASS",
    "PLAY",
    "PENG",
    "CHI",
    "GANG",
    "HU",
    "Meld",
    "Player",
    "GameState",
    "REMAIN_CARDS",
    "st_diff",
    "fan_distribution",
    "targets_table",
    "connection_bonus",
    "basic_shanten",
    "value_function1",
    "value_function2",
]
DRAWN = {
    "requests": ["0 0 0", "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 B4 B5", "2 F1"],
    "responses": ["PASS", "PASS"],
}


def test_all_names_are_there() -> None:
    names: dict[str, Any] = {}
    exec("from mj_bot.routes.report_names import *", names)
    assert len(NAMES) == 17 and set(NAMES) <= set(names)
    assert [names[word] for word in NAMES[:6]] == NAMES[:6]


def test_the_tables_are_the_designs() -> None:
    assert list(report.st_diff) == [10, 1.1, 1, 0.9, 0.8]
    assert list(report.fan_distribution) == [0.08, 0.105, 0.106, 0.236, 0.041, 0.01, 0.017]
    assert dict(report.REMAIN_CARDS) == dict.fromkeys(CODES, 4)
    table = report.targets_table
    assert [len(targets) for targets in table] == [3, 6, 7, 30, 15, 21, 6]
    assert sorted(map(sorted, table[0])) == sorted(
        sorted(f"{suit}{number}" for number in range(1, 10)) for suit in "WBT"
    )
    assert sorted(map(sorted, table[2])) == sorted(
        sorted(f"{suit}{first + step}" for suit, step in product("WBT", range(3)))
        for first in range(1, 8)
    )
    assert {len(target) for targets in table for target in targets} == {9}


@pytest.mark.parametrize(
    ("tiles", "given", "distance"),
    [
        ("W1 W2 W3 B5 B5", {"pair_need": 1, "mianzi_need": 1}, 0),
        ("W1 W2 W3 B5 B6", {"pair_need": 0, "mianzi_need": 2}, 0.7),
        ("W1 W2 W3 B5 B6", {"pair_need": 0, "mianzi_need": 2, "priority": 1}, 1.4),
        ("W1 W2 W3 B5 B6", {"pair_need": 1, "mianzi_need": 2, "priority": 0}, 5),
        ("W1 W2 W3 B5 B6", {"pair_need": 0, "mianzi_need": 0, "priority": 0}, 0),
        ("B5 B6", {"pair_need": 0, "mianzi_need": 1, "shunzi_lower": 5}, 0.8),
        ("B4 B5", {"pair_need": 0, "mianzi_need": 1, "shunzi_upper": 4}, 2),
        ("B4 B4", {"pair_need": 0, "mianzi_need": 1, "path": ["W1"]}, 0.8),
        ("B4 B4", {"pair_need": 0, "mianzi_need": 1, "remain": dict.fromkeys(CODES, 1)}, 1.1),
        ("B4 B4", {"pair_need": 0, "mianzi_need": 1, "remain": dict.fromkeys(CODES, 0)}, 2),
    ],
)
def test_basic_shanten(tiles: str, given: dict[str, Any], distance: float) -> None:
    assert report.basic_shanten(tiles.split(), **given) == pytest.approx(distance)


def test_partial_sets_alone_cost_what_they_do_where_no_set_is_complete() -> None:
    """Complete sets are the only difference of priority 2 and 1."""
    chance, alike, dearer = random.Random("report"), 0, 0
    for _ in range(400):
        tiles = chance.sample(CODES * 4, 8)
        sets, pair = chance.randint(1, 4), chance.randint(0, 1)
        first, second = (report.basic_shanten(tiles, pair, sets, priority=one) for one in (2, 1))
        if has_complete(tiles):
            dearer += first < second
        else:
            assert first == second
            alike += 1
    assert alike > 50 and dearer > 20


def has_complete(tiles: list[str]) -> bool:
    chows = ([f"{suit}{low + step}" for step in range(3)] for suit in "WBT" for low in range(1, 8))
    return 3 in Counter(tiles).values() or any(set(chow) <= set(tiles) for chow in chows)


def test_basic_shanten_says_what_it_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    report.basic_shanten(["B4", "B4"], 0, 1, ["W1"], debug_flag=1)
    out, said = capsys.readouterr()
    assert not out and said == (
        "tiles: ['B4', 'B4'] path: ['W1'] pair: 0 mianzi: 1 shanten: 0.800\n"
    )


def test_connection_bonus() -> None:
    lone = [report.connection_bonus([code]) for code in ("F1", "W1", "W2", "W5")]
    assert lone == sorted(lone) == pytest.approx([-0.013, -0.012, -0.011, -0.01])
    assert report.connection_bonus(["W5", "W5", "F2", "F2", "F2"]) == pytest.approx(0.08)


def test_copies_left_are_those_that_were_not_seen() -> None:
    left = report.remain_cards(GameState.load_json(DRAWN))
    assert (left["B1"], left["W1"], left["F1"], left["J1"]) == (2, 3, 3, 4)


@pytest.mark.parametrize(
    ("name", "value"),
    [("v1_1", report.value_function1), ("rule_based", report.value_function2)],
)
def test_a_value_is_greatest_for_the_action_that_its_tactic_takes(
    recorded: Recorded, name: str, value: Callable[[GameState, Any], float]
) -> None:
    tactic = load(name)
    for decision in recorded("reference_decisions")[::250]:
        state = GameState.load_json(decision)
        actions = state.action_space()
        if actions[0][0] == report.HU:
            continue
        values = {tuple(action): value(state, tuple(action)) for action in actions}
        assert values[tuple(tactic(state))] == pytest.approx(max(values.values()))


def test_the_value_of_a_discard_is_the_mixed_distance_negative(recorded: Recorded) -> None:
    seen = 0
    for decision in recorded("reference_decisions")[::250]:
        state = GameState.load_json(decision)
        for row in RuleBased().explain(state):
            words = tuple(row["action"].split())
            if words[0] == report.PLAY:
                first, second, third = sorted(row["distances"].values())[:3]
                mixed = first if first <= 2 else first + 0.01 * second + 0.005 * third
                assert report.value_function2(state, words) == pytest.approx(-mixed)
                seen += 1
    assert seen > 50


def test_an_action_that_is_not_legal_has_no_value() -> None:
    with pytest.raises(ValueError, match="not legal"):
        report.value_function2(GameState.load_json(DRAWN), ("PLAY", "J1"))
    with pytest.raises(ValueError, match="W0"):
        report.basic_shanten(["W0"], 1, 1)


def test_what_the_report_never_asks_is_refused_in_words() -> None:
    assert report.basic_shanten(["W5", "W6", "W7"], 0, 1, shunzi_lower=6) > 0
    assert report.basic_shanten(["W5", "W6", "W7"], 0, 1, shunzi_lower=5) == 0
    for wrong in (["H1"], ["w1"]):
        with pytest.raises(ValueError, match="no tiles"):
            report.basic_shanten(wrong, 1, 1)
    for pairs, sets in ((2, 1), (1, 5), (-1, 0)):
        with pytest.raises(ValueError, match="pairs 0-1, sets 0-4"):
            report.basic_shanten(["W1"], pairs, sets)
    with pytest.raises(ValueError, match="chows within 1-9"):
        report.basic_shanten(["W1"], 1, 1, shunzi_upper=99)
    with pytest.raises(TypeError):
        report.REMAIN_CARDS["W1"] -= 1  # type: ignore[index]
    state = report.GameState.load_json({"requests": ["0 0 0"]})
    for value in (report.value_function1, report.value_function2):
        for action in (("PLAY", "W1"), None, 5):
            with pytest.raises(ValueError, match="not legal"):
                value(state, action)
