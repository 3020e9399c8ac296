"""The arms on real games: what each is shown, that stopping changes nothing, what is played by."""

from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("mj_engine", reason="make engine")

import torch

import mj_engine
from mj_bot.nets.weights_file import Weights, pack_weights, read_weights
from mj_bot.tactics.net import Net
from mj_lab.arena.wallset import walls_of_seed
from mj_lab.learn.oracle.arms import (
    GUIDING_FOLDER,
    ORACLE_MODEL,
    GuidedRun,
    Run,
    oracle_of,
    run_of,
)
from mj_lab.learn.oracle.oracle_player import OraclePlayer, oracle_player
from mj_lab.learn.oracle.plan import GuidePlan, Guiding
from mj_lab.learn.oracle.sight import HIDDEN_INPUTS, with_hidden
from mj_lab.learn.run.workers import LocalWorkers
from mj_lab.learn.selfplay.network_games import NetworkGames, Seated
from mj_lab.learn.selfplay.plan import PolicyOptions
from mj_lab.learn.selfplay.self_play import SELF_PLAY_MODEL, SELF_PLAY_STATE, SelfPlayError
from mj_lab.learn.selfplay.workers import GamesPlan, GameWorkers
from tests.mj_lab.learn.selfplay.small_weights import small_weights

START = small_weights("value")
PLAN = GuidePlan(
    games=2,
    pairs=0,
    seed="t",
    learner=PolicyOptions(rate=1e-3, critic_rate=1e-3, batch=64),
    guiding=Guiding(whole=1, falling=1),
)
CPU = torch.device("cpu")
HERE = GameWorkers(LocalWorkers())


def run(arm: str, folder: Path, oracle: Path | None = None) -> Run:
    return run_of(arm, folder, PLAN, START, oracle)


def hidden_weights(weights: Weights) -> np.ndarray:
    """Those by which hidden inputs come in."""
    wide = [one for one in weights.tensors.values() if one.ndim == 3 and one.shape[1] > 246]
    assert len(wide) == 1
    return np.asarray(wide[0][:, -HIDDEN_INPUTS.shape[0] :])


@pytest.mark.parametrize("share", [1.0, 0.5, 0.0])
def test_a_decision_keeps_what_was_shown_of_the_hidden(share: float) -> None:
    rng = np.random.default_rng(1)
    player = OraclePlayer(with_hidden(START, "all"), CPU, share, rng)
    assert player.features == ["columns"]
    game = mj_engine.Game(mj_engine.wall_of_seed("arms"))
    game.advance()
    all_of_it, shown = game.hidden(0), player.hidden(game, 0)[HIDDEN_INPUTS.name]
    assert (shown <= all_of_it).all()
    assert shown.sum() == pytest.approx(share * all_of_it.sum(), abs=45)
    walls = [Seated(wall, (0, 0, 0, 0)) for wall in islice(walls_of_seed("arms"), 1)]
    played = NetworkGames(walls, [player], rng).play().decisions
    assert played.hidden[HIDDEN_INPUTS.name].shape == (len(played), *HIDDEN_INPUTS.shape)
    assert set(played.arrays()) == {"columns", "hidden"}
    # At a seat's first decision no tile has been claimed: 39 in the others' hands at least.
    hands = played.hidden[HIDDEN_INPUTS.name][0, :12].sum()
    assert hands == 39 if share == 1 else hands < 39
    assert not share or played.hidden[HIDDEN_INPUTS.name].any()


def test_what_is_hidden_is_learned_from_where_it_is_shown(tmp_path: Path) -> None:
    guided = run("guide", tmp_path)
    shares = [guided.step(HERE)["share"] for _ in range(3)]
    assert shares == [1.0, 0.5, 0.0]
    assert guided.steps == 3
    oracle = read_weights(str(tmp_path / GUIDING_FOLDER / ORACLE_MODEL))
    assert np.abs(hidden_weights(oracle)).max() > 1e-4
    told = torch.load(tmp_path / SELF_PLAY_STATE, weights_only=True)["plan"]["learner"]
    assert told["rate"] == pytest.approx(1e-4)
    assert told["refuse"] == PLAN.guiding.refuse
    # Nothing hidden is left, and the bot plays by it.
    for folder in (tmp_path, tmp_path / GUIDING_FOLDER):
        Net(weights=str(folder / SELF_PLAY_MODEL))


