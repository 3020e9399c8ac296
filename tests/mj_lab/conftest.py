"""A real Chromium for the tests of pages, and a tactic whose games are over in a moment."""

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, NoReturn
from urllib.parse import urlsplit

import pytest

from mj_bot import tactics
from tests.conftest import OWN, RECORDED

# The shell has no windows, and takes 40% less of a core.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")

# How long a page may take to show something, in milliseconds, on a slow and busy machine.
_PATIENCE = 60_000
_PHONE = 390
# Every width of interest.
_WIDTHS = (_PHONE, 768, 1280, 1920)
# How a page is looked at: each theme and each language.
LOOKS = ((_PHONE, "light", "en"), (1280, "dark", "zh-CN"))
# What is wrong with how a page lies: wider than the window, controls outside of it or over each
# other, text cut off, a part that scrolls sideways and cannot be reached by keyboard. What stays in
# the window lies over what moves below it; a name that is cut off is whole in its title.
_FAULTS_OF_LAYOUT = """() => {
  const found = [], wide = document.documentElement.scrollWidth;
  const named = (e) => e.tagName + "#" + e.id + "." + e.className + " " + (e.textContent || "").trim().slice(0, 40);
  if (wide > innerWidth) found.push("the page is " + wide + " wide");
  const seen = (e) => { const box = e.getBoundingClientRect(); return box.width > 1 && box.height > 1 && getComputedStyle(e).visibility !== "hidden"; };
  const stays = (e) => e !== null && (["fixed", "sticky"].includes(getComputedStyle(e).position) || stays(e.parentElement));
  const controls = [...document.querySelectorAll("a, button, input, select, summary")].filter((e) => seen(e) && !e.matches(".away, .skip"));
  for (const e of controls) {
    const box = e.getBoundingClientRect();
    if (!e.closest(".scroll") && (box.left < -0.5 || box.right > innerWidth + 0.5)) found.push("outside: " + named(e));
  }
  controls.forEach((one, place) => {
    const a = one.getBoundingClientRect();
    for (const other of controls.slice(place + 1)) {
      if (one.contains(other) || other.contains(one) || stays(one) !== stays(other)) continue;
      const b = other.getBoundingClientRect();
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5)
        found.push("overlap: " + named(one) + " and " + named(other));
    }
  });
  for (const e of document.querySelectorAll("body *")) {
    if (!seen(e) || e.closest("svg, .away, select") || (e.matches("bdi") && e.title === e.textContent)) continue;
    const style = getComputedStyle(e), sideways = e.scrollWidth - e.clientWidth;
    if (sideways > 1 && ["hidden", "clip"].includes(style.overflowX)) found.push("cut off: " + named(e));
    if (sideways > 1 && ["auto", "scroll"].includes(style.overflowX) && e.tabIndex < 0) found.push("not reached by keyboard: " + named(e));
  }
  return found;
}"""  # noqa: E501
# A page hears with the next frame that its window was resized.
NEXT_FRAMES = """async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}"""
# How long what is wrong with a page has to go on to be wrong.
_REST_SECONDS = 5.0
# What Chromium says of an answer that says what is wrong with a question.
_REFUSED = "Failed to load resource: the server responded with a status of 400 (Bad Request)"
# What axe calls serious: to hand over all that it says takes as long as it looks.
_SERIOUS = """() => axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations
  .filter((one) => ["serious", "critical"].includes(one.impact))
  .map((one) => [one.id, one.nodes.slice(0, 4).map((node) => node.target), one.nodes[0].any]))"""


# What fixtures are for those who ask for them.
Open = Callable[..., Any]
Check = Callable[..., None]
Look = dict[str, Any]

# Of records.
FOLDERS = {"own": OWN, "recorded": RECORDED}


@pytest.fixture(params=sorted(FOLDERS))
def folder(request: pytest.FixtureRequest) -> str:
    """Our own records, and the recorded ones where they are."""
    name: str = request.param
    if not FOLDERS[name].is_dir():
        pytest.skip(f"no {name} records here")
    return name


