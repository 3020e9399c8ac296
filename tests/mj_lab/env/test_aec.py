"""The AEC form against PettingZoo's own tests, the referee's records and the other tactics."""

import re
import warnings
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pettingzoo.test", reason="pip install -e '.[env]'")
from pettingzoo.test import api_test, max_cycles_test, seed_test

import mj_lab.env
from mj_bot.actions import action_space
from mj_bot.events import parse_response
from mj_bot.state import OWN_DRAW
from mj_bot.tiles import codes_of, tiles_from_counts
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import TacticPlayer, player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import Wall, wall_of_seed
from mj_lab.env import action_name
from tests.mj_lab.env.env_playing import by_lot, decisions, finish, first_legal

WALL = wall_of_seed("aec")


def new(seed: int | None = 1, options: dict[str, Any] | None = None, **given: Any) -> Any:
    env = mj_lab.env.env(**given)
    env.reset(seed=seed, options=options)
    return env


@pytest.mark.parametrize("options", [{}, {"opponents": "greedy"}, {"history": 6}], ids=str)
def test_pettingzoos_api_test(options: dict[str, Any]) -> None:
    with warnings.catch_warnings(record=True) as complaints:
        warnings.simplefilter("always")
        api_test(mj_lab.env.env(render_mode="ansi", **options), num_cycles=300)
    # PettingZoo's own card games have these two as well, and are excused by name.
    told = {str(one.message).split(" for each agent")[0] for one in complaints}
    assert told <= {"Observation is not a NumPy array", "Observation space"}


def test_pettingzoos_seed_test() -> None:
    seed_test(mj_lab.env.env, num_cycles=200)
    seed_test(lambda: mj_lab.env.env(opponents="random"), num_cycles=200)


def test_pettingzoos_max_cycles_test() -> None:
    max_cycles_test(mj_lab.env)


def test_who_is_asked_has_a_choice_and_rewards_come_at_the_end_alone() -> None:
    env = new(seed=2)
    for seen in decisions(env, by_lot(2)):
        assert not any(env.rewards.values())
        numbers = dict(zip(mj_lab.env.SCALAR_NAMES, seen.observation["scalars"], strict=True))
        assert numbers["seat"] == seen.info["seat"] == int(seen.agent[-1])
        assert numbers["decision"] == 1 or seen.observation["action_mask"].sum() > 1
        for other in set(env.agents) - {seen.agent}:
            assert env.observe(other)["action_mask"].any()
    rewards, infos = finish(env)
    assert set(rewards) == set(infos) == {f"player_{seat}" for seat in range(4)}
    assert sum(rewards.values()) == 0


def test_opponents_by_name() -> None:
    env = new(opponents={"player_1": "greedy", "player_3": "rule_based"})
    assert env.possible_agents == ["player_0", "player_2"]
    assert {seen.agent for seen in decisions(env, by_lot(1))} == {"player_0", "player_2"}
    assert set(finish(env)[0]) == {"player_0", "player_2"}


def test_one_agent_against_three_as_at_the_referee() -> None:
    env = new(seed=9, opponents=["greedy", "v1_1", "greedy"])
    chosen = [action_name(seen.action) for seen in decisions(env, first_legal)]
    rewards, infos = finish(env)
    left = iter(chosen)

    class First:
        """The same answers once more, from East's seat."""

        def __call__(self, state: Any) -> Any:
            asked = state.decision == OWN_DRAW or len(action_space(state)) > 1
            return parse_response(next(left)) if asked else action_space(state)[0]

    game = Game(wall_of_seed("9/0"), 0)
    others = [player_of(name)(0) for name in ("greedy", "v1_1", "greedy")]
    play(game, [TacticPlayer(lambda _: First(), "first"), *others])
    assert next(left, None) is None
    assert rewards["player_0"] == game.scores[0]
    assert game.result is not None
    assert infos["player_0"]["result"] == game.result._asdict()


def test_duplicate_walls_seat_everybody_everywhere() -> None:
    env = mj_lab.env.env(duplicate=True)
    hands, seats, walls = [], [], []
    for number in range(8):
        env.reset(seed=3 if number == 0 else None)
        hands.append(env.observe(env.agents[0])["observation"][0].tobytes())
        seats.append([env.infos[agent]["seat"] for agent in env.agents])
        walls.append(env.infos["player_0"]["wall"])
    assert seats[:4] == [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]
    assert seats[4:] == seats[:4]
    assert walls == [0] * 4 + [1] * 4
    assert len(set(hands)) == 8
    plain = mj_lab.env.env(walls=[Wall(WALL, 1)], duplicate=True)
    plain.reset(seed=0)
    east = plain.observe("player_0")["observation"][0]
    plain.reset()
    assert (plain.observe("player_3")["observation"][0] == east).all()


def test_walls_of_a_seed_and_of_ones_own() -> None:
    def dealt(**options: Any) -> bytes:
        env = new(**options)
        return b"".join(env.observe(agent)["observation"].tobytes() for agent in env.agents)

    assert dealt(seed=1) == dealt(seed=1) != dealt(seed=2)
    assert dealt(seed=None) != dealt(seed=None)
    fixed = dealt(walls=[WALL])
    assert fixed == dealt(seed=7, walls=[Wall(WALL, 3)])
    assert fixed == dealt(options={"wall": WALL}) != dealt()
    env = new(options={"wall": Wall(WALL, 3), "prevalent_wind": 2})
    assert env.observe("player_0")["scalars"][1] == 2
    # They go round, and so does the wind.
    env = mj_lab.env.env(walls=[WALL, wall_of_seed("other")])
    winds = []
    for _ in range(3):
        env.reset()
        winds.append(env.observe("player_0")["scalars"][1])
    assert winds == [0, 1, 0]


