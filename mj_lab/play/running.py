"""Tables while they run: the bots think, people have their time, all who look are told.

When an event comes tells nothing of what others could have done. Every event stays `pace` seconds,
a draw, which nobody can claim, a part of them; or a whole number of these while bots still think.
At a table of several people a discard stays `CLAIM_SECONDS` for all, whether anybody can claim it
or not; only who says in that time that it claims is waited for.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from math import ceil
from pathlib import Path
from typing import NamedTuple

from mj_bot.events import DRAW, SEATS
from mj_bot.tactics import DEFAULT
from mj_lab.play.bots.programs import Programs
from mj_lab.play.coach import Coaches, effective_tiles
from mj_lab.play.hand_in_play import AnswerRefusedError
from mj_lab.play.hands.begun import BegunHand
from mj_lab.play.play_table import Message, PlayTable, new_table, restored
from mj_lab.play.same_wall import HandInstead, keep, not_compared
from mj_lab.play.store import PlayStore, SameWall
from mj_lab.play.table_settings import TableSettings
from mj_lab.play.thinking import ThinkingShare

_log = logging.getLogger(__name__)

# How long a discard lies before anybody acts on it, at a table of several people, in seconds.
CLAIM_SECONDS = 4.0
# For the discard that follows a claim which was announced, where the table has no clock.
_AFTER_CLAIM = 20.0
# How long the deal stays at most: nobody has done anything yet.
_DEAL_SECONDS = 0.3
# The part of the pace that a draw stays: long enough to see whose turn it is.
_DRAW_SHARE = 0.4
# Tables that nobody looks at are put away after so many seconds: the store has them.
_IDLE_SECONDS = 60.0
# Tables that are in memory at once.
_MOST_TABLES = 200


class TooManyTablesError(ValueError):
    """Somebody looks at every table that is in memory, and there is room for no more."""


class Compared(NamedTuple):
    """What a tactic made of a player's seat, by hand. waiting: hands that it has yet to play."""

    tactic: str
    rows: tuple[SameWall, ...]
    waiting: int


