"""The earlier versions of `rule_based`: what each counts, and the fans it aims at."""

import pytest

from mj_bot.events import GANG, PLAY
from mj_bot.routes.blocks import LONE_HONOUR, LONE_SUITED, Blocks
from mj_bot.routes.families.chows import Chows
from mj_bot.routes.position import position_of
from mj_bot.tactics import load
from mj_bot.tactics.rule_based import RuleBased
from mj_bot.tactics.v2_1 import V21
from mj_bot.tactics.v2_2 import V22
from mj_bot.tiles import TILE_KINDS, counts_of, tile_of, tiles_of
from tests.recorded import dealt


@pytest.mark.parametrize(
    ("tiles", "value"),
    [
        ("W1 W2 W3 B4 B4 B4 T7 T8 T9 F1 F1 F1 J1 J1", 9),
        ("W1 W2 B5 B7 T9 T9 F1", 3),
        ("W1 W2 W3 W4", 2),
        ("F1 F2 F3 J1 J2 J3", 0),
        ("W2 W2 W3 W3 W4 W4 W5", 4),
    ],
)
def test_blocks_are_counted(tiles: str, value: float) -> None:
    assert Blocks().value(position_of(counts_of(tiles_of(tiles)))) == value


def test_lone_tiles_break_ties_from_the_edge() -> None:
    lone = Blocks(LONE_SUITED, LONE_HONOUR)
    worth = [
        lone.value(position_of([int(kind == tile) for kind in range(TILE_KINDS)]))
        for tile in range(TILE_KINDS)
    ]
    by_code = {code: worth[tile_of(code)] for code in ("F1", "J1", "W1", "B9", "T2", "W8", "B5")}
    assert by_code["F1"] < by_code["J1"] < by_code["W1"] == by_code["B9"]
    assert by_code["W1"] < by_code["T2"] == by_code["W8"] < by_code["B5"] < 0.1


def test_v1_2_lets_honours_go_first() -> None:
    hand = "W1 W5 W9 B1 B5 B9 T1 T5 T9 F1 F2 J1 J2"
    state = dealt(hand, "2 J3")
    assert str(load("v1_1")(state)) == "PLAY W1"
    assert str(load("v1_2")(state)) == "PLAY F1"


SIX = "三色三步高 三色三同顺 花龙 清龙 七对 五门齐"
NINE = "碰碰和 混一色 大于五 小于五 组合龙 一色三同顺 全不靠 十三幺 全求人"


@pytest.mark.parametrize(
    ("made", "fans", "targets"),
    [
        (V21, SIX, 46),
        (V22, f"{SIX} {NINE}", 73),
        (RuleBased, f"{SIX} {NINE} 一色三步高 清一色 三暗刻", 88),
    ],
)
def test_each_version_aims_at_its_fans(made: type[RuleBased], fans: str, targets: int) -> None:
    chows, *others = made()._evaluator.routes
    assert isinstance(chows, Chows) and len(chows.table.targets) == targets
    found = [chinese for route in (chows, *others) for chinese, _ in route.fans]
    assert sorted(found) == sorted(fans.split())
    english = {name for _, name in chows.fans}
    assert {target.fan for target in chows.table.targets} == english


def distances_after(made: type[RuleBased], hand: str, drawn: str, discard: str) -> dict[str, float]:
    state = dealt(hand, f"2 {drawn}")
    rows = {row["action"]: row for row in made().explain(state)}
    found: dict[str, float] = rows[f"PLAY {discard}"]["distances"]
    value: float = rows[f"PLAY {discard}"]["value"]
    return {**found, "all": 10 - value}


def test_v2_1_counts_every_missing_tile_as_one() -> None:
    # W9 is missing, of which four copies are left; the target alone is a backup of itself.
    hand = "W1 W2 W3 W4 W5 W6 W7 W8 B1 B1 B4 B5 B6"
    assert distances_after(V21, hand, "F1", "F1")["chows"] == pytest.approx(1 - 0.03 - 0.01)
    assert distances_after(V22, hand, "F1", "F1")["chows"] == pytest.approx(0.8 - 0.03 - 0.01)


def test_v2_1_goes_by_the_nearest_route_alone() -> None:
    hand = ("W1 W4 W9 B1 B5 B8 T2 T6 T9 F1 F2 J1 J2", "J3", "W4")
    for made in (V21, V22, RuleBased):
        found = distances_after(made, *hand)
        total = found.pop("all")
        first, second, third = sorted(found.values())[:3]
        assert first > 2
        more = 0 if made is V21 else 0.01 * second + 0.005 * third
        assert total == pytest.approx(first + more)


def test_v2_2_knows_no_full_flush() -> None:
    hand = "W1 W1 W2 W3 W4 W4 W5 W6 W7 W7 W8 W9 W9"
    assert distances_after(V22, hand, "T1", "T1")["half_flush"] == 10
    assert distances_after(RuleBased, hand, "T1", "T1")["half_flush"] < 2
    with_honour = hand[:-2] + "F1"
    assert distances_after(V22, with_honour, "T1", "T1")["half_flush"] < 2


@pytest.mark.parametrize("name", ["v2_1", "v2_2"])
def test_before_v2_3_a_kong_earned_nothing(name: str) -> None:
    """Four of a kind, one of them in a Pure Straight: rule_based makes the kong."""
    state = dealt("W1 W1 W1 W2 W3 W4 W5 W6 W7 W8 B4 B5 F1", "2 W1")
    assert RuleBased()(state).kind == GANG
    assert load(name)(state).kind == PLAY
