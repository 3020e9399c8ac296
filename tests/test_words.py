"""Chinese texts use the glossary's terms: one term for one thing, wherever a reader meets it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mj_lab.core.text.fan_names import ENGLISH_NAMES
from mj_lab.core.text.fan_rules import fan_rule
from mj_lab.explain.analysis.why.sentences import SENTENCES
from mj_lab.table.play.at_table.levels import BOTS
from tests.documents import DOCUMENTS, NAMES, ROOT, is_chinese

# A hand is 盘, sixteen are 局; points lost are 失分, effective tiles 进张, a deal-in 放铳, luck
# 运气, accuracy 决策分, another action 另一种打法. Nothing is 减 a bot, and no sign is traditional.
WRONG_TERM = re.compile(
    r"[几每\}下本这] ?局(?!部|面)|少得|有效[牌张]|教练的?意见|[放点]炮|准确率|牌运|另一着|你减"
    r"|[東發萬條對聽莊風龍門將時間開關點結過選這個為]"
)
# Latin words that a Chinese text has no need of, and half-width signs at a Chinese one.
_FOREIGN = re.compile(
    r"\b(human|odds|learned)\b|[\u4e00-\u9fff][ ]?[.,;:?!()]|[()][\u4e00-\u9fff]", re.IGNORECASE
)
_PAIR = re.compile(r'\[\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)",?\s*\]')
# A sign in one language behind a text of either.
_SIGN = re.compile(r'MJ\.t\([^()]*\) \+ "[.:;,(]? ?[.:;,(] ?"|\.join\("[:;,.] "\)')
_PAGES = ROOT / "mj_lab"
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
    pages = _PAGES.rglob("*texts.js")
    found = [
        f"{path.relative_to(ROOT)}:{line}: {wrong[0]}"
        for path in sorted([*modules, *pages])
        for line, text in strings(path)
        if (wrong := WRONG_TERM.search(text))
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        *("每局", "少得 3 分", "有效牌", "有效张", "放炮", "准确率", "牌运"),
        *("你减 odds", "東风", "發", "另一着"),
    ],
)
def test_a_wrong_term_is_found(text: str) -> None:
    assert WRONG_TERM.search(text)
    assert not WRONG_TERM.search("每盘失分，进张，放铳，决策分，运气，东风，发")


def test_chinese_is_written_with_its_own_words_and_signs() -> None:
    """On pages: no player is human, no bot is called by its tactic, and a sentence ends with 。"""
    pairs = [
        (f"{path.relative_to(ROOT)}: {english}", chinese)
        for path in sorted(_PAGES.rglob("*texts.js"))
        for english, chinese in _PAIR.findall(path.read_text(encoding="utf-8"))
    ]
    pairs += [(english, chinese) for forms in SENTENCES.values() for _, english, chinese in forms]
    pairs += [fan_rule(name) for name in ENGLISH_NAMES]
    pairs += [pair for bot in BOTS for pair in (bot.name, bot.character, bot.level) if pair]
    assert len(pairs) > 1000
    found = {where: _FOREIGN.search(re.sub(r"\{[^}]*\}", "", text)) for where, text in pairs}
    assert {where: wrong[0] for where, wrong in found.items() if wrong} == {}
    assert _FOREIGN.search("没有失分. 点和") and _FOREIGN.search("你与 odds 相差")


def test_keys_are_named_where_there_are_some() -> None:
    """A text that names Ctrl has another for a phone."""
    texts = (_PAGES / "core/pages/assets/texts.js").read_text(encoding="utf-8")
    keys = re.findall(r'(\w+): \[\s*"[^"]*",\s*"[^"]*Ctrl[^"]*"', texts)
    assert keys == ["dropText"] and all(f"  {key}_touch: [" in texts for key in keys)


def test_signs_between_texts_are_of_the_language() -> None:
    rooms = ("web/server", "web/site/assets/pages", "core/pages", "explain", "measure")
    scripts = [path for room in rooms for path in (_PAGES / room).rglob("*.js")]
    found = [
        f"{path.relative_to(ROOT)}: {wrong}"
        for path in sorted(scripts)
        # The limits of fields as programs write them, and English lines that are read.
        if path.name not in ("service.js", "refusal_texts.js")
        for wrong in _SIGN.findall(path.read_text(encoding="utf-8"))
    ]
    assert found == [] and _SIGN.search('MJ.t("answered") + ": "')