def thorough(*values: Any) -> Any:
    """A parameter that only the whole run takes."""
    return pytest.param(*values, marks=pytest.mark.thorough)


def slow(*values: Any) -> Any:
    """A parameter that only `make prove` takes."""
    return pytest.param(*values, marks=pytest.mark.slow)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves a look of most pages to `make prove`.

    In CI a phone shows a server's pages, a wide window the site's.
    """
    for item in items:
        chosen = item.callspec.params if hasattr(item, "callspec") else {}
        look, origin = chosen.get("look"), chosen.get("origin")
        if look not in LOOKS and (look is None or origin is None):
            continue
        width = look[0] if look in LOOKS else look.get("width")
        if (origin == "site") == (width == _PHONE):
            item.add_marker(pytest.mark.slow)


def expect(found: Any) -> Any:
    """Playwright's assertions of a page or of what a locator finds: each waits until it holds.

    What follows an action or a load is asserted by these, or after a wait for it: the page may not
    have drawn it yet.
    """
    from playwright.sync_api import expect as expecting

    return expecting(found)


def _absent(what: str) -> NoReturn:
    """Skips the test, but not in CI: there a browser is, and a page untested proves nothing."""
    if os.environ.get("CI"):
        pytest.fail(what + "; CI must have it", pytrace=False)
    pytest.skip(what)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, driven by Playwright. One a process: Playwright cannot be started twice in it."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        _absent("no Chromium here")
    try:
        from playwright.sync_api import expect as expecting
        from playwright.sync_api import sync_playwright
    except ImportError:
        _absent("no Playwright here")
    expecting.set_options(timeout=_PATIENCE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(_FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """`open_page(url, **options)`: a page in a context of its own.

    options are the context's, such as viewport, color_scheme, locale. The page's `faults` lists
    what it put on the console, what it raised and what it asked of any other address than `url`'s;
    after the test it must be empty. That the service refuses a question is no fault.
    """
    contexts: list[Any] = []
    faults: list[str] = []

    def opened(url: str, width: int = 1280, height: int = 800, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(_PATIENCE)
        page.faults = faults
        parts = urlsplit(url)
        home = f"{parts.scheme}://{parts.netloc}" + (parts.path if parts.scheme == "file" else "/")

        def asked(request: Any) -> None:
            if not request.url.startswith((home, "data:", "about:")):
                faults.append(f"asked for {request.url[:200]}")

        def told(message: Any) -> None:
            refused = message.location["url"].startswith(home + "api/v1/")
            if not (refused and (message.type, message.text) == ("error", _REFUSED)):
                faults.append(f"{message.type}: {message.text}")

        def dismissed(dialog: Any) -> None:
            faults.append("a dialog")
            dialog.dismiss()

        page.on("request", asked)
        page.on("console", told)
        page.on("pageerror", lambda error: faults.append(f"raised: {error}"))
        page.on("dialog", dismissed)
        page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture(params=LOOKS, ids=lambda look: "-".join(map(str, look)))
def look(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Options of `open_page`: one of LOOKS."""
    width, theme, language = request.param
    return {"width": width, "height": _height(width), "color_scheme": theme, "locale": language}


@pytest.fixture(params=[("light", "en-US"), slow(("dark", "zh-CN"))], ids="-".join)
def tone(request: pytest.FixtureRequest) -> Look:
    """Options of `open_page`: a theme and a language, at the usual width."""
    theme, language = request.param
    return {"color_scheme": theme, "locale": language}


def _height(width: int) -> int:
    return 844 if width < 500 else 800


def _resize(page: Any, width: int) -> None:
    if page.viewport_size["width"] != width:
        page.set_viewport_size({"width": width, "height": _height(width)})
        page.evaluate(NEXT_FRAMES)


