"""The games of a step are the same in threads and on a Ray cluster, and so are the weights."""

import gc
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("mj_engine.advantages", reason="make engine")

from mj_bot.nets.weights_file import pack_weights
from mj_lab.arena.running.engine import EngineError
from mj_lab.arena.wallset import walls_of_seed
from mj_lab.learn.gradient.climbing import GRADIENT_MODEL, Climb, ClimbPlan
from mj_lab.learn.gradient.learner import GradientOptions
from mj_lab.learn.gradient.ray_rollouts import RayRollouts
from mj_lab.learn.gradient.rollouts import GAMES_A_PART, Rollouts, RollPlan, ThreadRollouts
from tests.mj_bot.learned.models import made_up

# Ray's own processes and sockets close when it likes.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")

WEIGHTS = made_up(1)
PLAN = RollPlan(pack_weights(*WEIGHTS, "float32"), 3.0, 0.7, "some", 2, GAMES_A_PART + 1)


@pytest.fixture(scope="module")
def on_ray() -> Iterator[RayRollouts]:
    pytest.importorskip("ray", reason="Ray is not installed (extra ray)")
    with pytest.MonkeyPatch.context() as patch:
        # Workers find the project where this process does, installed or not.
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[4]))
        made = RayRollouts(jobs=2)
    yield made
    made.close()
    gc.collect()  # Here, where what it warns of is not minded.


def test_threads_change_nothing_and_another_step_or_seed_all() -> None:
    one, two = ThreadRollouts(1).roll_out(PLAN), ThreadRollouts(2).roll_out(PLAN)
    for name, column in vars(one).items():
        assert np.array_equal(column, vars(two)[name])
    assert len(one.chosen) == len(one.first) - 1 == len(one.score) > 250
    assert one.first[-1] == len(one.value) == len(one.features)
    assert (np.diff(one.first) >= 2).all() and (one.chosen < np.diff(one.first)).all()
    for other in (PLAN._replace(seed="other"), PLAN._replace(step=3)):
        assert not np.array_equal(one.value, ThreadRollouts(1).roll_out(other).value)
    fewer = ThreadRollouts(1).roll_out(PLAN._replace(games=GAMES_A_PART))
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
    ThreadRollouts(1).roll_out(PLAN._replace(games=2 * GAMES_A_PART + 1))
    walls = islice(walls_of_seed("gradient-some-2"), 2 * GAMES_A_PART + 1)
    assert given == [(wall.tiles, wall.prevalent_wind) for wall in walls]


def test_on_ray_the_same_weights_are_learned(on_ray: RayRollouts, tmp_path: Path) -> None:
    options = GradientOptions(hidden=4, rate=0.01)
    plan = ClimbPlan(temperature=1.0, games=GAMES_A_PART + 1, learner=options)
    here: Rollouts = ThreadRollouts(1)
    written = []
    for name, places in (
        ("here", (here, here)),
        ("ray", (on_ray, on_ray)),
        ("both", (here, on_ray)),
    ):
        for place in places:
            climb = Climb(tmp_path / name, plan)
            climb.step(place)
        written.append(((tmp_path / name / GRADIENT_MODEL).read_bytes(), climb.history))
    assert climb.steps == 2
    assert written[0] == written[1] == written[2]


def test_a_node_that_plays_otherwise_is_refused(
    on_ray: RayRollouts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_ray, "_checked", False)
    monkeypatch.setattr("mj_lab.learn.gradient.ray_rollouts.rolled_digest", _other_digest)
    with pytest.raises(EngineError, match="Ray node .* plays otherwise than this machine"):
        on_ray.roll_out(PLAN)


def test_what_fails_there_is_told_in_a_line(on_ray: RayRollouts) -> None:
    with pytest.raises(EngineError, match="no file of weights"):
        on_ray.roll_out(PLAN._replace(weights=b"nothing"))


_asked: list[RollPlan] = []


def _other_digest(plan: RollPlan) -> str:
    """Another answer at every call; a node has its own count of them."""
    _asked.append(plan)
    return f"{id(_asked)} {len(_asked)}"
