"""Fetches a page over HTTP: retries where that may help, limits time and size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from time import monotonic, sleep
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx

from mj_bot import __version__
from mj_lab.core.records.fetch.match_address import is_same_site

# A log with all debug texts has 1 MB, its page some more.
MOST_BYTES_FETCHED = 16_000_000
_CONNECT_SECONDS = 10.0
_TRIES = 4
# Seconds before the first retry, doubled before each further one, and their maximum.
_FIRST_WAIT, _MOST_WAIT = 1.0, 30.0
_MOST_MOVES = 3

_OK = 200
_MOVED = range(300, 400)
# Temporary: request timeout, too early, too many requests, and all server errors.
_PASSING = (408, 425, 429, *range(500, 600))


class DownloadError(ValueError):
    """Why a page was not fetched, in one line."""


class DownloadLimits(NamedTuple):
    """seconds: for one try in all. wait: before the first retry. most: bytes of the answer."""

    seconds: float = 30.0
    wait: float = _FIRST_WAIT
    most: int = MOST_BYTES_FETCHED


class _PassingError(Exception):
    """A temporary failure. wait: seconds to wait, if the server says so."""

    def __init__(self, reason: str, wait: float = 0.0) -> None:
        super().__init__(reason)
        self.wait = wait


def fetched(
    url: str,
    limits: DownloadLimits | None = None,
    tell: Callable[[str], None] = print,
    pause: Callable[[float], None] = sleep,
    form: Mapping[str, str] | None = None,
) -> bytes:
    """The body of a page. form: the form to POST, if any.

    tell: called before each retry. Raises DownloadError.
    """
    within = limits or DownloadLimits()
    wait = within.wait
    with _client(url) as client:
        for tries_left in reversed(range(_TRIES)):
            try:
                return _tried(client, url, within, form)
            except _PassingError as error:
                if not tries_left:
                    raise DownloadError(f"{url}: {error} ({_TRIES} times)") from None
                seconds = min(max(wait, error.wait), _MOST_WAIT)
                tell(f"{url}: {error}; again in {seconds:g} s")
                pause(seconds)
                wait *= 2
    raise AssertionError


def _client(url: str) -> httpx.Client:
    on_this_machine = url.startswith("http://")
    agent = {"user-agent": f"mj_bot/{__version__}", "accept": "application/json, text/html;q=0.9"}
    return httpx.Client(headers=agent, trust_env=not on_this_machine, follow_redirects=False)


def _tried(
    client: httpx.Client, url: str, within: DownloadLimits, form: Mapping[str, str] | None
) -> bytes:
    until = monotonic() + within.seconds
    current_url = url
    for _ in range(_MOST_MOVES + 1):
        answer = _asked(client, current_url, within, until, form)
        if isinstance(answer, bytes):
            return answer
        current_url = _followed(url, answer)
    raise DownloadError(f"{url}: too many redirects")


def _asked(
    client: httpx.Client,
    url: str,
    within: DownloadLimits,
    until: float,
    form: Mapping[str, str] | None,
) -> bytes | httpx.URL:
    """The body, or the address it redirects to."""
    timeout = httpx.Timeout(within.seconds, connect=min(_CONNECT_SECONDS, within.seconds))
    try:
        method = "GET" if form is None else "POST"
        with client.stream(method, url, data=form, timeout=timeout) as answer:
            if answer.status_code in _MOVED and "location" in answer.headers:
                return answer.url.join(answer.headers["location"])
            _check(answer, url)
            return b"".join(_pieces(answer, url, within, until))
    except (httpx.ConnectError, httpx.ConnectTimeout) as error:
        raise _PassingError(f"no connection: {_line(error)}") from None
    except httpx.TimeoutException:
        raise _PassingError(f"no answer within {within.seconds:g} s") from None
    except (httpx.HTTPError, httpx.StreamError, httpx.InvalidURL) as error:
        raise _PassingError(f"the connection broke: {_line(error)}") from None


def _pieces(
    answer: httpx.Response, url: str, within: DownloadLimits, until: float
) -> Iterator[bytes]:
    size = 0
    for piece in answer.iter_bytes():
        size += len(piece)
        if size > within.most:
            raise DownloadError(f"{url}: over {within.most // 1_000_000} MB, too large for a match")
        if monotonic() > until:
            raise _PassingError(f"no complete answer within {within.seconds:g} s")
        yield piece


def _check(answer: httpx.Response, url: str) -> None:
    """Raise the error for a status, if it is one."""
    status = answer.status_code
    if status == _OK:
        return
    reply = f"the server answers {status} {answer.reason_phrase}".rstrip()
    if status in _PASSING:
        after = answer.headers.get("retry-after", "")
        raise _PassingError(reply, float(after) if after.isdecimal() and len(after) < 7 else 0.0)
    reasons = {404: "there is no such match", 410: "the match is gone"}
    if status in (401, 403):
        raise DownloadError(f"{url}: {reply}: the match is not public, or needs a login")
    raise DownloadError(f"{url}: {reply}" + (f": {reasons[status]}" if status in reasons else ""))


def _followed(url: str, target_url: httpx.URL) -> str:
    """The address of a redirect, if it stays on the same site and is as secure."""
    began, target = urlsplit(url), str(target_url)
    if target_url.scheme not in (began.scheme, "https") or not is_same_site(
        target_url.netloc.decode("ascii"), began.netloc
    ):
        raise DownloadError(f"{url}: redirected to another site: {target:.100}")
    if began.path.strip("/") not in target_url.path:
        raise DownloadError(
            f"{url}: it leads to {target:.100}: the match is not public, or only to who is "
            "logged in"
        )
    return target


def _line(error: Exception) -> str:
    return " ".join((str(error) or type(error).__name__).split())[:120]
