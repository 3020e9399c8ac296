"""The games of a step: the same in any number of threads, each on a wall of its own."""

from contextlib import closing
from itertools import islice
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("mj_engine.advantages", reason="make engine")

from mj_bot.nets.weights_file import pack_weights
from mj_lab.arena.wallset import walls_of_seed
from mj_lab.learn.gradient.rollouts import GAMES_A_PART, RollPlan, roll_out
from mj_lab.learn.run.workers import LocalWorkers
from tests.mj_bot.learned.models import made_up

HERE = LocalWorkers()
WEIGHTS = made_up(1)
PLAN = RollPlan(pack_weights(*WEIGHTS, "float32"), 3.0, 0.7, "some", 2, GAMES_A_PART + 1)


@pytest.mark.thorough
def test_threads_change_nothing_and_another_step_or_seed_all() -> None:
    with closing(LocalWorkers(2)) as workers:
        one, two = roll_out(PLAN, HERE), roll_out(PLAN, workers)
    for name, column in vars(one).items():
        assert np.array_equal(column, vars(two)[name])
    assert len(one.chosen) == len(one.first) - 1 == len(one.score) > 250
    assert one.first[-1] == len(one.value) == len(one.features)
    assert (np.diff(one.first) >= 2).all() and (one.chosen < np.diff(one.first)).all()
    for other in (PLAN._replace(seed="other"), PLAN._replace(step=3)):
        assert not np.array_equal(one.value, roll_out(other, HERE).value)
    fewer = roll_out(PLAN._replace(games=GAMES_A_PART), HERE)
    assert np.array_equal(fewer.value, one.value[: len(fewer.value)])


def test_every_game_is_on_a_wall_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    import mj_engine.advantages

    given: list[Any] = []

    def noted(walls: Any, *_: Any, **words: Any) -> Any:
        given.extend(zip(walls, words["prevalent_winds"], strict=True))
        return dict.fromkeys(
            ("first", "value", "features", "chosen", "score"), np.zeros(1, np.int64)
        )

    monkeypatch.setattr(mj_engine.advantages, "roll_out", noted)
    roll_out(PLAN._replace(games=2 * GAMES_A_PART + 1), HERE)
    walls = islice(walls_of_seed("gradient-some-2"), 2 * GAMES_A_PART + 1)
    assert given == [(wall.tiles, wall.prevalent_wind) for wall in walls]