class RunningTable:
    """A table that goes on by itself. changed: is set with the next thing that happens.

    viewers: how many look. ready: players who want the next hand. deadline: when the running
    answers have to be here, in seconds of the event loop's clock; None if there is no hurry.
    compare: whether the default tactic plays people's seats of finished hands once more. is_broken:
    whether the disk took something no more: then it stands, and is to be opened anew from there.
    """

    def __init__(self, table: PlayTable, thinking: ThinkingShare, compare: bool) -> None:
        self.table = table
        self.viewers = 0
        self.ready: set[int] = set()
        self.deadline: float | None = None
        self.is_broken = False
        self._thinking = thinking
        self._compares = compare
        self._claiming: set[int] = set()
        self.coaches = Coaches(table, thinking, self.tell)
        self.changed = asyncio.Event()
        self._begun = asyncio.get_running_loop().time()
        self._tasks = [asyncio.create_task(self._run())]
        if compare:
            self._tasks.append(asyncio.create_task(self._compare()))

    def stop(self) -> None:
        """It does nothing more; all that happened is on disk."""
        for task in self._tasks:
            task.cancel()
        self.coaches.stop()
        self.table.hand.close()

    def tell(self) -> None:
        """Wake all who wait for a change."""
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    # -- what people do -------------------------------------------------------------------------

    def answer(self, player: int, hand: int, turn: int, text: str) -> None:
        """A person's answer; see `PlayTable.answer`."""
        self.table.answer(player, hand, turn, text)
        given = self.table.hand.given(self.table.seat(player))
        if given is not None:
            self.coaches.answered(player, hand, turn, given)
        self.tell()

    def announce(self, player: int, hand: int, turn: int) -> None:
        """A person claims this discard and has yet to say how: the others wait.

        Raises AnswerRefusedError if it cannot.
        """
        table, seat = self.table, self.table.seat(player)
        if (hand, turn) != (table.hand_number, table.hand.turn):
            raise AnswerRefusedError("that turn is not on")
        if seat not in table.hand.open_seats():
            raise AnswerRefusedError("nothing is asked of this seat now")
        self._claiming.add(seat)

    def pass_claims(self, player: int, hand: int, until: str) -> None:
        """For how long a person passes all discards of this hand that do not make it win.

        until: one of `hand_in_play.PASS_UNTIL`. Raises AnswerRefusedError for another hand or word.
        """
        if hand != self.table.hand_number:
            raise AnswerRefusedError("that hand is not on")
        self.table.pass_claims(player, until)
        self.tell()

    async def effective(self, player: int, hand: int, turn: int) -> Message:
        """The effective tiles of a person's hand. Raises AnswerRefusedError for another turn."""
        table = self.table
        if (hand, turn) != (table.hand_number, table.hand.turn) or table.hand.is_over:
            raise AnswerRefusedError("that turn is not on")
        state = table.hand.sights[table.seat(player)].state.copy()
        rows = await asyncio.to_thread(effective_tiles, state)
        return {"type": "effective", "hand": hand, "turn": turn, "rows": rows}

    def wants_next(self, player: int, hand: int) -> None:
        """A person has seen how the hand ended. Raises AnswerRefusedError while it is played."""
        if hand != self.table.hand_number or not self.table.hand.is_over:
            raise AnswerRefusedError("that hand is not over")
        self.ready.add(player)
        self.tell()

    def note(self, player: int | None) -> Message:
        """What changed for a player between two states of the table, or for a spectator.

        given: the own answer, once it is on disk. deadline: seconds from the event on for the own
        answer, None where nothing is asked or there is no hurry. ready: players who want the next
        hand. coach: mode, `advice` on what is asked now, `mark` of the newest answer.
        """
        table, hand = self.table, self.table.hand
        note: Message = {
            "type": "note",
            "sequence": table.sequence,
            "given": None,
            "pass": "",
            "deadline": None,
            "ready": sorted(self.ready),
            "coach": None if player is None else self.coaches.says(player),
        }
        if player is not None and not hand.is_over:
            seat = table.seat(player)
            given = hand.given(seat)
            note["given"] = None if given is None else str(given)
            note["pass"] = hand.passes.get(seat, "")
            if self.deadline is not None and seat in hand.open_seats():
                note["deadline"] = round(self.deadline - self._begun, 1)
        return note

    def compared(self, player: int | None) -> Compared | None:
        """What the default tactic made of a player's seat, of finished hands alone.

        None for a spectator, before the first hand is over, and where nothing is compared.
        """
        table = self.table
        if player is None or not table.results or not self._compares:
            return None
        found = [table.same_walls.get((hand, player)) for hand in range(len(table.results))]
        rows = tuple(row for row in found if row is not None)
        return Compared(DEFAULT, rows, len(found) - len(rows))

    # -- how it goes on -----------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            await self._play()
        except (OSError, sqlite3.Error) as error:
            self.breaks(error)

    def breaks(self, error: Exception) -> None:
        """The disk took something no more: whoever looks is to come again."""
        _log.warning("table %s stands: %s", self.table.id, error)
        self.is_broken = True
        self.stop()
        self.tell()

    async def _play(self) -> None:
        table = self.table
        while not table.is_over:
            if table.hand.is_over:
                await self._until(self._all_ready)
                table.next_hand()
                self.ready.clear()
            else:
                await self._turn()
                table.go_on()
            self._claiming.clear()
            self._begun = asyncio.get_running_loop().time()
            self.deadline = None
            self.tell()

    async def _turn(self) -> None:
        table, hand = self.table, self.table.hand
        self.coaches.look()
        for seat in hand.open_seats():
            if hand.plays_by_itself(seat):
                hand.reply(seat, await self._thinking.soon(partial(hand.think, seat)))
        several = len(self._people()) > 1
        if several and hand.game.offered is not None:
            await self._claims_come_in()
            return
        asked = [seat for seat in hand.open_seats() if table.is_person(seat)]
        if asked and table.settings.clock is not None:
            self.deadline = self._begun + table.settings.clock
            self.tell()
        await self._until(lambda: hand.is_complete, self.deadline)
        self._stand_in(asked)
        await self._pace()

    async def _compare(self) -> None:
        """Have the default tactic play people's seats of finished hands, beside the game."""
        with suppress(OSError, sqlite3.Error):  # Without room on disk there is no comparison.
            while True:
                changed = self.changed
                for number, player in not_compared(self.table):
                    async with self._thinking.comparing:
                        await self._play_instead(number, player)
                    self.tell()
                if self.table.is_over and not not_compared(self.table):
                    return
                if changed is self.changed:
                    await changed.wait()

    async def _play_instead(self, number: int, player: int) -> None:
        table = self.table
        kept = table.kept_hand(number)
        standing = table.standing(number)
        players, programs = table.settings.players, table.programs
        instead = HandInstead(players, number, kept, player, standing=standing, programs=programs)
        try:
            while not instead.is_over:
                await self._thinking.spare(instead.go_on)
        finally:
            instead.close()
        keep(table, instead, number, player, DEFAULT)

    async def _claims_come_in(self) -> None:
        """A discard of a table of several people: it lies as long whatever they can do with it."""
        hand = self.table.hand
        loop = asyncio.get_running_loop()
        end = self._begun + max(CLAIM_SECONDS, self.table.settings.pace)
        self.deadline = end
        self.tell()
        await asyncio.sleep(max(0.0, end - loop.time()))
        waiting = [seat for seat in hand.open_seats() if seat in self._claiming]
        if waiting:
            self.deadline = end + (self.table.settings.clock or _AFTER_CLAIM)
            self._stand_in([seat for seat in hand.open_seats() if seat not in self._claiming])
            self.tell()
            await self._until(lambda: hand.is_complete, self.deadline)
        self._stand_in(hand.open_seats())

    def _stand_in(self, seats: list[int]) -> None:
        hand = self.table.hand
        for seat in set(seats) & set(hand.open_seats()):
            hand.reply(seat, hand.stand_in(seat))

    async def _pace(self) -> None:
        pace, loop = self.table.settings.pace, asyncio.get_running_loop()
        event = self.table.hand.game.event
        if event is None:
            pace = min(pace, _DEAL_SECONDS)
        elif event.kind == DRAW:
            pace *= _DRAW_SHARE
        if pace:
            paces = max(1, ceil((loop.time() - self._begun) / pace))
            if not any(self.table.is_person(seat) for seat in self._choosers()):
                await asyncio.sleep(max(0.0, self._begun + paces * pace - loop.time()))
            else:
                await asyncio.sleep(max(0.0, self._begun + min(pace, 0.3) - loop.time()))

    def _choosers(self) -> list[int]:
        return [seat for seat in range(SEATS) if self.table.hand.given(seat) is not None]

    def _people(self) -> list[int]:
        return [seat for seat in range(SEATS) if self.table.is_person(seat)]

    def _all_ready(self) -> bool:
        return self.ready >= {self.table.player_at(seat) for seat in self._people()}

    async def _until(self, done: Callable[[], bool], deadline: float | None = None) -> None:
        """Until something is so, or the time is over."""
        loop = asyncio.get_running_loop()
        while not done():
            left = None if deadline is None else deadline - loop.time()
            if left is not None and left <= 0:
                return
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.changed.wait(), left)


