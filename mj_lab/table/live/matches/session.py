"""One match at this client: its state, its latest answer, and whether that has arrived."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone
from math import inf
from typing import TypeVar

from mj_bot.botzone.answer import faults_of
from mj_bot.botzone.bot import Bot, Settings
from mj_bot.botzone.clock import Clock
from mj_bot.botzone.reading import JSON, Turn
from mj_bot.events import PASS, Request, Start, format_response, parse_request
from mj_lab.table.live.matches.follow import follows
from mj_lab.table.live.matches.record import ABORTED, FINISHED, MatchRecord
from mj_lab.table.live.protocol import Finished

_Result = TypeVar("_Result")

# The stage of the latest answer.
ASKED = "asked"  # Not decided yet.
READY = "ready"  # To be sent with the next poll.
SENT = "sent"  # In a running poll.
DOUBTFUL = "doubtful"  # It was in a failed poll: Botzone may or may not have received it.
ARRIVED = "arrived"

# A request that equals one of this many previous ones is old; otherwise one was missed.
_RECENT = 8
# After this many in a row it is accepted anyway.
_MOST_STRAYS = 3
# Each time an answer is in doubt, it is held back this many times longer.
_DOUBT_GROWS = 4

# How `mj_bot.botzone.bot.Bot` starts its fault text when it has no state of the game.
_NO_STATE = "no state: "


class CappedClock(Clock):
    """A clock with a second limit, `cap` seconds a call, which can change between calls.

    It measures elapsed time only: at home a decision has what `--limit` says, and the client's
    other threads cost CPU time too.
    """

    cap: float | None = None

    def run(self, call: Callable[[], _Result], seconds: float | None, cpu: float = inf) -> _Result:
        """As `Clock.run`, with the shorter of both limits."""
        limits = [limit for limit in (seconds, self.cap) if limit is not None]
        return super().run(call, min(limits) if limits else None)


class Session:
    """One match: `receive` its requests, `decide`, send `answer` while `stage` says so.

    known: whether every request was seen, from the first on. If not, `marks` says why, and answers
    are those that are legal in most states: discard a tile just drawn, else pass.
    """

    def __init__(self, match_id: str, settings: Settings, clock: Clock, now: float) -> None:
        self.id = match_id
        self.tactic = settings.tactic
        self.requests: list[str] = []
        self.responses: list[str] = []
        self.debug: list[str] = []
        self.marks: list[str] = []
        self.known = True
        self.stage = ARRIVED
        self.heard = now
        self.repeated = 0
        self.held_until = 0.0
        self.shown = ""
        self._player = Bot(settings, clock)
        self._seat = -1
        self._last: Request | None = None
        self._missed = ""
        self._strays = 0
        self._doubts = 0
        self._began = _utc()
        self._is_resumed = False

    @property
    def answer(self) -> str:
        """The latest answer."""
        return self.responses[-1]

    @property
    def seat(self) -> int | None:
        """The seat, 0-3, if the first request was seen."""
        return self._seat if self._seat >= 0 else None

    def resume(self, record: MatchRecord) -> None:
        """Go on with a match that a process left in play when it was killed."""
        self.requests, self.responses = list(record.requests), list(record.responses)
        self.debug, self.marks = list(record.debug), list(record.marks)
        self.known, self._began = record.known, record.began
        start = _parsed(self.requests[0], -1)
        self._seat = start.seat if isinstance(start, Start) else -1
        self._last = _parsed(self.requests[-1], self._seat)
        self._is_resumed = True

    # -- requests ---------------------------------------------------------------------------

    def receive(self, text: str, now: float, doubt: float) -> bool:
        """Process a request; False if it is an old one, which needs no new answer.

        doubt: seconds to hold back an answer that may have arrived.
        """
        self.heard = now
        if self.requests and text == self.requests[-1]:
            self._receive_again(now, doubt)
            return False
        event = _parsed(text, self._seat)
        if not self.requests and isinstance(event, Start):
            self._seat = event.seat
        if self.known and not (event is not None and follows(self._last, event)):
            if text in self.requests[-_RECENT:] and self._strays < _MOST_STRAYS:
                self._strays += 1
                self.repeated += 1
                return False
            self._lose_track(text)
        self._strays = self._doubts = 0
        self._last = event
        self.requests.append(text)
        self.stage = ASKED
        return True

    def _receive_again(self, now: float, doubt: float) -> None:
        """Botzone lacks the answer, or this is a late copy; the second time in a row, it lacks it.

        An answer to a late copy could count for the next request, which has not come yet.
        """
        self.repeated += 1
        if self.stage == ARRIVED:
            self.doubt(now, doubt)
        elif self.stage == DOUBTFUL:
            self.stage = READY

    def _lose_track(self, text: str) -> None:
        self.known = False
        if self.requests:
            self._missed = f"{text!r:.60} cannot follow {self.requests[-1]!r:.60}"
            self.marks.append(f"turn {len(self.requests)}: a request was missed: {self._missed}")
        else:
            self.marks.append(f"joined in the middle, at {text!r:.60}")

    def decide(self) -> None:
        """Answer the latest request."""
        requests, responses = self.requests[-1:], []
        if self.known and self._is_resumed:  # The bot has not seen the earlier ones.
            requests, responses = self.requests, self.responses
        whole = self.known and len(requests) == len(self.requests)
        reply = self._player.answer(Turn(JSON, requests, responses, whole, self._missed))
        self._is_resumed = False
        self._missed = ""
        if self.known and any(fault.startswith(_NO_STATE) for fault in faults_of(reply.debug)):
            self.known = False
            self.marks.append(f"turn {len(self.requests) - 1}: {reply.debug[:200]}")
        response = format_response(reply.action)
        self.responses.append(response)
        self.debug.append(reply.debug)
        if response != PASS:
            self.shown = response
        self.stage = READY

    # -- the way of the answer ----------------------------------------------------------------

    def is_due(self, now: float) -> bool:
        """Whether the answer should be in a poll that starts now."""
        return self.stage == READY or (self.stage == DOUBTFUL and now >= self.held_until)

    def doubt(self, now: float, seconds: float) -> None:
        """The poll failed: hold the answer back for a while, since Botzone may have it already."""
        self.stage = DOUBTFUL
        self.held_until = now + seconds * _DOUBT_GROWS**self._doubts
        self._doubts += 1

    # -- the end ------------------------------------------------------------------------------

    def finish(self, result: Finished) -> MatchRecord:
        """End the match and return its record."""
        return self.record(ABORTED if result.scores is None else FINISHED, result)

    def record(self, end: str, result: Finished | None = None) -> MatchRecord:
        """The record of the match so far. end: how it ended."""
        return MatchRecord(
            self.id,
            self.tactic,
            end,
            tuple(self.requests),
            tuple(self.responses),
            tuple(self.debug),
            result.slot if result is not None else None,
            result.scores if result is not None else None,
            self.known,
            tuple(self.marks),
            self._began,
            _utc(),
        )


def _parsed(text: str, seat: int) -> Request | None:
    try:
        return parse_request(text, seat)
    except ValueError:
        return None


def _utc() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")
