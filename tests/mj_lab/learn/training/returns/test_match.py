"""The reward of a match's decisions: that of their hands, in spreads of the first step."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_lab.learn.training.parts.part import Context
from mj_lab.learn.training.returns.match import MatchAim, MatchOptions


def test_a_reward_is_its_hands_in_spreads_of_the_first_step(tmp_path: Path) -> None:
    """By the score: whatever match and hand a decision is of, it gets that player's."""
    context = Context("0", tmp_path, torch.device("cpu"))
    aim, rng = MatchAim(MatchOptions(), context), np.random.default_rng(1)
    scores = rng.integers(-30, 30, (3, 4, 4))
    whose = {name: rng.integers(top, size=9) for name, top in (("match", 3), ("hand", 4))}
    whose["player"] = rng.integers(4, size=9)
    experience = {"chosen": np.zeros(9, np.int64), **whose, "game/scores": scores}
    valued, figures = aim.valued(experience)
    assert figures["reward_spread"] == pytest.approx(scores.std())
    for place, reward in enumerate(valued["reward"]):
        match, hand, player = (whose[name][place] for name in ("match", "hand", "player"))
        assert reward * scores.std() == pytest.approx(scores[match, hand, player], abs=1e-4)
    again = MatchAim(MatchOptions(), context)
    again.load(aim.state())
    later, _ = again.valued({**experience, "game/scores": 2 * scores})
    assert later["reward"] == pytest.approx(2 * valued["reward"], rel=1e-5)
    assert set(next(aim.batches(valued, 0))) == {"chosen", "reward"}


def test_or_every_hand_is_paid_the_whole_match(tmp_path: Path) -> None:
    aim = MatchAim(MatchOptions(whole=True), Context("0", tmp_path, torch.device("cpu")))
    scores = np.zeros((1, 4, 4), np.int64)
    scores[0, :, 0], scores[0, 2] = (8, 0, -8, 0), (32, -16, 8, -24)
    # Sums 40, -16, 8, -24: first, third, second, last.
    whose = {"match": np.zeros(8, int), "hand": np.tile([0, 3], 4), "player": np.arange(8) // 2}
    valued, figures = aim.valued({"chosen": np.zeros(8), **whose, "game/scores": scores})
    paid = valued["reward"] * figures["reward_spread"]
    assert paid == pytest.approx([4, 4, 1, 1, 2, 2, 0, 0], abs=1e-5)
    with pytest.raises(ValueError, match="aim.whole pays no predictor's rewards: add aim.predic"):
        MatchAim(MatchOptions(whole=True, predictor="run"), aim.context)
