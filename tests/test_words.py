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


@pytest.mark.parametrize("path", _CHINESE, ids=lambda path: str(path.relative_to(ROOT)))
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


@pytest.mark.parametrize("text", ["每局", "少得 3 分", "有效牌", "放炮"])
def test_a_wrong_term_is_found(text: str) -> None:
    assert WRONG_TERM.search(text)
    assert not WRONG_TERM.search("每盘失分, 进张, 放铳")
