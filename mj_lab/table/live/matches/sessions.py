"""All matches of this client: processes a poll's reply, and supplies the next answers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from mj_bot.botzone.bot import Settings
from mj_lab.table.live.matches.record import (
    ABORTED,
    FINISHED,
    RUNNING,
    SILENT,
    MatchRecord,
)
from mj_lab.table.live.matches.session import (
    ARRIVED,
    ASKED,
    DOUBTFUL,
    READY,
    SENT,
    CappedClock,
    Session,
)
from mj_lab.table.live.protocol import Finished, PollReply

# The most ids of finished matches to remember: whatever still comes of them is an old copy.
REMEMBERED = 4096


class Patience(NamedTuple):
    """Seconds.

    doubt: how long an answer in a failed poll is held back, since Botzone may ask for it again.
    doubt_known: the same once Botzone has been seen to ask again. reply: for all decisions of one
    reply together. silence: a match without news for this long is given up.
    """

    doubt: float = 2.0
    doubt_known: float = 8.0
    reply: float = 5.0
    silence: float = 3600.0


_DEFAULT = Patience()


class Totals:
    """The totals over all matches."""

    def __init__(self) -> None:
        self.seen = 0
        self.finished = 0
        self.aborted = 0
        self.unfinished = 0
        self.score = 0.0
        self.wins = 0
        self.faults = 0
        self.unknown = 0
        self.repeated = 0

    def add(self, record: MatchRecord) -> None:
        """Count one match that has ended for this client."""
        self.finished += record.end == FINISHED
        self.aborted += record.end == ABORTED
        self.unfinished += record.end not in (FINISHED, ABORTED)
        self.score += record.score or 0
        self.wins += (record.score or 0) > 0 and not _is_fault_of_another(record)
        self.faults += record.is_own_fault
        self.unknown += not record.known

    @property
    def over(self) -> int:
        """Matches that Botzone has ended."""
        return self.finished + self.aborted


def _is_fault_of_another(record: MatchRecord) -> bool:
    return record.scores is not None and sum(score > 0 for score in record.scores) > 1


class Sessions:
    """The matches in play, by id: `running`. kept: those that an earlier process left in play.

    reason: the latest decision with a remark of the tactic, and the remark.
    """

    def __init__(
        self,
        settings: Settings,
        patience: Patience = _DEFAULT,
        kept: Mapping[str, MatchRecord] = MappingProxyType({}),
    ) -> None:
        self.running: dict[str, Session] = {}
        self.totals = Totals()
        self.reason = ""
        self._kept = dict(kept)
        self._settings = settings
        self._patience = patience
        self._doubt = patience.doubt
        self._clock = CappedClock()
        self._over: OrderedDict[str, None] = OrderedDict()

    # -- what a poll carries ------------------------------------------------------------------

    def answers(self, now: float) -> dict[str, str]:
        """The answers for a poll that starts now, by match id; they count as sent."""
        due = [session for session in self.running.values() if session.is_due(now)]
        for session in due:
            session.stage = SENT
        return {session.id: session.answer for session in due}

    def next_due(self) -> float | None:
        """When the first held-back answer is due; None if there is none."""
        times = [
            session.held_until for session in self.running.values() if session.stage == DOUBTFUL
        ]
        return min(times, default=None)

    def any_due(self, now: float) -> bool:
        """Whether an answer must be sent now."""
        return any(session.is_due(now) for session in self.running.values())

    def failed(self, now: float, is_lost: bool) -> None:
        """The poll failed; `is_lost` if Botzone certainly received nothing of it."""
        for session in self._under_way():
            if is_lost:
                session.stage = READY
            else:
                session.doubt(now, self._doubt)

    def _under_way(self) -> list[Session]:
        return [session for session in self.running.values() if session.stage == SENT]

    # -- what a poll brings -------------------------------------------------------------------

    def take(self, reply: PollReply, now: float) -> list[MatchRecord]:
        """Process the reply of the poll with the last `answers`; returns finished matches."""
        for session in self._under_way():
            session.stage = ARRIVED
        records = [self._finish(result) for result in reply.finished if self._is_news(result)]
        for match_id, request in reply.requests:
            self._receive(match_id, request, now)
        return records

    def _is_news(self, result: Finished) -> bool:
        if result.match_id not in self._over:
            return True
        self.totals.repeated += 1
        return False

    def _finish(self, result: Finished) -> MatchRecord:
        session = self.running.pop(result.match_id, None) or self._stranger(result.match_id)
        self._over[session.id] = None
        if len(self._over) > REMEMBERED:
            self._over.popitem(last=False)
        return self._ended(session.finish(result))

    def _stranger(self, match_id: str) -> Session:
        """The record of a match of which only the end was seen."""
        session = self._new(match_id, 0.0)
        if not session.requests:
            session.known = False
            session.marks.append("only the end was seen")
        return session

    def _new(self, match_id: str, now: float) -> Session:
        self.totals.seen += 1
        session = Session(match_id, self._settings, self._clock, now)
        if match_id in self._kept:
            session.resume(self._kept.pop(match_id))
        return session

    def _receive(self, match_id: str, request: str, now: float) -> None:
        if match_id in self._over:
            self.totals.repeated += 1
            return
        session = self.running.get(match_id)
        if session is None:
            session = self.running[match_id] = self._new(match_id, now)
        before = session.stage
        if session.receive(request, now, self._doubt):
            return
        self.totals.repeated += 1
        if before == DOUBTFUL and session.stage == READY:
            self._doubt = self._patience.doubt_known

    def answered(self) -> list[MatchRecord]:
        """The records so far of the matches with an answer that is to be sent."""
        ready = [session for session in self.running.values() if session.stage == READY]
        return [session.record(RUNNING) for session in ready]

    def decide(self) -> int:
        """Answer every new request; returns their number.

        They share `Patience.reply` seconds, so that concurrent matches do not delay each other.
        """
        waiting = [session for session in self.running.values() if session.stage == ASKED]
        if waiting:
            self._clock.cap = self._patience.reply / len(waiting)
        for session in waiting:
            session.decide()
            if session.debug[-1]:
                self.reason = f"{session.id} {session.answer}: {session.debug[-1]}"
        return len(waiting)

    # -- the end ------------------------------------------------------------------------------

    def silent(self, now: float) -> list[MatchRecord]:
        """Give up matches that were silent for too long."""
        limit = now - self._patience.silence
        gone = [session for session in self.running.values() if session.heard < limit]
        return [self._given_up(session, SILENT) for session in gone]

    def abandon(self, end: str) -> list[MatchRecord]:
        """Give up all matches in play."""
        return [self._given_up(session, end) for session in list(self.running.values())]

    def _given_up(self, session: Session, end: str) -> MatchRecord:
        del self.running[session.id]
        return self._ended(session.record(end))

    def _ended(self, record: MatchRecord) -> MatchRecord:
        self.totals.add(record)
        return record
