"""The levels: tactics that there are, in the order that docs/results/strength.md measured."""

import re
from pathlib import Path

from mj_bot import tactics
from mj_lab.table.play.at_table.levels import LEVELS

STRENGTH = Path(__file__).parents[5] / "docs" / "results" / "strength.md"


def test_each_level_is_proven_stronger_than_the_one_before_by_what_its_line_says() -> None:
    page = STRENGTH.read_text(encoding="utf-8")
    assert [one.english[0] for one in LEVELS] == ["Easy", "Medium", "Strong"]
    assert {one.tactic for one in LEVELS} <= set(tactics.names())
    assert LEVELS[-1].tactic == tactics.DEFAULT
    for weaker, stronger in zip(LEVELS, LEVELS[1:], strict=False):
        row = rf"`{stronger.tactic}` - `{weaker.tactic}` \| (\S+) ± \S+ \| \+(\S+) to "
        found = re.search(row, page)
        assert found, row
        points = round(float(found[1]))
        assert float(found[2]) > 0
        assert (
            f"{points} points" in stronger.english[1] and f"多 {points} 分" in stronger.chinese[1]
        )
