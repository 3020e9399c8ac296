"""`net`, `cnn` and `which_discard` in C++ make of a state what numpy makes, and choose the same."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import mj_engine
from mj_bot.actions import action_space
from mj_bot.history import load_json
from mj_bot.nets.network import Network
from mj_bot.nets.network_inputs import NetworkInputs
from mj_bot.nets.shipped import packed_weights
from mj_bot.nets.weights_file import write_weights
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.tactics import explain_of, load
from mj_engine.nets import NativeNetwork
from tests.mj_bot.nets.layers import Layers, columns_net, design_cnn, header_of, which_discard
from tests.mj_engine.python_side import match_in, states_of_games
from tests.recorded import Recorded, decisions

TACTICS = ("net", "cnn", "which_discard")
# Sums of float32 in another order, in parts of the greatest number, or of 1 if that is less.
WITHIN = 1e-5
# Two chances so near are a tie, which rounding may turn; one choice in this many may be one.
TIE, MOST_TIES = 1e-4, 1000


class Compared(NamedTuple):
    """Choices held against Python's. differing: of each that is another, how near both were."""

    choices: int
    differing: list[float]


def compare_output(network: Network, output: str, states: Iterable[GameState]) -> None:
    native, count = NativeNetwork(network, output), 0
    for state in states:
        wanted = network(NetworkInputs().features(state, network.features))[output][0]
        found = native(state)
        assert found.dtype == np.float32
        np.testing.assert_allclose(
            found, wanted.ravel(), rtol=0, atol=WITHIN * max(1, np.abs(wanted).max())
        )
        count += 1
    assert count > 0


def compare_choices(name: str, walls: Iterable[int]) -> Compared:
    """Every choice in games of this player with itself."""
    choices, differing = 0, []
    games = mj_engine.play(map(mj_engine.wall_of_seed, walls), name, records=True)
    for record in games.records:
        match = match_in(record)
        players = [load(name) for _ in range(4)]
        for turn, seat, state in decisions(match):
            wanted = str(players[seat](state))
            if len(action_space(state)) == 1:
                continue
            choices += 1
            found = match["responses"][turn][seat]
            if found != wanted:
                differing.append(apart(players[seat], state, wanted, found))
    return Compared(choices, differing)


def apart(player: object, state: GameState, one: str, other: str) -> float:
    """By how much the player holds one action likelier than the other."""
    explain = explain_of(player)
    assert explain is not None
    chances = {row["action"]: row.get("probability", 0.0) for row in explain(state)}
    return abs(chances[one] - chances[other]) if one in chances and other in chances else 1.0


@pytest.mark.parametrize("name", TACTICS)
def test_outputs_of_the_networks_that_ship(name: str) -> None:
    weights = packed_weights(name)
    for network in weights.header["networks"]:
        made = Network(weights, network)
        for output in made.outputs:
            compare_output(made, output, list(states_of_games([3], "greedy"))[::9])


def test_outputs_of_recorded_decisions(recorded: Recorded) -> None:
    """Melds, kongs and flowers of other bots' games."""
    made = Network(packed_weights("net"), "all")
    compare_output(made, "policy", map(load_json, recorded("reference_decisions")[::60]))


@pytest.mark.parametrize(
    ("layers", "outputs"),
    [
        (columns_net(246, 20, 2), {"policy": "policy", "value": "value"}),
        (design_cnn(34, filters=11), {"policy": "policy"}),
        (which_discard(width=5), {"discard": "discard", "shanten": "shanten"}),
    ],
    ids=["columns", "planes", "pooled"],
)
def test_outputs_of_other_networks(layers: Layers, outputs: dict[str, str]) -> None:
    """Of widths that are no whole block, with strides, pooling and padding."""
    made = Network(layers.weights(outputs), "all")
    for output in outputs:
        compare_output(made, output, list(states_of_games([5], "greedy"))[::20])


def test_maps_of_features() -> None:
    """Joined, scaled once or twice or by place, and seen by more than convolutions."""
    made = Layers()
    made.add("input", feature="hand_only", scale=0.25, out="hand")
    made.weighted("scale", 4, out="once")
    made.weighted("scale", 4, out="twice")
    made.weighted("scale", 4, into="hand", out="by place")
    made.tensors[made.layers[-1]["bias"]] = made.random(4, 34)
    made.add("input", feature="columns", out="columns")
    made.add("concat", into=["once", "columns", "hand"], out="joined")
    made.weighted("conv", 11, 254, 3, padding=1, into="joined", out="of joined")
    made.weighted("conv", 11, 4, 5, padding=2, into="twice", out="of twice")
    made.weighted("conv", 11, 4, 3, padding=1, into="by place", out="of places")
    made.add("concat", into=["of joined", "of twice", "of places", "once"], out="all of them")
    made.add("mean", out="means")
    network = Network(made.weights({"all": "all of them", "means": "means"}), "all")
    compare_output(network, "means", list(states_of_games([7], "greedy"))[::20])