def test_a_guided_run_that_was_stopped_comes_to_the_same_weights(tmp_path: Path) -> None:
    whole = run("guide", tmp_path / "whole")
    for _ in range(3):
        whole.step(HERE)
    for step in range(3):
        stopped = run("guide", tmp_path / "stopped")
        assert stopped.steps == step
        stopped.step(HERE)
    for name in (SELF_PLAY_MODEL, f"{GUIDING_FOLDER}/{ORACLE_MODEL}"):
        one, other = ((tmp_path / part / name).read_bytes() for part in ("whole", "stopped"))
        assert one == other


def test_the_critic_alone_sees(tmp_path: Path) -> None:
    """The games of its first step are those without an oracle; what is learned is not."""
    figures = {}
    for arm in ("none", "critic"):
        arms = run(arm, tmp_path / arm)
        figures[arm] = arms.step(HERE)
        Net(weights=str(tmp_path / arm / SELF_PLAY_MODEL))
    assert figures["none"]["decisions"] == figures["critic"]["decisions"]
    assert figures["none"]["value_loss"] != figures["critic"]["value_loss"]
    models = [(tmp_path / arm / SELF_PLAY_MODEL).read_bytes() for arm in ("none", "critic")]
    assert models[0] != models[1]
    critic = torch.load(tmp_path / "critic" / SELF_PLAY_STATE, weights_only=True)["learner"][
        "critic"
    ]
    wide = [one for one in critic.values() if one.dim() == 3 and one.shape[1] > 246]
    assert wide[0][:, -HIDDEN_INPUTS.shape[0] :].abs().max() > 1e-4


def test_distilled_it_comes_nearer_to_the_oracle(tmp_path: Path) -> None:
    guided = run("guide", tmp_path / "guided")
    guided.step(HERE)
    oracle = oracle_of(tmp_path / "guided")
    assert np.abs(hidden_weights(oracle)).max() > 1e-4
    distilled = run("distil", tmp_path / "distilled", tmp_path / "guided")
    told = [distilled.step(HERE) for _ in range(3)]
    assert told[-1]["kl"] < told[0]["kl"]
    again = run("distil", tmp_path / "distilled", tmp_path / "guided")
    assert again.steps == 3
    Net(weights=str(tmp_path / "distilled" / SELF_PLAY_MODEL))


@pytest.mark.thorough
def test_workers_play_the_same_games_in_other_processes() -> None:
    data = pack_weights(*with_hidden(START, "all"), "float32")
    plan = GamesPlan(data, b"", "t", 0, 20, 0, partial(oracle_player, share=0.5))
    here = HERE.play(plan)
    others = GameWorkers(LocalWorkers(2, processes=True))
    there = others.play(plan)
    others.close()
    assert (here.scores == there.scores).all()
    for name, one in here.decisions.arrays().items():
        assert (one == there.decisions.arrays()[name]).all()


def test_a_folder_has_one_arm(tmp_path: Path) -> None:
    guided = run("guide", tmp_path / "guided")
    assert isinstance(guided, GuidedRun)
    guided.step(HERE)
    with pytest.raises(SelfPlayError, match="another arm"):
        run("none", tmp_path / "guided")
    run("none", tmp_path / "none").step(HERE)
    with pytest.raises(SelfPlayError, match="another arm"):
        run("guide", tmp_path / "none")
    with pytest.raises(SelfPlayError, match="other options"):
        run("critic", tmp_path / "none")
    with pytest.raises(ValueError, match="hidden inputs"):
        run("distil", tmp_path / "distilled", tmp_path / "none" / SELF_PLAY_MODEL)
