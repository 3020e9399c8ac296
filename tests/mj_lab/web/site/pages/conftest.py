"""The whole site, built once, and a plain server of files for it."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_args: Any) -> None:
        """Nothing is written for a request."""


@pytest.fixture
def served_site(site_folder: Path, tmp_path: Path) -> Iterator[SimpleNamespace]:
    """The site in a sub-folder of a web space: its `url`.

    After `stop` nothing answers; `put` has another folder answer in its place.
    """
    place = tmp_path / "some" / "where"
    place.parent.mkdir()
    place.symlink_to(site_folder)

    def put(folder: Path) -> None:
        place.unlink()
        place.symlink_to(folder)

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(tmp_path)))
    thread = Thread(target=server.serve_forever)
    thread.start()

    def stop() -> None:
        if thread.is_alive():
            server.shutdown()
            thread.join()
            server.server_close()

    url = f"http://127.0.0.1:{server.server_port}/some/where/"
    yield SimpleNamespace(url=url, stop=stop, put=put)
    stop()