class RunningTables:
    """All tables of one store: those that are looked at run, the others wait on disk.

    thinking: bots that think at once. compare: whether the default tactic plays people's seats of
    finished hands once more. programs: that may sit at tables.
    """

    def __init__(
        self,
        store: PlayStore,
        folder: Path | None,
        thinking: int = 2,
        compare: bool = False,
        programs: Programs | None = None,
    ) -> None:
        self.store = store
        self.programs = programs or Programs()
        self._folder = folder
        self._running: dict[str, RunningTable] = {}
        self._thinking = ThinkingShare(thinking)
        self._compare = compare

    @property
    def count(self) -> int:
        """Tables in memory."""
        return len(self._running)

    def begin(
        self, settings: TableSettings, begun: BegunHand | None = None
    ) -> dict[int | None, str]:
        """Set up a table; its tokens by player, spectators' under None. It runs when one comes.

        Raises MissingProgramError for a program that is not here.
        """
        programs, folder = self.programs, self._folder
        table, tokens = new_table(self.store, settings, folder, programs=programs, begun=begun)
        table.hand.close()
        return tokens

    def open(self, token: str) -> tuple[RunningTable, int | None] | None:
        """The table that a token opens, and for which player; None if it opens none.

        Raises MissingProgramError if a program sits at it that is not here, TooManyTablesError.
        """
        holder = self.store.holder(token)
        if holder is None:
            return None
        running = self._running.get(holder.table_id)
        if running is None or running.is_broken:
            self._make_room()
            table = restored(self.store, holder.table_id, self._folder, self.programs)
            running = RunningTable(table, self._thinking, self._compare)
            self._running[holder.table_id] = running
            self._put_away_later(holder.table_id)
        return running, holder.player

    def left(self, running: RunningTable) -> None:
        """Somebody looks at it no more."""
        running.viewers -= 1
        if not running.viewers:
            self._put_away_later(running.table.id)

    def stop(self) -> None:
        """All tables stop."""
        for running in self._running.values():
            running.stop()
        self._running.clear()

    def _make_room(self) -> None:
        """Put away the oldest that nobody looks at, where there are too many."""
        if len(self._running) < _MOST_TABLES:
            return
        oldest = next((name for name, one in self._running.items() if not one.viewers), None)
        if oldest is None:
            raise TooManyTablesError("too many tables at once; try again in a moment")
        self._put_away(oldest)

    def _put_away_later(self, table_id: str) -> None:
        asyncio.get_running_loop().call_later(_IDLE_SECONDS, self._put_away, table_id)

    def _put_away(self, table_id: str) -> None:
        running = self._running.get(table_id)
        if running is not None and not running.viewers:
            running.stop()
            del self._running[table_id]
