"""README and docs as a reader meets them: which commands they show, in which order."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
# The changelog is about what was.
DOCUMENTS = [
    *(path for path in sorted(ROOT.glob("*.md")) if path.name != "CHANGELOG.md"),
    *sorted(ROOT.glob("docs/**/*.md")),
    *sorted(ROOT.glob("3rdparty/*.md")),
]
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
# What the first word of a line is that a reader would type; other indented lines are examples.
_FIRST = re.compile(
    r"(\.venv/bin/\w+|mj|python3?|pipx?|make|cp|cat|echo|export|mkdir|zcat|cmake|git|"
    r"build/\w+/\w+|[A-Z_]+=\S*) +\S"
)
_MOST_LINES = 20
# In a line of text `mj arena tune --method` only names it; a count or a hand makes it a command.
_TYPED = re.compile(r' --(walls|games|hands) \d|"')


def is_chinese(name: str) -> bool:
    """Whether a document is one of the Chinese ones; each shows the commands of an English one."""
    return name.startswith("docs/zh/") or name == "README.zh.md"


class ShownCommand(NamedTuple):
    """A command, maybe of several lines, and where it stands: the document, the line from 1."""

    document: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.document}:{self.line}: {self.text}"


def commands_of(path: Path) -> list[ShownCommand]:
    """The commands that stand in blocks of their own, in their order."""
    lines = path.read_text(encoding="utf-8").splitlines()
    found, number, fenced = [], 0, False
    while number < len(lines):
        line = lines[number]
        number += 1
        fenced ^= line.startswith("```")
        if fenced or not line.startswith("    ") or not _FIRST.match(line[4:]):
            continue
        first, text = number, line[4:]
        while goes_on(text):
            assert number < len(lines) and number - first < _MOST_LINES, f"{path}:{first}: {text}"
            text += "\n" + lines[number].removeprefix("    ")
            number += 1
        found.append(ShownCommand(str(path.relative_to(ROOT)), first, text))
    return found


def goes_on(text: str) -> bool:
    """Whether a shell would wait for another line: a backslash, or a quote that is open."""
    try:
        shlex.split(text, comments=True)
    except ValueError:
        return True
    return text.endswith("\\")


def inline_commands(path: Path) -> Iterator[ShownCommand]:
    """The commands of `mj` in the text and its tables that can be typed as they stand."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        for text in re.findall(r"(?<!`)`(?:\.venv/bin/)?(mj [a-z][^`]*)`(?!`)", line):
            if _TYPED.search(text) and not re.search(r"\b[A-Z]{2,}\b|\.\.\.", text):
                yield ShownCommand(str(path.relative_to(ROOT)), number, text)


def words_of(text: str) -> list[str]:
    """The words of one `mj` command, without `mj` and what a shell does with its output."""
    words = shlex.split(text.replace("\\\n", " "), comments=True)[1:]
    ends = [place for place, word in enumerate(words) if word in ("&", "|", ">", ">>", "&&")]
    return words[: min(ends)] if ends else words
