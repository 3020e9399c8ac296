"""What `odds` and `learned` in C++ say of every action, as Python's `explain` does."""

from __future__ import annotations

from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.events import HU
from mj_bot.fan import win_of
from mj_bot.history import load_json
from mj_bot.state import GameState
from mj_bot.tactics import load
from mj_engine.learned import Learned
from mj_engine.odds import Odds
from tests.recorded import Recorded, decisions

# Sums of float32 in another order.
_WITHIN = 1e-4


def _targets(row: dict[str, Any]) -> list[tuple[int, list[str], dict[str, int]]]:
    return [(one["fan"], one["fans"], one["missing"]) for one in row.get("targets", [])]


def compare(state: GameState, native: Odds | Learned) -> int:
    """Holds all rows of a decision against Python's; how many targets were alike in their order."""
    told = native.explain(state)
    expected = load(native.name).explain(state)  # type: ignore[attr-defined]
    assert {row["action"] for row in told} == {row["action"] for row in expected}
    assert told[0]["expected_score"] == pytest.approx(expected[0]["expected_score"], abs=_WITHIN)
    by_action = {row["action"]: row for row in told}
    alike = 0
    for row in expected:
        mine = by_action[row["action"]]
        assert mine.keys() == row.keys()
        for key in row.keys() - {"action", "targets"}:
            assert mine[key] == pytest.approx(row[key], abs=_WITHIN, rel=_WITHIN), key
        alike += _targets(mine) == _targets(row)
    return alike * 100 // len(expected)


BOTH = pytest.mark.parametrize("made", [Odds, Learned])


@BOTH
@pytest.mark.thorough
def test_recorded_decisions_are_told_as_in_python(
    made: type[Odds | Learned], recorded: Recorded
) -> None:
    records = recorded("reference_decisions")[::250]
    found = [compare(load_json(record), made()) for record in records]
    assert len(found) >= 2
    # Targets that are as likely as each other may change places.
    assert sum(found) >= 95 * len(found)


@BOTH
def test_a_win_is_told_by_what_it_pays(made: type[Odds | Learned], recorded: Recorded) -> None:
    for match in recorded("judged_games"):
        for seen in decisions(match):
            legal = action_space(seen.state)
            if legal[0].kind == HU and len(legal) > 1:
                compare(seen.state, made())
                tile = seen.state.drawn if seen.state.drawn is not None else seen.state.offered
                assert tile is not None and win_of(seen.state, tile) is not None
                return
    pytest.fail("no win in the recorded games")
