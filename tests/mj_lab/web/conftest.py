"""The pages as `mj web` serves them and as a plain server of files does, on free ports."""

import os
import shutil
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.core.extras import ENGINE
from mj_lab.table.play import play_table
from mj_lab.table.play.store import PlayStore
from tests.mj_lab.conftest import Open, thorough
from tests.mj_lab.web.server.person import ASKED
from tests.mj_lab.web.server.staged import SCENES, DrawnTile, Scene, stage
from tests.mj_lab.web.server.table_client import begin
from tests.mj_lab.web.site.in_node import InNode

_NUMBERS = count()


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


@pytest.fixture
def store(tables_file: Path) -> Iterator[PlayStore]:
    """The tables of `server`."""
    opened = PlayStore(tables_file)
    yield opened
    opened.close()


@pytest.fixture
def opponents(monkeypatch: pytest.MonkeyPatch) -> Open:
    """`opponents(of)`: `of(name, player)` plays for bots; till then they discard what they draw."""

    def seated(of: Open) -> None:
        monkeypatch.setattr(play_table, "_tactic", of)

    seated(lambda _name, _player: DrawnTile(""))
    return seated


@pytest.fixture
def staged(server: SimpleNamespace, store: PlayStore, opponents: Open) -> Open:
    """`staged(scene)`: a new table where that will happen; its `id`, `token` and `url`.

    A scene may be a name of SCENES. size: of the wall, by seat; number: which of such walls;
    settings: of the table, such as pace.
    """

    def table(
        scene: str | Scene, size: int = 17, number: int = 0, **settings: Any
    ) -> SimpleNamespace:
        what = SCENES[scene] if isinstance(scene, str) else scene
        opponents(lambda _name, _player: DrawnTile(what.opponent_pungs))
        name = f"staged-{next(_NUMBERS)}"
        token = stage(store, name, what, size, number, **settings)
        return SimpleNamespace(id=name, token=token, url=f"{server.url}/play#{token}")

    return table


@pytest.fixture
def sit(staged: Open, open_page: Open) -> Open:
    """`sit(scene, **options)`: the page of a table that is staged, as soon as it asks."""

    def seated(scene: str | Scene, size: int = 17, number: int = 0, **options: Any) -> Any:
        page = open_page(staged(scene, size, number).url, **options)
        page.wait_for_function(ASKED)
        return page

    return seated


@pytest.fixture
def open_ready(open_page: Open) -> Open:
    """`open_ready(url, **options)`: a page once its script has run."""

    def ready(url: str, **options: Any) -> Any:
        page = open_page(url, **options)
        page.wait_for_selector("#switches button")
        return page

    return ready


@pytest.fixture
def show(server: SimpleNamespace, open_ready: Open) -> Open:
    """`show(path, **options)`: a page of the server."""
    return lambda path="/", **options: open_ready(server.url + path, **options)


@contextmanager
def serving(
    folder: Path,
    compare: bool = True,
    programs: Sequence[str] = (),
    reach: tuple[bool, tuple[str, ...]] = (True, ()),
) -> Iterator[SimpleNamespace]:
    try:
        from mj_lab.table.play.bots.programs import Programs
        from mj_lab.table.play.orders import MOST_ORDER_BYTES
        from mj_lab.web.server.app import make_app
        from mj_lab.web.server.at_table.network import ServerReach
        from mj_lab.web.server.connection import Connection
    except ImportError as error:
        if os.environ.get("CI") or error.name == ENGINE:
            pytest.fail(f"no {error.name}; CI must have it", pytrace=False)
        pytest.skip(f"no {error.name} here")
    app = make_app(
        [folder], compare=compare, programs=Programs(programs), reach=ServerReach(*reach)
    )
    ws = {"ws": "websockets-sansio", "ws_max_size": MOST_ORDER_BYTES}
    with running(app, http=Connection, lifespan="on", **ws) as made:
        made.folder = folder
        yield made


@contextmanager
def running(app: Any, **options: Any) -> Iterator[SimpleNamespace]:
    """An app at a server in a thread: its `url`, `address` and `server`. options: uvicorn's."""
    import uvicorn

    listening = socket.create_server(("127.0.0.1", 0))
    # asyncio sets it only where a socket names its protocol: small answers waited 40 ms each.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", **options))
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    host, port = listening.getsockname()
    yield SimpleNamespace(url=f"http://{host}:{port}", address=(host, port), server=server)
    server.should_exit = True
    thread.join()
    listening.close()


# -- the site -------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def engine_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `make site` makes for the engine."""
    if find_spec("ziglang") is None:
        pytest.skip("no ziglang here: make site installs it")
    from mj_lab.web.site.building import build_engine

    folder: Path = tmp_path_factory.mktemp("site") / "engine"
    build_engine(folder)
    return folder


@pytest.fixture(scope="session")
def site_folder(engine_folder: Path) -> Path:
    """The folder that `make site` makes."""
    from mj_lab.web.site.pages import build_pages

    build_pages(engine_folder.parent)
    return engine_folder.parent


@pytest.fixture(scope="session")
def node(engine_folder: Path) -> Iterator[InNode]:
    """The engine in node."""
    if shutil.which("node") is None:
        pytest.skip("no node here")
    started = InNode(engine_folder)
    yield started
    started.close()


class PlainFiles(SimpleHTTPRequestHandler):
    """Files and nothing else; nothing is written for a request."""

    def log_message(self, *_args: Any) -> None:
        pass


@contextmanager
def serving_files(
    folder: Path, handler: type[PlainFiles] = PlainFiles
) -> Iterator[SimpleNamespace]:
    """A folder at a `url` of its own. After `stop` nothing answers."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()

    def stop() -> None:
        if thread.is_alive():
            server.shutdown()
            thread.join()
            server.server_close()

    yield SimpleNamespace(url=f"http://127.0.0.1:{server.server_port}/", stop=stop)
    stop()


@contextmanager
def serving_site(space: Path, folder: Path) -> Iterator[SimpleNamespace]:
    """A site in a sub-folder of a web space: its `url`. `put` puts another folder there."""
    place = space / "some" / "where"
    place.parent.mkdir()

    def put(other: Path) -> None:
        place.unlink(missing_ok=True)
        place.symlink_to(other)

    put(folder)
    with serving_files(space) as served:
        yield SimpleNamespace(url=served.url + "some/where/", stop=served.stop, put=put)


@pytest.fixture(scope="session")
def site(site_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """The site: its `url`."""
    with serving_site(tmp_path_factory.mktemp("space"), site_folder) as served:
        yield served


@pytest.fixture(params=["server", thorough("site")])
def origin(request: pytest.FixtureRequest) -> Open:
    """`origin(page, rest)`: the address of a page, at a server and on the site; "" is the first."""
    served = request.getfixturevalue(request.param)
    if request.param == "server":
        return lambda page="", rest="": f"{served.url}/{page}{rest}"
    return lambda page="", rest="": f"{served.url}{page or 'index'}.html{rest}"


@pytest.fixture
def page_of(origin: Open, open_ready: Open) -> Open:
    """`page_of(name, rest, **options)`: a page that both have."""
    return lambda name="", rest="", **options: open_ready(origin(name, rest), **options)
