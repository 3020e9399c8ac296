"""A server of our own on this machine, in place of a platform."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@contextlib.contextmanager
def served(answer: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[str]:
    """Answer whatever is asked while the block runs; gives the server's host and port."""

    class Handler(BaseHTTPRequestHandler):
        do_GET = do_POST = answer  # noqa: N815 - the names of the base class

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield f"127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()
