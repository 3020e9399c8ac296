"""Firefox and WebKit, each by what it speaks itself: WebDriver BiDi, and the classic WebDriver."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

# Seconds that a page may take to show something.
_PATIENCE = 60
KEYS = {
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "End": "\ue010",
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
}
_NUMBERS = count(1)
# Where a part is that can be clicked: seen, at rest, with nothing over it.
_MIDDLE = """async (which) => {
  const part = document.querySelector(which);
  if (part === null) return null;
  part.scrollIntoView({ block: "center" });
  const place = () => { const { x, y, width, height } = part.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
  const [x, y] = place();
  await new Promise((done) => setTimeout(done, 50));
  const over = document.elementFromPoint(x, y);
  return String(place()) === String([x, y]) && (part.contains(over) || over?.contains(part)) ? [x, y] : null;
}"""  # noqa: E501
_CHOOSE = """([which, value]) => {
  const field = document.querySelector(which);
  field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return field.value === value;
}"""


class DrivingError(Exception):
    """A browser refuses an order, as when its page is just being left."""


class Tab(ABC):
    """A tab. faults: all that its pages put on the console, raised, or asked of another host."""

    faults: list[str]

    @abstractmethod
    def goto(self, url: str) -> None:
        """Load a page."""

    @abstractmethod
    def run(self, function: str, argument: Any = None) -> Any:
        """What a JavaScript function of one argument returns, in the end."""

    @abstractmethod
    def close(self) -> None:
        """Close it, and forget what it stored."""

    @abstractmethod
    def _perform(self, kind: str, *actions: dict[str, Any]) -> None:
        """Actions of a device: "key" or "pointer"."""

    def wait(self, function: str, argument: Any = None, seconds: float = _PATIENCE) -> Any:
        """What the function returns once it is true. Raises TimeoutError."""
        until = monotonic() + seconds
        why: Any = None
        while monotonic() < until:
            try:
                if found := self.run(function, argument):
                    return found
            except DrivingError as error:
                why = error
            sleep(0.05)
        page = self.run("() => location.href + ' ' + document.body.innerText.slice(0, 2000)")
        raise TimeoutError(f"{function} {argument}: {why}\n{page}\n{self.faults}")

    def seen(self, which: str, least: int = 1) -> None:
        """Wait until so many of these parts are on the page."""
        self.wait(
            "([which, least]) => [...document.querySelectorAll(which)]"
            ".filter((one) => one.getClientRects().length).length >= least",
            [which, least],
        )

    def text(self, which: str) -> str:
        """The text of a part that is, or will be, on the page."""
        self.seen(which)
        said: str = self.run("(which) => document.querySelector(which).innerText", which)
        return said

    def click(self, which: str) -> None:
        """Click a part once it is there."""
        x, y = self.wait(_MIDDLE, which)
        press = [{"type": f"pointer{what}", "button": 0} for what in ("Down", "Up")]
        self._perform("pointer", {"type": "pointerMove", "x": int(x), "y": int(y)}, *press)

    def press(self, *keys: str) -> None:
        """Press keys, by their names or as they are written."""
        strokes = [(what, KEYS.get(key, key)) for key in keys for what in ("keyDown", "keyUp")]
        self._perform("key", *({"type": what, "value": key} for what, key in strokes))

    def choose(self, which: str, value: str) -> None:
        """Choose in a list."""
        self.wait(_CHOOSE, [which, value])


# A browser that runs: a tab of it with a store of its own, closed in the end.
Opened = Callable[[], AbstractContextManager[Tab]]
# What a page does wrong, where the browser does not tell.
_TELLS = """(told) => {
  addEventListener("securitypolicyviolation", (event) => told("policy: " + event.violatedDirective + " " + event.blockedURI));
  %s
}"""  # noqa: E501


# -- Firefox ---------------------------------------------------------------------------------------

_FIREFOXES = ("firefox-esr", "firefox")
# Where it says in its profile what it listens at.
_ADDRESS = "WebDriverBiDiServer.json"
# Of what it does itself in a tab that is new; it has no place in any script.
_ITS_OWN = 'Error: Permission denied to access property "length"'
_EVENTS = ("log.entryAdded", "network.beforeRequestSent", "network.responseCompleted")
_TELLS_OF_POLICY = f"() => ({_TELLS % ''})(console.error)"


class _FirefoxTab(Tab):
    def __init__(self, line: Any) -> None:
        self.faults = []
        self._line = line
        self._home = ""
        self._store = self.ask("browser.createUserContext")["userContext"]
        made = self.ask("browsingContext.create", type="tab", userContext=self._store)
        self._tab = made["context"]
        self.ask("session.subscribe", events=_EVENTS, contexts=[self._tab])
        self.ask(
            "script.addPreloadScript", functionDeclaration=_TELLS_OF_POLICY, contexts=[self._tab]
        )

    def ask(self, method: str, **params: Any) -> Any:
        """The answer to a command; events on the way may be faults."""
        number = next(_NUMBERS)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            heard = json.loads(self._line.recv(timeout=2 * _PATIENCE))
            if heard["type"] == "event":
                self._note(heard["method"], heard["params"])
            elif heard["id"] == number:
                if heard["type"] == "error":
                    raise DrivingError(heard["message"])
                return heard["result"]

    def _note(self, event: str, said: dict[str, Any]) -> None:
        if event == "log.entryAdded" and said["text"] != _ITS_OWN:
            self.faults.append(f"{said['level']}: {said['text']}")
        elif event == "network.beforeRequestSent":
            url = said["request"]["url"]
            if not url.startswith((self._home, "data:", "about:", "blob:")):
                self.faults.append(f"asked for {url[:200]}")
        elif event == "network.responseCompleted" and said["response"]["status"] >= 400:
            self.faults.append(f"{said['response']['status']}: {said['response']['url']}")

    def goto(self, url: str) -> None:
        parts = urlsplit(url)
        self._home = f"{parts.scheme}://{parts.netloc}/"
        self.ask("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def run(self, function: str, argument: Any = None) -> Any:
        called = f"(async () => JSON.stringify([await ({function})({json.dumps(argument)})]))()"
        found = self.ask(
            "script.evaluate", expression=called, target={"context": self._tab}, awaitPromise=True
        )
        if found["type"] == "exception":
            raise DrivingError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])[0]

    def _perform(self, kind: str, *actions: dict[str, Any]) -> None:
        device = {"type": kind, "id": kind, "actions": actions}
        self.ask("input.performActions", context=self._tab, actions=[device])

    def close(self) -> None:
        self.ask("browser.removeUserContext", userContext=self._store)


@contextmanager
def firefox() -> Iterator[Opened]:
    """Firefox, without a window. Skips the test where there is none."""
    path = next(filter(None, map(shutil.which, _FIREFOXES)), None)
    if path is None:
        pytest.skip("no Firefox here (Debian: firefox-esr)")
    from websockets.sync.client import connect

    with TemporaryDirectory() as profile:
        order = [path, "--headless", "--no-remote", "--profile", profile]
        with _running([*order, "--remote-debugging-port", "0"], HOME=profile):
            said = _until(lambda: json.loads((Path(profile) / _ADDRESS).read_text()))
            address = f"ws://{said['ws_host']}:{said['ws_port']}/session"
            with connect(address, max_size=None, compression=None) as line:
                line.send('{"id": 0, "method": "session.new", "params": {"capabilities": {}}}')
                line.recv()
                yield lambda: closing(_FirefoxTab(line))


# -- WebKit ----------------------------------------------------------------------------------------

_MINI_BROWSERS = "*/webkit2gtk-4.*/MiniBrowser"
# Driven by others it puts nothing on a console: a page is listened to from the first look on.
_LISTENS = (
    """if (window.heardOfPage === undefined) {
  window.heardOfPage = [];
  (%s)((what) => window.heardOfPage.push(what));
}"""
    % (
        _TELLS
        % """addEventListener("error", (event) => told("raised: " + (event.message || event.target.src || event.target.href)), true);
  addEventListener("unhandledrejection", (event) => told("raised: " + event.reason));
  for (const kind of ["log", "info", "warn", "error"]) console[kind] = (...words) => told(kind + ": " + words.join(" "));"""  # noqa: E501
    )
)


class _WebKitTab(Tab):
    def __init__(self, driver: str, browser: str) -> None:
        self.faults = []
        self._address = driver
        options = {"binary": browser, "args": ["--automation"]}
        wanted = {"webkitgtk:browserOptions": options, "pageLoadStrategy": "none"}
        made = self._ask("/session", capabilities={"alwaysMatch": wanted})
        self._address += f"/session/{made['sessionId']}"
        self._ask("/window/rect", x=0, y=0, width=1280, height=900)

    def _ask(self, path: str, method: str = "POST", **body: Any) -> Any:
        kind = {"Content-Type": "application/json"}
        request = Request(self._address + path, json.dumps(body).encode(), kind, method=method)
        try:
            with urlopen(request, timeout=2 * _PATIENCE) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            with error:
                raise DrivingError(json.load(error)["value"]["message"]) from None

    def goto(self, url: str) -> None:
        self._ask("/url", url=url)
        self.wait("(url) => location.href === url && document.readyState === 'complete'", url)

    def run(self, function: str, argument: Any = None) -> Any:
        called = f"""const done = arguments[0];
          {_LISTENS}
          (async () => JSON.stringify([await ({function})({json.dumps(argument)})]))()
            .catch((error) => JSON.stringify([null, String(error)]))
            .then((found) => done([found, window.heardOfPage.splice(0)]));"""
        answer, heard = self._ask("/execute/async", script=called, args=[])
        self.faults += heard
        found, *error = json.loads(answer)
        if error:
            raise DrivingError(*error)
        return found

    def _perform(self, kind: str, *actions: dict[str, Any]) -> None:
        self._ask("/actions", actions=[{"type": kind, "id": kind, "actions": actions}])

    def close(self) -> None:
        self._ask("", "DELETE")


@contextmanager
def webkit() -> Iterator[Opened]:
    """WebKit, on a screen that nobody sees. Skips the test where there is none."""
    found = sorted(map(str, Path("/usr/lib").glob(_MINI_BROWSERS)))
    if not found or not all(map(shutil.which, ("WebKitWebDriver", "Xvfb"))):
        pytest.skip("no WebKit here (Debian: webkit2gtk-driver xvfb)")
    with TemporaryDirectory() as home, _display() as display:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        order = ["WebKitWebDriver", f"--port={port}"]
        with _running(order, GDK_BACKEND="x11", DISPLAY=display, HOME=home):
            driver = f"http://127.0.0.1:{port}"
            _until(lambda: urlopen(f"{driver}/status", timeout=_PATIENCE).close())
            yield lambda: closing(_WebKitTab(driver, found[-1]))


@contextmanager
def _display() -> Iterator[str]:
    """A screen that nobody sees, on a number that is free."""
    here, there = os.pipe()
    order = ["Xvfb", "-displayfd", str(there), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    with open(here) as number, _running(order, pass_fds=[there]):
        os.close(there)
        yield f":{number.readline().strip()}"


@contextmanager
def _running(order: list[str], pass_fds: Sequence[int] = (), **variables: str) -> Iterator[None]:
    """A program that says nothing and ends with what it is for."""
    with subprocess.Popen(
        order,
        env={**os.environ, **variables},
        pass_fds=pass_fds,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            yield
        finally:
            process.terminate()


def _until(ready: Callable[[], Any]) -> Any:
    """What it returns once it raises nothing."""
    for _ in range(20 * _PATIENCE):
        with suppress(OSError, ValueError):
            return ready()
        sleep(0.05)
    return ready()


BROWSERS = {"firefox": firefox, "webkit": webkit}
