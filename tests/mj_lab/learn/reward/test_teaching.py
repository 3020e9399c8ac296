"""Teaching on whole matches: who plays is who learns, and stopping changes nothing."""

from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("mj_engine.advantages", reason="make engine")

from mj_bot.learned.candidate_features import NAMES
from mj_bot.learned.model import model_of
from mj_bot.learned.standing_features import STANDING_NAMES
from mj_bot.nets.weights_file import read_weights
from mj_lab.learn.gradient.plan import GradientOptions
from mj_lab.learn.reward.hand_pool import RewardError
from mj_lab.learn.reward.hand_worth import BY_SCORE, scores_themselves
from mj_lab.learn.reward.plan import TeachPlan
from mj_lab.learn.reward.teaching import TAUGHT_MODEL, TEACHING_STATE, Teaching
from mj_lab.learn.run.workers import LocalWorkers

HERE = LocalWorkers()
PLAN = TeachPlan(BY_SCORE, temperature=1.0, matches=1, learner=GradientOptions(hidden=4, rate=0.05))


def test_a_run_that_was_stopped_comes_to_the_same_weights(tmp_path: Path) -> None:
    whole = Teaching(tmp_path / "whole", PLAN, scores_themselves)
    figures = [whole.step(HERE) for _ in range(2)]
    with closing(LocalWorkers(2)) as workers:
        Teaching(tmp_path / "stopped", PLAN, scores_themselves).step(workers)
    again = Teaching(tmp_path / "stopped", PLAN, scores_themselves)
    assert (again.steps, again.history) == (1, figures[:1])
    again.step(HERE)
    assert again.history == figures
    one, other = (tmp_path / name / TAUGHT_MODEL for name in ("whole", "stopped"))
    assert one.read_bytes() == other.read_bytes()
    written_is_what_learns(whole, one)
    with pytest.raises(RewardError, match="goes by the standing already"):
        Teaching(tmp_path / "again", TeachPlan(BY_SCORE, base=str(one)), scores_themselves)
    with pytest.raises(RewardError, match="other options"):
        Teaching(tmp_path / "whole", TeachPlan("another"), scores_themselves)
    (tmp_path / "whole" / TEACHING_STATE).write_bytes(b"nonsense")
    with pytest.raises(RewardError, match="damaged"):
        Teaching(tmp_path / "whole", PLAN, scores_themselves)


def written_is_what_learns(run: Teaching, path: Path) -> None:
    """The file's model, told the standing, gives the learner's own numbers (temperature 1)."""
    model = model_of(read_weights(str(path)))
    assert model.standing is not None and np.abs(model.standing).max() > 0
    rng = np.random.default_rng(1)
    features = rng.normal(size=(5, len(NAMES))) * run._spread + run._middle
    seen = rng.normal(size=len(STANDING_NAMES))
    asked = np.concatenate(
        [(features - run._middle) / run._spread, np.tile(seen, (5, 1))], axis=1
    ).astype(np.float32)
    odds = run.learner.log_odds(asked[None], np.zeros((1, 5), np.float32))[0]
    told = model.before(seen).advantages(features)
    assert told - told.mean() == pytest.approx(odds - odds.mean(), abs=1e-3)
    assert np.abs(odds - odds.mean()).max() > 1e-3


def test_a_linear_one_is_refused(tmp_path: Path) -> None:
    plan = TeachPlan(BY_SCORE, learner=GradientOptions(hidden=0))
    with pytest.raises(ValueError, match="hidden layer"):
        Teaching(tmp_path, plan, scores_themselves)
