"""The vector environment against the AEC form on the same walls, and gymnasium's conventions."""

import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from copy import copy, deepcopy
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="pip install -e '.[env]'")
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import mj_engine
from mj_lab.core.game.walls import Wall, wall_of_seed
from mj_lab.env import SCALAR_NAMES, VectorEnv, env
from tests.mj_lab.env.env_playing import by_what_is_seen, decisions, finish

PLAIN = wall_of_seed("flowers")
FLOWERS = (*PLAIN[:60], *range(34, 38), *PLAIN[60:130], *range(38, 42), *PLAIN[130:])
WALLS = [Wall(wall_of_seed(f"env/{number}"), number % 3) for number in range(5)]


def actions_for(observation: dict[str, Any]) -> list[int]:
    arrays = observation.values()
    rows = [dict(zip(observation, row, strict=True)) for row in zip(*arrays, strict=True)]
    return [by_what_is_seen(row) for row in rows]


@pytest.mark.parametrize("opponents", [["greedy", "greedy", "greedy"], "all"])
@pytest.mark.parametrize("walls", [WALLS, [Wall(FLOWERS, 1)]], ids=["plain", "flowers"])
def test_the_same_games_as_in_the_aec_form(opponents: Any, walls: Sequence[Wall]) -> None:
    """Planes with history, numbers, masks and scores: two implementations, one in C++."""
    alone = opponents == "all"
    vector = VectorEnv(
        1,
        opponents="random" if alone else opponents,
        seat="all" if alone else 0,
        walls=walls,
        history=6,
    )
    single = env(opponents=None if alone else opponents, walls=walls, history=6)
    observation, infos = vector.reset(seed=1)
    for number, _ in enumerate(walls):
        single.reset()
        assert infos["game"][0] == number
        for seen in decisions(single, by_what_is_seen):
            assert seen.info["seat"] == infos["seat"][0]
            for name, array in seen.observation.items():
                assert (observation[name][0] == array).all(), name
            acted = seen.agent
            observation, rewards, ended, _, infos = vector.step([seen.action])
        scores, _ = finish(single)
        assert ended[0]
        assert infos["ended_game"][0] == number
        assert {agent: infos["scores"][0][int(agent[-1])] for agent in scores} == scores
        assert rewards[0] == scores[acted]


def test_it_is_gymnasiums() -> None:
    vector = VectorEnv(6, history=1)
    assert isinstance(vector, GymnasiumVectorEnv)
    observation, infos = vector.reset(seed=5)
    assert vector.observation_space.contains(observation)
    assert observation["observation"].shape == (6, 18, 34, 4)
    assert observation["scalars"].shape == (6, len(SCALAR_NAMES))
    for _ in range(100):
        actions = vector.action_space.sample(mask=tuple(observation["action_mask"]))
        observation, rewards, ended, truncated, infos = vector.step(actions)
        assert vector.observation_space.contains(observation)
        assert rewards.shape == ended.shape == truncated.shape == (6,)
        assert not truncated.any()
        assert not rewards[~ended].any()
        assert infos["scores"].shape == (6, 4)
        assert not infos["scores"].sum(axis=1).any()
    vector.close()


def test_gymnasiums_statistics_count_games() -> None:
    watched = RecordEpisodeStatistics(VectorEnv(8, opponents="greedy"))
    observation, _ = watched.reset(seed=1)
    returns = []
    for _ in range(120):
        observation, rewards, ended, _, _ = watched.step(np.array(actions_for(observation)))
        returns += rewards[ended].tolist()
    assert watched.episode_count == len(returns) > 8
    assert list(watched.return_queue) == returns


def test_resets() -> None:
    def first(vector: VectorEnv, seed: int | None) -> bytes:
        return vector.reset(seed=seed)[0]["observation"].tobytes()

    vector = VectorEnv(4)
    one = first(vector, 3)
    assert first(vector, 4) != one
    assert first(vector, 3) == one == first(VectorEnv(4), 3)
    assert first(vector, None) != one
    assert vector.reset()[1]["game"].tolist() == [8, 9, 10, 11]
    assert first(VectorEnv(4), None) != first(VectorEnv(4), None)


