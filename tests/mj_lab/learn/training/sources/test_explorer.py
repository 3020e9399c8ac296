"""Games that a search explores, and the recipes of DQN at the fast table, stopped and gone on."""

from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_bot.expectimax.q_features import HAND, LEFT, MELD_COUNT, TURN
from mj_bot.expectimax.q_network import QNetwork
from mj_bot.nets.weights_file import read_weights
from mj_lab.core.game.walls import Wall, walls_of_seed
from mj_lab.core.stopping import StopSignal
from mj_lab.learn.training.networks.q_net import Q_FILE, QModel, QNetOptions
from mj_lab.learn.training.parts.part import Batch, Context
from mj_lab.learn.training.parts.task_cache import KeptParts
from mj_lab.learn.training.parts.workers import LocalWorkers
from mj_lab.learn.training.run.recipe import read_recipe
from mj_lab.learn.training.run.run import Run
from mj_lab.learn.training.sources.explorer import (
    ExplorerOptions,
    ExplorerPlay,
    Playing,
    explored_game,
)
from tests.mj_lab.learn.training.stopping import gone_on

CPU = torch.device("cpu")


def game_of(wall: Wall, seed: int = 3, **options: Any) -> Batch:
    return explored_game(Playing(ExplorerOptions(**options)), (wall, seed))


def test_the_weights_file_says_what_pytorch_says(tmp_path: Path) -> None:
    model = QModel(QNetOptions(width=6, blocks=2, summary=10), Context("0", tmp_path, CPU))
    torch.manual_seed(1)
    for one in model.parameters():
        torch.nn.init.normal_(one, std=0.2)
    model.write(tmp_path, 0)
    seen = game_of(next(walls_of_seed("1")))["seen"]
    with torch.no_grad():
        wanted = model.outputs({"seen": torch.from_numpy(seen)})["q"].numpy() * 32.0
    found = QNetwork(read_weights(str(tmp_path / Q_FILE))).values(seen)
    assert found == pytest.approx(wanted, abs=1e-3)
    assert wanted.std() > 1


def test_the_experience_of_a_game_is_that_game() -> None:
    games = [game_of(wall, temperature=1.0) for wall in islice(walls_of_seed("2"), 3)]
    claims = 0
    for experience in games:
        seen, ends = experience["seen"].astype(int), np.flatnonzero(experience["done"])
        assert len(ends) == 4 and experience["done"][-1]
        rows = np.arange(len(seen))
        assert (seen[rows, HAND, experience["chosen"]] == 1).all(), "what is discarded was held"
        assert (experience["legal"] == (seen[:, HAND] > 0)).all()
        for first, last in zip([0, *ends + 1], ends, strict=False):
            turns, left = seen[first : last + 1, TURN, 0], seen[first : last + 1, LEFT, 0]
            assert turns.tolist() == list(range(len(turns))), "every discard is there"
            tiles = seen[first : last + 1, HAND : HAND + 4].sum(axis=(1, 2))
            melds = seen[first : last + 1, MELD_COUNT, 0]
            assert (tiles == 14 - 3 * melds).all()
            assert (np.diff(left) <= 0).all()
            claims += int((np.diff(melds) > 0).sum())
        assert float(experience["reward"][ends].sum()) == 0, "at the end the scores are paid"
        said = experience["said"].astype(float)
        assert (np.isnan(said) | experience["legal"]).all(), "of what may be discarded"
        chosen = said[rows, experience["chosen"]]
        ours = ~np.isnan(chosen) & ~experience["done"]
        assert experience["reward"][ours] == pytest.approx(0.1 * chosen[ours], abs=0.02)
        assert ours.mean() > 0.8
        between = experience["reward"][~experience["done"]]
        assert np.abs(between).max() < 0.1 * 200 and between.std() > 0
    assert claims > 0
    other = game_of(next(walls_of_seed("2")), temperature=1.0, search_reward=0.0)
    assert (other["chosen"] == games[0]["chosen"]).all()
    assert (other["reward"][~other["done"]] == 0).all()


def test_discards_at_random_are_as_many_as_asked_and_any_tile() -> None:
    """At a temperature of 0 whatever else than the search's best is discarded was drawn."""
    wall = next(walls_of_seed("2"))
    best = game_of(wall, temperature=0.0)
    mixed = [game_of(wall, seed, temperature=0.0, random=0.5) for seed in range(8)]
    first = [int(np.flatnonzero(one["done"])[0]) for one in mixed]
    assert len({tuple(one["chosen"][:5]) for one in mixed}) > 4, "what is drawn is of the seed"
    assert min(first) > 3
    opening = [int(one["chosen"][0]) for one in mixed]
    assert 1 <= opening.count(int(best["chosen"][0])) < 8
    drawn = game_of(wall, temperature=0.0, random=1.0)
    held = drawn["legal"].sum(axis=1)
    assert len(set(drawn["chosen"])) > held.max(), "any tile"


def test_claims_that_were_not_made_are_episodes_of_one_decision() -> None:
    _, wall = islice(walls_of_seed("2"), 2)
    alone = game_of(wall)
    both = game_of(wall, not_made=1.0)
    count = len(alone["done"])
    assert (both["seen"][:count] == alone["seen"]).all(), "the game is the same"
    asides = {name: one[count:] for name, one in both.items()}
    assert len(asides["done"]) > 4 and asides["done"].all()
    rows = np.arange(len(asides["done"]))
    melds = asides["seen"][:, MELD_COUNT, 0].astype(int)
    assert (melds >= 1).all()
    assert (asides["seen"][:, HAND : HAND + 4].sum(axis=(1, 2)) == 14 - 3 * melds).all()
    assert (asides["legal"] == (asides["seen"][:, HAND] > 0)).all()
    said = asides["said"].astype(float)
    assert (said[rows, asides["chosen"]] == np.nanmax(said, axis=1)).all(), "the best behind it"
    assert asides["reward"] == pytest.approx(said[rows, asides["chosen"]], abs=0.02)
    assert count < len(game_of(wall, not_made=0.5)["done"]) < len(both["done"])


def test_games_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    found = []
    play = ExplorerPlay(ExplorerOptions(games=3), Context("1", tmp_path, CPU))
    with closing(LocalWorkers(2, processes=True)) as others:
        for name, workers in (("one", LocalWorkers()), ("two", others)):
            found.append(play.experience(1, KeptParts(tmp_path / name, workers, StopSignal())))
    assert all(np.array_equal(found[0][name], found[1][name]) for name in ("seen", "reward"))


def test_rounds_that_the_replay_has_forgotten_are_gone_and_a_damaged_one_is_refused(
    tmp_path: Path,
) -> None:
    changes = ["play.games=1", "aim.steps=4", "aim.batch=16", "aim.capacity=20", "model.width=4"]
    for steps in (1, 2, 3):
        recipe = read_recipe("double_dqn", [*changes, f"steps={steps}"])
        gone_on(tmp_path, recipe)
    kept = sorted(path.name for path in (tmp_path / "replay").iterdir())
    assert kept == ["00001.npz", "00002.npz"]
    assert read_weights(str(tmp_path / Q_FILE)).header["step"] == 3
    (tmp_path / "replay" / "00002.npz").write_bytes(b"nothing")
    with pytest.raises(ValueError, match="00002.npz: no experience there"):
        Run(tmp_path, recipe)
