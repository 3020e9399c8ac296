"""`expectimax` in C++ searches what Python searches: the same actions, with the same points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import mj_engine
from mj_bot.actions import action_space
from mj_bot.events import HU
from mj_bot.expectimax.q_features import q_features
from mj_bot.history import load_json
from mj_bot.nets.shipped import packed_weights
from mj_bot.nets.weights_file import Weights, read_weights
from mj_bot.state import GameState
from mj_bot.tactics import load
from mj_bot.tactics.expectimax import Expectimax
from mj_engine import _core
from mj_engine.expectimax import Search, _parts_of, tensors_of
from tests.mj_engine.python_side import begun, match_in
from tests.recorded import Recorded, decisions

PLAIN = "expectimax@seconds=0,network=0,hand_value=0"
WITH_NETWORK = "expectimax@seconds=0"
# In points: sums of float32 in another order, or of float64 in the same one.
BY_NETWORK, BY_SHANTEN = 1e-4, 1e-12


def choices(states: Iterable[GameState]) -> Iterator[GameState]:
    for state in states:
        actions = action_space(state)
        if len(actions) > 1 and actions[0].kind != HU:
            yield state


def compare(name: str, states: Iterable[GameState]) -> int:
    """Holds every action's points against Python's; returns how many decisions there were."""
    python, engine, compared = load(name), Search(name), 0
    assert isinstance(python, Expectimax)
    within = BY_SHANTEN if python.weights is None else BY_NETWORK
    for state in choices(states):
        python(state)
        wanted = {str(one.action): one.value for one in python.valued}
        found = engine.values(state)
        assert found == pytest.approx(wanted, abs=within, rel=0)
        compared += 1
    return compared


def played(wall: int, every: int, first: int = 0) -> Iterator[GameState]:
    (record,) = mj_engine.play([mj_engine.wall_of_seed(wall)], "odds", records=True).records
    for place, seen in enumerate(decisions(match_in(record))):
        if place % every == first:
            yield seen.state


def test_rows_of_recorded_decisions(recorded: Recorded) -> None:
    for state in map(load_json, recorded("reference_decisions")[::50]):
        assert (_core.q_features(state) == q_features(state)).all()


def test_rows_of_what_the_table_shows() -> None:
    game, seat = begun(5)
    assert _core.q_features(game.observation(seat))[:4].sum() == 14


@pytest.mark.parametrize(
    ("name", "every", "least"),
    [
        (WITH_NETWORK + ",depth=0", 3, 30),
        (WITH_NETWORK + ",depth=1", 5, 20),
        (WITH_NETWORK + ",depth=1,claims=1,alpha=1", 11, 8),
        pytest.param(WITH_NETWORK + ",depth=2,alpha=0.3", 31, 3, marks=pytest.mark.thorough),
        (WITH_NETWORK + ",depth=2,claims=1,alpha=0.1", 29, 3),
        (WITH_NETWORK + ",depth=1,alpha=0.2,of_tiles=1", 11, 8),
        (WITH_NETWORK + ",depth=1,alpha=1,within=0.5", 11, 8),
        (PLAIN + ",depth=1", 5, 20),
        pytest.param(PLAIN + ",depth=2,claims=0,defence=0.5", 31, 3, marks=pytest.mark.thorough),
    ],
)
def test_values(name: str, every: int, least: int) -> None:
    """Of the middle of a game and its end, where hands are ready and claims are made."""
    assert compare(name, played(7, every)) + compare(name, played(9, every, 2)) >= least


def test_values_of_recorded_decisions(recorded: Recorded) -> None:
    """Melds, kongs and flowers of other bots' games, with plain leaves and with the network's."""
    for name in (PLAIN + ",depth=1", WITH_NETWORK + ",depth=1"):
        some = map(load_json, recorded("reference_decisions")[7::90])
        assert compare(name, some) > 25
    for name in (PLAIN + ",depth=1", WITH_NETWORK + ",depth=0"):
        for file in ("rare_games", "judged_games"):
            seen = (one.state for match in recorded(file) for one in decisions(match))
            assert compare(name, islice(seen, 11, 3000, 60)) > 10


def test_nothing_that_it_remembers_changes_a_value() -> None:
    """A search that was asked about others says the same as a new one, to the last bit."""
    states = list(choices(state.copy() for state in played(8, 7)))
    used = Search(WITH_NETWORK + ",alpha=0.3,claims=1,depth=1")
    told = [used.values(state) for state in states]
    again = [used.values(state) for state in reversed(states)][::-1]
    anew = [Search(WITH_NETWORK + ",alpha=0.3,claims=1,depth=1").values(one) for one in states]
    assert told == again == anew
    assert used.leaves > 0


def test_games_of_it_are_those_of_python() -> None:
    """Its games at the fast table: every answer is Python's."""
    name = WITH_NETWORK + ",depth=1"
    (record,) = mj_engine.play([mj_engine.wall_of_seed(12)], name, records=True).records
    match, compared = match_in(record), 0
    python = load(name)
    for seen in decisions(match):
        if len(action_space(seen.state)) > 1:
            assert str(python(seen.state)) == match["responses"][seen.turn][seen.seat]
            compared += 1
    assert compared > 30


