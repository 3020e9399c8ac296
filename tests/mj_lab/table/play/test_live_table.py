"""Tables while they run: the time of an event says nothing of who could have claimed."""

import asyncio
import random
import sqlite3
from collections import defaultdict
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mj_bot.events import DRAW, PASS, PLAY
from mj_lab.core.game.play_game import PlayedTurn
from mj_lab.core.game.seating import PERSON
from mj_lab.table.play import live_table as running_module
from mj_lab.table.play import running_tables as tables_module
from mj_lab.table.play.at_table import comparing as comparing_module
from mj_lab.table.play.live_table import RunningTable
from mj_lab.table.play.running_tables import RunningTables, TooManyTablesError
from mj_lab.table.play.same_wall import HandInstead
from mj_lab.table.play.store import PlayStore, SameWall
from mj_lab.table.play.table_settings import TableSettings
from tests.mj_lab.table.play.playing import FOUR_PEOPLE, PlayedOnAtOnce, eager

PACE = 0.06
CLAIM = 0.12


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


async def lives(running: RunningTable, chance: random.Random, pause: float) -> list[float]:
    """Play a hand; how long each event stayed until the next, by turn."""
    table, loop = running.table, asyncio.get_running_loop()
    stayed: list[float] = []
    while not table.hand.is_over:
        turn, begun = table.hand.turn, loop.time()
        while table.hand.turn == turn and not table.hand.is_over:
            changed = running.changed
            for seat in table.hand.open_seats():
                if table.is_person(seat):
                    await asyncio.sleep(chance.random() * pause)
                    if table.hand.turn != turn or seat not in table.hand.open_seats():
                        break
                    action = eager(table.hand, seat, chance)
                    if action.kind not in (PASS, PLAY) and chance.random() < 0.5:
                        action = running.table.hand.stand_in(seat)
                    running.answer(table.player_at(seat), table.hand_number, turn, str(action))
            if table.hand.turn == turn and not table.hand.is_over:
                await changed.wait()
        stayed.append(loop.time() - begun)
    return stayed


