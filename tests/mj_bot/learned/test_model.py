"""The model says what the same file says as a network; what is no model is refused."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mj_bot.learned.candidate_features import NAMES, VERSION
from mj_bot.learned.model import FEATURE, NETWORK, model_of, weights_of
from mj_bot.nets.network import Network
from mj_bot.nets.weights_file import Weights, WeightsError, pack_weights, unpack_weights
from tests.mj_bot.learned.models import made_up


@pytest.mark.parametrize("hidden", [0, 1, 16])
def test_it_says_what_the_network_of_its_file_says(hidden: int) -> None:
    given = made_up(4, hidden, margin=0.25, within=3.0)
    weights = unpack_weights(pack_weights(given.header, given.tensors, "float32"))
    model = model_of(weights)
    assert (model.margin, model.within, len(model.layers)) == (0.25, 3.0, 1 + (hidden > 0))
    features = np.random.RandomState(1).standard_normal((40, len(NAMES)))
    found = model.advantages(features)
    asked = Network(weights, NETWORK)({FEATURE: features})[NETWORK][:, 0]
    assert found.dtype == np.float64 and found.shape == (40,)
    assert found == pytest.approx(asked, rel=1e-4, abs=1e-4)
    assert np.abs(found).max() > 0.1


def test_numbers_below_nothing_are_cut_between_layers() -> None:
    first = np.zeros((2, len(NAMES)))
    first[0, 3], first[1, 3] = 1.0, -1.0
    model = model_of(weights_of([(first, [0, 0.5]), (np.array([[2.0, 10.0]]), [1.0])], 0, 0))
    rows = np.zeros((3, len(NAMES)))
    rows[:, 3] = [3.0, 0.0, -1.0]
    # 2 x max(x, 0) + 10 x max(0.5 - x, 0) + 1
    assert model.advantages(rows).tolist() == [7.0, 6.0, 16.0]


def without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda header: header.pop(key)


def layers_of(header: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = header["networks"]["advantage"]["layers"]
    return found


SPOILT: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "no features": (without("features"), "do not name their features"),
    "two features": (lambda header: header["features"].append({}), "do not name"),
    "other features": (lambda h: h["features"][0].update(name="columns"), "'columns', not"),
    "older features": (lambda h: h["features"][0].update(version=0), "of version 0, this bot"),
    "fewer features": (
        lambda h: h["features"][0].update(shape=[3]),
        f"of version {VERSION}, this bot",
    ),
    "no networks": (without("networks"), "no model of advantages"),
    "no margin": (without("margin"), "no model of advantages"),
    "a margin that is none": (lambda header: header.update(margin=-1), "its margin is no number"),
    "nothing within": (
        lambda header: header.update(within=float("nan")),
        "its margin is no number",
    ),
    "other layers": (lambda h: layers_of(h)[2].update(op="sigmoid"), "no model of advantages"),
    "a layer missing": (lambda h: layers_of(h).pop(), "no model of advantages"),
    "no tensor": (lambda h: layers_of(h)[1].update(weight="x"), "no model of advantages"),
    "layers in another order": (
        lambda h: layers_of(h)[1].update(weight="weight 1", bias="bias 1"),
        "do not fit one another",
    ),
    "no points": (lambda h: layers_of(h).__delitem__(slice(2, 4)), "gives no points"),
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_what_is_no_model_is_told_in_a_line(spoilt: str) -> None:
    spoil, words = SPOILT[spoilt]
    weights = unpack_weights(pack_weights(*made_up(1, hidden=4)))
    spoil(weights.header)
    with pytest.raises(WeightsError, match=words) as raised:
        model_of(weights)
    assert len(str(raised.value).splitlines()) == 1


def test_weights_of_another_network_are_refused() -> None:
    with pytest.raises(WeightsError, match="do not name their features"):
        model_of(Weights({}, {}))
