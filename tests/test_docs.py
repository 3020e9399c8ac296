"""What the documents name is there: files, modules, commands; and their examples say the truth."""

import doctest
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
import typer.main

from mj_lab.cli import app
from tests.documents import DOCUMENTS, NAMES, ROOT

# What a reader is told to make.
MADE_BY_READERS = {"mj_bot/tactics/mine.py"}

each_document = pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)


def anchors(path: Path) -> set[str]:
    """The places in a document that a link may go to, as GitHub names them."""
    heads = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


@each_document
def test_links_lead_somewhere(path: Path) -> None:
    for target, _, anchor in (
        link.partition("#") for link in re.findall(r"\]\(([^)\s]+)\)", path.read_text("utf-8"))
    ):
        if not target.startswith("http"):
            there = path.parent / target if target else path
            assert there.exists(), target
            assert not anchor or anchor in anchors(there), f"{target}#{anchor}"


@each_document
def test_files_that_are_named_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    folders = "mj_bot|mj_lab|tests|benchmarks|docs|examples"
    for name in re.findall(rf"\b((?:{folders})/[\w/-]+\.(?:py|md))\b", text):
        assert (ROOT / name).exists() or name in MADE_BY_READERS, name


@each_document
def test_modules_that_are_named_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for name in re.findall(r"\b((?:mj_bot|mj_lab|benchmarks)(?:\.\w+)+)", text):
        if name != "mj_bot.pyz":
            assert names_something(name), name


def names_something(name: str) -> bool:
    """Whether it is a module, or what a module has."""
    try:
        if find_spec(name) is not None:
            return True
    except ModuleNotFoundError:
        pass
    module, _, attribute = name.rpartition(".")
    return find_spec(module) is not None and hasattr(import_module(module), attribute)


def commands_in(text: str) -> Iterator[str]:
    """The commands of `mj` that are written as code."""
    yield from re.findall(r"`(?:\.venv/bin/)?mj ([a-z][a-z-]*)", text)
    yield from re.findall(r"^ {4}(?:\.venv/bin/)?mj ([a-z][a-z-]*)", text, re.MULTILINE)


@each_document
def test_commands_that_are_named_exist(path: Path) -> None:
    known = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    assert set(commands_in(path.read_text(encoding="utf-8"))) <= known


def test_every_command_is_in_the_readme() -> None:
    known = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    assert known <= set(commands_in((ROOT / "README.md").read_text(encoding="utf-8")))


def test_documents_that_the_code_cites_exist() -> None:
    folders = ("mj_bot", "mj_lab", "tests", "benchmarks", "examples")
    cited = {
        name
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        for name in re.findall(r"docs/\w+\.md", path.read_text(encoding="utf-8"))
    }
    assert {"docs/botzone.md", "docs/rule_based.md", "docs/odds.md"} <= cited
    assert [name for name in sorted(cited) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("name", ["docs/shanten.md"])
def test_examples_in_a_document_say_the_truth(name: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False)
    assert tried
    assert not failed
