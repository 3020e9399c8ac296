"""The tiles that bring a hand nearer to any win and to 8 fan, in node as in mj_lab."""

import json

import pytest

from mj_lab.play.coach import effective_tiles
from tests.mj_engine.python_side import Recorded
from tests.mj_lab.site.comparing import decisions_of, games
from tests.mj_lab.site.in_node import InNode

pytestmark = pytest.mark.thorough


def _hold(node: InNode, record: dict[str, object], every: int) -> list[int]:
    """Node's rows are mj_lab's at every few decisions; how far 8 fan was, 99 for none."""
    far = []
    for place, (asked, state) in enumerate(decisions_of(record)):
        if place % every:
            continue
        wanted = json.loads(json.dumps(effective_tiles(state)))
        assert node.ask("effective", **asked) == wanted, asked
        far += [99 if row["eight"] is None else row["eight"]["shanten"] for row in wanted[:1]]
    return far


def test_effective_tiles_are_mj_labs(node: InNode) -> None:
    played = next(iter(games(node, ["odds", "greedy", "odds", "random"], "effective", 1)))
    far = _hold(node, played.native, 15)
    assert len(set(far)) > 2


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_effective_tiles_of_many_decisions_are_mj_labs(node: InNode, recorded: Recorded) -> None:
    far = [
        one
        for name in ("judged_games", "rare_games")
        for match in recorded(name)[:20]
        for one in _hold(node, match, 3)
    ]
    assert len(far) > 200 and 99 in far
