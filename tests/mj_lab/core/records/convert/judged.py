"""Games of our judge of every kind, to be written and read back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import TacticPlayer, player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.records.match import Match, match_of

# Random players claim whatever they may and pre-empt one another; greedy ones win.
_TABLES = (("random",) * 4, ("greedy", "random", "greedy", "random"), ("greedy",) * 4)


def judged_games(
    count: int, flowers: bool = False, seed: str = "judged", common_wall: bool = False
) -> Iterator[Match]:
    """This many games, on walls of 136 tiles or with flowers of 144; not to be changed."""
    for number in range(count):
        yield _judged_game(number, flowers, seed, common_wall)


# Forty tests ask for the first dozen, and a game takes 50 ms.
@lru_cache(maxsize=64)
def _judged_game(number: int, flowers: bool, seed: str, common_wall: bool) -> Match:
    wall = [tile for tile in range(34) for _ in range(4)] + list(range(34, 42)) * flowers
    Random(f"{seed}/{flowers}/{number}").shuffle(wall)
    game = Game(wall, number % 4, common_wall)
    names = _TABLES[number % len(_TABLES)]
    players = [player_of(name)(4 * number + seat) for seat, name in enumerate(names)]
    for player in players:
        assert isinstance(player, TacticPlayer)
        player.common_wall = common_wall
    return match_of(game, play(game, players), f"{number:024x}", names)