@pytest.mark.thorough
def test_a_discard_lies_as_long_whether_it_can_be_claimed_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a table of four: people who can claim pass at once, late, or not at all."""
    monkeypatch.setattr(running_module, "CLAIM_SECONDS", CLAIM)
    stayed: dict[bool, list[float]] = defaultdict(list)

    async def play() -> None:
        store = PlayStore(tmp_path / "t.db")
        tables = RunningTables(store, None)
        chance = random.Random(1)
        for seed in range(1):
            settings = TableSettings(FOUR_PEOPLE, pace=0.0, wall_seed=seed)
            running, _ = tables.open(tables.begin(settings)[0]) or (None, None)
            assert running is not None
            for player in range(4):
                running.come(player)
            table = running.table
            could: list[tuple[bool, bool]] = []
            told = table.go_on

            def noted(table: object = table, told: object = told, could: object = could) -> None:
                hand = table.hand  # type: ignore[attr-defined]
                claims = [hand.given(seat) for seat in range(4)]
                discard = hand.game.offered is not None
                passed = all(one is None or one.kind == PASS for one in claims)
                chosen = any(one is not None for one in claims)
                could.append((discard and passed, chosen))  # type: ignore[attr-defined]
                told()  # type: ignore[operator]

            table.go_on = noted  # type: ignore[method-assign]
            times = await lives(running, chance, CLAIM / 3)
            for (is_passed_discard, chosen), seconds in zip(could, times, strict=False):
                if is_passed_discard:
                    stayed[chosen].append(seconds)
            running.stop()
        tables.stop()
        store.close()

    alone(play(), InstantLoop())
    assert min(map(len, stayed.values())) > 5 and len(stayed) == 2
    for seconds in stayed.values():
        assert seconds == pytest.approx([CLAIM] * len(seconds))


@pytest.mark.thorough
def test_bots_keep_the_pace_whatever_they_can_do(tmp_path: Path) -> None:
    """Who draws is seen a part of it: nobody else can do anything then."""

    async def play() -> tuple[list[float], list[PlayedTurn]]:
        store = PlayStore(tmp_path / "t.db")
        tables = RunningTables(store, None)
        settings = TableSettings((PERSON, "random", "random", "random"), pace=PACE, wall_seed=4)
        running, _ = tables.open(tables.begin(settings)[0]) or (None, None)
        assert running is not None
        running.pass_claims(0, 0, "hand")
        first = running.table.hand.turn
        times = await lives(running, random.Random(1), 0.0)
        tables.stop()
        store.close()
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
        store = PlayStore(tmp_path / "t.db")
        tables = RunningTables(store, tmp_path)
        if token is None:
            settings = TableSettings((PERSON, "random", "greedy", "random"), pace=0, hands=4)
            token = tables.begin(settings)[0]
        found = tables.open(token)
        assert found is not None
        running, player = found
        assert player == 0
        chance = random.Random(1)
        for _ in range(40):
            table = running.table
            if table.hand.is_over and not table.is_over:
                running.wants_next(0, table.hand_number)
            for seat in table.hand.open_seats():
                if table.is_person(seat):
                    action = str(eager(table.hand, seat, chance))
                    running.answer(0, table.hand_number, table.hand.turn, action)
            await asyncio.sleep(0.01)
        over = running.table.is_over
        tables.stop()
        store.close()
        return token, over

    token, over = alone(play(None))
    for _ in range(60):
        if over:
            break
        _, over = alone(play(token))
    assert over
    assert len(list(tmp_path.glob("*.jsonl"))) == 4


def test_a_clock_answers_for_who_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> bool:
        store = PlayStore(tmp_path / "t.db")
        tables = RunningTables(store, None)
        settings = TableSettings((PERSON, "random", "random", "random"), pace=0, wall_seed=1)
        running, _ = tables.open(tables.begin(settings)[0]) or (None, None)
        assert running is not None
        object.__setattr__(running.table.settings, "clock", 0.02)
        for _ in range(3000):
            if running.table.hand.is_over:
                break
            await asyncio.sleep(0.01)
        over = running.table.hand.is_over
        tables.stop()
        store.close()
        return over

    assert alone(play())


def test_tables_that_nobody_looks_at_are_put_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_module, "_IDLE_SECONDS", 0.05)

    async def play() -> None:
        store = PlayStore(tmp_path / "t.db")
        tables = RunningTables(store, None)
        settings = TableSettings((PERSON, "random", "random", "random"), pace=0)
        token = tables.begin(settings)[0]
        assert tables.count == 0  # Nobody has come yet.
        assert tables.open(token) is not None and tables.count == 1
        await asyncio.sleep(0.3)
        assert tables.count == 0
        found = tables.open(token)
        assert found is not None
        found[0].come(0)
        await asyncio.sleep(0.3)
        assert tables.count == 1
        tables.left(found[0], 0)
        await asyncio.sleep(0.3)
        assert tables.count == 0
        store.close()

    alone(play())


def test_the_oldest_that_nobody_looks_at_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_module, "_MOST_TABLES", 3)

    async def play() -> None:
        store = PlayStore(tmp_path / "t.db")
        tables = RunningTables(store, None)
        settings = TableSettings((PERSON, "random", "random", "random"), pace=0)

        def opened(token: str) -> RunningTable:
            found = tables.open(token)
            assert found is not None and tables.count <= 3
            return found[0]

        tokens = [tables.begin(settings)[0] for _ in range(9)]
        first = opened(tokens[0])
        first.viewers += 1
        last = [opened(token) for token in tokens[1:]]
        assert opened(tokens[0]) is first and opened(tokens[-1]) is last[-1]
        for one in last[-2:]:
            one.viewers += 1
        with pytest.raises(TooManyTablesError):
            opened(tokens[1])
        tables.stop()
        store.close()

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

    async def play(token: str | None, hands: int) -> tuple[str, list[SameWall]]:
        store = PlayStore(tmp_path / "t.db")
        tables = RunningTables(store, tmp_path, compare=token is not None)
        if token is None:
            settings = TableSettings((PERSON, "random", "random", "random"), pace=0, hands=4)
            token = tables.begin(settings)[0]
        running, _ = tables.open(token) or (None, None)
        assert running is not None
        table = running.table
        if token is not None and hands == 2:
            assert len(table.results) == 1 and not table.same_walls
            running.wants_next(0, table.hand_number)
            await asyncio.sleep(0.05)
        await lives(running, random.Random(1), 0.0)
        for _ in range(600):
            if len(table.same_walls) == hands or hands == 1:
                break
            assert len(table.same_walls) <= len(table.results)
            await asyncio.sleep(0.05)
        rows = list(table.same_walls.values())
        tables.stop()
        store.close()
        return token, rows

    token, rows = alone(play(None, 1))
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


def test_a_disk_that_takes_nothing_stops_the_table_and_loses_nothing(tmp_path: Path) -> None:
    """An answer that is not on disk is not taken; a turn that is not is played once more."""

    class FullStore(PlayStore):
        full = False

        def add_turn(self, *turn: Any) -> None:
            self._write()
            super().add_turn(*turn)

        def add_answer(self, *answer: Any) -> None:
            self._write()
            super().add_answer(*answer)

        def _write(self) -> None:
            if self.full:
                raise sqlite3.OperationalError("database or disk is full")

    async def asked(running: RunningTable) -> int:
        while 0 not in running.table.hand.open_seats():
            await asyncio.sleep(0.01)
        return running.table.hand.turn

    async def broken(running: RunningTable) -> None:
        while not running.is_broken:
            await running.changed.wait()

    async def play() -> None:
        store = FullStore(tmp_path / "t.db")
        tables = RunningTables(store, None)
        settings = TableSettings((PERSON, "random", "random", "random"), pace=0, wall_seed=1)
        token = tables.begin(settings)[0]
        running, _ = tables.open(token) or (None, None)
        assert running is not None
        turn = await asked(running)
        action = str(eager(running.table.hand, 0, random.Random(1)))
        store.full = True
        with pytest.raises(sqlite3.OperationalError):
            running.answer(0, 0, turn, action)
        assert running.table.hand.given(0) is None and not running.is_broken
        store.full = False
        running.answer(0, 0, turn, action)
        store.full = True
        await broken(running)
        store.full = False
        again, player = tables.open(token) or (None, None)
        assert again is not None and again is not running and player == 0
        assert again.table.hand.turn == turn and str(again.table.hand.given(0)) == action
        assert await asked(again) > turn
        tables.stop()
        store.close()

    alone(play())
