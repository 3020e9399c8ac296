"""The parallel form against PettingZoo's own tests and against the AEC form."""

from typing import Any

import pytest

pytest.importorskip("pettingzoo.test", reason="pip install -e '.[env]'")
from pettingzoo.test import parallel_api_test, parallel_seed_test

import mj_lab.env
from tests.mj_lab.env.env_playing import by_lot, decisions, finish, first_legal


def test_pettingzoos_own_tests() -> None:
    parallel_api_test(mj_lab.env.parallel_env(), num_cycles=300)
    parallel_seed_test(mj_lab.env.parallel_env, num_cycles=100)


def played(env: Any, choose: Any) -> tuple[list[tuple[str, bytes]], dict[str, float]]:
    """What was decided by whom, and what it came to."""
    observations, _ = env.reset(seed=6)
    decided = []
    rewards: dict[str, float] = {}
    while env.agents:
        actions = {agent: first_legal(seen) for agent, seen in observations.items()}
        turn = observations["player_0"]["scalars"][5]
        for step in range(4):
            agent = f"player_{(turn + step) % 4}"
            seen = observations[agent]
            if seen["scalars"][2] == 1 or seen["action_mask"].sum() > 1:
                actions[agent] = choose(seen)
                decided.append((agent, seen["observation"].tobytes()))
        observations, rewards, *_ = env.step(actions)
    return decided, rewards


@pytest.mark.parametrize("history", [0, 3])
def test_the_same_decisions_as_in_the_aec_form(history: int) -> None:
    decided, rewards = played(mj_lab.env.parallel_env(history=history), by_lot(2))
    one_by_one = mj_lab.env.env(history=history)
    one_by_one.reset(seed=6)
    asked = [
        (seen.agent, seen.observation["observation"].tobytes())
        for seen in decisions(one_by_one, by_lot(2))
    ]
    assert decided == asked
    assert finish(one_by_one)[0] == rewards


def test_who_is_not_asked_can_only_pass() -> None:
    env = mj_lab.env.parallel_env(illegal="raise")
    observations, _ = env.reset(seed=1)
    masks = [observations[f"player_{seat}"]["action_mask"] for seat in range(4)]
    assert masks[0].sum() > 1
    assert [mask.nonzero()[0].tolist() for mask in masks[1:]] == [[0]] * 3
    with pytest.raises(ValueError, match="no action for player_1"):
        env.step({"player_0": int(masks[0].argmax())})
    with pytest.raises(ValueError, match="player_2: HU is not legal"):
        env.step(dict(zip(observations, (int(masks[0].argmax()), 0, 1, 0), strict=True)))


def test_truncated_after_so_many_steps() -> None:
    env = mj_lab.env.parallel_env(max_cycles=2, render_mode="ansi", opponents="random")
    observations, _ = env.reset(seed=1)
    seen = observations["player_0"]
    *_, terminated, truncated, _ = env.step({"player_0": first_legal(seen)})
    assert (terminated, truncated) == ({"player_0": False}, {"player_0": False})
    assert "discards" in (env.render() or "")
    *_, terminated, truncated, infos = env.step({"player_0": 0})
    assert (terminated, truncated) == ({"player_0": False}, {"player_0": True})
    assert infos["player_0"] == {"seat": 0, "wall": 0}
    assert env.agents == []
    env.close()
