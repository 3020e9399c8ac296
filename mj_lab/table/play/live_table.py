"""Running tables: bots think, people have their time, all viewers get the events.

The timing shows nothing about the choices of others. Each event is shown for `pace` seconds, draws
for less, since they cannot be claimed; while bots still think, for a multiple. With several people
a discard is shown equally long to all, whether anybody can claim it or not (`claim_seconds`); the
table waits longer only for those who announce in that time that they claim or want to think. With
only one person left there is no minimum: bots need no time to look.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from math import ceil

from mj_bot import tactics
from mj_bot.botzone.gate import gate
from mj_bot.events import DRAW, SEATS, Action
from mj_bot.state import GameState
from mj_bot.tactics import DEFAULT
from mj_engine.odds import effective_tiles
from mj_lab.core.database import StorageFault
from mj_lab.table.play.at_table.attendance import Attendance
from mj_lab.table.play.at_table.comparing import Compared, Comparing
from mj_lab.table.play.at_table.keeping import Keeping
from mj_lab.table.play.at_table.thinking import ThinkingShare
from mj_lab.table.play.coach import Coaches
from mj_lab.table.play.hand_in_play import AnswerRefusedError
from mj_lab.table.play.play_table import Message

_log = logging.getLogger(__name__)

# The shortest time before anybody acts on a discard, with several people, in seconds: seeing it and
# pressing a key takes one; and the same in paces, for slow games.
CLAIM_SECONDS = 1.5
_CLAIM_PACES = 2.5
# Seconds for the discard after an announced claim, if the table has no clock.
_AFTER_CLAIM = 20.0
# The longest time that the deal is shown: nobody has acted yet.
_DEAL_SECONDS = 0.3
# Seconds for pages to come back when the disk takes again what the table keeps.
_BACK_SECONDS = 1.5
# The part of the pace for which a draw is shown: enough to see whose turn it is.
_DRAW_SHARE = 0.4


def claim_seconds(pace: float) -> float:
    """How long a discard is shown with several people, in seconds.

    >>> claim_seconds(0.3), claim_seconds(0.8), claim_seconds(1.6)
    (1.5, 2.0, 4.0)
    """
    return max(CLAIM_SECONDS, _CLAIM_PACES * pace)


class RunningTable:
    """A table that runs by itself. changed: set at the next change.

    viewers: how many are connected. ready: players who want the next hand. deadline: when the
    current answers are due, in seconds of the event loop's clock; None without a limit. attendance:
    who is there. keeping: writes what it keeps; unkept: how much of that is not on disk yet: till
    then nothing is told, and the table waits. has_next: whether its people have begun another match
    here. seated: how often each seat was given to somebody else. compare: whether the adviser plays
    people's seats of finished hands again. is_broken: whether its file refused what it kept: then
    it stops, and must be opened again from disk.
    """

    def __init__(
        self,
        attendance: Attendance,
        thinking: ThinkingShare,
        keeping: Keeping,
        compare: bool,
    ) -> None:
        self.table = table = attendance.table
        self.attendance = attendance
        self.keeping = keeping
        self.unkept = 0
        self.has_next = False
        self.seated: Counter[int | None] = Counter()
        table.keep = partial(keeping.put, self)
        self.viewers = 0
        self.ready: set[int] = set()
        self.deadline: float | None = None
        self.is_broken = False
        self._thinking = thinking
        self._comparing: Comparing | None = None
        self._claiming: set[int] = set()
        self.coaches = Coaches(table, thinking, self.tell)
        self.changed = asyncio.Event()
        self._sitting = asyncio.Lock()
        self._begun = asyncio.get_running_loop().time()
        self._tasks = [asyncio.create_task(self._play())]
        if compare:
            self._comparing = Comparing(table, thinking, self.kept, lambda: self.changed, self.tell)
            self._tasks.append(asyncio.create_task(self._comparing.run()))

    @property
    def is_replaying(self) -> bool:
        """Whether it replays the last hands of a match that no token opens any more."""
        return self.has_next and not all(task.done() for task in self._tasks)

    def stop(self) -> None:
        """Stop it; everything that was told is on disk."""
        for task in self._tasks:
            task.cancel()
        self.coaches.stop()
        self.table.hand.close()

    def tell(self) -> None:
        """Wake everybody who waits for a change."""
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    @property
    def fault(self) -> StorageFault | None:
        """Why what it keeps cannot be written now; None if it can, or is."""
        return self.keeping.fault if self.unkept else None

    async def kept(self) -> None:
        """Wait until all so far is on disk."""
        await self._until(lambda: not self.unkept)

    # -- what people do -------------------------------------------------------------------------

    def answer(self, player: int, hand: int, turn: int, text: str) -> None:
        """A person's answer; see `PlayTable.answer`."""
        self.table.answer(player, hand, turn, text)
        given = self.table.hand.given(self.table.seat(player))
        if given is not None:
            self.coaches.answered(player, hand, turn, given)
        self.tell()

    def announce(self, player: int, hand: int, turn: int) -> None:
        """A person claims this discard, or wants to think, and answers later: the others wait.

        Raises AnswerRefusedError if the person has no choice.
        """
        table, seat = self.table, self.table.seat(player)
        if (hand, turn) != (table.hand_number, table.hand.turn):
            raise AnswerRefusedError("that turn is not on")
        if seat not in table.hand.open_seats():
            raise AnswerRefusedError("nothing is asked of this seat now")
        self._claiming.add(seat)

    def pass_claims(self, player: int, hand: int, until: str) -> None:
        """Set how long a person passes all discards of this hand that are not a win.

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
        """A person has seen the end of the hand. Raises AnswerRefusedError while it is played."""
        if hand != self.table.hand_number or not self.table.hand.is_over:
            raise AnswerRefusedError("that hand is not over")
        self.ready.add(player)
        self.tell()

    def come(self, player: int | None) -> None:
        """A page of a player, or of a spectator, opened."""
        self.viewers += 1
        self.attendance.come(player)
        self.tell()

    def go(self, player: int | None) -> None:
        """Such a page closed."""
        self.viewers -= 1
        self.attendance.go(player)
        self.tell()

    def attend(self, player: int, order: str, other: int | None = None) -> None:
        """A person starts the table, leaves it, returns, or lets a bot play for `other`.

        order: "start", "leave", "back", "give_up" or "replace". Raises AnswerRefusedError if it is
        not possible.
        """
        if order == "replace" and other is not None:
            self.attendance.replace(other)
            self._claiming.discard(self.table.seat(other))
        elif order == "start":
            self.attendance.start(player)
        elif order == "leave":
            self.attendance.leave(player)
            self._claiming.discard(self.table.seat(player))
        elif order == "give_up":
            self.attendance.give_up(player)
            self._claiming.discard(self.table.seat(player))
            if self.table.is_over:
                self._tasks[0].cancel()
                self.table.hand.close()
        else:
            self.attendance.come_back(player)
        self.tell()

    def set_name(self, player: int, name: str) -> None:
        """Change a person's name. Raises AnswerRefusedError once the match has begun."""
        if self.attendance.has_begun:
            raise AnswerRefusedError("the table has begun")
        try:
            self.table.set_name(player, name)
        except ValueError as error:
            raise AnswerRefusedError(str(error)) from None
        self.tell()

    async def sit(self, player: int, name: str) -> str:
        """A guest takes a free seat: its token, on disk already.

        Without a name the guest has that of the invitation, but never somebody else's. Raises
        ValueError, one line, if that cannot be.
        """
        async with self._sitting:
            if self.fault is None:
                await self.kept()
            self.attendance.check_free(player)
            called = name if name or player in self.attendance.taken else None
            token = await self.keeping.once(partial(self.table.sit, player, called))
            self.attendance.sat_down(player)
            self.seated[player] += 1
        self.tell()
        return token

    def again(self, player: int) -> None:
        """A person begins the next match with the same people: this table ends for all of them.

        Doing it twice changes nothing, as two may press the button at once. Raises
        AnswerRefusedError if it is not possible.
        """
        if player not in self.attendance.active or not self.attendance.has_several:
            raise AnswerRefusedError("you play with nobody at this table")
        if self.has_next:
            return
        try:
            self.table.again(player)
        except ValueError as error:
            raise AnswerRefusedError(str(error)) from None
        self.has_next = True
        self.tell()

    def note(self, player: int | None, guest: bool = False) -> Message:
        """What changed for a player or a spectator within a turn.

        given: the own answer, once it is on disk. deadline: seconds from the event for the answer
        of whoever drew, or for the own one; None if nothing is asked or there is no limit. ready:
        players who want the next hand. coach: mode, `advice` on the current decision, `mark` of the
        last answer. presences, names: of every player (`Attendance`). lobby: whether the table
        waits to begin; may_start: whether this player may start it; may_sit: the players whose
        seats a guest may take. given_up: whether this player gave the match up, of a spectator
        whether all did.
        """
        table, hand, attendance = self.table, self.table.hand, self.attendance
        note: Message = {
            "type": "note",
            "sequence": table.sequence,
            "given": None,
            "pass": "",
            "deadline": None,
            "ready": sorted(self.ready),
            "coach": None if player is None else self.coaches.says(player),
            "presences": attendance.presences(),
            "lobby": not attendance.has_begun,
            "may_start": attendance.may_start(player),
            "given_up": table.given_up >= (table.people if player is None else {player}),
            "may_sit": attendance.free() if guest else [],
            "names": [table.settings.name_of(player) for player in range(SEATS)],
        }
        drawn = hand.game.event is not None and hand.game.event.kind == DRAW
        if self.deadline is not None and drawn and hand.open_seats():
            note["deadline"] = round(self.deadline - self._begun, 1)
        if player is not None and not hand.is_over:
            seat = table.seat(player)
            given = hand.given(seat)
            note["given"] = None if given is None else str(given)
            note["pass"] = hand.passes.get(seat, "")
            if self.deadline is not None and seat in hand.open_seats():
                note["deadline"] = round(self.deadline - self._begun, 1)
        return note

    def left_now(self, note: Message) -> Message:
        """The note with the seconds that are left of its deadline, for who hears it only now."""
        if note["deadline"] is None or self.deadline is None:
            return note
        left = self.deadline - asyncio.get_running_loop().time()
        return {**note, "deadline": round(max(0.0, left), 1)}

    def compared(self, player: int | None) -> Compared | None:
        """The adviser's results in a player's seat; None without a comparison."""
        return None if self._comparing is None else self._comparing.compared(player)

    # -- how it goes on -----------------------------------------------------------------------

    def breaks(self, error: Exception) -> None:
        """What it kept was refused: viewers have to reconnect."""
        _log.warning("table %s stopped: %s", self.table.id, error)
        self.is_broken = True
        self.stop()
        self.tell()

    async def _play(self) -> None:
        table, attendance = self.table, self.attendance
        while not table.is_over:
            if not attendance.may_go_on():
                await self._until(attendance.may_go_on)
                self._begun = asyncio.get_running_loop().time()
            attendance.has_begun = True
            if table.hand.is_over:
                await self._until(self._all_ready)
                table.next_hand()
                self.ready.clear()
            else:
                await self._turn()
                table.go_on()
            self._claiming.clear()
            self.deadline = None
            await self.kept()  # Which tells it.
            self._begun = asyncio.get_running_loop().time()

    async def _turn(self) -> None:
        table, hand = self.table, self.table.hand
        self.coaches.look()
        await self._bots_answer()
        several = len(self.attendance.active) > 1
        if several and hand.game.offered is not None:
            await self._claims_come_in()
            return
        waiting = [seat for seat in hand.open_seats() if table.is_person(seat)]
        if waiting and table.settings.clock is not None:
            self.deadline = self._begun + table.settings.clock
            self.tell()
        while not hand.is_complete:
            await self._until(lambda: hand.is_complete or self._is_bot_asked(), self.deadline)
            if not self._is_bot_asked():
                break
            await self._bots_answer()
        self._stand_in(waiting)
        await self._pace()

    def _plays_for(self, seat: int) -> bool:
        """Whether a bot plays at this seat for a person who left."""
        return self.table.player_at(seat) in self.attendance.left

    def _is_bot_asked(self) -> bool:
        return any(self._plays_for(seat) for seat in self.table.hand.open_seats())

    async def _bots_answer(self) -> None:
        """Let tactics and programs answer, and the default tactic for people who left."""
        hand = self.table.hand
        for seat in hand.open_seats():
            if hand.plays_by_itself(seat):
                hand.reply(seat, await self._thinking.soon(partial(hand.think, seat)))
            elif self._plays_for(seat):
                state = hand.sights[seat].state.copy()
                action = await self._thinking.soon(partial(_answer_for, state))
                # A person who has returned answers, or has done so already.
                if seat in hand.open_seats() and self._plays_for(seat):
                    self.table.answer_by_bot(seat, action)

    async def _claims_come_in(self) -> None:
        """A discard with several people: it is shown equally long, whatever they can do with it."""
        hand, settings = self.table.hand, self.table.settings
        loop = asyncio.get_running_loop()
        window = claim_seconds(settings.pace)
        # As with the pace, a slow bot extends the time to a multiple.
        end = self._begun + window * max(1, ceil((loop.time() - self._begun) / window))
        self.deadline = end
        self.tell()
        await self._until(lambda: False, end)
        if self._claimers():
            self.deadline += settings.clock or _AFTER_CLAIM
            self._stand_in([seat for seat in hand.open_seats() if seat not in self._claiming])
            self.tell()
            await self._until(lambda: not self._claimers(), self.deadline)
        self._stand_in(hand.open_seats())

    def _claimers(self) -> list[int]:
        return [seat for seat in self.table.hand.open_seats() if seat in self._claiming]

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
            people = [seat for seat in self._choosers() if self.table.is_person(seat)]
            if all(self._plays_for(seat) for seat in people):
                await asyncio.sleep(max(0.0, self._begun + paces * pace - loop.time()))
            else:
                await asyncio.sleep(max(0.0, self._begun + min(pace, 0.3) - loop.time()))

    def _choosers(self) -> list[int]:
        return [seat for seat in range(SEATS) if self.table.hand.given(seat) is not None]

    def _all_ready(self) -> bool:
        waited_for = self.attendance.waited_for
        return bool(waited_for) and self.ready >= set(waited_for)

    async def _mended(self) -> None:
        while self.fault is not None:
            await self.changed.wait()
        await asyncio.sleep(_BACK_SECONDS)

    async def _until(self, done: Callable[[], bool], deadline: float | None = None) -> None:
        """Wait until a condition is true, or the time is over; it stands while the disk fails."""
        loop = asyncio.get_running_loop()
        stood = 0.0
        while not done():
            if self.fault is not None:
                since = loop.time()
                await self._mended()
                stood += loop.time() - since
                if deadline is not None and self.deadline is not None:
                    self.deadline = deadline + stood
                continue
            left = None if deadline is None else deadline + stood - loop.time()
            if left is not None and left <= 0:
                return
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.changed.wait(), left)


def _answer_for(state: GameState) -> Action:
    """The default tactic's answer for a person who left; `state` is a copy."""
    return gate(state, tactics.load(DEFAULT, seed=0)(state))
