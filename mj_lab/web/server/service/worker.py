"""A process that answers questions: frames in, frames out, until its input ends."""

from __future__ import annotations

import os
import signal
import sys
from typing import BinaryIO

# Sent when everything is imported and it can take questions.
WORKER_READY = b"ready\n"


def serve(questions: BinaryIO, replies: BinaryIO) -> None:
    """Answer one question after the other.

    A question is a line with the operation and the number of bytes, then that many bytes of JSON.
    An answer is a line with the status and the number of bytes, then the bytes.
    """
    from mj_lab.web.server.service.answering import answered

    replies.write(WORKER_READY)
    replies.flush()
    while line := questions.readline():
        name, size = line.decode("ascii").split()
        status, body = answered(name, questions.read(int(size)))
        replies.write(f"{status} {len(body)}\n".encode("ascii") + body)
        replies.flush()


def main() -> None:
    """Serve on standard input and output; a tactic's own prints do not disturb it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's; then the input ends.
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin.buffer, replies)


if __name__ == "__main__":
    main()