def test_what_it_expects_is_the_value_of_its_best() -> None:
    game, seat = begun(5)
    first = game.legal()[seat][:1]
    scores = mj_engine.playouts_to_draw(game, first, 2, 1, WITH_NETWORK + ",depth=1")
    assert np.isfinite(scores).all() and np.abs(scores).max() < 100


@pytest.mark.parametrize(("width", "blocks"), [(8, 0), (40, 1), (16, 3)])
def test_networks_of_other_sizes(width: int, blocks: int, tmp_path: Path) -> None:
    """Of widths that are no whole block of channels, and of none or several blocks."""
    pytest.importorskip("torch", reason="PyTorch is not installed")
    weights = made_up(width, blocks, tmp_path)
    python = Expectimax(weights=weights, depth=0, seconds=0)
    search = Search(python)
    for state in choices(played(7, 19)):
        python(state)
        found = search.values(state)
        wanted = {str(one.action): one.value for one in python.valued}
        assert found == pytest.approx(wanted, abs=BY_NETWORK)


def made_up(width: int, blocks: int, folder: Path) -> Weights:
    import torch

    from mj_lab.learn.training.networks.q_net import Q_FILE, QModel, QNetOptions
    from mj_lab.learn.training.parts.part import Context

    options = QNetOptions(width=width, blocks=blocks, summary=20, points=3.0)
    model = QModel(options, Context("0", folder, torch.device("cpu")))
    torch.manual_seed(width)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.uniform_(-0.3, 0.3)
    model.write(folder, 0)
    return read_weights(str(folder / Q_FILE))


def test_other_layers_are_refused() -> None:
    shipped = packed_weights("expectimax")
    layers = shipped.header["networks"]["q"]["layers"]
    for changed in (layers[:-5] + layers[-4:], layers[:5] + layers[6:]):
        header = dict(shipped.header, networks={"q": {"layers": changed, "outputs": {}}})
        with pytest.raises(ValueError, match="no Q network with such layers"):
            tensors_of(Weights(header, shipped.tensors))


def test_tensors_that_do_not_fit_are_refused() -> None:
    made = load(WITH_NETWORK)
    assert isinstance(made, Expectimax)
    shared, options, tensors = _parts_of(made)
    assert tensors is not None
    for name in ("row_bias", "scale", "first_weight", "hand_weight", "hidden_bias", "out_bias"):
        with pytest.raises(ValueError, match="do not fit"):
            _core.Expectimax(shared, options, {**tensors, name: tensors[name][1:].copy()})
    with pytest.raises(ValueError, match="do not fit"):
        _core.Expectimax(shared, options, {**tensors, "convs": tensors["convs"][1:]})
    with pytest.raises(ValueError, match="no layers"):
        _core.Expectimax(shared, {**options, "depth": 0}, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [PLAIN + ",depth=1", PLAIN + ",depth=2", WITH_NETWORK + ",depth=1", WITH_NETWORK]
)
def test_values_everywhere(name: str, recorded: Recorded) -> None:
    """pytest -m slow tests/mj_engine/expectimax --timeout 0"""
    every = 4 if "depth=1" in name else 80
    some = map(load_json, recorded("reference_decisions")[::every])
    assert compare(name, some) > 2_000 // every
