"""Chinese texts use the glossary's terms: one term for one thing, wherever a reader meets it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.documents import DOCUMENTS, NAMES, ROOT, is_chinese

# A hand is 盘, sixteen are 局; points lost are 失分, effective tiles 进张, a deal-in 放铳.
WRONG_TERM = re.compile(r"[几每\}下本这] ?局(?!部|面)|少得|有效牌|教练的?意见|[放点]炮")
_CODE = re.compile(r"`[^`]*`|^    .*$", re.MULTILINE)
_CHINESE = [path for path, name in zip(DOCUMENTS, NAMES, strict=True) if is_chinese(name)]
_PROGRAMS = ("rehearsal", "mj_bot", "mj_lab", "mj_engine/src")


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a module or page, with their lines; a single word may be a record's own."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
        values = ((node.lineno, node.value) for node in nodes if isinstance(node.value, str))
        yield from ((line, value) for line, value in values if " " in value.strip())
    else:
        yield from enumerate(text.splitlines(), start=1)


# What people run, then what they read beside it.
PROGRAMS = ("handin.py", "tools/release.py", "rehearsal", "mj_bot", "mj_lab", "mj_engine/src")
ROOMS = (*PROGRAMS, "tests", "benchmarks", "examples", "docs")


def modules(room: str) -> list[Path]:
    """The modules of a folder, or the one that this is."""
    place = ROOT / room
    return sorted(place.rglob("*.py")) if place.is_dir() else [place]


@cache
def parsed(path: Path) -> ast.Module:
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
    assert WRONG_TERM.search(_CODE.sub("", path.read_text(encoding="utf-8"))) is None


def test_messages_and_pages() -> None:
    modules = [path for folder in _PROGRAMS for path in (ROOT / folder).rglob("*.py")]
    pages = (ROOT / "mj_lab").rglob("*texts.js")
    found = [
        f"{path.relative_to(ROOT)}:{line}: {wrong[0]}"
        for path in sorted([*modules, *pages])
        for line, text in strings(path)
        if (wrong := WRONG_TERM.search(text))
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


def lines_that_say(folder: str, names: str, said: str) -> Iterator[tuple[str, str]]:
    """What the lines of files say, by their place."""
    for path in sorted((ROOT / folder).rglob(names)):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for text in re.findall(said, line):
                yield f"{path.relative_to(ROOT)}:{number}", text


@pytest.mark.parametrize(
    ("folder", "names", "said"),
    [("mj_lab", "*texts.js", ".+"), ("mj_engine/cpp", "*.[ch]pp", r"//.*|\".* .*\"")],
)
def test_pages_and_the_engine(folder: str, names: str, said: str) -> None:
    found = lines_that_say(folder, names, said)
    assert [one for one in found if STRANGE.search(one[1]) or STRANGE_CHINESE.search(one[1])] == []
