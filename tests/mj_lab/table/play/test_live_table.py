"""Tables while they run: the time of an event says nothing of who could have claimed."""

import asyncio
import errno
import random
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mj_bot.events import DRAW
from mj_lab.core.database import DatabaseError, StorageFault
from mj_lab.core.game.play_game import PlayedTurn
from mj_lab.table.play import running_tables as tables_module
from mj_lab.table.play.at_table import comparing as comparing_module
from mj_lab.table.play.live_table import RunningTable
from mj_lab.table.play.running_tables import TooManyTablesError
from mj_lab.table.play.same_wall import HandInstead
from mj_lab.table.play.store import PlayStore, SameWall
from mj_lab.table.play.table_settings import TableSettings
from tests.mj_lab.table.play.playing import ALONE, PlayedOnAtOnce, eager, live_tables, opened, until

PACE = 0.06


class InstantLoop(asyncio.SelectorEventLoop):
    """A loop that does not wait: its time goes on to the next timer, and stands while others think.

    So what is measured by it is what was asked for, whatever else the machine does.
    """

    def __init__(self) -> None:
        super().__init__()
        self._now, self._thinking = 0.0, 0
        selector = self._selector  # type: ignore[attr-defined]
        self._really, selector.select = selector.select, self._select

    def time(self) -> float:
        return self._now

    def run_in_executor(self, *asked: Any) -> Any:  # type: ignore[override]
        self._thinking += 1
        found = super().run_in_executor(*asked)
        found.add_done_callback(self._thought)
        return found

    def _thought(self, _: object) -> None:
        self._thinking -= 1

    def _select(self, timeout: float | None) -> Any:
        if self._thinking and timeout:
            timeout = None
        found = self._really(0 if timeout else timeout)
        if not found and timeout:
            self._now += timeout
        return found


def alone(playing: Coroutine[Any, Any, Any], loop: asyncio.AbstractEventLoop | None = None) -> Any:
    """What it comes to, in a thread of its own: where a browser was tested a loop runs in this."""

    def run() -> Any:
        assert loop is not None
        with closing(loop):
            found = loop.run_until_complete(playing)
            loop.run_until_complete(loop.shutdown_default_executor())
            return found

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(partial(asyncio.run, playing) if loop is None else run).result()


async def quiet(seconds: float = 30.0) -> None:
    await asyncio.sleep(seconds)


async def lives(running: RunningTable, chance: random.Random) -> list[float]:
    """Play a hand; how long each event stayed until the next, by turn."""
    table, loop = running.table, asyncio.get_running_loop()
    stayed: list[float] = []
    while not table.hand.is_over:
        turn, begun = table.hand.turn, loop.time()
        while table.hand.turn == turn and not table.hand.is_over:
            answer_people(running, chance)
            await running.changed.wait()
        stayed.append(loop.time() - begun)
    return stayed


def answer_people(running: RunningTable, chance: random.Random) -> None:
    table = running.table
    for seat in table.hand.open_seats():
        if table.is_person(seat):
            action = str(eager(table.hand, seat, chance))
            running.answer(table.player_at(seat), table.hand_number, table.hand.turn, action)


