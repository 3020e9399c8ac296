"""The example learns: it beats `random` after seconds, and runs as its page says."""

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="pip install -e '.[env]'")
from mj_lab.env import VectorEnv, action_names, duplicate_score

EXAMPLE = Path(__file__).parents[3] / "examples" / "behaviour_cloning.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = spec_from_file_location("behaviour_cloning", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.thorough
def test_it_beats_random(example: ModuleType) -> None:
    policy = example.policy(example.learn(20_000))
    score = duplicate_score(policy, opponents="random", walls=40, seed=1)
    assert score.low is not None
    assert score.low > 0, score
    env = VectorEnv(256, opponents="greedy")
    seen, _ = env.reset(seed=77)
    agreed = []
    for _ in range(20):
        chosen = env.choices("greedy")
        agreed.append((policy(seen) == chosen).mean())
        seen, *_ = env.step(chosen)
    assert np.mean(agreed) > 0.5


def test_what_an_action_leaves_is_what_the_table_leaves(example: ModuleType) -> None:
    """The hand after an action nobody pre-empted, counted by the example and by the table."""
    env = VectorEnv(64, opponents="greedy", seat="all")
    seen, infos = env.reset(seed=3)
    kinds = set()
    for _ in range(150):
        tables, actions, _ = example.options(seen)
        chosen = env.choices("greedy")
        hands = seen["observation"][:, 0].sum(axis=2, dtype=int)
        offered = np.eye(256, 34, dtype=int)[seen["scalars"][:, 4]]
        left = hands - example.TAKES[chosen] - example.OFFERED[chosen] * offered
        assert left.min() >= 0
        sizes = hands.sum(axis=1) - left.sum(axis=1)
        for index, size in zip(chosen, sizes, strict=True):
            kind, *tiles = action_names()[index].split()
            kinds.add(kind)
            kong = 4 if tiles else 3
            taken = {"PLAY": 1, "PENG": 3, "CHI": 3, "GANG": kong, "BUGANG": 1}
            assert size == taken.get(kind, 0)
        assert (np.bincount(tables) == seen["action_mask"].sum(axis=1)).all()
        assert (seen["action_mask"][tables, actions] == 1).all()
        seen, *_ = env.step(chosen)
    assert {"PASS", "PLAY", "PENG", "CHI"} <= kinds


@pytest.mark.thorough
def test_the_command() -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLE, "--decisions", "512", "--walls", "2"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "points a game against random, 2 walls" in done.stdout
