"""A run at the fast table: what it notes of games, and that stopping changes nothing."""

import json
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("mj_engine.odds", reason="make engine")

import torch
from typer.testing import CliRunner

from mj_bot.expectimax.q_network import QNetwork
from mj_bot.expectimax.q_rows import HAND, LEFT, MELD_COUNT, TURN
from mj_bot.nets.weights_file import read_weights
from mj_lab.arena.wallset import walls_of_seed
from mj_lab.cli import app
from mj_lab.learn.dqn.plan import DqnPlan, PlayPlan, QNetOptions, QOptions
from mj_lab.learn.dqn.playing import play_game, played
from mj_lab.learn.dqn.q_net import QNet, write_q_net
from mj_lab.learn.dqn.rounds import Q_MODEL, Q_STATE, Rounds, RoundsError
from mj_lab.learn.run.workers import LocalWorkers

HERE = LocalWorkers()
SMALL = QNetOptions(width=4, depth=1, summary=8)
PLAN = DqnPlan(games=2, steps=4, batch=16, capacity=200, network=SMALL, learner=QOptions(sync=3))


def test_the_weights_file_says_what_pytorch_says(tmp_path: Path) -> None:
    torch.manual_seed(1)
    network = QNet(QNetOptions(width=6, depth=2, summary=10))
    for one in network.parameters():
        torch.nn.init.normal_(one, std=0.2)
    write_q_net(network, 32.0, tmp_path / "q.mjw")
    experience = play_game(PlayPlan(), next(walls_of_seed("1")), 1)
    with torch.no_grad():
        wanted = network(torch.from_numpy(experience.seen).float()).numpy() * 32.0
    found = QNetwork(read_weights(str(tmp_path / "q.mjw"))).values(experience.seen)
    assert found == pytest.approx(wanted, abs=1e-3)
    assert wanted.std() > 1


def test_the_experience_of_a_game_is_that_game() -> None:
    plan = PlayPlan(temperature=1.0)
    games = [play_game(plan, wall, 3) for wall in islice(walls_of_seed("2"), 3)]
    claims = 0
    for experience in games:
        seen, ends = experience.seen.astype(int), np.flatnonzero(experience.done)
        assert len(ends) == 4 and experience.done[-1]
        rows = np.arange(len(seen))
        assert (seen[rows, HAND, experience.action] == 1).all(), "what is discarded was held"
        assert (experience.mask == (seen[:, HAND] > 0)).all()
        for first, last in zip([0, *ends + 1], ends, strict=False):
            turns, left = seen[first : last + 1, TURN, 0], seen[first : last + 1, LEFT, 0]
            assert turns.tolist() == list(range(len(turns))), "every discard is there"
            tiles = seen[first : last + 1, HAND : HAND + 4].sum(axis=(1, 2))
            melds = seen[first : last + 1, MELD_COUNT, 0]
            assert (tiles == 14 - 3 * melds).all()
            assert (np.diff(left) <= 0).all()
            claims += int((np.diff(melds) > 0).sum())
        assert float(experience.reward[ends].sum()) == 0, "at the end the scores are paid"
        said = experience.said.astype(float)
        assert (np.isnan(said) | experience.mask).all(), "of what may be discarded"
        chosen = said[rows, experience.action]
        ours = ~np.isnan(chosen) & ~experience.done
        assert experience.reward[ours] == pytest.approx(0.1 * chosen[ours], abs=0.02)
        assert ours.mean() > 0.8
        between = experience.reward[~experience.done]
        assert np.abs(between).max() < 0.1 * 200 and between.std() > 0
    assert claims > 0
    other = play_game(replace(plan, search_reward=0.0), next(walls_of_seed("2")), 3)
    assert (other.action == games[0].action).all()
    assert (other.reward[~other.done] == 0).all()


def test_discards_by_lot_are_as_many_as_asked_and_any_tile() -> None:
    """At a temperature of 0 whatever else than the search's best is discarded was a lot."""
    wall = next(walls_of_seed("2"))
    best = play_game(PlayPlan(temperature=0.0), wall, 3)
    mixed = [play_game(PlayPlan(temperature=0.0, random=0.5), wall, seed) for seed in range(8)]
    first = [int(np.flatnonzero(one.done)[0]) for one in mixed]
    assert len({tuple(one.action[:5]) for one in mixed}) > 4, "the lots are of the seed"
    assert min(first) > 3
    opening = [int(one.action[0]) for one in mixed]
    assert 1 <= opening.count(int(best.action[0])) < 8
    by_lot = play_game(PlayPlan(temperature=0.0, random=1.0), wall, 3)
    held = by_lot.mask.sum(axis=1)
    assert len(set(by_lot.action)) > held.max(), "any tile"