@pytest.mark.thorough
def test_bots_keep_the_pace_whatever_they_can_do(tmp_path: Path) -> None:
    """Who draws is seen a part of it: nobody else can do anything then."""

    async def play() -> tuple[list[float], list[PlayedTurn]]:
        with live_tables(tmp_path) as tables:
            running = await opened(tables, TableSettings(ALONE, pace=PACE, wall_seed=4))
            running.pass_claims(0, 0, "hand")
            first = running.table.hand.turn
            times = await lives(running, random.Random(1))
            return times[1:], running.table.hand.turns[first + 1 :]

    times, turns = alone(play(), InstantLoop())
    assert len(times) == len(turns) > 30
    draws = [turn.event is not None and turn.event.kind == DRAW for turn in turns]
    stayed = {
        kind: [one for one, is_draw in zip(times, draws, strict=True) if is_draw == kind]
        for kind in (True, False)
    }
    assert min(stayed[False]) >= PACE - 0.02
    # So a bot's turn is not two paces long.
    middle = sorted(stayed[True])[len(stayed[True]) // 2]
    assert 0.4 * PACE - 0.005 <= middle < 0.8 * PACE


def test_a_table_goes_on_where_a_stopped_server_left_it(tmp_path: Path) -> None:
    async def play(token: str | None) -> tuple[str, bool]:
        with live_tables(tmp_path, saved=tmp_path) as tables:
            token = token or (await tables.begin(TableSettings(ALONE, pace=0, hands=4)))[0]
            running = await opened(tables, token)
            table, chance = running.table, random.Random(1)
            for _ in range(80):
                if table.hand.is_over and not table.is_over:
                    running.wants_next(0, table.hand_number)
                answer_people(running, chance)
                if not table.is_over:
                    await running.changed.wait()
            await running.kept()
            return token, table.is_over

    token, over = alone(play(None))
    for _ in range(60):
        if over:
            break
        _, over = alone(play(token))
    assert over
    assert len(list(tmp_path.glob("*.jsonl"))) == 4


def test_a_clock_answers_for_who_does_not(tmp_path: Path) -> None:
    async def play() -> None:
        with live_tables(tmp_path) as tables:
            running = await opened(tables, TableSettings(ALONE, pace=0, wall_seed=1))
            object.__setattr__(running.table.settings, "clock", 0.02)
            await until(running, lambda: running.table.hand.is_over)

    alone(play())


def test_tables_that_nobody_looks_at_are_put_away(tmp_path: Path) -> None:
    async def play() -> None:
        with live_tables(tmp_path) as tables:
            token = (await tables.begin(TableSettings(ALONE, pace=0)))[0]
            assert tables.count == 0  # Nobody has come yet.
            await opened(tables, token)
            await quiet(59)
            assert tables.count == 1
            await quiet(2)
            assert tables.count == 0
            running = await opened(tables, token)
            running.come(0)
            await quiet(61)
            assert tables.count == 1
            tables.left(running, 0)
            await quiet(61)
            assert tables.count == 0

    alone(play(), InstantLoop())


def test_the_oldest_that_nobody_looks_at_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_module, "_MOST_TABLES", 3)

    async def play() -> None:
        with live_tables(tmp_path) as tables:
            tokens = [(await tables.begin(TableSettings(ALONE, pace=0)))[0] for _ in range(9)]
            first = await opened(tables, tokens[0])
            first.viewers += 1
            last = []
            for token in tokens[1:]:
                last.append(await opened(tables, token))
                assert tables.count <= 3
            assert (
                await opened(tables, tokens[0]) is first
                and await opened(tables, tokens[-1]) is last[-1]
            )
            for one in last[-2:]:
                one.viewers += 1
            with pytest.raises(TooManyTablesError):
                await opened(tables, tokens[1])

    alone(play())


