"""Plays many games to find faults: nothing costs as much as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from mj_bot.events import HU, SEATS
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.result import HUANG, Result
from mj_lab.core.game.walls import wall_of_seed

# The ends of a game without a fault: a win, or a drawn game.
FAULTLESS = (HU, HUANG)


def results_of(
    specs: Sequence[str], seeds: Iterable[int], jobs: int = 1
) -> Iterator[tuple[int, Result]]:
    """The result of a game for each seed; players as in `mj play`, rotated by the seed.

    Raises ValueError if there are not four, or one cannot be played.
    """
    if len(specs) != SEATS:
        raise ValueError(f"four players are needed, not {len(specs)}")
    for spec in specs:
        player_of(spec)
    play_one = partial(_result_of, list(specs))
    if jobs == 1:
        yield from map(play_one, seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_one, seeds, chunksize=4)


def _result_of(specs: list[str], seed: int) -> tuple[int, Result]:
    turned = [specs[(seat + seed) % SEATS] for seat in range(SEATS)]
    players = [player_of(spec)(seed * SEATS + seat) for seat, spec in enumerate(turned)]
    game = Game(wall_of_seed(f"faultless {seed}"), seed // SEATS % SEATS)
    play(game, players)
    assert game.result is not None
    return seed, game.result
