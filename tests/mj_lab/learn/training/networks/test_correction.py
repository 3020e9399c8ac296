"""The correction: what is written is what learns, base and all, and is drawn as pi says."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_bot.learned.candidate_features import NAMES
from mj_bot.learned.model import model_of, weights_of
from mj_bot.learned.standing_features import STANDING_NAMES
from mj_bot.nets.weights_file import (
    Weights,
    WeightsError,
    pack_weights,
    read_weights,
    write_weights,
)
from mj_lab.learn.training.dense_layers import Layers, model_points
from mj_lab.learn.training.networks.correction import (
    GRADIENT_MODEL,
    Correction,
    CorrectionOptions,
)
from mj_lab.learn.training.parts.part import Context
from mj_lab.learn.training.sources.search import RollPlan, SamplingPolicy, padded, rolled_part
from tests.mj_bot.learned.models import made_up, random_layers

SIZE = len(NAMES)


def test_actions_are_drawn_as_often_as_pi_says() -> None:
    rng = np.random.default_rng(2)
    layers: Layers = [(rng.normal(size=(1, SIZE)) / 20, np.zeros(1))]
    weights = weights_of(layers, 0.0, 4.0)
    data = pack_weights(weights.header, weights.tensors, "float32")
    rolled = rolled_part(RollPlan(SamplingPolicy(data, 4.0, 1.0), "draws", 0, 8), 0)
    mended = rolled["value"] + model_points(layers, rolled["features"])
    logits, chosen = padded(rolled["first"], mended, -np.inf), rolled["chosen"]
    pi = np.exp(logits - logits.max(axis=1, keepdims=True))
    pi /= pi.sum(axis=1, keepdims=True)
    rows = np.arange(len(pi))
    for place in (pi.argmax(axis=1), pi.argmin(axis=1), np.zeros(len(pi), int)):
        chance = pi[rows, place]
        error = np.sqrt((chance * (1 - chance)).sum())
        drawn = (chosen == place).sum()
        assert abs(drawn - chance.sum()) < 4 * error + 1
    assert len(pi) > 200
    assert pi[rows, chosen].mean() < 0.95  # it is no greedy player


def taught(folder: Path, **options: Any) -> Correction:
    """A correction that is not its base any more, and has seen features of a first step."""
    model = Correction(CorrectionOptions(**options), Context("1", folder, torch.device("cpu")))
    rng = np.random.default_rng(1)
    features = rng.normal(size=(40, 3, SIZE)).astype(np.float32) * 5 + 2
    model.settle({"features": features, "legal": rng.random((40, 3)) < 0.8})
    with torch.no_grad():
        last = model.module.policy[-1]
        assert isinstance(last, torch.nn.Linear)
        last.weight.normal_(generator=torch.Generator().manual_seed(1))
    return model


@pytest.mark.parametrize("begins", [False, True], ids=["odds", "a base"])
@pytest.mark.parametrize("options", [{"hidden": 0}, {"hidden": 4}, {"hidden": 4, "standing": True}])
def test_what_is_written_is_what_learns(
    tmp_path: Path, options: dict[str, Any], begins: bool
) -> None:
    """The file's model, given the standing, gives pi's log-odds in points."""
    rng = np.random.default_rng(3)
    if begins:
        base = weights_of(random_layers(rng, SIZE, 3, 1), 0.0, 4.0)
        write_weights(str(tmp_path / "base.mjw"), base.header, base.tensors, "float32")
        options = {**options, "begin": str(tmp_path / "base.mjw")}
    run = taught(tmp_path, temperature=0.7, **options)
    run.write(tmp_path, 5)
    model = model_of(read_weights(str(tmp_path / GRADIENT_MODEL)))
    assert (model.standing is not None) == ("standing" in options)
    features = (rng.normal(size=(5, SIZE)) * 5 + 2).astype(np.float32)
    seen = rng.normal(size=len(STANDING_NAMES))
    odds = run.log_odds(
        {
            "features": features[None],
            "start": run.base_odds(np.zeros(5, np.float32), features)[None],
            "legal": np.ones((1, 5), bool),
            "standing": seen[None].astype(np.float32),
        }
    )[0]
    told = model.before(seen).advantages(features.astype(np.float64)) / 0.7
    assert told - told.mean() == pytest.approx(odds - odds.mean(), abs=1e-3)
    assert np.abs(odds - odds.mean()).max() > 0.1


def older() -> Weights:
    weights = made_up(1)
    weights.header["features"][0]["version"] = 0
    return weights


def test_what_it_cannot_begin_at_is_refused(tmp_path: Path) -> None:
    taught(tmp_path, standing=True).write(tmp_path, 0)
    deep = weights_of(random_layers(np.random.default_rng(1), SIZE, 3, 2, 1), 0.0, 4.0)
    whole = pack_weights(*made_up(1), "float32")
    for told, data in (
        ("uses the standing of a match already", (tmp_path / GRADIENT_MODEL).read_bytes()),
        ("3 layers, not one or two", pack_weights(*deep, "float32")),
        ("on candidate of version 0", pack_weights(*older(), "float32")),
        ("cut short", whole[:-40]),
        ("not a weights file", b"what is this?"),
    ):
        (tmp_path / "begin.mjw").write_bytes(data)
        with pytest.raises(WeightsError, match=told):
            taught(tmp_path, begin=str(tmp_path / "begin.mjw"))
    with pytest.raises(ValueError, match="hidden layer"):
        taught(tmp_path, hidden=0, standing=True)
