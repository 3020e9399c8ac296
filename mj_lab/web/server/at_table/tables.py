"""Tables in the browser: setting one up, and the WebSocket through which a page plays.

A page first sends the token that follows the # in its address. Browsers never send that part of an
address in a request, so it is in no log.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from starlette.websockets import WebSocket, WebSocketDisconnect

from mj_bot.events import SEATS
from mj_bot.tactics import DEFAULT
from mj_lab.core.database import DatabaseError, StorageFault, fault_of
from mj_lab.core.game.seating import PERSON, seat_of_player
from mj_lab.table.play.bots.programs import MissingProgramError, Programs
from mj_lab.table.play.hand_in_play import AnswerRefusedError
from mj_lab.table.play.hands.resumed_hand import BegunHand
from mj_lab.table.play.live_table import RunningTable
from mj_lab.table.play.orders import Close, TableOrder, read_order
from mj_lab.table.play.play_table import new_token
from mj_lab.table.play.running_tables import RunningTables, TooManyTablesError
from mj_lab.table.play.same_wall import mean_against, mean_on_walls
from mj_lab.table.play.store import PlayStore, TokenHolder
from mj_lab.table.play.table_settings import TableSettings, clean_name
from mj_lab.web.server.at_table.again import AgainOrder
from mj_lab.web.server.request_queue import Pace, Paces, client_of
from mj_lab.web.server.saved import key_of
from mj_lab.web.server.shutdown import in_thread

_log = logging.getLogger(__name__)
_Found = TypeVar("_Found")

# Seconds that a page has to name its seat.
_HELLO_SECONDS = 10.0
# Refused orders after which a connection is closed.
_MOST_REFUSED = 50
# Orders of one seat: per second in the long run, and at first. A person is slower.
_ORDERS_A_SECOND, _ORDERS_AT_FIRST = 20, 60
# The same for one address, where a club may sit.
_CLUB_A_SECOND, _CLUB_AT_FIRST = 100, 300
# Orders of one connection that may wait. With more it is no longer read, and is closed after this
# many seconds; if closed sooner, it would reconnect at once.
_MOST_ORDERS = 100
_DEAF_SECONDS = 3.0
# The most people and spectators at one table.
MOST_VIEWERS = 40

_SETTINGS = frozenset({"players", "hands", "pace", "clock", "names", "lot"})


class Tables:
    """The tables of a folder: `tables.db` and the match files of finished hands beside it.

    compare: whether the adviser replays people's hands. programs: those that may sit at tables.
    """

    def __init__(
        self, folder: Path, compare: bool = False, programs: Programs | None = None
    ) -> None:
        self._folder = folder
        self._compare = compare
        self._programs = programs
        self._opened: RunningTables | None = None
        self._opening = asyncio.Lock()
        self._said = ""
        self._clubs = Paces(_CLUB_A_SECOND, _CLUB_AT_FIRST)
        self._paces: WeakKeyDictionary[RunningTable, dict[int | None, Pace]] = WeakKeyDictionary()

    def _pace_of(self, running: RunningTable, player: int | None) -> Pace:
        """The rate limit of a seat, over all its pages and connections; spectators share one."""
        paces = self._paces.setdefault(running, {})
        return paces.setdefault(player, Pace(_ORDERS_A_SECOND, _ORDERS_AT_FIRST))

    async def running(self) -> RunningTables:
        """All running tables. Raises DatabaseError if the folder cannot store them."""
        async with self._opening:
            if self._opened is None:
                store = await in_thread(partial(PlayStore, self._folder / "tables.db"))
                self._opened = RunningTables(
                    store, self._folder, compare=self._compare, programs=self._programs
                )
        return self._opened

    async def read(self, look: Callable[[PlayStore], _Found]) -> _Found:
        """What somebody reads in the file of tables. Raises DatabaseError if that fails."""
        store = (await self.running()).store
        return await in_thread(partial(look, store))

    def stop(self) -> None:
        """End all tables and programs when the server ends."""
        if self._opened is not None:
            self._opened.stop()

    async def begin(self, settings: dict[str, Any]) -> dict[str, Any]:
        """Set up a table as a page asks; answers with the tokens of its seats, its own first.

        Raises ValueError, one line, if no table can have these settings.
        """
        return await self._begun(*settings_asked(settings))

    async def begin_again(self, order: AgainOrder, begun: BegunHand) -> dict[str, Any]:
        """Set up a table whose hand begins in a record; answers as `begin` does.

        Raises ValueError, one line, if no table can have these settings.
        """
        return await self._begun(order.settings(), order.seat, begun)

    async def _begun(
        self, settings: TableSettings, own: int, begun: BegunHand | None = None
    ) -> dict[str, Any]:
        room = new_token() if settings.players.count(PERSON) > 1 else None
        tokens = await (await self.running()).begin(settings, begun, room)
        people = [{"player": own, "token": tokens[own]}]
        return {"people": people, "spectators": tokens[None], "room": room}

    async def sit(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Give a guest a free seat; answers with its token.

        asked: the `token` of a guest, the `player` of the seat, a `name`. Raises ValueError, one
        line, if the seat cannot be had.
        """
        token, player, name = asked.get("token"), asked.get("player"), asked.get("name", "")
        if not isinstance(token, str) or type(player) is not int or not isinstance(name, str):
            raise ValueError("token, player and name: expected two texts and a number")
        return {"token": await (await self.running()).sit(token, player, clean_name(name))}

    async def socket(self, socket: WebSocket) -> None:
        """Serve one page until it disconnects."""
        await socket.accept()
        with suppress(WebSocketDisconnect, RuntimeError):
            try:
                await self._serve(socket)
            except AnswerRefusedError as error:
                await _send(socket, _refusal(error))
                await socket.close(Close.NO_SUCH_SEAT)
            except MissingProgramError as error:
                await _send(socket, {"type": "refused", "error": str(error), "program": error.name})
                await socket.close(Close.NO_PROGRAM)
            except TooManyTablesError:
                await socket.close(Close.TOO_MANY)
            except (DatabaseError, OSError) as error:
                if str(error) != self._said:  # Pages come again every second.
                    self._said = str(error)
                    _log.warning("tables in %s: %s", self._folder, error)
                fault = fault_of(error) if isinstance(error, OSError) else error.fault
                await _close_broken(socket, fault)

    async def _serve(self, socket: WebSocket) -> None:
        try:
            text = await asyncio.wait_for(_received(socket), _HELLO_SECONDS)
        except asyncio.TimeoutError:
            raise AnswerRefusedError("said nothing") from None
        order = read_order(text)
        if order.type != "hello":
            raise AnswerRefusedError("expected a hello")
        opened = await (await self.running()).open(order.token)
        if opened is None:
            raise AnswerRefusedError("this link opens no seat")
        running, holder = opened
        player, seated = holder.player, running.seated[holder.player]
        if running.fault is not None:
            await _close_broken(socket, running.fault)
            return
        if running.viewers >= MOST_VIEWERS:
            await socket.close(Close.TOO_MANY)
            return
        paces = (self._pace_of(running, player), self._clubs.of(client_of(socket)))
        running.come(player)

        def holds() -> bool:
            return not running.has_next and running.seated[player] == seated

        telling = asyncio.create_task(_tell(socket, running, holder, order.sequence, holds))
        try:
            await _listen(socket, running, player, paces, holds)
        finally:
            telling.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await telling
            (await self.running()).left(running, player)


