"""What was played leaves nothing behind: a process of a million games stays as large as it was.

The large runs: pytest tests/mj_engine/test_memory.py -m slow -s --timeout 0
"""

import gc
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import mj_engine

_STATM = Path("/proc/self/statm")
_PAGE = 4096
_BATCH = 1_000
# What the allocator keeps for itself once batches of records have come and gone, up to 10 MB here.
# A kilobyte left by each of 20,000 games, which is less than a game or its record has, is 20 MB.
_ALLOWED = 16_000_000

needs_proc = pytest.mark.skipif(not _STATM.exists(), reason="no /proc to read the memory from")


def resident() -> int:
    """The bytes of this process in memory."""
    gc.collect()
    return int(_STATM.read_text().split()[1]) * _PAGE


def growth(players: str, games: int) -> int:
    """Bytes by which this many games enlarge this process, its first batches set aside."""
    before, walls = 0, [mj_engine.wall_of_seed(f"memory/{number}") for number in range(_BATCH)]
    for first in range(0, games + 2 * _BATCH, _BATCH):
        if first == 2 * _BATCH:
            before = resident()
        played = mj_engine.play(walls, players, seed=first, threads=2, records=True)
        assert len(played.records) == _BATCH
    return resident() - before


@pytest.mark.thorough
@needs_proc
def test_random_games_leave_no_memory_behind() -> None:
    assert growth("random", 20_000) < _ALLOWED


@needs_proc
@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "games"), [("random", 1_000_000), ("greedy", 20_000), ("odds", 5_000)]
)
def test_many_games_leave_no_memory_behind(players: str, games: int) -> None:
    grown = growth(players, games)
    print(f"\n{games} games of {players}: {grown / 1e6:+.1f} MB of {resident() / 1e6:.0f}")
    assert grown < _ALLOWED


@pytest.mark.thorough
@needs_proc
def test_branches_and_observations_leave_no_memory_behind() -> None:
    game = mj_engine.Game(mj_engine.wall_of_seed(1))
    game.advance()
    seat = game.to_move
    assert seat is not None

    def once(number: int) -> None:
        branch = game.sampled(seat, number).copy()
        branch.play(branch.legal()[seat][0])
        branch.observation(seat).mask.sum()
        mj_engine.playouts(game, game.legal()[seat][:2], 2, "random", number)
        with suppress(ValueError):  # pytest.raises would keep every branch until a collection.
            branch.play("HU")

    for number in range(500):
        once(number)
    before = resident()
    for number in range(20_000):
        once(number)
    assert resident() - before < _ALLOWED


def test_nothing_of_the_core_is_left_when_python_ends() -> None:
    """The binding counts its objects and types, and complains of those that outlive Python."""
    script = """
import mj_engine
from mj_engine.odds import Odds
walls = [mj_engine.wall_of_seed(number) for number in range(8)]
games = mj_engine.play(walls, ["odds", "greedy", "random", "odds"], threads=2, records=True)
game = mj_engine.Game(walls[0])
game.advance()
Odds().candidates(game.observation(game.to_move))
table = mj_engine.VectorTable(4, opponents="greedy")
table.step(table.reset().masks.argmax(axis=1))
mj_engine.playouts(game, game.legal()[game.to_move], 3, "greedy", worlds="sampled")
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
