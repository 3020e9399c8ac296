"""A real Chromium for the tests of pages: one a process, and whatever it complains of is noted."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any, NoReturn
from urllib.parse import urlsplit

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")


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
        from playwright.sync_api import sync_playwright
    except ImportError:
        _absent("no Playwright here")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(_FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """`open_page(url, **options)`: a page in a context of its own.

    options are the context's, such as viewport, color_scheme, locale. The page's `faults` lists
    what it put on the console, what it raised and what it asked of any other address than `url`'s;
    after the test it must be empty.
    """
    contexts: list[Any] = []
    faults: list[str] = []

    def opened(url: str, width: int = 1280, height: int = 800, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.faults = faults
        parts = urlsplit(url)
        home = f"{parts.scheme}://{parts.netloc}" + (parts.path if parts.scheme == "file" else "/")

        def asked(request: Any) -> None:
            if not request.url.startswith((home, "data:", "about:")):
                faults.append(f"asked for {request.url[:200]}")

        def dismissed(dialog: Any) -> None:
            faults.append("a dialog")
            dialog.dismiss()

        page.on("request", asked)
        page.on("console", lambda message: faults.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: faults.append(f"raised: {error}"))
        page.on("dialog", dismissed)
        page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture(scope="session")
def accessible() -> Callable[..., None]:
    """`accessible(page)`: axe finds nothing serious in what the page shows now."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        _absent("no axe here")
    axe = Axe()

    def check(page: Any) -> None:
        found = axe.run(page).response["violations"]
        serious = [
            (one["id"], [node["target"] for node in one["nodes"]][:4], one["nodes"][0]["any"][:1])
            for one in found
            if one["impact"] in ("serious", "critical")
        ]
        assert serious == []

    return check
