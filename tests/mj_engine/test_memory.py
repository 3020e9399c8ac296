"""What was played leaves nothing behind, counted to the byte."""

import ctypes
import gc
import os
import subprocess
import sys
from contextlib import suppress

import pytest

import mj_engine
from tests.mj_engine.python_side import begun

# Bytes that each may leave. Threads that ended keep up to 10,000 in all, whatever they played; a
# branch leaves 0. A branch that is kept, the least of what could leak, is 960.
_OF_A_GAME = 256
_OF_A_BRANCH = 16
_SIZES = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"


class _Allocated(ctypes.Structure):
    """`mallinfo2` of glibc 2.33: uordblks bytes of small blocks are in use, hblkhd of large."""

    _fields_ = [(name, ctypes.c_size_t) for name in _SIZES.split()]


_mallinfo = getattr(ctypes.CDLL(None), "mallinfo2", None)
needs_count = pytest.mark.skipif(_mallinfo is None, reason="this C library counts no memory")


def allocated() -> int:
    """Bytes that this process has taken and not given back, what is Python's own apart."""
    gc.collect()
    assert _mallinfo is not None
    _mallinfo.restype = _Allocated
    now = _mallinfo()
    return int(now.uordblks + now.hblkhd)


@needs_count
@pytest.mark.parametrize(("players", "batch"), [("random", 250), ("greedy", 100), ("odds", 20)])
def test_games_leave_no_memory_behind(players: str, batch: int) -> None:
    before, walls = 0, [mj_engine.wall_of_seed(f"memory/{number}") for number in range(batch)]
    for number in range(10):
        if number == 2:  # What is made once is there.
            before = allocated()
        played = mj_engine.play(walls, players, seed=number, threads=2, records=True)
        assert len(played.records) == batch
        del played
    assert allocated() - before < 8 * batch * _OF_A_GAME


@needs_count
def test_branches_and_observations_leave_no_memory_behind() -> None:
    game, seat = begun(1)

    def once(number: int) -> None:
        branch = game.sampled(seat, number).copy()
        branch.play(branch.legal()[seat][0])
        branch.observation(seat).mask.sum()
        mj_engine.playouts(game, game.legal()[seat][:2], 2, "random", number)
        with suppress(ValueError):  # pytest.raises would keep every branch until a collection.
            branch.play("HU")

    for number in range(20):
        once(number)
    before, python = allocated(), sys.getallocatedblocks()
    for number in range(100):
        once(number)
    assert allocated() - before < 100 * _OF_A_BRANCH
    assert sys.getallocatedblocks() - python < 50


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
        [sys.executable, "-c", script],
        env={**os.environ, "MJ_ENGINE_LEAKS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
