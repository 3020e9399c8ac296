"""Walls of 144 tiles: what the deal shows, and the games against Python's referee."""

import mj_engine
from mj_bot.tiles import codes_of
from tests.mj_engine.python_side import wall_with_flowers


def _dealt(wall: list[int], seat: int) -> tuple[list[int], list[int]]:
    tiles: list[int] = []
    flowers: list[int] = []
    for tile in reversed(wall[36 * seat : 36 * seat + 36]):
        if len(tiles) < 13:
            (tiles if tile < 34 else flowers).append(tile)
    return tiles, flowers


def test_the_deal_tells_everybody_all_flowers() -> None:
    for seed in range(50):
        wall = wall_with_flowers(seed)
        game = mj_engine.Game(wall)
        game.submit(["PASS"] * 4)
        dealt = [_dealt(wall, seat) for seat in range(4)]
        counts = " ".join(str(len(flowers)) for _, flowers in dealt)
        flowers = [flower for _, own in dealt for flower in own]
        for seat in range(4):
            expected = f"1 {counts} {codes_of(dealt[seat][0] + flowers)}"
            assert game.request_for(seat) == expected
