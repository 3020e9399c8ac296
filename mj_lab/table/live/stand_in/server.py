"""A fake Botzone: the LocalAI interface on this machine, with judged games behind it.

It implements docs/reference/live.md. On request it fails in the ways of networks and servers
(`faults` beside it), so that a client can be tested before it meets the real one.
"""

from __future__ import annotations

import asyncio
import errno
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from mj_lab.core.options import port_in_use
from mj_lab.table.live.protocol import POLL, RUN_MATCH, PollReply, format_poll_reply
from mj_lab.table.live.stand_in import faults as kinds
from mj_lab.table.live.stand_in.faults import Faults
from mj_lab.table.live.stand_in.http import Call, HttpTalk
from mj_lab.table.live.stand_in.match import FakeMatch
from mj_lab.table.live.stand_in.tables import FakeTable, Rules

HOST = "127.0.0.1"
DEFAULT_PATH = "/api/user/secret"

_OK, _BAD, _FORBIDDEN, _NOT_FOUND, _ERROR = 200, 400, 403, 404, 500
_SILENCE = 30.0  # Seconds after which even a fault gives up.
_LATE = 0.5  # Seconds that a poll waits for a later one.
_MOST_SLOW = 0.05  # Seconds.


class FakeBotzone:
    """The server: `serve` it in an event loop, or `running` in a thread.

    polls: how many came. kicked: whether the client is refused.
    """

    def __init__(
        self, rules: Rules, faults: Faults | None = None, path: str = DEFAULT_PATH
    ) -> None:
        self.polls = 0
        self.kicked = False
        self.port = 0
        self._rules = rules
        self._faults = faults or Faults()
        self._path = path
        self._table = FakeTable(rules, self._faults.dice)
        self._earlier = PollReply()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def url(self) -> str:
        """The address to give to a client."""
        return f"http://{HOST}:{self.port}{self._path}/{POLL}"

    @property
    def played(self) -> dict[str, FakeMatch]:
        """Every match by its id."""
        return self._table.played

    @property
    def reported(self) -> set[str]:
        """The matches whose results have been delivered."""
        return self._table.reported

    # -- serving ------------------------------------------------------------------------------

    async def serve(
        self, port: int = 0, ready: Callable[[], None] | None = None, until_over: bool = False
    ) -> None:
        """Serve until cancelled, or until all is over; `ready` is called when the port is open.

        Raises OSError if the port is not free.
        """
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._talk, HOST, port)
        self.port = server.sockets[0].getsockname()[1]
        self._table.offer()
        if ready is not None:
            ready()
        try:
            while not (until_over and self._table.is_over):
                await asyncio.sleep(0.05)
        finally:
            server.close()
            for task in tuple(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def kick(self) -> None:
        """Refuse the client from now on; callable from any thread."""
        self._call(self._kick)

    def abort(self, match_id: str) -> None:
        """Abort a match; callable from any thread."""
        self._call(lambda: self._table.abort(match_id))

    def _kick(self) -> None:
        self.kicked = True
        self._table.wake()

    def _call(self, what: Callable[[], None]) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(what)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            talk = HttpTalk(reader, writer)
            while (call := await talk.call()) is not None:
                if not await self._answer(call, talk):
                    break
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            writer.close()
            with suppress(ConnectionError, asyncio.CancelledError):
                await writer.wait_closed()

    async def _answer(self, call: Call, talk: HttpTalk) -> bool:
        """Answer one call; False if the connection must be closed."""
        path, _, name = call.path.rpartition("/")
        if name not in (POLL, RUN_MATCH) or call.method != "GET":
            return await talk.send(_NOT_FOUND, "no such call")
        if path != self._path or self.kicked:
            return await talk.send(_FORBIDDEN, "kicked" if self.kicked else "forbidden")
        if name == POLL:
            return await self._poll(call, talk)
        try:
            return await talk.send(_OK, self._table.run_match(call.headers))
        except (ValueError, TypeError) as error:
            return await talk.send(_BAD, str(error))

    # -- the long poll ------------------------------------------------------------------------

    async def _poll(self, call: Call, talk: HttpTalk) -> bool:
        table = self._table
        self.polls += 1
        number = self.polls
        table.wake()  # A waiting poll is the client's old one: nobody reads its reply.
        answers = table.bound(call.headers)
        fault = self._faults.draw()
        if fault == kinds.LATE:
            await self._until(lambda: self.polls > number, _LATE)
        if fault in (kinds.ERROR_BEFORE, kinds.CUT_BEFORE, kinds.SILENT_BEFORE):
            return await _fail(fault, talk)
        table.take(answers)
        if fault in (kinds.ERROR_AFTER, kinds.CUT_AFTER, kinds.SILENT_AFTER):
            return await _fail(fault, talk)
        if fault == kinds.SLOW:
            await asyncio.sleep(self._faults.dice.uniform(0, _MOST_SLOW))
        await self._until(
            lambda: self.polls > number or self.kicked or table.has_news(), self._rules.hold
        )
        if self.kicked:
            return await talk.send(_FORBIDDEN, "kicked")
        if self.polls > number or talk.is_hung_up:
            return False
        return await self._reply(fault, talk)

    async def _reply(self, fault: str | None, talk: HttpTalk) -> bool:
        reply = self._table.news()
        self._table.mark_delivered(reply)
        if fault == kinds.CUT_DELIVERED:
            return False
        text = format_poll_reply(self._disturbed(reply, fault))
        data = talk.reply_bytes(_OK, text)
        if fault == kinds.CUT_WITHIN:
            await talk.write(data[: len(data) - len(text) // 2 - 1])
            return False
        await talk.write(data)
        self._table.mark_result_sent(reply)
        self._earlier = reply
        return True

    def _disturbed(self, reply: PollReply, fault: str | None) -> PollReply:
        requests, finished = list(reply.requests), list(reply.finished)
        if fault == kinds.REPEATED:
            requests = [*self._earlier.requests, *requests]
            finished = [*self._earlier.finished, *finished]
        if fault == kinds.SHUFFLED:
            self._faults.dice.shuffle(requests)
            self._faults.dice.shuffle(finished)
        return PollReply(tuple(requests), tuple(finished))

    async def _until(self, is_so: Callable[[], bool], seconds: float) -> None:
        async def wait() -> None:
            while not is_so():
                await self._table.changed.wait()

        await _at_most(wait(), seconds)


async def _at_most(what: Awaitable[None], seconds: float) -> None:
    with suppress(asyncio.TimeoutError):
        await asyncio.wait_for(what, seconds)


async def _fail(fault: str, talk: HttpTalk) -> bool:
    if fault in (kinds.ERROR_BEFORE, kinds.ERROR_AFTER):
        return await talk.send(_ERROR, "an injected fault")
    if fault in (kinds.SILENT_BEFORE, kinds.SILENT_AFTER):
        await talk.wait_for_the_end(_SILENCE)
    return False


@contextmanager
def running(server: FakeBotzone) -> Iterator[FakeBotzone]:
    """Run the server in its own thread, from the opening of its port to the end of the block."""
    opened = threading.Event()
    loop = asyncio.new_event_loop()
    main = loop.create_task(server.serve(ready=opened.set))

    def work() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(main)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        if not opened.wait(10):
            raise OSError("the fake server did not start")
        yield server
    finally:
        loop.call_soon_threadsafe(main.cancel)
        thread.join(10)
        loop.close()


def serve_here(rules: Rules, faults: Faults, port: int) -> None:
    """Serve in this process until all is over or Ctrl-C; print the address, then the results.

    Raises ValueError for a port that is in use.
    """
    server = FakeBotzone(rules, faults)

    def ready() -> None:
        print(f"MJ_BOTZONE_URL={server.url}", flush=True)

    try:
        asyncio.run(server.serve(port, ready, until_over=rules.matches > 0))
    except KeyboardInterrupt:
        pass
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise port_in_use(port) from None
    for match in server.played.values():
        result = match.result
        ended = "not over" if result is None else f"{result.action} {match.game.scores}"
        print(f"match {match.id} seat {match.slot}: {ended}, {len(match.requests)} requests")
    for fault, count in faults.drawn.items():
        print(f"fault on purpose: {fault}: {count}")
