"""The client's loop: poll, process the reply, decide, repeat."""

from __future__ import annotations

import random
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from mj_bot.botzone.bot import LIMIT, Settings
from mj_bot.tactics import DEFAULT, load
from mj_lab.table.live.client import Failure, LocalAI, Refusal, RefusedError
from mj_lab.table.live.matches.record import (
    INTERRUPTED,
    REFUSED,
    MatchRecord,
    read_running,
    save,
    save_running,
)
from mj_lab.table.live.matches.sessions import Patience, Sessions
from mj_lab.table.live.protocol import PollReply
from mj_lab.table.live.start import Order, Starter, started_id
from mj_lab.table.live.stop import Stop

# Tries before it gives up, if the server never behaved like Botzone.
_FIRST_TRIES = 8
# How many matches in a row may fail to start or to appear.
_MOST_STARTS = 5
# A reply that takes this many times as long as the slowest before counts as lost.
_TIMES_AS_LONG = 8
# An empty reply faster than this is too fast for a long poll.
_QUICK = 0.5


class WaitTimes(NamedTuple):
    """Seconds.

    poll: the longest silence of a poll. A poll with answers counts as lost after `answered`, and
    several times the time of earlier replies. first, longest: the pause after a failed call,
    doubled each time. idle, longest_idle: the same after an empty reply that came too soon.
    farewell: the last poll, after Ctrl-C.
    """

    poll: float = 60.0
    answered: float = 10.0
    first: float = 0.2
    longest: float = 30.0
    idle: float = 0.02
    longest_idle: float = 2.0
    farewell: float = 2.0


class Options(NamedTuple):
    """The settings of the client.

    limit: seconds a decision. matches: stop after this many matches, None for never. save: folder
    for matches: those in play are kept there, and a client that was killed goes on with them.
    order: matches to start, `at_once` at a time. finish: whether Ctrl-C waits for the matches in
    play.
    """

    tactic: str = DEFAULT
    limit: float = LIMIT
    matches: int | None = None
    save: Path | None = None
    order: Order | None = None
    at_once: int = 1
    finish: bool = False
    waits: WaitTimes = WaitTimes()
    patience: Patience = Patience()


class View(Protocol):
    """Displays the progress."""

    def show(self, sessions: Sessions, connection: str) -> None:
        """Something may have changed."""

    def ended(self, record: MatchRecord) -> None:
        """A match has ended."""

    def tell(self, line: str) -> None:
        """Something happened that the user should know."""


