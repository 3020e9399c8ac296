"""What holds for the package as a whole: what it imports, and its examples."""

import ast
import doctest
import importlib
from collections.abc import Iterator
from importlib.metadata import metadata
from pathlib import Path

import pytest

from mj_bot import __version__
from mj_engine.players import NATIVE

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "mj_engine" / "src" / "mj_engine"
SOURCES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse((PACKAGE / path).read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_mj_bot_is_read_in_one_place_and_mj_lab_nowhere() -> None:
    found = {str(path): {name.split(".")[0] for name in imported(path)} for path in SOURCES}
    assert len(found) > 5
    assert [name for name, roots in found.items() if "mj_bot" in roots] == ["_mj_bot.py"]
    assert [name for name, roots in found.items() if "mj_lab" in roots] == []


@pytest.mark.parametrize(
    "name", ["", ".fans", ".nets", ".odds", ".play", ".players", ".policies", ".vector"]
)
def test_examples(name: str) -> None:
    module = importlib.import_module("mj_engine" + name)
    result = doctest.testmod(module)
    assert result.failed == 0


@pytest.mark.parametrize(("page", "least"), [("engine", 20), ("policies", 10)])
def test_the_examples_of_its_pages(page: str, least: int) -> None:
    path = ROOT / "docs" / "reference" / f"{page}.md"
    failed, tried = doctest.testfile(str(path), module_relative=False)
    assert (failed, tried > least) == (0, True)


def test_the_installed_package_is_this_one() -> None:
    """`make engine` is to be run again after a change."""
    installed = Path(str(importlib.import_module("mj_engine").__file__)).parent
    differing = [
        str(path)
        for path in SOURCES
        if (installed / path).read_bytes() != (PACKAGE / path).read_bytes()
    ]
    assert differing == []
    about = metadata("mj_engine")
    assert about["Version"] == __version__
    assert f"mj-bot=={__version__}" in about.get_all("Requires-Dist", [])


def test_the_documents_count_the_native_players() -> None:
    word, zh = {7: ("seven", "七"), 8: ("eight", "八"), 9: ("nine", "九")}[len(NATIVE)]
    for page, told in (
        ("README.md", f"the referee and {word} of the players"),
        ("README.zh.md", f"裁判和{zh}个策略"),
        ("docs/reference/architecture.md", f"the referee, `fan` and {word} tactics do"),
    ):
        assert told in " ".join((ROOT / page).read_text(encoding="utf-8").split()), page