def test_a_finished_hand_is_played_again_beside_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And where a server was stopped meanwhile, when the table is opened again."""
    monkeypatch.setattr(comparing_module, "ADVISER", "greedy")
    monkeypatch.setattr(comparing_module, "HandInstead", partial(HandInstead, tactic="greedy"))
    monkeypatch.setattr(comparing_module, "against_bot", PlayedOnAtOnce)
    tell, said = RunningTable.tell, set()

    def noted(running: RunningTable) -> None:
        compared = running.compared(0)
        if compared is not None:
            said.add(compared.progress)
        tell(running)

    monkeypatch.setattr(RunningTable, "tell", noted)

    async def play(token: str, hands: int) -> tuple[str, list[SameWall]]:
        with live_tables(tmp_path, saved=tmp_path, compare=bool(token)) as tables:
            token = token or (await tables.begin(TableSettings(ALONE, pace=0, hands=4)))[0]
            running = await opened(tables, token)
            table = running.table
            if hands == 2:
                assert len(table.results) == 1 and not table.same_walls
                running.wants_next(0, table.hand_number)
                await until(running, lambda: not table.hand.is_over)
            await lives(running, random.Random(1))
            await running.kept()
            if hands == 2:
                await until(running, lambda: len(table.same_walls) == hands)
            return token, list(table.same_walls.values())

    token, rows = alone(play("", 1))
    assert rows == []
    _, rows = alone(play(token, 2))
    assert [(row.hand, row.tactic, row.alone) for row in rows] == [
        (0, "greedy", True),
        (1, "greedy", True),
    ]
    assert {(row.differ, row.worlds, row.against, row.error) for row in rows} == {(2, 100, -1.5, 3)}
    # Said while it was played on: one of two answers, then both.
    told = [(row.hand, done, 2, row.score, row.instead) for row in rows for done in (1, 2)]
    assert said == {None, *told}


@pytest.mark.parametrize(
    "error",
    [
        DatabaseError("t.db: the disk is full", StorageFault.FULL),
        DatabaseError("t.db: another process is using this file", StorageFault.LOCKED),
        OSError(errno.EIO, "Input/output error"),
        OSError(errno.EROFS, "Read-only file system"),
    ],
    ids=["full", "locked", "failing", "read-only"],
)
@pytest.mark.parametrize("fails", ["add_answer", "add_turn"])
def test_a_table_waits_for_a_disk_that_takes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str, error: Exception
) -> None:
    """Nothing is told that is not on disk; a clock stands; then it goes on by itself."""
    full = False
    write = getattr(PlayStore, fails)

    def written(*what: Any) -> None:
        if full:
            raise error
        write(*what)

    monkeypatch.setattr(PlayStore, fails, written)

    async def asked(running: RunningTable) -> int:
        await until(running, lambda: 0 in running.table.hand.open_seats() and not running.unkept)
        return running.table.hand.turn

    async def play() -> None:
        nonlocal full
        with live_tables(tmp_path) as tables:
            token = (await tables.begin(TableSettings(ALONE, pace=0, wall_seed=1, clock=10)))[0]
            running = await opened(tables, token)
            turn = await asked(running)
            action = str(eager(running.table.hand, 0, random.Random(1)))
            full = True
            running.answer(0, 0, turn, action)
            await until(running, lambda: running.fault is not None)
            waits = running.table.hand.turn
            assert waits <= turn + 1
            await quiet(600)
            assert running.table.hand.turn == waits and running.unkept
            with pytest.raises(DatabaseError) as raised:
                await tables.begin(TableSettings(ALONE))
            assert raised.value.fault is running.fault
            on_disk = PlayStore(tmp_path / "t.db").hands(running.table.id)[0]
            assert len(on_disk.turns) == turn - 1
            assert ((turn, 0) in on_disk.answers) == (fails == "add_turn")
            full = False
            await running.kept()
            assert running.fault is None and not running.is_broken
            assert await asked(running) > turn
        (hand,) = PlayStore(tmp_path / "t.db").hands(running.table.id)
        assert str(hand.answers[turn, 0]) == action == str(hand.turns[turn - 1][0])

    alone(play(), InstantLoop())


def test_a_table_whose_file_refuses_a_row_is_opened_again_from_disk(tmp_path: Path) -> None:
    """As when two servers have one folder."""

    async def play() -> None:
        with live_tables(tmp_path) as tables:
            token = (await tables.begin(TableSettings(ALONE, pace=0, wall_seed=1)))[0]
            running = await opened(tables, token)
            await until(running, lambda: 0 in running.table.hand.open_seats())
            turn, other = running.table.hand.turn, PlayStore(tmp_path / "t.db")
            action = running.table.hand.stand_in(0)
            other.add_answer(running.table.id, 0, turn, 0, action)
            running.answer(0, 0, turn, str(action))
            await until(running, lambda: running.is_broken)
            again = await opened(tables, token)
            assert again is not running and not running.unkept
            assert again.table.hand.turn == turn and again.table.hand.given(0) == action

    alone(play())
