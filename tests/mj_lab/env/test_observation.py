"""What a state shows is what the environments show of it, whole games long, and what `net` sees."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="pip install -e '.[env]'")
from mj_bot.actions import action_space
from mj_bot.features.planes import PlaneHistory
from mj_bot.nets.weights_file import read_weights
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.tactics import load
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import TacticPlayer, player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import Wall, wall_of_seed
from mj_lab.env import (
    ACTION_COUNT,
    VectorEnv,
    action_at,
    action_index,
    env,
    flat_observation,
    flat_size,
    observation,
    write_agent,
)
from tests.mj_lab.env.env_playing import by_what_is_seen, decisions, finish

WALLS = [Wall(wall_of_seed(f"observation/{number}"), number) for number in range(3)]


class Shown:
    """The first legal action by its index; keeps what the state showed where there is a choice."""

    def __init__(self, kept: list[tuple[dict[str, Any], int]], history: int) -> None:
        self._kept, self._history = kept, PlaneHistory(history)

    def __call__(self, state: GameState) -> Any:
        if state.decision != OWN_DRAW and len(action_space(state)) == 1:
            return action_space(state)[0]
        self._history.see(state)
        seen = observation(state, self._history)
        index = by_what_is_seen(seen)
        self._kept.append((seen, index))
        return action_at(index)


@pytest.mark.parametrize("history", [0, 2])
def test_a_tactic_sees_what_an_agent_sees(history: int) -> None:
    """A tactic at the referee, the AEC form, and the table in C++: the same arrays and games."""
    agent = env(opponents="greedy", walls=WALLS, history=history)
    vector = VectorEnv(1, opponents="greedy", seat=0, walls=WALLS, history=history)
    batch, _ = vector.reset(seed=1)
    for wall in WALLS:
        kept: list[tuple[dict[str, Any], int]] = []
        game = Game(*wall)
        shown = TacticPlayer(lambda _, kept=kept: Shown(kept, history), "shown")  # type: ignore[misc]
        play(game, [shown, *(player_of("greedy")(seat) for seat in range(1, 4))])
        agent.reset()
        compared = 0
        for seen, (shown_then, index) in zip(decisions(agent, by_what_is_seen), kept, strict=True):
            for name, array in shown_then.items():
                assert array.dtype == seen.observation[name].dtype == batch[name].dtype
                assert (array == seen.observation[name]).all()
                assert (array == batch[name][0]).all()
            assert index == seen.action
            batch, *_ = vector.step([index])
            compared += 1
        assert compared == len(kept) > 5
        assert finish(agent)[0]["player_0"] == game.scores[0]


def test_an_action_is_found_again_at_its_index() -> None:
    assert [action_index(action_at(index)) for index in range(ACTION_COUNT)] == list(
        range(ACTION_COUNT)
    )
    with pytest.raises(ValueError, match="0-852, not 853"):
        action_at(853)


def test_a_flat_row_has_every_number_once() -> None:
    one = env(history=2)
    one.reset(seed=3)
    seen = one.last()[0]
    row = flat_observation(seen)
    assert row.shape == (1, flat_size(2))
    planes, places = row[0, : 27 * 136], row[0, 27 * 136 :].reshape(16, 34)
    assert (planes == seen["observation"].ravel()).all()
    there = seen["scalars"] < 34
    assert (places.sum(axis=1) == there).all()
    assert (places.argmax(axis=1)[there] == seen["scalars"][there]).all()
    both = {name: np.stack([array, array]) for name, array in seen.items()}
    assert (flat_observation(both) == row).all()


def layers_of(history: int, seed: int) -> list[tuple[Any, Any]]:
    lot = np.random.default_rng(seed)
    sizes = (flat_size(history), 20, ACTION_COUNT)
    return [
        (lot.normal(0, 0.3, (out, size)), lot.normal(0, 0.3, out))
        for size, out in zip(sizes[:-1], sizes[1:], strict=True)
    ]


@pytest.mark.parametrize(("history", "activation"), [(0, "relu"), (6, "tanh")])
def test_what_is_written_is_what_net_plays(tmp_path: Path, history: int, activation: str) -> None:
    """The oracle is the layers multiplied out here, on the rows that an agent is shown."""
    path = tmp_path / "own.mjw"
    write_agent(path, layers_of(history, 4), activation=activation, history=history)
    stored = read_weights(str(path)).tensors
    squash = np.tanh if activation == "tanh" else lambda array: np.maximum(array, 0)
    agreed = 0
    for wall in WALLS:
        tactic: Any = load(f"net@weights={path}")
        kept = PlaneHistory(history)

        def held(state: GameState, tactic: Any = tactic, kept: PlaneHistory = kept) -> Any:
            nonlocal agreed
            kept.see(state)
            row = flat_observation(observation(state, kept))
            made = squash(row @ stored["0"].T + stored["0 bias"])
            logits = (made @ stored["1"].T + stored["1 bias"])[0]
            legal = [action_index(action) for action in action_space(state)]
            powers = np.exp(logits[legal] - logits[legal].max())
            wanted = dict(zip(legal, powers / powers.sum(), strict=True))
            for told in tactic.explain(state):
                place = action_index(told["action"])
                assert told["probability"] == pytest.approx(wanted[place], abs=1e-4)
            taken = tactic(state)
            agreed += len(legal) > 1 and wanted[action_index(taken)] == max(wanted.values())
            return taken

        first = TacticPlayer(lambda _, held=held: held, "held")  # type: ignore[misc]
        play(Game(*wall), [first, *(player_of("greedy")(seat) for seat in range(1, 4))])
    assert agreed > 20


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda _: [], "at least one layer"),
        (lambda layers: layers[:1], "the last layer gives 20 numbers, not one for 853 actions"),
        (lambda layers: layers[1:], r"layer 0 takes 1768 numbers: a weight \[853, 1768\]"),
    ],
)
def test_layers_that_do_not_fit_are_refused(tmp_path: Path, change: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        write_agent(tmp_path / "own.mjw", change(layers_of(0, 1)))
    with pytest.raises(ValueError, match="relu or tanh, not 'gelu'"):
        write_agent(tmp_path / "own.mjw", layers_of(0, 1), activation="gelu")
    with pytest.raises(ValueError, match="history is 0 to 6, not 7"):
        write_agent(tmp_path / "own.mjw", layers_of(0, 1), history=7)
    assert not (tmp_path / "own.mjw").exists()