class Live:
    """One client: `run` it once.

    saved, unsaved: matches that were saved, and that could not be.
    """

    def __init__(self, server: LocalAI, options: Options, view: View) -> None:
        """Raises ValueError if there is no such tactic."""
        load(options.tactic)  # Now, not at the cost of the first match's time.
        limit = options.limit
        settings = Settings(options.tactic, limit=limit, elapsed=limit)
        left = {} if options.save is None else read_running(options.save)
        self.sessions = Sessions(settings, options.patience, left)
        self.polls = 0
        self.saved = 0
        self.unsaved = 0
        self._server = server
        self._options = options
        self._view = view
        self._stop = Stop()
        self._starter = (
            Starter(options.order, options.matches, options.at_once) if options.order else None
        )
        self._last_ones: set[str] | None = None
        self._accepted = False
        self._failures = 0
        self._failed_starts = 0
        self._idle = 0
        self._slowest = 0.0
        self._silent = 0
        self._is_unkept = False

    def run(self) -> bool:
        """Play until all is done; False if Ctrl-C (or SIGTERM) ended it early.

        Raises RefusedError if Botzone refuses this client, at any time.
        """
        with self._stop:
            try:
                while not self._is_done():
                    self._turn()
                return not self._stop.asked
            except KeyboardInterrupt:
                with suppress(KeyboardInterrupt):
                    self._say_farewell()
                self._abandon(INTERRUPTED)
                return False
            except RefusedError:
                self._abandon(REFUSED)
                raise

    def _is_done(self) -> bool:
        count = self._options.matches
        enough = count is not None and self.sessions.totals.over >= count
        if not enough and not self._stop.asked:
            return False
        running = self.sessions.running.keys()
        if self._last_ones is None:
            self._last_ones = set(running)
        return not self._last_ones & running

    # -- one turn -----------------------------------------------------------------------------

    def _turn(self) -> None:
        self._stop.patient = self._options.finish and bool(self.sessions.running)
        self._start_a_match()
        start = time.monotonic()
        with self._stop.waiting():  # When stopping, no answer is marked as sent.
            answers = self.sessions.answers(start)
            longest = self._longest(bool(answers))
            seconds = self._seconds(start, longest)
            got = self._server.poll(answers, seconds)
        if isinstance(got, Refusal):
            raise RefusedError(self._kicked(got.what))
        if isinstance(got, Failure):
            self._silent += got.timed_out and seconds == longest
            self._failed(got)
            return
        self.polls += 1
        self._accepted, self._failures, self._silent = True, 0, 0
        if answers:
            self._slowest = max(self._slowest, time.monotonic() - start)
        self._take(got, time.monotonic() - start)

    def _longest(self, answering: bool) -> float:
        """How long the poll may stay silent; longer after each poll that timed out."""
        waits = self._options.waits
        if not answering:
            return waits.poll
        expected = max(waits.answered, _TIMES_AS_LONG * self._slowest)
        return min(waits.poll, expected * 2.0 ** min(self._silent, 20))

    def _seconds(self, now: float, longest: float) -> float:
        """How long the poll may take: until a held-back answer is due, if there is one."""
        due = self.sessions.next_due()
        return longest if due is None else min(longest, max(due - now, 0.01))

    def _take(self, reply: PollReply, seconds: float) -> None:
        now = time.monotonic()
        records = self.sessions.take(reply, now)
        records += self.sessions.silent(now)
        decided = self.sessions.decide()
        self._keep()
        for record in records:
            self._ended(record)
        self._view.show(self.sessions, "connected")
        if decided or records or seconds > _QUICK or self.sessions.any_due(now):
            self._idle = 0
            return
        self._idle += 1
        waits = self._options.waits
        self._sleep(min(waits.longest_idle, waits.idle * 2.0 ** min(self._idle - 1, 20)))

    def _failed(self, failure: Failure) -> None:
        self.sessions.failed(time.monotonic(), failure.is_lost)
        if failure.timed_out:
            return  # It took long enough, or was cut short for a due answer.
        self._failures += 1
        if failure.is_elsewhere and not self._accepted and self._failures >= _FIRST_TRIES:
            raise RefusedError(f"no Botzone there: {failure.what}")
        pause = self._pause(self._failures)
        self._view.show(self.sessions, f"trying again in {pause:.1f} s: {failure.what}")
        self._sleep(pause)

    def _pause(self, failures: int) -> float:
        waits = self._options.waits
        longest = min(waits.longest, waits.first * 2.0 ** min(failures - 1, 20))
        # Jitter, so that clients do not all retry at once after a server failure.
        return longest * random.uniform(0.5, 1)

    def _sleep(self, seconds: float) -> None:
        with self._stop.waiting():
            time.sleep(seconds)

    def _kicked(self, what: str) -> str:
        if not self._accepted:
            return what
        running = len(self.sessions.running)
        return f"kicked after {self.polls} polls, with {running} matches in play: {what}"

    # -- starting -----------------------------------------------------------------------------

    def _start_a_match(self) -> None:
        starter = self._starter
        running, seen = len(self.sessions.running), self.sessions.totals.seen
        now = time.monotonic()
        if starter is None or self._stop.asked or not starter.wants_one(now, running, seen):
            return
        if starter.vanished >= _MOST_STARTS:
            raise RefusedError(f"{starter.vanished} started matches never appeared")
        with self._stop.waiting():
            got = self._server.run_match(starter.headers)
        if isinstance(got, Refusal):
            raise RefusedError(f"no match was started: {got.what}")
        if isinstance(got, Failure):
            self._failed_starts += 1
            if self._failed_starts >= _MOST_STARTS:
                raise RefusedError(f"no match was started: {got.what}")
            self._view.tell(f"a match was not started, trying again: {got.what}")
            if not running:
                self._sleep(self._pause(self._failed_starts))
            return
        self._failed_starts = 0
        starter.started(time.monotonic())
        self._view.tell(f"started match {started_id(got.text) or '(Botzone gave no id)'}")

    # -- the end ------------------------------------------------------------------------------

    def _ended(self, record: MatchRecord) -> None:
        self._view.ended(record)
        if self._options.save is None:
            return
        try:
            save(self._options.save, record)
            self.saved += 1
        except OSError as error:  # Matches in play matter more.
            self.unsaved += 1
            self._view.tell(f"match {record.id} could not be saved: {error.strerror}")

    def _keep(self) -> None:
        """Keep the matches in play before their answers are sent; who is killed goes on there."""
        if self._options.save is None or self._is_unkept:
            return
        try:
            for record in self.sessions.answered():
                save_running(self._options.save, record)
        except (OSError, ValueError) as error:
            self._is_unkept = True
            self._view.tell(f"matches in play are not kept: {error}")

    def _say_farewell(self) -> None:
        """Send the finished answers that are still unsent, and process what comes at once."""
        self.sessions.decide()
        answers = self.sessions.answers(time.monotonic())
        if not answers:
            return
        got = self._server.poll(answers, self._options.waits.farewell)
        if isinstance(got, PollReply):
            for record in self.sessions.take(got, time.monotonic()):
                self._ended(record)

    def _abandon(self, end: str) -> None:
        for record in self.sessions.abandon(end):
            self._ended(record)
        self._view.show(self.sessions, end)
