"""Placement points: a player against itself, kept as it goes, gone on with to the same figures."""

from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

from mj_lab.learn.training.parts.workers import LocalWorkers
from mj_lab.learn.training.sources.hands import RewardError
from mj_lab.research.placing import Placing, place, placed_so_far

HERE = LocalWorkers()
GREEDY = Placing("greedy", "random", seed="placing")


def test_equal_players_are_paid_alike_on_every_deal(tmp_path: Path) -> None:
    """Without chance all six orders are the same match, and what one side wins the other loses."""
    found = place(tmp_path / "same", Placing("greedy", "greedy"), 3, HERE)
    assert found.table_points == pytest.approx([0.0] * 3, abs=1e-12)
    assert found.points == pytest.approx([0.0] * 3, abs=1e-12)


def test_the_stronger_is_paid_more_and_the_file_goes_on(tmp_path: Path) -> None:
    told: list[int] = []
    with closing(LocalWorkers(2)) as workers:
        whole = place(tmp_path / "whole", GREEDY, 12, workers, lambda count, _: told.append(count))
    assert told == [10, 12]
    assert sum(whole.table_points) / 12 > 0.5
    assert sum(whole.points) / 12 > 1
    place(tmp_path / "parts", GREEDY, 10, HERE)
    text = (tmp_path / "parts").read_text()
    # Cut off in the middle of a line, as by a full disk.
    (tmp_path / "parts").write_text(text[:-5])
    assert place(tmp_path / "parts", GREEDY, 12, HERE) == whole
    with pytest.raises(RewardError, match="its seed differs"):
        placed_so_far(tmp_path / "parts", Placing("greedy", "random"))
    (tmp_path / "parts").write_text("nonsense")
    with pytest.raises(RewardError, match="no matches"):
        place(tmp_path / "parts", GREEDY, 12, HERE)