def settings_asked(settings: dict[str, Any]) -> tuple[TableSettings, int]:
    """The requested settings, and the index of the first person among the players.

    `players` are by their first seats; with `lot` in any order, and the seats are shuffled.

    Raises ValueError, one line, if no table can have these settings.
    """
    if not settings.keys() <= _SETTINGS:
        raise ValueError("no such setting")
    players = settings.get("players", [PERSON, DEFAULT, DEFAULT, DEFAULT])
    names = settings.get("names", [""] * 4)
    for texts in (players, names):
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise ValueError("players and names are lists of texts")
    hands, pace, clock = settings.get("hands", 1), settings.get("pace", 0.8), settings.get("clock")
    if type(hands) is not int or not _is_number(pace) or not (clock is None or _is_number(clock)):
        raise ValueError("hands, pace and clock are numbers")
    lot = settings.get("lot", False)
    if not isinstance(lot, bool):
        raise ValueError("lot: yes or no")
    clean = [clean_name(name) for name in names]
    # Report errors before seats are shuffled.
    TableSettings(tuple(players), hands, pace, clock, names=tuple(clean))
    order = list(range(SEATS))
    if lot:
        SystemRandom().shuffle(order)
    seated = tuple(players[number] for number in order)
    called = tuple(clean[number] for number in order)
    own = order.index(players.index(PERSON))
    return TableSettings(seated, hands, pace, clock, names=called, host=own), own


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


async def _listen(
    socket: WebSocket,
    running: RunningTable,
    player: int | None,
    paces: Sequence[Pace],
    holds: Callable[[], bool],
) -> None:
    """Carry out a page's orders at its rate; drop those that wait once the page is gone.

    holds: as in `_tell`.
    """
    orders: asyncio.Queue[str | Exception] = asyncio.Queue()
    reading = asyncio.create_task(_read(socket, orders))
    try:
        await _obey_all(socket, running, player, paces, holds, orders, reading)
    finally:
        reading.cancel()


async def _read(socket: WebSocket, orders: asyncio.Queue[str | Exception]) -> None:
    """Read a page's orders until it disconnects or sends too many; the last item is the reason."""
    try:
        while orders.qsize() < _MOST_ORDERS:
            orders.put_nowait(await _received(socket))
        await asyncio.sleep(_DEAF_SECONDS)
        await socket.close(Close.TOO_MANY)
        orders.put_nowait(WebSocketDisconnect(Close.TOO_MANY))
    except (WebSocketDisconnect, RuntimeError, AnswerRefusedError) as error:
        orders.put_nowait(error)


