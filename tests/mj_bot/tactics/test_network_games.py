"""Whole games at the referee with networks of random weights: no fault, whatever they answer."""

import random
from functools import partial

import pytest

from mj_bot.nets.weights_file import Weights
from mj_bot.tactics import Tactic, load
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import TacticPlayer
from mj_lab.core.game.referee import Game
from tests.mj_bot.expectimax.trees import q_weights
from tests.mj_bot.nets.layers import tiny_weights


def made(tactic: str, weights: Weights, seed: int) -> Tactic:
    return load(tactic, weights=weights)


@pytest.mark.parametrize(
    ("tactic", "games"),
    [("net", 10), ("cnn", 5), ("learned", 1), ("expectimax@depth=1,alpha=0.3,claims=0", 1)],
)
def test_games_end_without_a_fault(tactic: str, games: int) -> None:
    for number in range(games):
        searches = tactic.startswith("expectimax")
        weights = q_weights(number, width=2) if searches else tiny_weights(tactic, number)
        factory = partial(made, tactic, weights)
        players = [TacticPlayer(factory, tactic) for _ in range(4)]
        wall = [tile % 34 for tile in range(136)]
        random.Random(number).shuffle(wall)
        game = Game(wall, number % 4)
        play(game, players)
        assert [player.errors for player in players] == [""] * 4
        assert game.result is not None and game.result.action in ("HU", "HUANG"), game.result
