"""The engine and the pages of the site, built once, and the engine in one node."""

import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.mj_lab.web.site.in_node import InNode


@pytest.fixture(scope="session")
def engine_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `make site` makes for the engine."""
    if find_spec("ziglang") is None:
        pytest.skip("no ziglang here: make site installs it")
    from mj_lab.web.site.building import build_engine

    folder: Path = tmp_path_factory.mktemp("site") / "engine"
    build_engine(folder)
    return folder


@pytest.fixture(scope="session")
def site_folder(engine_folder: Path) -> Path:
    """The folder that `make site` makes."""
    from mj_lab.web.site.pages import build_pages

    build_pages(engine_folder.parent)
    return engine_folder.parent


@pytest.fixture(scope="session")
def node(engine_folder: Path) -> Iterator[InNode]:
    """The engine in node."""
    if shutil.which("node") is None:
        pytest.skip("no node here")
    started = InNode(engine_folder)
    yield started
    started.close()
