"""Calls Botzone's LocalAI; results and errors never contain its address."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Mapping
from functools import partial
from time import monotonic
from typing import NamedTuple

import httpx

from mj_bot.botzone.clock import Clock, TimeUp
from mj_lab.core.error_text import printable
from mj_lab.table.live.protocol import (
    POLL,
    RUN_MATCH,
    PollReply,
    ProtocolError,
    answer_headers,
    parse_reply,
)
from mj_lab.table.live.secret import Secret

CONNECT_SECONDS = 10.0
START_SECONDS = 30.0
LARGEST_REPLY = 4 << 20  # Bytes, unpacked.
# Seconds from the first byte of a reply to its last, beyond those of the call.
WHOLE_SECONDS = 5.0

_GZIP_BITS = zlib.MAX_WBITS | 16  # zlib's flag for gzip.
_OK = 200
_FIRST_ERROR = 300
_FIRST_SERVER_ERROR = 500
# Temporary, unlike the other 4xx: request timeout, conflict, too early, too many requests.
_PASSING = (408, 409, 425, 429)
_FORBIDDEN = 403


class RefusedError(ValueError):
    """Botzone refuses this client, or this is not Botzone: retrying would not help."""


class Failure(NamedTuple):
    """A call that may succeed next time.

    what: in words. is_lost: the server certainly received nothing of it. timed_out: the time was
    over. is_elsewhere: the server there does not behave like Botzone.
    """

    what: str
    is_lost: bool = False
    timed_out: bool = False
    is_elsewhere: bool = False


class Refusal(NamedTuple):
    """A call that will fail next time too. why: in words."""

    what: str


class Text(NamedTuple):
    """The reply of a successful call."""

    text: str


class _CutError(Exception):
    """A reply that is not read to its end."""


class LocalAI:
    """The calls of the LocalAI interface. Close it, or use it in a `with`."""

    def __init__(self, secret: Secret) -> None:
        _silence_the_library()
        self._secret = secret
        # An https proxy does not see the path; http is only for this machine. Redirects are not
        # followed: they would leak the secret.
        self._http = httpx.Client(trust_env=not secret.on_this_machine, follow_redirects=False)

    def __enter__(self) -> LocalAI:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def poll(self, answers: Mapping[str, str], seconds: float) -> PollReply | Failure | Refusal:
        """One long poll with answers by match id; `seconds` is the longest wait for a reply."""
        got = self._get(POLL, answer_headers(dict(answers)), seconds)
        if not isinstance(got, Text):
            return got
        try:
            return parse_reply(got.text)
        except ProtocolError as error:
            return Failure(f"a reply that cannot be read: {error}", is_elsewhere=True)

    def run_match(self, headers: Mapping[str, str]) -> Text | Failure | Refusal:
        """Request a new match; the text has its id, if Botzone sends it."""
        return self._get(RUN_MATCH, headers, START_SECONDS)

    def _get(
        self, name: str, headers: Mapping[str, str], seconds: float
    ) -> Text | Failure | Refusal:
        """Errors of the library are caught here, because they contain the address."""
        until = monotonic() + seconds + WHOLE_SECONDS
        try:
            # The timer cuts off a slow header; `_body` cuts off a slow body.
            ask = partial(self._ask, name, headers, seconds, until)
            return Clock().run(ask, seconds + WHOLE_SECONDS)
        except TimeUp:
            return Failure("no whole reply in time", timed_out=True)
        except _CutError as error:
            return Failure(str(error), timed_out=monotonic() > until)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.UnsupportedProtocol) as error:
            return Failure(self._message("no connection", error), is_lost=True, is_elsewhere=True)
        except httpx.TimeoutException:
            return Failure("no reply in time", timed_out=True)
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
            return Failure(self._message("the connection broke", error))

    def _ask(
        self, name: str, headers: Mapping[str, str], seconds: float, until: float
    ) -> Text | Failure | Refusal:
        timeout = httpx.Timeout(seconds, connect=min(CONNECT_SECONDS, max(seconds, 1.0)))
        plain = {**headers, "Accept-Encoding": "identity"}
        with self._http.stream(
            "GET", self._secret.call(name), headers=plain, timeout=timeout
        ) as response:
            body = self._secret.redact(_body(response, until))
            return _outcome(response.status_code, body)

    def _message(self, what: str, error: Exception) -> str:
        text = self._secret.redact(error) or type(error).__name__
        return f"{what}: {printable(' '.join(text.split())):.120}"


def _body(response: httpx.Response, until: float) -> str:
    """A reply's text, unless it is too long. until: when it must be complete (monotonic).

    Raises _CutError for one that is too slow, or in an encoding that was not asked for.
    """
    coding = response.headers.get("Content-Encoding", "identity").strip().lower()
    if coding not in ("identity", "gzip", ""):
        raise _CutError(f"a reply that is packed: {printable(coding):.40}")
    # A proxy may still compress it. Bytes are counted as they are decompressed.
    unpacker = zlib.decompressobj(_GZIP_BITS) if coding == "gzip" else None
    data = bytearray()
    for piece in response.iter_raw():
        try:
            data += piece if unpacker is None else unpacker.decompress(piece, LARGEST_REPLY)
        except zlib.error:
            raise _CutError("a reply that is damaged") from None
        if len(data) > LARGEST_REPLY:
            break
        if monotonic() > until:
            raise _CutError("no whole reply in time")
    return data.decode("utf-8", "replace")


def _outcome(status: int, body: str) -> Text | Failure | Refusal:
    if status == _OK:
        return Text(body)
    text = printable(" ".join(body.split()))[:120]
    message = f"status {status}" + (f": {text}" if text else "")
    if status >= _FIRST_SERVER_ERROR or status < _FIRST_ERROR or status in _PASSING:
        return Failure(message)
    if status == _FORBIDDEN:
        return Refusal(f"Botzone refuses this client: {message}")
    return Refusal(f"Botzone does not take this address or this call: {message}")


def _silence_the_library() -> None:
    """Keep httpx from logging its calls, even if logging is on: they contain the secret."""
    for name in ("httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
