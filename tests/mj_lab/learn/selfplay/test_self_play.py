"""A run of self-play: who plays is who learns, and neither stops nor workers change a weight."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("mj_engine", reason="make engine")

from mj_bot.nets.weights_file import Weights, pack_weights, read_weights
from mj_bot.tactics import load
from mj_bot.tactics.net import Net
from mj_lab.learn.run.workers import LocalWorkers
from mj_lab.learn.selfplay.network_games import NO_SEAT, PlayedGames
from mj_lab.learn.selfplay.plan import PolicyOptions, SelfPlayPlan
from mj_lab.learn.selfplay.played import PlayedDecisions
from mj_lab.learn.selfplay.policy_learner import PolicyLearner
from mj_lab.learn.selfplay.self_play import (
    SELF_PLAY_MODEL,
    SELF_PLAY_STATE,
    SelfPlayError,
    SelfPlayRun,
    start_of,
)
from mj_lab.learn.selfplay.workers import (
    TABLES_A_PART,
    GamesPlan,
    GameWorkers,
    firsts_of,
    seated_of,
)
from tests.mj_lab.learn.selfplay.small_weights import small_checkpoint, small_weights
from mj_lab.learn.run.workers import LocalWorkers
from tests.mj_lab.learn.selfplay.small_weights import small_weights

OPTIONS = PolicyOptions(rate=1e-3, batch=64, scale=32, entropy=1.0, entropy_rate=0.01)
PLAN = SelfPlayPlan(games=2, pairs=1, learner=OPTIONS)
START = small_weights("value")
PACKED = pack_weights(*START, "float32")
HERE = GameWorkers(LocalWorkers())


class Told(GameWorkers):
    """Gives the same games at every step, and keeps what it was asked."""

    def __init__(self, played: PlayedGames) -> None:
        self.played, self.plans = played, list[GamesPlan]()

    def play(self, plan: GamesPlan) -> PlayedGames:
        """See `GameWorkers`."""
        self.plans.append(plan)
        return self.played


def learner_of(run: SelfPlayRun) -> PolicyLearner:
    assert isinstance(run.learner, PolicyLearner)
    return run.learner


@pytest.fixture(scope="module")
def played() -> PlayedGames:
    return HERE.play(GamesPlan(PACKED, PACKED, "0", 0, 2, 1))


def test_a_run_that_was_stopped_comes_to_the_same_weights(tmp_path: Path) -> None:
    whole = SelfPlayRun(tmp_path / "whole", PLAN, START)
    figures = [whole.step(HERE) for _ in range(2)]
    SelfPlayRun(tmp_path / "stopped", PLAN, START).step(HERE)
    again = SelfPlayRun(tmp_path / "stopped", PLAN, START)
    assert again.history == figures[:1]
    again.step(HERE)
    assert again.history == figures
    models = [(tmp_path / name / SELF_PLAY_MODEL).read_bytes() for name in ("whole", "stopped")]
    assert models[0] == models[1] != PACKED
    assert figures[0] != figures[1]


def test_what_was_taught_is_what_the_tactic_plays_by(tmp_path: Path, played: PlayedGames) -> None:
    run = SelfPlayRun(tmp_path, PLAN, START)
    run.step(Told(played))
    path = tmp_path / SELF_PLAY_MODEL
    tactic = load(f"net@weights={path}")
    assert isinstance(tactic, Net)
    seen = {name: array[:9] for name, array in played.decisions.seen.items()}
    ours = tactic.networks["all"](seen)["policy"]
    legal = played.decisions.legal[:9]
    powers = np.where(legal, np.exp(ours), 0)
    told = np.exp(learner_of(run).log_chances(played.decisions)[:9])
    assert told == pytest.approx(powers / powers.sum(axis=1, keepdims=True), abs=1e-4)
    header = read_weights(str(path)).header
    assert header["self_play"] == {"steps": 1}
    assert header["networks"] == START.header["networks"]


def test_games_are_played_by_the_weights_of_the_step(tmp_path: Path, played: PlayedGames) -> None:
    told, run = Told(played), SelfPlayRun(tmp_path, PLAN, START)
    for _ in range(2):
        before = (tmp_path / SELF_PLAY_MODEL).read_bytes()
        run.step(told)
        assert told.plans[-1].weights == before
    assert [plan.step for plan in told.plans] == [0, 1]
    assert told.plans[0].weights != told.plans[1].weights
    assert told.plans[0].start == told.plans[1].start


def test_the_score_is_that_over_the_start_by_wall(tmp_path: Path, played: PlayedGames) -> None:
    """Two walls, each with the seats exchanged; what the others' games came to is left aside."""
    games = PlayedGames(
        played.decisions,
        np.array(
            [[24, -8, -8, -8], [30, -10, -10, -10], [-8, 24, -8, -8], *[[-8, -8, -8, 24]] * 2]
        ),
        np.array([[0, 0, 0, 0], *[[0, 1, 0, 1], [1, 0, 1, 0]] * 2]),
        np.array([0, 0, 1, 3, NO_SEAT]),
        np.array([NO_SEAT, NO_SEAT, 2, NO_SEAT, NO_SEAT]),
        np.array([8, 10, 8, 20, 0]),
    )
    told = SelfPlayRun(tmp_path, PLAN, START).step(Told(games))
    # By wall: (30 - 10 + 24 - 8) / 4 and (-8 - 8 - 8 + 24) / 4.
    assert told["score"] == (9 + 0) / 2
    assert told["score_error"] == pytest.approx(4.5)
    assert told["drawn_games"] == pytest.approx(0.2)
    assert told["dealt_in"] == pytest.approx(0.2)
    assert told["fan"] == 11.5
    without = replace_games(games, 1)
    assert "score" not in SelfPlayRun(tmp_path / "alone", PLAN, START).step(Told(without))


