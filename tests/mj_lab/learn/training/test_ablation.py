"""Ablations: what is hidden has no influence, and all else is as it was."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from mj_bot.features.columns import CHANNELS, columns, first_channels
from mj_bot.features.planes import PLANE_ROWS, PlaneHistory, planes
from mj_bot.history import load_json
from mj_bot.state import GameState
from mj_lab.core.stopping import StopSignal
from mj_lab.learn.training.ablation import ABLATIONS, without
from mj_lab.learn.training.export import exported
from mj_lab.learn.training.parts.checkpoint import LAST
from mj_lab.learn.training.parts.workers import LocalWorkers
from mj_lab.learn.training.run.run import Run
from tests.mj_lab.learn.training.stand_in import recipe

RECORDED = Path(__file__).parents[3] / "data" / "reference_decisions.jsonl.gz"


def states(count: int) -> list[GameState]:
    with gzip.open(RECORDED, "rt") as lines:
        found = [load_json(json.loads(line)) for _, line in zip(range(400), lines, strict=False)]
    late = [state for state in found if all(len(row) >= 4 for row in state.discards)]
    assert len(late) >= count
    return late[:count]


def test_the_order_of_discards_is_hidden_and_nothing_else() -> None:
    for state in states(5):
        seen = columns(state)
        turned = seen.copy()
        first = first_channels()["discards"]
        own = len(state.discards[state.seat])
        turned[first : first + own] = seen[first : first + own][::-1]
        assert (turned != seen).any()
        one, other = (
            without({"columns": rows[None]}, ["discard_order"])["columns"][0]
            for rows in (seen, turned)
        )
        assert (one == other).all()
        size = dict(CHANNELS)["discards"]
        others = np.r_[0:first, first + size : len(seen)]
        assert (one[others] == seen[others]).all()
        assert one[first : first + size].sum() == seen[first : first + size].sum()


def test_of_the_planes_those_of_now_are_left() -> None:
    history = PlaneHistory()
    state = states(1)[0]
    rows = planes(state, history)
    rows[PLANE_ROWS:] = 1
    batch = rows[None]
    found = without({"planes": batch}, ["history"])["planes"][0]
    assert (found[:PLANE_ROWS] == rows[:PLANE_ROWS]).all()
    assert not found[PLANE_ROWS:].any()
    assert batch[:, PLANE_ROWS:].all()


@pytest.mark.parametrize("name", ABLATIONS)
def test_what_a_network_does_not_see_is_left_alone(name: str) -> None:
    assert without({"hand_only": np.ones((1, 4, 34), np.uint8)}, [name]) == {}


def test_an_ablation_is_asked_for_by_name_and_never_exported(tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match="play.without: order is not one of discard_order, history"
    ):
        recipe("columns_net", without=["order"])
    run = Run(tmp_path, recipe("columns_net", epochs=1, without=["discard_order"]))
    run.go_on(LocalWorkers(), StopSignal())
    with pytest.raises(ValueError, match="trained without discard_order"):
        exported(tmp_path / LAST)