def test_what_is_returned_is_the_callers_own_unless_it_need_not_be() -> None:
    for own in (True, False):
        vector = VectorEnv(4, copy=own)
        before, _ = vector.reset(seed=1)
        kept = before["observation"].copy()
        vector.step(before["action_mask"].argmax(axis=1))
        assert (before["observation"] == kept).all() == own


@pytest.mark.parametrize("given", [deepcopy, copy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_as_the_environment_does(given: Callable[[VectorEnv], VectorEnv]) -> None:
    """Also in the next games of an unseeded reset."""
    vector = VectorEnv(6, opponents="greedy", seat="all", walls=WALLS, history=1)
    observation, _ = vector.reset()
    for _ in range(30):
        observation, *_ = vector.step(actions_for(observation))
    other = given(vector)
    assert other.observation_space == vector.observation_space
    for _ in range(60):
        ours, theirs = vector.step(actions_for(observation)), other.step(actions_for(observation))
        assert data_equivalence(ours, theirs)
        observation = ours[0]
    assert data_equivalence(vector.reset(), other.reset())


def test_a_checkpoint_is_an_array() -> None:
    vector = VectorEnv(4, opponents="greedy", walls=WALLS)
    observation, _ = vector.reset(seed=1)
    states = vector.save()
    later = vector.step(actions_for(observation))
    again, infos = vector.restore(states)
    assert data_equivalence(again, observation)
    assert infos["game"].tolist() == [0, 1, 2, 3]
    assert data_equivalence(vector.step(actions_for(again)), later)
    again, infos = vector.restore(states[1:2], 3)
    assert (again["observation"][3] == observation["observation"][1]).all()
    assert infos["game"].tolist() == later[4]["game"].tolist()[:3] + [1]


def test_a_seat_for_each_table_and_one_that_rotates_has_each_under_every_wind() -> None:
    _, infos = VectorEnv(5, seat=[2, 2, "rotate", 0, "all"]).reset(seed=1)
    assert infos["seat"].tolist() == [2, 2, 2, 0, 0]
    observation, infos = VectorEnv(16).reset(seed=1)
    winds = observation["scalars"][:, 1]
    assert len(set(zip(infos["seat"].tolist(), winds.tolist(), strict=True))) == 16


def test_a_teachers_choices_are_the_tactics() -> None:
    vector = VectorEnv(8, opponents="random", walls=WALLS, threads=2)
    observation, infos = vector.reset(seed=1)
    games = [mj_engine.Game(*WALLS[number % 5]) for number in range(8)]
    # The first decision of East's tables: nobody has acted before.
    for name in ("greedy", "odds"):
        chosen = vector.choices(name)
        for number in np.flatnonzero(infos["seat"] == 0):
            games[number].advance()
            wanted = mj_engine.tactic(name).choose(games[number], 0)
            assert mj_engine.action_name(int(chosen[number])) == wanted
    for _ in range(50):
        chosen = vector.choices("greedy")
        assert observation["action_mask"][np.arange(8), chosen].all()
        observation, *_ = vector.step(chosen)


def test_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="1 to 65536"):
        VectorEnv(0)
    with pytest.raises(ValueError, match="3 learner's seats for 4 tables"):
        VectorEnv(4, seat=[0, 1, 2])
    with pytest.raises(ValueError, match="no native tactic 'v1_1'"):
        VectorEnv(4, opponents="v1_1")
    with pytest.raises(ValueError, match="all bare tiles"):
        VectorEnv(4, walls=[WALLS[0], WALLS[0].tiles])
    vector = VectorEnv(2)
    with pytest.raises(ValueError, match=r"reset\(\) comes first"):
        vector.step([0, 0])
    vector.reset(seed=1)
    with pytest.raises(ValueError, match="table 0: action 852"):
        vector.step([852, 0])
    with pytest.raises(ValueError, match="no native tactic"):
        vector.choices("nobody")


@pytest.mark.parametrize("absent", ["pettingzoo", "gymnasium"])
def test_what_is_missing_is_told_in_one_line(absent: str) -> None:
    code = f"import sys; sys.modules[{absent!r}] = None; import mj_lab.env"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith(f"ImportError: mj_lab.env needs {absent}: pip install -e '.[env]'")
