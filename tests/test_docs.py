"""What the documents name is there: files, modules, commands; and their examples say the truth."""

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
import typer.main

from mj_bot import __version__
from mj_lab.cli import app_of
from tests.documents import DOCUMENTS, NAMES, ROOT

# What the documents have a reader make.
MADE_BY_READERS = {"mj_bot/tactics/mine.py"}


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def commands_of_mj() -> frozenset[str]:
    return frozenset(typer.main.get_command(app_of()).commands)  # type: ignore[attr-defined]


def absent(find: Callable[[Path], Iterable[str]]) -> dict[str, list[str]]:
    """What each document names that is not there, as `find` finds it in one."""
    found = {name: list(find(path)) for name, path in zip(NAMES, DOCUMENTS, strict=True)}
    return {name: names for name, names in found.items() if names}


def anchors(path: Path) -> set[str]:
    """The places in a document that a link may go to, as GitHub names them."""
    heads = re.findall(r"^#+ (.+)$", text_of(path), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def dead_links(path: Path) -> Iterator[str]:
    for link in re.findall(r"\]\(([^)\s]+)\)", text_of(path)):
        target, _, anchor = link.partition("#")
        there = path.parent / target if target else path
        if target.startswith("http"):
            continue
        if not there.exists() or (anchor and anchor not in anchors(there)):
            yield link


def absent_files(path: Path) -> Iterator[str]:
    folders = "mj_bot|mj_lab|tests|tools|docs|examples"
    for name in re.findall(rf"\b((?:{folders})/[\w/-]+\.(?:py|md))\b", text_of(path)):
        if not (ROOT / name).exists() and name not in MADE_BY_READERS:
            yield name


def absent_modules(path: Path) -> Iterator[str]:
    modules = r"(?<![\w.])((?:tests|mj_bot|mj_lab|tools)(?:\.\w+)+)"
    for name in re.findall(modules, text_of(path)):
        if name != "mj_bot.pyz" and not names_something(name):
            yield name


def absent_commands(path: Path) -> set[str]:
    return set(commands_in(text_of(path))) - commands_of_mj()


@pytest.mark.parametrize("find", [dead_links, absent_files, absent_modules, absent_commands])
def test_what_a_document_names_is_there(find: Callable[[Path], Iterable[str]]) -> None:
    assert absent(find) == {}


@pytest.mark.parametrize(
    ("find", "text"),
    [
        (dead_links, "[a](nowhere.md) [b](#no-such-place)"),
        (absent_files, "tests/test_nothing.py examples/nothing.md"),
        (absent_modules, "mj_bot.nothing mj_bot.tiles.nothing"),
        (absent_commands, "`mj nothing`\n\n    mj nought"),
    ],
)
def test_what_is_not_there_is_found(
    find: Callable[[Path], Iterable[str]], text: str, tmp_path: Path
) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    assert len(list(find(page))) == 2


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


def test_every_command_is_in_the_readme() -> None:
    assert commands_of_mj() <= set(commands_in(text_of(ROOT / "README.md")))


def test_documents_that_the_code_cites_exist() -> None:
    folders = ("mj_bot", "mj_lab", "tests", "tools", "examples")
    cited = {
        name
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        for name in re.findall(r"docs/[\w/]+\.md", text_of(path))
    }
    assert {f"docs/reference/{name}.md" for name in ("botzone", "rule_based", "odds")} <= cited
    assert [name for name in sorted(cited) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize(
    "name",
    [
        "README.md",
        "README.zh.md",
        "docs/guide/designed_bot.md",
        "docs/zh/guide/designed_bot.md",
        "docs/reference/shanten.md",
        "docs/guide/tactic.md",
        "docs/reference/tactic.md",
        "docs/zh/reference/tactic.md",
        "docs/reference/report_names.md",
        "docs/zh/reference/report_names.md",
    ],
)
def test_examples_in_a_document_say_the_truth(name: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False)
    assert tried
    assert not failed


def test_a_guide_has_150_lines_at_most_and_the_readme_120() -> None:
    pages = {str(path): text_of(path) for path in (ROOT / "docs").glob("**/guide/*.md")}
    lines = {name: len(text.splitlines()) for name, text in pages.items()}
    assert len(lines) > 20
    assert {name: count for name, count in lines.items() if count > 150} == {}
    for readme in ("README.md", "README.zh.md"):
        assert len(text_of(ROOT / readme).splitlines()) <= 120


@pytest.mark.parametrize(
    ("readme", "words"),
    [
        (
            "README.md",
            ("State", "Action space", "Eleven routes", "sixteen", "table of 88", "Answer"),
        ),
        ("README.zh.md", ("状态", "动作空间", "十一条路线", "十六", "88 个目标牌型", "回答")),
    ],
)
def test_the_readme_begins_with_the_design(readme: str, words: tuple[str, ...]) -> None:
    """`handin.py`, then what it builds in the order of a decision, then all that grew out of it."""
    text = text_of(ROOT / readme)
    first = [line for line in text.splitlines() if line.startswith("    ")][:2]
    assert [line.split("  #")[0].strip() for line in first] == ["python3 handin.py", "make play"]
    design = text.split("\n## ")[1]
    places = [design.find(word) for word in words]
    assert -1 not in places
    assert places == sorted(places)
    assert "basic_shanten" in design
    assert "mj_bot.pyz" in text.partition("\n## ")[0]


def test_the_version_is_one_wherever_it_is_named() -> None:
    """`mj_bot.__version__`: in what a reader types or finds, and as the newest of the changelog."""
    named = {
        (str(path.relative_to(ROOT)), found)
        for path in (*DOCUMENTS, *(ROOT / name for name in ("Makefile", "mkdocs.yml", "handin.py")))
        for found in re.findall(r"\bmj_bot[- ]v?(\d+\.\d+\.\d+)", text_of(path))
    }
    assert {name for name, _ in named} >= {"docs/guide/install.md", "docs/zh/guide/install.md"}
    newest = re.findall(r"^## \[(\d[^]]*)\]", text_of(ROOT / "CHANGELOG.md"), re.MULTILINE)[0]
    assert {(name, found) for name, found in named if found != __version__} == set()
    assert newest == __version__


def test_the_page_of_commands_is_what_help_says() -> None:
    """If not: python docs/commands.py > docs/reference/commands.md."""
    done = subprocess.run(
        [sys.executable, "docs/commands.py"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert text_of(ROOT / "docs" / "reference" / "commands.md") == done.stdout
