"""The LocalAI address, which contains a secret: read with care, never shown."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import MutableMapping, Sequence
from pathlib import Path
from typing import NoReturn
from urllib.parse import unquote, urlsplit

from mj_lab.table.live.redaction import pattern_of

VARIABLE = "MJ_BOTZONE_URL"
DEFAULT_FILE = Path("~/.config/mj/botzone_url")
SHAPE = "https://www.botzone.org.cn/api/USER/SECRET/localai"
HIDDEN = "***"

_LARGEST = 4096  # Bytes: no address is longer.
# Botzone's have 24 letters. The pattern of a secret grows faster than the secret.
_LONGEST_WORD = 200
# A shorter text would be found in unrelated words.
_LEAST_TO_SEARCH = 4
_LOCALAI = re.compile(r"api/[^/]+/[^/]+/localai", re.IGNORECASE)
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class SecretError(ValueError):
    """The address is missing or not valid; the message never quotes it."""


class Secret:
    """The address of one user's LocalAI; only `call` exposes its text.

    >>> secret = Secret("https://www.botzone.org.cn/api/me/5ecret/localai")
    >>> secret
    Secret(***)
    >>> print(secret, secret.shown)
    *** https://www.botzone.org.cn/***
    >>> secret.redact("GET /api/me/5ecret/localai")
    'GET /api/***/localai'
    """

    __slots__ = ("_base", "_hidden", "shown")

    def __init__(self, url: str) -> None:
        """Raises SecretError if the URL is not a LocalAI address that is safe to call."""
        parts, problem = _parted(url)
        if problem:
            del url, parts
            raise SecretError(problem)
        scheme, host, path = parts
        segments = path.split("/")
        self._base = f"{scheme}://{host}{path}"
        self._hidden = pattern_of(_hidden("/".join(segments[-2:]), segments[-1]))
        self.shown = f"{scheme}://{host}/{HIDDEN}"

    def call(self, name: str) -> str:
        """The URL of one call, `localai` or `runmatch`, for the HTTP library only."""
        return f"{self._base}/{name}"

    def redact(self, text: object) -> str:
        """The text with the secret, in any encoding, replaced by ***."""
        return self._hidden.sub(HIDDEN, str(text))

    @property
    def on_this_machine(self) -> bool:
        """Whether the address is a server on this machine."""
        return _is_loopback(urlsplit(self._base).hostname)

    def __repr__(self) -> str:
        return f"Secret({HIDDEN})"

    def __str__(self) -> str:
        return HIDDEN

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret must not be copied or saved")


def _parted(url: str) -> tuple[tuple[str, str, str], str]:
    """Scheme, host and path up to the secret; and the fault, in words without the URL."""
    nothing = ("", "", "")
    if not url.isascii() or not url.isprintable() or " " in url:
        return nothing, f"the LocalAI address must be plain text like {SHAPE}"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port  # Reading the port checks it.
    except ValueError:
        return nothing, f"the LocalAI address is not a URL; it looks like {SHAPE}"
    del port
    segments = parts.path.rstrip("/").split("/")
    if not host or segments[-1] != "localai" or len(segments) < 4 or not all(segments[-3:]):
        return nothing, f"the LocalAI address must look like {SHAPE}"
    if max(map(len, segments)) > _LONGEST_WORD:
        return (
            nothing,
            f"the LocalAI address is longer than any of Botzone's; it looks like {SHAPE}",
        )
    if parts.query or parts.fragment or "@" in parts.netloc:
        return nothing, f"the LocalAI address has more than its path; it looks like {SHAPE}"
    if parts.scheme != "https" and not (parts.scheme == "http" and _is_loopback(host)):
        return nothing, "the LocalAI address must begin with https: else it is sent unencrypted"
    return (parts.scheme, parts.netloc, "/".join(segments[:-1])), ""


def _is_loopback(host: str | None) -> bool:
    return host in _LOOPBACK


def _hidden(pair: str, secret: str) -> set[str]:
    """The texts to hide: user with secret, and the secret by itself."""
    texts = {pair}
    if len(secret) >= _LEAST_TO_SEARCH:
        texts.add(secret)
    return texts | {unquote(text) for text in texts}


def refuse_addresses(arguments: Sequence[str]) -> None:
    """Refuse an address on a command line, where others see it and errors would quote it.

    A program's command may have one (`keep:bot --server http://...`), but not for `live`.

    Raises SecretError, which does not quote it, if there is one.
    """
    for word in arguments:
        head, colon, _ = word.partition("://")
        if (colon and (":" not in head or "live" in arguments)) or _LOCALAI.search(word):
            raise SecretError(
                f"an argument contains an address, which is not accepted here: set {VARIABLE}, or "
                f"write it to {DEFAULT_FILE} and chmod 600 that"
            )


def read_secret(
    environment: MutableMapping[str, str] = os.environ, file: Path | None = None
) -> Secret:
    """The secret from the named file, else from MJ_BOTZONE_URL, else from the default file.

    The variable is removed from the environment, so that no program started later has it. The
    system's copy of the first environment (/proc/PID/environ) stays, for the same user; a file
    leaves nothing there.

    Raises SecretError if there is none, or others could read the file.
    """
    if file is None and VARIABLE in environment:
        # Not in a local variable: a traceback might print it.
        return Secret(environment.pop(VARIABLE).strip())
    environment.pop(VARIABLE, None)
    if file is None:
        return Secret(_text_of(DEFAULT_FILE.expanduser(), str(DEFAULT_FILE)))
    # The name may be the secret itself, if there is no such file.
    return Secret(_text_of(file, str(file) if os.path.exists(file) else "the file named"))


def _text_of(path: Path, name: str) -> str:
    if not hasattr(os, "getuid"):
        raise SecretError(f"this system does not show who owns the file: set {VARIABLE} instead")
    # Open first, then check, so that the checked file is the one read. NONBLOCK for a named pipe.
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK
    try:
        descriptor = os.open(path, flags)
    except FileNotFoundError:
        raise SecretError(
            f"no LocalAI address: set {VARIABLE}, or write it to {name} and chmod 600 that"
        ) from None
    except OSError as error:
        raise SecretError(f"{name}: {error.strerror}") from None
    try:
        problem = _problem(path, os.fstat(descriptor))
        if problem:
            raise SecretError(problem)
        data = os.read(descriptor, _LARGEST)
    finally:
        os.close(descriptor)
    return data.decode("ascii", "replace").strip()


def _problem(path: Path, about: os.stat_result) -> str:
    if not stat.S_ISREG(about.st_mode):
        return f"{path}: not a regular file"
    if about.st_uid != os.getuid():
        return f"{path}: it belongs to another user"
    mode = stat.S_IMODE(about.st_mode)
    if mode & 0o177:
        return f"{path}: its mode is {mode:o}, so others could read the secret; chmod 600 it"
    return ""
