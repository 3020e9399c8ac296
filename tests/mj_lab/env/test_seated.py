"""The gymnasium form: found by name, gymnasium's own checker, and the games of the AEC form."""

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="pip install -e '.[env]'")
import gymnasium
from gymnasium.utils.env_checker import check_env

import mj_lab.env
from mj_lab.core.game.walls import wall_of_seed
from tests.mj_lab.env.env_playing import by_lot, decisions, finish

NAME = f"mj_lab.env:{mj_lab.env.GYM_ID}"


def made(**options: Any) -> Any:
    return gymnasium.make(NAME, **options)


@pytest.mark.parametrize("options", [{}, {"opponents": "greedy", "history": 2}], ids=str)
def test_gymnasiums_checker_has_nothing_to_say(
    options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with warnings.catch_warnings(record=True) as complaints:
        warnings.simplefilter("always")
        check_env(made(render_mode="ansi", **options).unwrapped)
    assert [str(one.message) for one in complaints] == []
    assert "prevalent wind" in capsys.readouterr().out  # It has tried `human` too.


def played(env: Any, choose: Any, **options: Any) -> tuple[list[bytes], float, dict[str, Any]]:
    """What was seen in an episode, its reward, and the last info."""
    seen, info = env.reset(**options)
    shown, over = [], False
    while not over:
        shown.append(b"".join(array.tobytes() for array in seen.values()))
        assert (env.unwrapped.action_masks() == seen["action_mask"]).all()
        seen, reward, over, truncated, info = env.step(choose(seen))
        assert not truncated
        assert reward == 0 or over
    return shown, reward, info


def test_the_same_games_as_in_the_aec_form() -> None:
    """By seed and without one, game after game; opponents of three kinds."""
    opponents = ["greedy", "rule_based", "random"]
    seated, aec = made(opponents=opponents), mj_lab.env.env(opponents=opponents)
    for seed in (5, None, None, 6):
        shown, reward, info = played(seated, by_lot(1), seed=seed)
        aec.reset(seed=seed)
        wanted = [
            b"".join(array.tobytes() for array in seen.observation.values())
            for seen in decisions(aec, by_lot(1))
        ]
        rewards, infos = finish(aec)
        assert shown == wanted
        assert reward == rewards["player_0"]
        assert info["result"] == infos["player_0"]["result"]


def test_seeds_are_as_gymnasium_has_them() -> None:
    one, other = made(), made()
    first = played(one, by_lot(2), seed=3)
    second = played(one, by_lot(2))
    assert second[0] != first[0]
    assert played(other, by_lot(2), seed=3) == first
    assert played(other, by_lot(2)) == second
    assert made().reset()[0]["observation"].tobytes() != made().reset()[0]["observation"].tobytes()


def test_it_is_rendered_as_asked(capsys: pytest.CaptureFixture[str]) -> None:
    text = made(render_mode="ansi")
    seen, _ = text.reset(seed=1)
    assert "player_0" in text.render()
    assert capsys.readouterr().out == ""
    shown = made(render_mode="human", opponents="greedy")
    shown.reset(seed=1)
    assert capsys.readouterr().out.count("prevalent wind") == 1
    shown.step(int(seen["action_mask"].argmax()))
    assert capsys.readouterr().out.count("prevalent wind") == 1
    silent = mj_lab.env.SeatedGuobiaoMahjong()
    silent.reset(seed=1)
    assert silent.render() is None


def test_gymnasiums_limit_of_steps_truncates() -> None:
    env = made(max_episode_steps=2)
    seen, _ = env.reset(seed=1, options={"wall": wall_of_seed("mine"), "prevalent_wind": 2})
    assert seen["scalars"][1] == 2
    env.step(int(seen["action_mask"].nonzero()[0][0]))
    assert env.step(0)[2:4] == (False, True)
    env.close()


def test_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="no tactic 'nobody'"):
        made(opponents="nobody")
    with pytest.raises(ValueError, match="no such render mode"):
        mj_lab.env.SeatedGuobiaoMahjong(render_mode="rgb_array")
    env = mj_lab.env.SeatedGuobiaoMahjong()
    with pytest.raises(ValueError, match=r"reset\(\) comes first"):
        env.step(0)
    played(env, by_lot(1), seed=1)
    with pytest.raises(ValueError, match="the game is over"):
        env.step(0)
    strict = made(illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="PENG W1 is not legal"):
        strict.step(mj_lab.env.action_index("PENG W1"))


def test_many_tables_by_name() -> None:
    vector = gymnasium.make_vec(NAME, num_envs=3, opponents="greedy")
    assert isinstance(vector, mj_lab.env.VectorEnv)
    wanted = mj_lab.env.VectorEnv(3, opponents="greedy").reset(seed=1)[0]
    for name, array in vector.reset(seed=1)[0].items():
        assert np.array_equal(array, wanted[name])
