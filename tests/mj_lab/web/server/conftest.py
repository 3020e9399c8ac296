"""The pages served as `mj web` serves them, on a free port of this machine."""

import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from mj_lab.core.extras import ENGINE


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """A running server: its `url`, and the `folder` that it takes saved matches from.

    Hands are not played again: `comparing_server` does that.
    """
    with serving(tmp_path_factory.mktemp("saved"), compare=False) as made:
        yield made


@pytest.fixture
def comparing_server(tmp_path: Path) -> Iterator[SimpleNamespace]:
    """Like `server`, and finished hands are played again by the adviser."""
    with serving(tmp_path) as made:
        yield made


@pytest.fixture(scope="session")
def tables_file(server: SimpleNamespace) -> Path:
    """The server's file of tables, where tests lay their own: it makes it with its first one."""
    from tests.mj_lab.web.server.table_client import begin

    begin(server.url, players=["human", "random", "random", "random"])
    path: Path = server.folder / "tables" / "tables.db"
    return path


@pytest.fixture
def without_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables go on at once, whatever pace a page asks for."""
    from mj_lab.table.play.live_table import RunningTable

    async def at_once(_table: RunningTable) -> None:
        return

    monkeypatch.setattr(RunningTable, "_pace", at_once)


@contextmanager
def serving(
    folder: Path,
    compare: bool = True,
    programs: Sequence[str] = (),
    reach: tuple[bool, tuple[str, ...]] = (True, ()),
) -> Iterator[SimpleNamespace]:
    try:
        import uvicorn

        from mj_lab.table.play.bots.programs import Programs
        from mj_lab.table.play.orders import MOST_ORDER_BYTES
        from mj_lab.web.server.app import make_app
        from mj_lab.web.server.at_table.network import ServerReach
        from mj_lab.web.server.connection import Connection
    except ImportError as error:
        if os.environ.get("CI") or error.name == ENGINE:
            pytest.fail(f"no {error.name}; CI must have it", pytrace=False)
        pytest.skip(f"no {error.name} here")
    listening = socket.create_server(("127.0.0.1", 0))
    # asyncio sets it only where a socket names its protocol: small answers waited 40 ms each.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    config = uvicorn.Config(
        make_app([folder], compare=compare, programs=Programs(programs), reach=ServerReach(*reach)),
        http=Connection,
        ws="websockets-sansio",
        ws_max_size=MOST_ORDER_BYTES,
        log_level="error",
        lifespan="on",
    )
    running = uvicorn.Server(config)
    thread = Thread(target=running.run, kwargs={"sockets": [listening]})
    thread.start()
    yield SimpleNamespace(url=f"http://127.0.0.1:{listening.getsockname()[1]}", folder=folder)
    running.should_exit = True
    thread.join()
    listening.close()
