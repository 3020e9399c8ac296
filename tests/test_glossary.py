"""The glossary has the words that are in use, in both languages, each once."""

import re
from functools import cache

from tests.documents import ROOT

GLOSSARY = ROOT / "docs" / "reference" / "glossary.md"
ROWS = re.findall(r"^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$", GLOSSARY.read_text("utf-8"), re.MULTILINE)
TERMS = [
    (english.split(", "), chinese.split(", ")) for english, chinese in ROWS if "--" not in chinese
]


@cache
def english_pages() -> str:
    pages = [
        path
        for path in (ROOT / "docs").rglob("*.md")
        if path != GLOSSARY and "zh" not in path.parts
    ]
    return " ".join(path.read_text("utf-8").lower() for path in (*pages, ROOT / "README.md"))


@cache
def chinese_texts() -> str:
    pages = [*(ROOT / "docs" / "zh").rglob("*.md"), ROOT / "README.zh.md"]
    texts = [*(ROOT / "mj_lab").rglob("*texts.js"), *(ROOT / "mj_lab").rglob("*.py")]
    return " ".join(path.read_text("utf-8") for path in (*pages, *texts))


def test_every_word_is_in_use() -> None:
    words = [
        word
        for row in TERMS[1:]
        for words in row
        for word in words
        if word not in ("English", "中文")
    ]
    assert len(words) > 90
    used = english_pages() + chinese_texts()
    assert [word for word in words if word not in used and word.lower() not in used] == []


def test_a_word_has_one_row_and_both_languages() -> None:
    rows = [row for row in TERMS if row[0] != ["English"]]
    for english, chinese in rows:
        assert len(english) == len(chinese), english
        assert all(re.search("[\u4e00-\u9fff]", word) for word in chinese), chinese
    for language in (0, 1):
        words = [word for row in rows for word in row[language]]
        assert len(words) == len(set(words))
