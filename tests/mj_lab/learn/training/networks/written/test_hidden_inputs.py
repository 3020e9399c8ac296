"""Hidden inputs come to a network and go again, and nothing of its play is left behind."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mj_bot.features.columns import COLUMNS
from mj_bot.features.look_ahead import LOOK_AHEAD
from mj_bot.nets.network import Network
from mj_bot.nets.packed import networks_of
from mj_bot.nets.shipped import packed_weights
from mj_bot.nets.weights_file import Weights, WeightsError
from mj_bot.tactics.net import Net
from mj_engine import VectorTable
from mj_lab.learn.training.networks.written.hidden_inputs import (
    HIDDEN_INPUTS,
    has_hidden,
    masked,
    with_hidden,
    without_hidden,
)

Arrays = dict[str, NDArray[Any]]
# The network that ships: columns and look_ahead, which is scaled before it comes in.
PLAIN = packed_weights("net")


def seen(count: int) -> Arrays:
    rng = np.random.default_rng(2)
    return {
        one.name: (rng.random((count, *one.shape)) < 0.1).astype(np.uint8)
        for one in (COLUMNS, LOOK_AHEAD, HIDDEN_INPUTS)
    }


def policy(weights: Weights, inputs: Arrays) -> NDArray[np.float32]:
    return np.asarray(Network(weights, "all")(inputs)["policy"])


def grown(weights: Weights) -> Weights:
    """With other numbers wherever hidden inputs come in."""
    rng = np.random.default_rng(3)
    tensors = {
        name: np.concatenate([one[:, :-51], rng.normal(size=(len(one), 51, 3)) / 5], axis=1)
        if one.ndim == 3 and one.shape[1] > 500
        else one
        for name, one in weights.tensors.items()
    }
    changed = [name for name in tensors if tensors[name] is not weights.tensors[name]]
    assert len(changed) == 1
    tensors[changed[0]] = tensors[changed[0]].astype(np.float32)
    return Weights(weights.header, tensors)


def test_at_first_what_is_hidden_counts_nothing() -> None:
    oracle, inputs = with_hidden(PLAIN, "all"), seen(4)
    assert set(Network(oracle, "all").features) == {"columns", "look_ahead", "hidden"}
    assert policy(oracle, inputs) == pytest.approx(policy(PLAIN, inputs), abs=1e-4)
    assert PLAIN.header == packed_weights("net").header
    assert "hidden" not in Network(PLAIN, "all").features


def test_without_it_plays_as_where_all_of_it_is_0() -> None:
    oracle, inputs = grown(with_hidden(PLAIN, "all")), seen(4)
    shown = policy(oracle, inputs)
    inputs["hidden"] = np.zeros_like(inputs["hidden"])
    none_shown = policy(oracle, inputs)
    assert np.abs(shown - none_shown).max() > 1
    plain = without_hidden(oracle, "all")
    assert policy(plain, inputs) == pytest.approx(none_shown, abs=1e-4)


def test_it_comes_back_as_it_was() -> None:
    again = without_hidden(with_hidden(PLAIN, "all"), "all")
    assert again.header == PLAIN.header
    assert has_hidden(with_hidden(PLAIN, "all"), "all") and not has_hidden(again, "all")
    assert all((again.tensors[name] == one).all() for name, one in PLAIN.tensors.items())
    networks_of(again, Net.needs)


def test_nobody_plays_by_what_is_hidden() -> None:
    with pytest.raises(WeightsError, match="'hidden', unknown here"):
        networks_of(with_hidden(PLAIN, "all"), Net.needs)


def test_what_cannot_be() -> None:
    with pytest.raises(WeightsError, match="has no hidden inputs"):
        without_hidden(PLAIN, "all")
    for ask in (with_hidden, has_hidden):
        with pytest.raises(WeightsError, match="no network 'none'"):
            ask(PLAIN, "none")


def test_the_feature_is_what_the_table_shows() -> None:
    step = VectorTable(2, seat="all", hidden=True).reset()
    assert step.hidden.shape == (2, *HIDDEN_INPUTS.shape)


def test_the_mask_leaves_its_share_and_each_by_its_own_chance() -> None:
    hidden = np.ones((200, 51, 34), np.uint8)
    shown = masked(hidden, 0.3, np.random.default_rng(7))
    assert shown.dtype == np.uint8
    assert shown.mean() == pytest.approx(0.3, abs=0.005)
    for axis in range(3):
        assert shown.mean(axis=axis).std() > 0
    assert (shown == masked(hidden, 0.3, np.random.default_rng(7))).all()
    assert (masked(hidden, 1.0, np.random.default_rng(7)) == hidden).all()
    assert not masked(hidden, 0.0, np.random.default_rng(7)).any()
