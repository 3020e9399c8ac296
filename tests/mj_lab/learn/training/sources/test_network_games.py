"""Games of networks at the fast table: the bot's own moves, drawn as often as their chances say."""

from itertools import islice

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

import mj_engine
from mj_bot.features.columns import first_channels
from mj_bot.nets.shipped import packed_weights
from mj_bot.nets.weights_file import Weights
from mj_bot.tactics import load
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import TacticPlayer
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import walls_of_seed
from mj_lab.learn.training.networks.written.hidden_inputs import HIDDEN_INPUTS, with_hidden
from mj_lab.learn.training.parts.part import Batch
from mj_lab.learn.training.sources.network_games import NetworkGames, Seated
from mj_lab.learn.training.sources.network_player import NetworkPlayer
from tests.mj_lab.learn.training.small_weights import small_weights

CPU = torch.device("cpu")
SMALL = small_weights()


class Surest(NetworkPlayer):
    """Always takes the likeliest move."""

    def logits(self, inputs: dict[str, NDArray[np.uint8]]) -> NDArray[np.float32]:  # type: ignore[override]
        """Far apart."""
        return super().logits(inputs) * np.float32(1e4)


def player_of(weights: Weights, shown: float | None = None) -> NetworkPlayer:
    return NetworkPlayer(weights, CPU, np.random.default_rng(1), shown)


def games(player: NetworkPlayer, count: int, seed: str = "t") -> Batch:
    walls = islice(walls_of_seed(seed), count)
    seated = [Seated(wall, (0, 0, 0, 0)) for wall in walls]
    return NetworkGames(seated, [player], np.random.default_rng(1)).play()


@pytest.mark.thorough
def test_the_likeliest_moves_are_those_of_the_tactic() -> None:
    """The same walls at the judge, in Python: the same scores."""
    found = games(Surest(packed_weights("net"), CPU, np.random.default_rng(1)), 2)
    for place, wall in enumerate(islice(walls_of_seed("t"), 2)):
        game = Game(wall.tiles, wall.prevalent_wind)
        play(game, [TacticPlayer(lambda _: load("net"), "net") for _ in range(4)])
        assert list(found["game/scores"][place]) == list(game.scores)
        assert game.result is not None
        assert found["game/fan"][place] == (game.result.fan or 0)


def test_moves_are_drawn_as_often_as_their_chances_say() -> None:
    player = player_of(SMALL)
    played = games(player, 8)
    logits = torch.from_numpy(player.logits(played)).double()
    legal = torch.from_numpy(played["legal"])
    log = torch.log_softmax(logits.masked_fill(~legal, -torch.inf), dim=1).numpy()
    rows = np.arange(len(log))
    assert log[rows, played["chosen"]] == pytest.approx(played["log_chance"], abs=1e-4)
    assert (played["legal"].sum(axis=1) > 1).all()
    pi = np.exp(log)
    for place in (pi.argmax(axis=1), played["legal"].argmax(axis=1)):
        chance = pi[rows, place]
        error = np.sqrt((chance * (1 - chance)).sum())
        assert abs((played["chosen"] == place).sum() - chance.sum()) < 4 * error + 1
    assert len(log) > 300


def test_only_the_first_players_decisions_are_kept_with_its_score() -> None:
    player = player_of(SMALL)
    walls = list(islice(walls_of_seed("t"), 3))
    seated = [Seated(wall, (0, 1, 1, 1)) for wall in walls]
    found = NetworkGames(seated, [player, player], np.random.default_rng(1)).play()
    first = first_channels()["seat_wind"]
    assert found["columns"][:, first, 0].all()
    assert set(found["reward"]) <= set(found["game/scores"][:, 0].astype(np.float32))
    assert (found["game/players"] == [[0, 1, 1, 1]] * 3).all()
    assert (found["game/scores"].sum(axis=1) == 0).all()


@pytest.mark.parametrize("share", [1.0, 0.5, 0.0])
def test_a_decision_keeps_what_was_shown_of_the_hidden(share: float) -> None:
    player = player_of(with_hidden(SMALL, "all"), share)
    assert player.features == ["columns"]
    game = mj_engine.Game(mj_engine.wall_of_seed("arms"))
    game.advance()
    all_of_it = game.hidden(0)
    columns = np.zeros((1, 246, 34), np.uint8)
    shown = player.inputs({"columns": columns, "hidden": all_of_it[None]})[HIDDEN_INPUTS.name][0]
    assert (shown <= all_of_it).all()
    assert shown.sum() == pytest.approx(share * all_of_it.sum(), abs=45)
    played = games(player, 1, "arms")
    assert played["hidden"].shape == (len(played["chosen"]), *HIDDEN_INPUTS.shape)
    # At a seat's first decision no tile has been claimed: 39 in the others' hands at least.
    hands = played["hidden"][0, :12].sum()
    assert hands == 39 if share == 1 else hands < 39
    assert not share or played["hidden"].any()
    assert "hidden" not in games(player_of(SMALL), 1, "arms")
