"""What people read, docstrings and comments too, has no phrase that reviewers stumbled over."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer

from mj_lab.cli import app
from tests.documents import DOCUMENTS, ROOT, is_chinese

# In the place of: said, shown, predicted, valued, given; at random; that many; it is wrong; or the
# like. A house speaks as one speaks to a colleague.
STRANGE = re.compile(
    r"\b(told|tells?|telling|by lots?|it is none|(that|which) (is|are) none|so many|in the dress of"
    r"|looks? on|looking on|the surer rows|(or|and) its like)\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"`[^`]*`|^    .*$", re.MULTILINE)
# A hand is 盘, sixteen are 局; points lost are 失分, effective tiles 进张, a deal-in 放铳.
STRANGE_CHINESE = re.compile(r"[几每\}下本这] ?局(?!部|面)|少得|有效牌|教练的?意见|[放点]炮")


# In docstrings the name of a parameter is no word of ours, and what stands in quotes is code.
_PARAMETER = re.compile(r"`[^`]*`|\b\w+:")


# What people run, then what they read beside it.
PROGRAMS = ("handin.py", "rehearsal", "mj_bot", "mj_lab", "mj_engine/src")
ROOMS = (*PROGRAMS, "tests", "tools", "examples", "docs")


def modules(room: str) -> list[Path]:
    """The modules of a folder, or the one that this is."""
    place = ROOT / room
    return sorted(place.rglob("*.py")) if place.is_dir() else [place]


@cache
def parsed(path: Path) -> ast.Module:
    """A module, read once."""
    return ast.parse(path.read_text(encoding="utf-8"))


def docstrings(tree: ast.AST) -> dict[int, ast.Constant]:
    """The docstrings of a module and all in it, by the ids of their nodes."""
    found = {}
    for node in ast.walk(tree):
        if (
            isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
            and node.body
        ):
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found[id(first.value)] = first.value
    return found


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """The comments of a module that may be strange, with their lines."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if not any("#" in line and STRANGE.search(line) for line in lines):
        return
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string


def sentences(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Strings of several words in a module, docstrings apart: what it may say, with its line."""
    apart = docstrings(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in apart:
            continue
        if isinstance(node.value, str) and " " in node.value.strip():
            yield node.lineno, node.value


def helps(command: typer.models.CommandInfo, name: str) -> Iterator[tuple[str, str]]:
    """The help of a command, its options and its own commands."""
    yield name, str(command.help or "")
    for one in command.params:  # type: ignore[attr-defined]
        yield f"{name} {one.name}", str(getattr(one, "help", "") or "")
    for inner, one in getattr(command, "commands", {}).items():
        yield from helps(one, f"{name} {inner}")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_documents(path: Path) -> None:
    text = _CODE.sub("", path.read_text(encoding="utf-8"))
    assert STRANGE.search(text) is None
    if is_chinese(str(path.relative_to(ROOT))):
        assert STRANGE_CHINESE.search(text) is None


def test_help() -> None:
    shown = dict(helps(typer.main.get_command(app), "mj"))  # type: ignore[arg-type]
    assert len(shown) > 300
    assert {name: text for name, text in shown.items() if STRANGE.search(text)} == {}


def test_messages() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for room in PROGRAMS
        for path in modules(room)
        for line, text in sentences(parsed(path))
        if STRANGE.search(text) or STRANGE_CHINESE.search(text)
    ]
    assert found == []


@pytest.mark.parametrize("room", ROOMS)
def test_docstrings_and_comments(room: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {strange[0]}"
        for path in modules(room)
        for line, text in [
            *((one.lineno, str(one.value)) for one in docstrings(parsed(path)).values()),
            *comments(path),
        ]
        if (strange := STRANGE.search(_PARAMETER.sub("", text)))
    ]
    assert found == []


def test_pages() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {strange[0]}"
        for path in sorted((ROOT / "mj_lab").rglob("*texts.js"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if (strange := STRANGE.search(line) or STRANGE_CHINESE.search(line))
    ]
    assert found == []


def test_the_engine() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {strange[0]}"
        for path in sorted((ROOT / "mj_engine" / "cpp").rglob("*.[ch]pp"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for said in re.findall(r"//.*|\".* .*\"", line)
        if (strange := STRANGE.search(said))
    ]
    assert found == []


@pytest.mark.parametrize("text", ["as it is told", "by lot", "a reply that is none", "It is none."])
def test_what_is_strange_is_seen(text: str) -> None:
    assert STRANGE.search(text)
    assert not STRANGE.search("said, at random; none of them is foretold")