def replace_games(games: PlayedGames, count: int) -> PlayedGames:
    columns = ("scores", "players", "winners", "givers", "fan")
    return PlayedGames(games.decisions, *(getattr(games, name)[:count] for name in columns))


def test_a_network_beside_guesses_and_the_head_is_left_alone(
    tmp_path: Path, played: PlayedGames
) -> None:
    alone = replace(OPTIONS, value_weight=0.5, entropy=None, kl=0)
    run = SelfPlayRun(tmp_path, SelfPlayPlan(2, 1, critic=True, learner=alone), START)
    legal = played.decisions.legal
    before = learner_of(run).log_chances(played.decisions)[legal]
    nothing = PlayedDecisions(**{**vars(played.decisions), "reward": played.decisions.reward * 0})
    told = [run.learner.learn(nothing)["value_loss"] for _ in range(6)]
    assert told[-1] < told[0]
    assert np.abs(learner_of(run).log_chances(played.decisions)[legal] - before).max() > 0
    again = SelfPlayRun(tmp_path / "head", replace(PLAN, learner=alone), START)
    assert learner_of(again).critic is None


@pytest.mark.thorough
def test_processes_change_nothing_and_another_step_or_seed_all() -> None:
    plan = GamesPlan(PACKED, PACKED, "0", 0, TABLES_A_PART - 1, 1)
    assert len(firsts_of(plan)) == 2
    workers = GameWorkers(LocalWorkers(2, processes=True))
    here, there = HERE.play(plan), workers.play(plan)
    workers.close()
    for name, column in here.decisions.arrays().items():
        assert np.array_equal(column, there.decisions.arrays()[name])
    for name in ("chosen", "log_chance", "reward", "legal"):
        assert np.array_equal(getattr(here.decisions, name), getattr(there.decisions, name))
    assert np.array_equal(here.scores, there.scores)
    few = plan._replace(games=2, pairs=0)
    moves = HERE.play(few).decisions.chosen
    for other in (few._replace(seed="1"), few._replace(step=1)):
        assert not np.array_equal(HERE.play(other).decisions.chosen, moves)


def test_every_game_is_on_a_wall_of_its_own_but_pairs_share_one() -> None:
    seated = seated_of(GamesPlan(b"", b"", "0", 3, 4, 2))
    assert len({one.wall.tiles for one in seated}) == 6
    assert [one.players for one in seated[:4]] == [(0, 0, 0, 0)] * 4
    for one, two in (seated[4:6], seated[6:8]):
        assert one.wall == two.wall
        assert [a + b for a, b in zip(one.players, two.players, strict=True)] == [1] * 4
    others = seated_of(GamesPlan(b"", b"", "0", 4, 4, 2))
    assert not {one.wall.tiles for one in seated} & {one.wall.tiles for one in others}


def test_another_run_and_a_damaged_one_are_refused(tmp_path: Path, played: PlayedGames) -> None:
    SelfPlayRun(tmp_path, PLAN, START).step(Told(played))
    with pytest.raises(SelfPlayError, match="other options"):
        SelfPlayRun(tmp_path, replace(PLAN, games=3), START)
    tensors = {name: one * 2 for name, one in START.tensors.items()}
    with pytest.raises(SelfPlayError, match="other weights"):
        SelfPlayRun(tmp_path, PLAN, Weights(START.header, tensors))
    (tmp_path / SELF_PLAY_STATE).write_bytes(b"nothing")
    with pytest.raises(SelfPlayError, match="damaged"):
        SelfPlayRun(tmp_path, PLAN, START)


def test_it_begins_with_a_file_or_what_ships(tmp_path: Path) -> None:
    (tmp_path / "start.mjw").write_bytes(PACKED)
    found = start_of(tmp_path / "start.mjw")
    assert pack_weights(*found, "float32")[-32:] == PACKED[-32:]
    assert start_of(None).header["features"][1]["name"] == "look_ahead"
