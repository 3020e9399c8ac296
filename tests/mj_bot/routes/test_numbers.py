"""The numbers of rule_based.md: those of its table are the code's, its counts of chows are true."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from mj_bot.events import CHI, PASS
from mj_bot.history import load_json
from mj_bot.routes import blocks, evaluator
from mj_bot.routes.distance import basic_shanten, connection, difficulty
from mj_bot.routes.families import all_routes, all_types, chows, flushes, melded_hand, special
from mj_bot.routes.families.patterns import PATTERNS, TargetTable
from tests.documents import ROOT
from tests.recorded import Recorded

PAGE = (ROOT / "docs" / "reference" / "rule_based.md").read_text()


# By the first cell of a row of "Whose number is it", what its last cell says.
HERE: dict[str, Sequence[float]] = {
    "difficulty by copies left": difficulty.DIFFICULTY,
    "a tile without copies": [difficulty.OUT_OF_REACH],
    "nothing in sight": [basic_shanten.NO_SET, basic_shanten.NO_PAIR],
    "dearest pair": [basic_shanten.WORST_PAIR],
    "open wait, both sides live": [basic_shanten.BOTH_SIDES],
    "numbers of a chow": [
        *(flushes.HalfFlush.low, flushes.HalfFlush.high),
        *(flushes.UpperFour.low, flushes.UpperFour.high),
        *(flushes.LowerFour.low, flushes.LowerFour.high),
    ],
    "bonus of a triplet, a pair": [connection.TRIPLET, connection.PAIR],
    "bonus of a lone tile": [connection.LONE_HONOUR_BONUS, *connection.LONE[:3]],
    "targets": [len(TargetTable().targets)],
    **{f"rate of {fan}": [rate] for fan, _, _, rate in PATTERNS},
    "rate of 五门齐": [all_types.RATE],
    "rate of 混一色": [flushes.HalfFlush.rate],
    "rate of 大于五, 小于五": [flushes.UpperFour.rate, flushes.LowerFour.rate],
    "where the rates of `chows` count": [chows.RATED_OVER],
    "backups of `chows`": [chows.BACKUP, chows.BACKUP_WITHIN],
    "mix": [evaluator.NEAR, evaluator.SECOND_PART, evaluator.THIRD_PART],
    "a chow": [evaluator.CHOW_PRICE],
    "a kong": [evaluator.KONG_GAIN],
    "an added kong": [evaluator.FIRST_OF_ALL],
    "value of an action": [evaluator.BEST_VALUE],
    "`all_types`": [all_types.NOTHING_HELD, 1],
    "`half_flush`, `upper_four`, `lower_four`": [
        *(flushes.MOST_OTHERS, flushes.OTHERS_ALONE),
        *(flushes.SHANTEN_PART, flushes.OTHERS_BESIDE),
    ],
    "`melded_hand`": [melded_hand.UNMELDED, melded_hand.MELDED],
    "`seven_pairs`": special.PAIRING,
    "`honors_and_knitted`": [special.KNITTED_SIZE],
    "`thirteen_orphans`": [len(special.PAIR_CHOICES)],
    "`v1_1`: a set, a partial set": [blocks.SET, blocks.PARTIAL],
    "`v1_2`: lone tiles": [
        min(blocks.LONE_SUITED + blocks.LONE_HONOUR),
        max(blocks.LONE_SUITED + blocks.LONE_HONOUR),
    ],
}


def last_cells() -> dict[str, str]:
    """The last cell of each row of "Whose number is it", by its first."""
    table = PAGE.partition("## Whose number is it")[2].partition("\n- ")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    assert len(rows) > 35 and all(len(row) == 4 for row in rows)
    return {row[0]: row[-1] for row in rows}


def test_the_table_says_what_the_code_has() -> None:
    cells = last_cells()
    for number, values in HERE.items():
        found = [float(text) for text in re.findall(r"-?\d+\.?\d*", cells[number])]
        assert found == list(values), number


def test_all_fans_are_named() -> None:
    named = PAGE.partition("**Sixteen or eighteen fans.**")[2].partition("\n- ")[0]
    fans = [chinese for route in all_routes.all_routes() for chinese, _ in route.fans]
    assert len(fans) == 18
    assert sorted(re.findall(r"[一-鿿]+", named)) == sorted(fans)


def counted(whose: str, gains: Sequence[float]) -> str:
    """A row of the page: chows, those that gain less than a half, than one, the least gain."""
    half, one = [sum(gain < limit for gain in gains) for limit in (0.5, 1)]
    return f"| {whose} | {len(gains)} | {half} | {one} | {min(gains):.2f} |"


@pytest.mark.foreign
def test_what_a_chow_gains(recorded: Recorded) -> None:
    """In every recorded decision of which a chow is legal."""
    theirs, ours = [], []
    valuation = evaluator.RouteEvaluator()
    for decision in recorded("reference_decisions"):
        if not any(action.startswith(CHI) for action in decision["legal"]):
            continue
        told = {
            one["action"]: evaluator.mixed(list(one["distances"].values()))
            for one in decision["candidates"]
            if "distances" in one
        }
        if decision["chosen"].startswith(CHI):
            theirs.append(told[PASS] - told[decision["chosen"]])
        found = list(valuation.candidates(load_json(decision)))
        best = max(one.value for one in found) - evaluator.DISTANCE_TOLERANCE
        chosen = next(one for one in found if one.value >= best)
        if chosen.action.kind == CHI:
            passing = next(one for one in found if one.action.kind == PASS)
            ours.append(evaluator.mixed(passing.distances) - evaluator.mixed(chosen.distances))
    assert min(theirs + ours) >= evaluator.CHOW_PRICE
    for row in (counted("the program", theirs), counted("`rule_based`", ours)):
        assert row in PAGE, row