def left_at_rest(page: Any, script: str) -> Any:
    """What a script finds wrong and goes on to find: a resized page may not be drawn yet."""
    until = monotonic() + _REST_SECONDS
    while (found := page.evaluate(script)) and monotonic() < until:
        page.wait_for_timeout(100)
    return found


@pytest.fixture(scope="session")
def accessible() -> Callable[..., None]:
    """`accessible(page)`: axe finds nothing serious in what the page shows now, or at `widths`."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        _absent("no axe here")
    axe = Axe()

    def check(page: Any, widths: Sequence[int] = ()) -> None:
        for width in widths or (page.viewport_size["width"],):
            _resize(page, width)
            if not page.evaluate("'axe' in window"):
                page.evaluate(axe.axe_script)
            assert left_at_rest(page, _SERIOUS) == [], width

    return check


# Nobody knows what these are without a name. These others are said with what is inside of them.
_TO_NAME = ("button", "link", "image", "checkbox", "radio", "combobox", "searchbox", "slider")
_AROUND = ("region", "group", "list", "listitem")


def misread(page: Any) -> list[str]:
    """What a screen reader does not say of a page, or twice, or as no person would.

    Nothing may be under the pointer: what it is told there is a description too.
    """
    answer = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    nodes = {node["nodeId"]: node for node in answer["nodes"]}
    found = []
    for node in nodes.values():
        if node["ignored"]:
            continue
        role, name, description = (
            node.get(part, {}).get("value", "") for part in ("role", "name", "description")
        )
        around = nodes.get(node.get("parentId"))
        while around is not None and (around["ignored"] or not around["name"]["value"]):
            around = nodes.get(around.get("parentId"))
        if role in _TO_NAME and not name:
            found.append(f"{role} without a name")
        if re.search("undefined|null|NaN|[{}]", name):
            found.append(f"{role} {name}")
        if description and name.endswith(description):
            found.append(f"{role} {name}: {description}")
        said = around["name"]["value"] if around and around["role"]["value"] in _AROUND else ""
        if name and role in ("image", *_AROUND) and said.endswith(name):
            found.append(f"{role} {name} in {said}")
    return found


@pytest.fixture(scope="session")
def well_laid() -> Callable[..., None]:
    """`well_laid(page)`: nothing sticks out, is cut off or lies over another.

    At `widths`, or at all of interest and the page's own, which it has again afterwards.
    """

    def check(page: Any, widths: Sequence[int] = ()) -> None:
        own = page.viewport_size["width"]
        for width in widths or (*sorted({*_WIDTHS} - {own}), own):
            _resize(page, width)
            assert left_at_rest(page, _FAULTS_OF_LAYOUT) == [], width

    return check


@pytest.fixture(scope="session")
def for_everybody(well_laid: Check, accessible: Check) -> Check:
    """`for_everybody(page)`: it lies well and is accessible, at `widths` or as both have it."""

    def check(page: Any, widths: Sequence[int] = ()) -> None:
        well_laid(page, widths)
        accessible(page, widths)

    return check


# -- a tactic ------------------------------------------------------------------------------------

# Discards what it drew, until its lot makes it declare a win that it does not have.
LOTTERY = """
from random import Random

from mj_bot.events import HU, PASSING, PLAYS, Action


class Lottery:
    def __init__(self, seed=0):
        self._random = Random(seed)

    def __call__(self, state):
        if state.drawn is None:
            return PASSING
        return Action(HU) if self._random.random() < 0.2 else PLAYS[state.drawn]
"""


@pytest.fixture
def lottery(tmp_path: Path) -> Iterator[str]:
    """The name of a tactic that ends games early, by a fault, with a fault as likely at any seat.

    Only this process knows it.
    """
    folder = tmp_path / "tactics"
    folder.mkdir()
    (folder / "lottery.py").write_text(LOTTERY, encoding="utf-8")
    path = list(tactics.__path__)
    tactics.__path__.append(str(folder))
    yield "lottery"
    tactics.__path__[:] = path
    sys.modules.pop("mj_bot.tactics.lottery", None)