def test_every_kind_of_layer() -> None:
    """Those that no network above has, and maps of several columns."""
    made = Layers()
    made.add("input", feature="planes", out="planes")
    made.add("max_pool", size=[3, 2], padding=[1, 1], stride=[2, 1])
    made.weighted("conv", 9, 63, 3, 2, padding=[1, 0], stride=[2, 1], out="map")
    made.weighted("scale", 9, out="scaled")
    made.add("multiply", into=["map", "scaled"])
    made.add("softmax", out="by place")
    made.add("concat", into=["by place", "map"], out="both")
    made.add("mean", into="both", out="means")
    made.weighted("dense", 18, 18)
    made.add("sigmoid", out="factors")
    made.add("multiply", into=["both", "factors"])
    made.add("flatten", out="row")
    made.add("concat", into=["row", "means"])
    made.add("softmax", out="chances")
    outputs = {"chances": "chances", "by place": "by place"}
    network = Network(made.weights(outputs), "all")
    states = list(states_of_games([6], "greedy"))[::30]
    compare_output(network, "chances", states)
    native = NativeNetwork(network, "by place")
    for state in states:
        wanted = network(NetworkInputs().features(state, network.features))["by place"][0]
        np.testing.assert_allclose(native(state), wanted.ravel(), atol=1e-6)


@pytest.mark.parametrize(
    "walls", [range(2, 3), pytest.param(range(10, 22), marks=pytest.mark.slow)], ids=str
)
@pytest.mark.parametrize("name", TACTICS)
def test_choices_of_games(name: str, walls: range) -> None:
    compared = compare_choices(name, walls)
    assert compared.choices > (40 if len(walls) == 1 else 500)
    assert compared.differing == []


@pytest.mark.slow
@pytest.mark.parametrize("name", TACTICS)
def test_choices_of_many_games(name: str) -> None:
    """pytest -m slow tests/mj_engine/nets -s --timeout 0"""
    compared = compare_choices(name, range(1000, 1460))
    ties = [near for near in compared.differing if near <= TIE]
    print(f"{name}: {compared.choices} choices, {len(compared.differing)} differ: {ties} near")
    assert compared.choices > 20_000
    assert len(ties) == len(compared.differing) <= compared.choices / MOST_TIES


@pytest.mark.parametrize("wall", [460, 562])
def test_a_seat_that_has_no_choice_sees_its_hand_all_the_same(wall: int) -> None:
    """Four melds and two tiles alike: `planes` shows later what it had when it discarded one."""
    (record,) = mj_engine.play([mj_engine.wall_of_seed(wall)], "cnn", records=True).records
    forced = [
        seen
        for seen in decisions(match_in(record))
        if seen.state.decision == OWN_DRAW and len(action_space(seen.state)) == 1
    ]
    assert forced
    assert compare_choices("cnn", [wall]).differing == []


def test_weights_of_one_s_own(tmp_path: Path) -> None:
    """A network for each kind of decision, and one for all, out of a file."""
    layers = columns_net(246, 16, 1, seed=4)
    weights = layers.weights({"policy": "policy"}, **header_of("columns"))
    by_kind = dict.fromkeys(("discard", "claim", "rob"), weights.header["networks"]["all"])
    for number, networks in enumerate((weights.header["networks"], by_kind)):
        path = tmp_path / f"{number}.mjw"
        write_weights(str(path), {**weights.header, "networks": networks}, weights.tensors)
        compared = compare_choices(f"net@weights={path}", range(2))
        assert compared.choices > 30
        assert compared.differing == []


def test_nothing_that_it_remembers_changes_a_game() -> None:
    walls = [mj_engine.wall_of_seed(wall) for wall in (1, 2, 1)]
    scores = mj_engine.play(walls, "cnn").scores
    assert (scores[0] == scores[2]).all()


def test_who_has_to_have_seen_the_game_is_asked_of_no_decision_alone() -> None:
    """`cnn` sees its earlier decisions, `net` does not."""
    game = mj_engine.Game(mj_engine.wall_of_seed(1))
    game.advance()
    actions, words = game.observation(0).legal[:2], "cnn goes by what it saw before"
    with pytest.raises(ValueError, match=words):
        mj_engine.tactic("cnn").choose(game, 0)
    with pytest.raises(ValueError, match=words):
        mj_engine.playouts(game, actions, 1, "cnn")
    with pytest.raises(ValueError, match=words):
        mj_engine.VectorTable(2, opponents="cnn")
    table = mj_engine.VectorTable(2, opponents="net")
    table.reset()
    with pytest.raises(ValueError, match=words):
        table.choices("cnn")
    assert mj_engine.playouts(game, actions, 1, "net").shape == (2, 1, 4)
    assert table.choices("net").shape == (2,)


def test_layers_that_do_not_fit_are_refused() -> None:
    made = Layers()
    made.add("input", feature="hand_only", out="seen")
    made.weighted("dense", 3, 7, out="row")
    with pytest.raises(ValueError, match="do not fit one another"):
        NativeNetwork(Network(made.weights({"row": "row"}), "all"), "row")
    made = Layers()
    made.add("input", feature="q_rows", out="seen")
    with pytest.raises(ValueError, match="no feature q_rows"):
        NativeNetwork(Network(made.weights({"seen": "seen"}), "all"), "seen")
