"""Walls of 144 tiles: what the deal tells, and the games against Python's judge."""

import json

import pytest

pytest.importorskip("mj_engine._core", reason="mj_engine is not built")
from mj_lab.judge import Game

import mj_engine
from mj_bot.events import format_request
from tests.mj_engine.python_side import codes, wall_with_flowers


def _dealt(wall, seat):
    tiles, flowers = [], []
    for tile in reversed(wall[36 * seat : 36 * seat + 36]):
        if len(tiles) < 13:
            (tiles if tile < 34 else flowers).append(tile)
    return tiles, flowers


def test_the_deal_tells_everybody_all_flowers():
    for seed in range(50):
        wall = wall_with_flowers(seed)
        game = mj_engine.Game(wall)
        game.submit(["PASS"] * 4)
        dealt = [_dealt(wall, seat) for seat in range(4)]
        counts = " ".join(str(len(flowers)) for _, flowers in dealt)
        flowers = [flower for _, own in dealt for flower in own]
        for seat in range(4):
            expected = f"1 {counts} {codes(dealt[seat][0] + flowers)}"
            assert game.request_for(seat) == expected


@pytest.mark.parametrize("player", ["random", "greedy"])
def test_played_games_are_the_judges(player):
    walls = [wall_with_flowers(seed) for seed in range(60)]
    for outcome in mj_engine.play(walls, player, records=True):
        match = json.loads(outcome.record)
        game = Game(_tiles(match["wall"]), match["quan"])
        for turn, requests in enumerate(match["requests"]):
            if turn != 1:  # the deal, see above
                theirs = [format_request(game.request_for(seat), seat) for seat in range(4)]
                assert theirs == requests
            game.submit(match["responses"][turn])
        assert list(game.scores) == match["scores"]
        assert game.result.action == match["result"]["action"]
        assert game.result.fan == match["result"].get("fan_total")


def _tiles(text):
    from mj_bot.tiles import tiles_of

    return tiles_of(text)