def test_claims_that_were_not_made_are_episodes_of_one_decision() -> None:
    _, wall = islice(walls_of_seed("2"), 2)
    alone = play_game(PlayPlan(), wall, 3)
    both = play_game(PlayPlan(not_made=1.0), wall, 3)
    assert (both.seen[: len(alone)] == alone.seen).all(), "the game is the same"
    asides = both.at(slice(len(alone), None))
    assert len(asides) > 4 and asides.done.all()
    rows = np.arange(len(asides))
    melds = asides.seen[:, MELD_COUNT, 0].astype(int)
    assert (melds >= 1).all()
    assert (asides.seen[:, HAND : HAND + 4].sum(axis=(1, 2)) == 14 - 3 * melds).all()
    assert (asides.mask == (asides.seen[:, HAND] > 0)).all()
    said = asides.said.astype(float)
    assert (said[rows, asides.action] == np.nanmax(said, axis=1)).all(), "the best behind it"
    assert asides.reward == pytest.approx(said[rows, asides.action], abs=0.02)
    assert len(alone) < len(play_game(PlayPlan(not_made=0.5), wall, 3)) < len(both)


def test_games_do_not_depend_on_the_number_of_processes() -> None:
    with closing(LocalWorkers(2, processes=True)) as others:
        one, two = [played(PlayPlan(), 1, 3, workers) for workers in (HERE, others)]
    assert (one.seen == two.seen).all() and (one.reward == two.reward).all()


def test_a_run_that_was_stopped_comes_to_the_same_weights(tmp_path: Path) -> None:
    play = PlayPlan(alpha=0.1, random=0.2, not_made=0.5)
    plan = replace(PLAN, own_from=2, play=play, learner=QOptions(sync=3, average=0.9))
    whole = Rounds(tmp_path / "whole", plan)
    figures = [whole.step(HERE) for _ in range(3)]
    Rounds(tmp_path / "stopped", plan).step(HERE)
    again = Rounds(tmp_path / "stopped", plan)
    assert again.done == 1 and again.history == figures[:1]
    for _ in range(2):
        again.step(HERE)
    assert again.history == figures
    models = [(tmp_path / name / Q_MODEL).read_bytes() for name in ("whole", "stopped")]
    assert models[0] == models[1]
    kept = sorted(path.name for path in (tmp_path / "whole").glob("played-*"))
    assert kept == sorted(path.name for path in (tmp_path / "stopped").glob("played-*"))
    assert 0 < len(kept) < 3, "the games that the replay has forgotten are gone"


def test_another_run_and_a_damaged_one_are_refused(tmp_path: Path) -> None:
    Rounds(tmp_path, PLAN).step(HERE)
    with pytest.raises(RoundsError, match="other options"):
        Rounds(tmp_path, replace(PLAN, games=5))
    (played_file,) = tmp_path.glob("played-*")
    played_file.write_bytes(b"nothing")
    with pytest.raises(RoundsError, match="no experience"):
        Rounds(tmp_path, PLAN)
    (tmp_path / Q_STATE).write_bytes(b"nothing")
    with pytest.raises(RoundsError, match="damaged"):
        Rounds(tmp_path, PLAN)


def test_the_command_learns_goes_on_and_refuses(tmp_path: Path) -> None:
    run = CliRunner()
    words = [
        "learn",
        "dqn",
        str(tmp_path / "run"),
        "--set",
        "games=1",
        "--set",
        "steps=2",
        "--set",
        "width=4",
    ]
    first = run.invoke(app, [*words, "--rounds", "1", "--device", "cpu"])
    assert first.exit_code == 0, first.output
    assert "round 1 of 1" in first.stderr
    again = run.invoke(app, [*words, "--rounds", "2", "--device", "cpu"])
    assert "round 2 of 2" in again.stderr and "round 1 of" not in again.stderr
    header = read_weights(str(tmp_path / "run" / Q_MODEL)).header
    assert header["rounds"] == 2, json.dumps(header)
    assert list((tmp_path / "run" / "tensorboard").iterdir())
    for wrong in ("alpha=2", "temperature=-1"):
        refused = run.invoke(app, [*words, "--set", wrong])
        assert isinstance(refused.exception, ValueError) and wrong.split("=")[0] in str(
            refused.exception
        )
