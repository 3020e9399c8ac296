"""Walls of 144 tiles: every tactic plays them, four at a table, without a fault or a lost state."""

import json
import random

import pytest

from mj_bot import tactics
from mj_bot.botzone.bot import RESTART, Settings
from mj_bot.botzone.process import play_turns
from mj_bot.events import SEATS, Request, format_request, parse_request
from mj_bot.tiles import COPIES, FLOWER_KINDS, TILE_KINDS
from mj_lab.core.game.play_game import Player, play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.replies import Reply
from mj_lab.core.records.match import match_of
from mj_lab.measure.check.legal import check_legality
from mj_lab.measure.check.verify import disagreement

FEW = {"odds": 1, "rule_based": 1, "v1_1": 2, "v1_2": 2, "v2_1": 1, "v2_2": 1, "expectimax": 1}
# A search as long as it likes takes a minute a game.
HURRIED = {"expectimax": "expectimax@seconds=0.05"}
IN_HOURS = (pytest.mark.slow, pytest.mark.timeout(7200))
SLOWER = ("cnn", "expectimax", "learned", "net", "which_discard")


def wall_with_flowers(seed: int) -> list[int]:
    wall = [tile for tile in range(TILE_KINDS) for _ in range(COPIES)]
    wall += range(TILE_KINDS, TILE_KINDS + FLOWER_KINDS)
    random.Random(seed).shuffle(wall)
    return wall


class Told:
    """A player that is addressed in the words of the wire, as a program is."""

    def __init__(self, player: Player) -> None:
        self.player, self.name = player, player.name

    def begin(self, seat: int) -> None:
        self.seat = seat
        self.player.begin(seat)

    def ask(self, request: Request) -> Reply:
        reply = self.player.ask(parse_request(format_request(request, self.seat), self.seat))
        return reply if isinstance(reply, tuple) and len(reply) == 2 else str(reply)

    def end(self) -> None:
        self.player.end()


def plays_without_fault(name: str, seeds: range) -> None:
    for seed in seeds:
        game = Game(wall_with_flowers(seed), seed % SEATS)
        made = player_of(name)
        players = [Told(made(seed * SEATS + seat)) for seat in range(SEATS)]
        turns = play(game, players)
        assert game.result is not None
        assert game.result.action in ("HU", "HUANG"), (seed, game.result)
        assert sum(game.scores) == 0
        match = match_of(game, turns)
        assert disagreement(match) is None
        if name == "random":
            assert check_legality(match).disagreements == []


@pytest.mark.parametrize(
    "flowers",
    ["H1 H2 H3 H4 H5", "H3", ""],
    ids=["of all four, as the judge lists them", "one's own, as once", "counted alone"],
)
def test_the_bot_knows_the_game_after_a_deal_with_flowers(flowers: str) -> None:
    deal = "1 2 1 0 2 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 B4 B5 " + flowers
    asked = {"requests": ["0 1 0", deal.strip(), "2 F1"], "responses": ["PASS", "PASS"]}
    said = json.loads(play_turns([json.dumps(asked).encode()], Settings("random", RESTART))[0])
    assert said["debug"] == ""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.thorough if name in SLOWER else ())
        for name in tactics.names()
    ],
)
@pytest.mark.parametrize("most", [6, pytest.param(100, marks=IN_HOURS)])
def test_every_tactic_plays_walls_with_flowers(name: str, most: int) -> None:
    """A hundred of them: pytest -m slow tests/mj_lab/core/game/test_flowers.py"""
    if most == 6:
        plays_without_fault(HURRIED.get(name, name), range(FEW.get(name, 6)))
    else:
        plays_without_fault(name, range(most))
