"""Games of networks at the fast table: the bot's own moves, drawn as often as their chances say."""

from itertools import islice

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("mj_engine", reason="make engine")

import torch
from mj_lab.learn.selfplay.network_games import NetworkGames, PlayedGames, Seated, log_chances
from mj_lab.learn.selfplay.network_player import NetworkPlayer
from mj_lab.learn.selfplay.seen_state import state_of
from tests.mj_lab.learn.selfplay.small_weights import small_weights

import mj_engine
from mj_bot.actions import action_space
from mj_bot.events import parse_response
from mj_bot.features.columns import first_channels
from mj_bot.nets.shipped import packed_weights
from mj_bot.state import GameState
from mj_bot.tactics import load
from mj_lab.arena.wallset import walls_of_seed
from mj_lab.game.asking import play
from mj_lab.game.players import TacticPlayer
from mj_lab.game.referee import Game

CPU = torch.device("cpu")


class Surest(NetworkPlayer):
    """Always takes the likeliest move."""

    def logits(self, inputs: dict[str, NDArray[np.uint8]]) -> NDArray[np.float32]:  # type: ignore[override]
        """Far apart."""
        return super().logits(inputs) * np.float32(1e4)


def games(player: NetworkPlayer, count: int, seed: str = "t") -> PlayedGames:
    walls = islice(walls_of_seed(seed), count)
    seated = [Seated(wall, (0, 0, 0, 0)) for wall in walls]
    return NetworkGames(seated, [player], np.random.default_rng(1)).play()


@pytest.mark.thorough
def test_the_likeliest_moves_are_those_of_the_tactic() -> None:
    """The same walls at the judge, in Python: the same scores."""
    found = games(Surest(packed_weights("net"), CPU), 2)
    for place, wall in enumerate(islice(walls_of_seed("t"), 2)):
        game = Game(wall.tiles, wall.prevalent_wind)
        play(game, [TacticPlayer(lambda _: load("net"), "net") for _ in range(4)])
        assert list(found.scores[place]) == list(game.scores)
        assert game.result is not None
        assert found.fan[place] == (game.result.fan or 0)


def test_what_a_seat_sees_is_what_its_requests_fold_to() -> None:
    (wall,) = islice(walls_of_seed("fold"), 1)
    game, states = mj_engine.Game(wall.tiles, wall.prevalent_wind), [GameState() for _ in range(4)]
    greedy, compared = mj_engine.tactic("greedy"), 0
    besides = {"answer", "last", "legal", "standing"}
    while not game.over:
        answers = []
        for seat, state in enumerate(states):
            state.apply(game.request_for(seat))
            legal = game.legal_for(seat)
            answers.append(greedy.choose(game, seat) if len(legal) > 1 else legal[0])
            if len(legal) > 1:
                seen = state_of(game.observation(seat))
                for name in set(GameState.__slots__) - besides:
                    assert getattr(seen, name) == getattr(state, name), name
                assert [str(one) for one in seen.legal or ()] == [
                    str(one) for one in action_space(state)
                ]
                compared += 1
        game.submit(answers)
        for state, answer in zip(states, answers, strict=True):
            state.answered(parse_response(answer))
    assert compared > 40


def test_moves_are_drawn_as_often_as_their_chances_say() -> None:
    player = NetworkPlayer(small_weights(), CPU)
    played = games(player, 8).decisions
    log = log_chances(player.logits(played.seen), played.legal)
    rows = np.arange(len(played))
    assert log[rows, played.chosen] == pytest.approx(played.log_chance, abs=1e-4)
    assert (played.legal.sum(axis=1) > 1).all()
    pi = np.exp(log)
    for place in (pi.argmax(axis=1), played.legal.argmax(axis=1)):
        chance = pi[rows, place]
        error = np.sqrt((chance * (1 - chance)).sum())
        assert abs((played.chosen == place).sum() - chance.sum()) < 4 * error + 1
    assert len(played) > 300


def test_only_the_first_players_decisions_are_kept_with_its_score() -> None:
    player = NetworkPlayer(small_weights(), CPU)
    walls = list(islice(walls_of_seed("t"), 3))
    seated = [Seated(wall, (0, 1, 1, 1)) for wall in walls]
    found = NetworkGames(seated, [player, player], np.random.default_rng(1)).play()
    first = first_channels()["seat_wind"]
    assert found.decisions.seen["columns"][:, first, 0].all()
    assert set(found.decisions.reward) <= set(found.scores[:, 0].astype(np.float32))
    assert (found.players == [[0, 1, 1, 1]] * 3).all()
    assert (found.scores.sum(axis=1) == 0).all()
