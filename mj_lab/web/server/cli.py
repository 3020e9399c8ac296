"""The command `mj web`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mj_lab.core.extras import missing_package
from mj_lab.core.options import port_in_use

if TYPE_CHECKING:
    import socket

    from starlette.applications import Starlette

    from mj_lab.web.server.at_table.network import ServerReach

_LOCAL, _ANY = "127.0.0.1", "0.0.0.0"
_WEB_PORT, _SERVICE_PORT = 8136, 8137
_PORTS_TRIED = 100  # From the first on, if no port was named.
_OPEN_PAGE = (
    "other machines can reach this page; it asks for no password: whoever reaches it "
    "sees the saved matches and can set up tables; a seat opens to its link alone"
)
_OPEN_SERVICE = (
    "other machines can reach this service; it asks for no password: whoever reaches it can ask"
)


def register(app: typer.Typer) -> None:
    """Add `web` to the command."""
    app.command()(web)


def web(
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            help=f"Port; 0 for any free one. By default {_WEB_PORT} ({_SERVICE_PORT} with"
            " --service) or the next that is free.",
        ),
    ] = None,
    host: Annotated[
        str,
        typer.Option(help="Address to listen on; other machines can reach any but the default."),
    ] = _LOCAL,
    host_name: Annotated[
        list[str] | None,
        typer.Option(help="A name by which others reach this machine; repeatable."),
    ] = None,
    matches: Annotated[
        list[Path] | None,
        typer.Option(help="A folder with saved matches; repeatable."),
    ] = None,
    index: Annotated[
        Path | None,
        typer.Option(help="Made by mj records index; by default index.db in the first folder."),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            help="A program or class for the table, as in mj play: [NAME=]cmd:COMMAND, "
            "keep:COMMAND or py:MODULE:CLASS; may be given more than once."
        ),
    ] = None,
    service: Annotated[
        bool, typer.Option("--service", help="Only the JSON service: no pages, no tables.")
    ] = False,
    open_browser: Annotated[
        bool,
        typer.Option("--open/--no-open", help="Open the first page in the browser."),
    ] = True,
) -> None:
    """Serve pages: a table to play at, training, replays, analysis.

    Friends in your network play along with --host 0.0.0.0.
    """
    names = host_name or ()
    if service:
        if matches or index or bot:
            raise ValueError("--service has no pages: it takes no --matches, --index and --bot")
        try:
            from mj_lab.web.server.service.headless import make_service
        except ImportError as error:
            raise missing_package("mj web", str(error.name), "web") from None

        def serve_alone(hosts: tuple[str, ...], _reach: ServerReach) -> Starlette:
            return make_service(hosts)

        _serve(serve_alone, _ports(port, _SERVICE_PORT), host, names, _OPEN_SERVICE)
        return
    try:
        from mj_lab.web.server.app import make_app
    except ImportError as error:
        raise missing_package("mj web", str(error.name), "web") from None
    from mj_lab.table.play.bots.programs import Programs

    for folder in matches or ():
        if not folder.is_dir():
            raise ValueError(f"--matches: no such folder: {folder}")
    folders, programs = matches or [Path(".mj")], Programs(bot or ())

    def make(hosts: tuple[str, ...], reach: ServerReach) -> Starlette:
        return make_app(folders, hosts, index, programs=programs, reach=reach)

    shown = _show if open_browser and _has_screen() else None
    _serve(make, _ports(port, _WEB_PORT), host, names, _OPEN_PAGE, shown)


def _has_screen() -> bool:
    """Whether somebody is at this terminal, with a screen for a browser."""
    if not sys.stdout.isatty():
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _show(address: str) -> None:
    """Open an address in the browser, in a background thread."""
    import webbrowser
    from threading import Thread

    Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _ports(named: int | None, first: int) -> Sequence[int]:
    """The ports to try, in order: the named one, else some from `first` on."""
    return range(first, first + _PORTS_TRIED) if named is None else (named,)


def _listening(host: str, ports: Sequence[int]) -> socket.socket:
    """A socket that listens on the first free port.

    Raises ValueError if none is free, OSError if the address cannot be used.
    """
    import errno
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in ports:
        listening = socket.socket(family, socket.SOCK_STREAM)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            # Small answers leave at once, not 40 ms later; connections inherit this.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            listening.bind((host, port))
            listening.listen()
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE:
                raise
        else:
            if port != ports[0]:
                typer.echo(f"port {ports[0]} is in use; this is {port}", err=True)
            return listening
    raise port_in_use(ports[0])


def _serve(
    make: Callable[[tuple[str, ...], ServerReach], Starlette],
    ports: Sequence[int],
    host: str,
    names: Sequence[str],
    warning: str,
    show: Callable[[str], None] | None = None,
) -> None:
    """Listen and answer until Ctrl-C.

    names: that it answers to besides the host and any numeric address. warning: printed if other
    machines can reach it. show: called with the address of the first page once it listens.
    """
    try:
        import uvicorn
        import websockets  # noqa: F401  uvicorn's sockets need it

        from mj_lab.table.play.orders import MOST_ORDER_BYTES
        from mj_lab.web.server.app import LOCAL_HOSTS
        from mj_lab.web.server.at_table.network import reach_of
        from mj_lab.web.server.connection import Connection
        from mj_lab.web.server.memory import give_back_large_blocks
        from mj_lab.web.server.shutdown import EndingServer
    except ImportError as error:
        raise missing_package("mj web", str(error.name), "web") from None
    import socket

    give_back_large_blocks()
    with _listening(host, ports) as listening:
        reach, port = reach_of(listening.getsockname()[0]), listening.getsockname()[1]
        name = f"[{host}]" if ":" in host else host
        called = (name.lower(), socket.gethostname().lower(), *map(str.lower, names))
        app = make((*LOCAL_HOSTS, *called), reach)
        config = uvicorn.Config(
            app,
            http=Connection,
            ws="websockets-sansio",
            ws_max_size=MOST_ORDER_BYTES,
            log_level="warning",
            lifespan="on",
        )

        def tell() -> None:
            typer.echo(f"http://{name}:{port}/ (Ctrl-C ends it)")
            if not reach.local:
                for address in reach.addresses:
                    written = f"[{address}]" if ":" in address else address
                    typer.echo(f"http://{written}:{port}/ for other machines of this network")
                typer.echo(warning, err=True)
            if show is not None:
                show(f"http://{_LOCAL if host == _ANY else name}:{port}/")

        EndingServer(config, tell).run(sockets=[listening])