@pytest.mark.parametrize("illegal", ["fallback", "fault", "raise"])
def test_an_illegal_action(illegal: str) -> None:
    """It is played as another, or a fault as at the referee, or refused."""
    env = new() if illegal == "fallback" else new(illegal=illegal)
    agent, drawn = env.agent_selection, env.last()[0]["scalars"][3]
    action = mj_lab.env.action_index("CHI W2 W1")
    if illegal == "raise":
        with pytest.raises(ValueError, match=r"player_0: CHI W2 W1 is not legal"):
            env.step(action)
        env.step(int(env.last()[0]["action_mask"].argmax()))
        return
    env.step(action)
    if illegal == "fallback":
        told = env.infos[agent]
        assert (told["illegal"], told["played"]) == ("CHI W2 W1", action_name(3 + drawn))
        assert env.observe(agent)["observation"][1 + 4].sum() == 1
        return
    rewards, infos = finish(env)
    assert rewards.pop(agent) == -30
    assert set(rewards.values()) == {10}
    assert infos[agent]["result"]["action"] == "WA"


def test_an_agent_is_truncated_after_so_many_decisions() -> None:
    env = new(max_cycles=3, opponents={"player_2": "greedy"})
    acted: dict[str, int] = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        assert not terminated
        if truncated:
            assert reward == 0
            env.step(None)
            continue
        acted[agent] = acted.get(agent, 0) + 1
        env.step(first_legal(observation))
    assert acted == {"player_0": 3, "player_1": 3, "player_3": 3}


def test_the_table_as_text() -> None:
    env = new(seed=4, render_mode="ansi", opponents=["greedy", "random", "random"])
    text = env.render()
    assert text.count("greedy") == 1
    assert "player_0" in text
    assert "\x1b" not in text
    for _ in decisions(env, by_lot(1)):
        assert "Scores" not in env.render()
    rewards, _ = finish(env)
    text = env.render()
    assert re.search(rf"player_0\s+│\s+\{rewards['player_0']:+.0f}", text)
    river = env.observe("player_0")["observation"][5].sum(axis=1)
    rows = text.split("├")[1].split("\n")
    shown = " ".join(row.split("│")[3] for row in rows if row.count("│") == 4)
    assert sorted(shown.split()) == sorted(codes_of(tiles_from_counts(river.tolist())).split())
    silent = new()
    assert silent.render() is None


def test_programs_among_the_opponents_are_stopped(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text("import runpy\nrunpy.run_module('mj_bot', run_name='__main__')\n")
    mark = str(program)
    env = new(opponents={"player_1": f"keep:{program}"})
    agent = env.agent_selection
    while agent == "player_0":  # Past player_1's own answer.
        env.step(first_legal(env.last()[0]))
        agent = env.agent_selection
    assert running(mark)
    env.close()
    assert not running(mark)


def test_an_opponent_that_cannot_play_is_told(tmp_path: Path) -> None:
    program = tmp_path / "broken.py"
    program.write_text("raise SystemExit(1)\n")
    with pytest.raises(ValueError, match=rf"{program} cannot play: NJ|RE"):
        new(opponents=["greedy", f"cmd:{program}", "greedy"])


def running(word: str) -> list[str]:
    """The processes with this word in their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_text(encoding="utf-8", errors="replace").split("\0")
        except OSError:  # It has just ended.
            continue
        if word in words:
            found.append(path.parent.name)
    return found


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"opponents": "grdy"}, "grdy"),
        ({"opponents": ["greedy", "greedy"]}, "one opponent, or three, not 2"),
        ({"opponents": {"player_4": "greedy"}}, "no such agent: 'player_4'"),
        ({"opponents": dict.fromkeys([f"player_{n}" for n in range(4)], "random")}, "no seat"),
        ({"history": 7}, "history is 0 to 6, not 7"),
        ({"illegal": "punish"}, "illegal is one of fallback, fault, raise"),
        ({"render_mode": "rgb_array"}, "no such render mode: 'rgb_array'"),
        ({"max_cycles": 0}, "acts at least once"),
    ],
    ids=str,
)
def test_what_cannot_be(options: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        mj_lab.env.env(**options)


def test_a_wall_that_cannot_be_dealt_from() -> None:
    with pytest.raises(ValueError, match="a wall needs"):
        new(options={"wall": WALL[:40]})
    with pytest.raises(ValueError, match="prevalent wind must be 0-3"):
        new(options={"prevalent_wind": 4})


def test_bad_steps() -> None:
    env = new()
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(853)
    raw = mj_lab.env.raw_env()
    with pytest.raises(ValueError, match=r"reset\(\) comes first"):
        raw.observe("player_0")
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="actions are 0-852, not 853"):
        raw.step(853)
    with pytest.raises(ValueError, match="None is no action"):
        raw.step(None)