async def _obey_all(
    socket: WebSocket,
    running: RunningTable,
    player: int | None,
    paces: Sequence[Pace],
    holds: Callable[[], bool],
    orders: asyncio.Queue[str | Exception],
    reading: asyncio.Task[None],
) -> None:
    refused = 0
    while refused < _MOST_REFUSED:
        text = await orders.get()
        if isinstance(text, Exception):
            raise text
        wait = max(pace.wait() for pace in paces)
        if wait and reading.done():
            return
        await asyncio.sleep(wait)
        if not holds():  # A page that reads nothing is told nothing, and may still give orders.
            await socket.close(Close.MOVED)
            return
        try:
            if player is None:
                raise AnswerRefusedError("a spectator gives no orders")
            order = read_order(text)
            if order.type == "effective":
                await _send(socket, await running.effective(player, order.hand, order.turn))
            else:
                _obey(running, player, order)
        except AnswerRefusedError as error:
            refused += 1
            await _send(socket, _refusal(error))
    await socket.close(Close.TOO_MANY)


def _obey(running: RunningTable, player: int, order: TableOrder) -> None:
    if order.type == "answer":
        running.answer(player, order.hand, order.turn, order.action)
    elif order.type == "announce":
        running.announce(player, order.hand, order.turn)
    elif order.type == "claims":
        running.pass_claims(player, order.hand, order.until)
    elif order.type == "coach":
        running.coaches.set_mode(player, order.mode)
    elif order.type == "next":
        running.wants_next(player, order.hand)
    elif order.type == "replace":
        running.attend(player, order.type, order.player)
    elif order.type == "again":
        running.again(player)
    elif order.type == "name":
        running.set_name(player, order.name)
    elif order.type in ("start", "leave", "back", "give_up"):
        running.attend(player, order.type)
    else:
        raise AnswerRefusedError("hello again")


async def _tell(
    socket: WebSocket,
    running: RunningTable,
    holder: TokenHolder,
    sequence: int,
    holds: Callable[[], bool],
) -> None:
    """Send each new state of the table once, and new notes between states.

    holds: whether the page's token is still for this; if not, the connection is closed.
    """
    player = holder.player
    noted: dict[str, Any] | None = None
    known: dict[str, Any] | None = None
    sent = -1 if sequence > running.table.sequence else sequence
    while True:
        changed = running.changed
        if running.is_broken or running.fault is not None:
            await _close_broken(socket, running.fault)
            return
        if running.unkept:  # Nothing is told that is not on disk.
            await changed.wait()
            continue
        if not holds():
            await socket.close(Close.MOVED)
            return
        if running.table.sequence != sent:
            sent = running.table.sequence
            await _send(socket, _with_replay(running.table.message(player), running))
            noted = None
        note = running.note(player, holder.guest)
        if note != noted:
            noted = note
            await _send(socket, running.left_now(note))
        compared = _compared(running, player)
        if compared is not None and compared != known:
            known = compared
            await _send(socket, compared)
        if changed is running.changed and running.table.sequence == sent:
            await changed.wait()


def _compared(running: RunningTable, player: int | None) -> dict[str, Any] | None:
    """The tactic's results in a player's seat, with addresses; None if there are none."""
    compared = running.compared(player)
    if compared is None or player is None:
        return None
    table, hands = running.table, []
    alone = [
        row for row in compared.rows if row.alone and (row.hand, row.player) not in table.by_bot
    ]
    for row in compared.rows:
        own = table.path_of(table.hand_name(row.hand))
        other = table.path_of(table.instead_name(row.hand, player), instead=True)
        assert own is not None and other is not None
        seat, mine, its = seat_of_player(player, row.hand), key_of(own), key_of(other)
        beside = f"/beside/{mine}/{its}?seat={seat}"
        hands.append({**row._asdict(), "seat": seat, "beside": beside})
    return {
        "type": "same_wall",
        "tactic": compared.tactic,
        "hands": hands,
        "waiting": compared.waiting,
        "progress": None if compared.progress is None else compared.progress._asdict(),
        "means": {
            "wall": mean_on_walls(alone)._asdict(),
            "sampled": mean_against(alone)._asdict(),
        },
    }


def _with_replay(message: dict[str, Any], running: RunningTable) -> dict[str, Any]:
    """A state of the table; for a finished hand with the address of its replay."""
    path = running.table.saved_path
    return message if path is None else {**message, "replay": "/saved/" + key_of(path)}


async def _send(socket: WebSocket, message: dict[str, Any]) -> None:
    await socket.send_text(json.dumps(message, separators=(",", ":")))


async def _close_broken(socket: WebSocket, fault: StorageFault | None) -> None:
    """Close a connection whose page comes back by itself. fault: what it shows meanwhile."""
    await socket.close(Close.BROKEN, "" if fault is None else fault.value)


async def _received(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if not isinstance(text, str):
        raise AnswerRefusedError("expected text")
    return text


def _refusal(error: AnswerRefusedError) -> dict[str, Any]:
    return {"type": "refused", "error": str(error)}
