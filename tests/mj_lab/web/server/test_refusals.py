"""Whatever is refused has Chinese words: what Python, the engine and the site's worker can say."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from mj_lab.core import error_text
from mj_lab.core.text.hands import parse_hand
from mj_lab.core.text.tile_reader import NotationError
from tests.documents import ROOT
from tests.mj_lab.conftest import Open

# What runs for a page, and in it what only a command does.
_PYTHON = (
    *("mj_lab/web/server", "mj_lab/table/play", "mj_lab/core/records", "mj_lab/core/text"),
    *("mj_lab/explain/quiz", "mj_lab/explain/review/replay", "mj_lab/explain/analysis"),
    *("mj_bot/folding", "mj_bot/events.py", "mj_bot/tiles.py", "mj_lab/core/database.py"),
)
_COMMANDS = re.compile(
    r"/(terminal|convert|making|bots|service/openapi)/|_writing\.py|/cli\.py|/explain\.py"
    r"|/question\.py|/shipped\.py|/shutdown\.py"
)
_WORKER = "mj_lab/web/site/assets/worker"
_ENGINE = ("records", "bind/wasm", "table", "study", "readings", "session", "review")
# A figure, and a whole line of another, inside a line.
FIGURE, LINE = "7", "nothing in it"
_RAISED = re.compile(r"Error$|^wrong$|^HandError$")
_IS_LINE = re.compile(r"error|problem|wrong|fault|reason|said|why\b")
_THROWN = re.compile(r"(?:new \w*(?:Error|Refused)\(|\berror: |\bwrong\()")
_FAULT = re.compile(r"(?:Fault\{|\bsay\(|\bwrong\(|\babout\(|with_tile\(|return (?=\"))")
_LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`')
_TOKEN = re.compile(_LITERAL.pattern + r"|[()\[\]{};,+]|[^()\[\]{};,+\"`]+")


def _of_python(node: ast.AST, named: Mapping[str, str] = MappingProxyType({})) -> str | None:
    """A text with its figures; None for what is no text. named: the module's own texts."""
    match node:
        case ast.Name(id=name):
            return named.get(name)
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_of_python(part) or "" for part in parts)
        case ast.FormattedValue(value=value):
            return LINE if _IS_LINE.search(ast.unparse(value)) else FIGURE
        case ast.IfExp(body=body):
            return _of_python(body)
        case ast.Call(func=ast.Attribute(value=form, attr="format")):
            return re.sub(r"\{[^}]*\}", FIGURE, _of_python(form) or "")
    return None


def python_lines() -> Iterator[tuple[str, str]]:
    """The texts of errors, with where they are; of a hand's reader what it expects and finds."""
    for path in (ROOT / place for place in _PYTHON):
        for module in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            if _COMMANDS.search(str(module)):
                continue
            tree = ast.parse(module.read_text(encoding="utf-8"))
            named = {
                node.targets[0].id: node.value.value
                for node in tree.body
                if isinstance(node, ast.Assign)
                and isinstance(node.targets[0], ast.Name)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            }
            for node in ast.walk(tree):
                if not isinstance(node, ast.Call):
                    continue
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if _RAISED.search(name):
                    for argument in node.args:
                        if text := _of_python(argument, named):
                            yield f"{module.relative_to(ROOT)}:{node.lineno}", text


def _arguments(text: str, start: int) -> list[list[str]]:
    """The arguments of a call of C++ or JavaScript, each in the parts that are added up."""
    found, depth = [[""]], 0
    for token in _TOKEN.findall(text[start:]):
        depth += (token in "([{") - (token in ")]}")
        if depth < 0 or token == ";":
            break
        if depth == 0 and token == ",":
            found.append([""])
        elif depth == 0 and token == "+":
            found[-1].append("")
        else:
            found[-1][-1] += token
    return found


def _filled(found: re.Match[str]) -> str:
    return LINE if _IS_LINE.search(found[1]) else FIGURE


def _lines_of(parts: list[str]) -> Iterator[str]:
    """The lines that an argument makes: one of its parts, with figures, or each of a choice."""
    literals = _LITERAL.findall("".join(parts))
    if any("?" in _LITERAL.sub("", part) for part in parts):
        yield from (re.sub(r"\$\{([^}]*)\}", _filled, one[1:-1]) for one in literals)
    elif literals:
        made = ""
        for part in parts:
            literal = _LITERAL.search(part)
            made += FIGURE if literal is None else literal[0][1:-1]
        yield re.sub(r"\$\{([^}]*)\}", _filled, made)


def other_lines() -> Iterator[tuple[str, str]]:
    """The texts of faults of the engine and of errors of the site's worker."""
    sources = [(path, _THROWN) for path in (ROOT / _WORKER).rglob("*.js")]
    for folder in _ENGINE:
        sources += [(path, _FAULT) for path in (ROOT / "mj_engine/cpp" / folder).rglob("*.cpp")]
    for path, begins in sorted(sources):
        text = path.read_text(encoding="utf-8")
        for found in begins.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            for parts in _arguments(text, found.end()):
                for said in _lines_of(parts):
                    yield f"{path.relative_to(ROOT)}:{line}", said


# Parts of lines that are there whole besides, details behind a reason, and what no page is shown.
_NO_LINES = {
    *(
        "",
        " ",
        "7: line 7: 7",
        "cut off",
        "7nothing in it7",
        "7: 7",
        "at most 7 of a 7",
        "turn 7: 7",
        "7 of seat 7",
    ),
    *("7found '7'", "a fifth ", " is not in the hand", "a chow of ", " that cannot be", "7.7"),
    *("7: nothing in itnothing in it", "7: behind entry 7: 7", "no sentence for 7"),
}


@pytest.fixture
def unknown(show: Open) -> Any:
    """`unknown(lines)`: those that have no Chinese words."""
    page = show("/analyze", locale="zh-CN")

    def lines_without(lines: list[str]) -> list[str]:
        chinese = page.evaluate("(lines) => lines.map((line) => MJ.refusal(line))", lines)
        return [line for line, words in zip(lines, chinese, strict=True) if "出错" in words]

    return lines_without


def test_every_refusal_has_chinese_words(unknown: Any) -> None:
    raised, thrown = list(python_lines()), list(other_lines())
    assert len(raised) > 250 and len(thrown) > 200
    where = {line: place for place, line in raised + thrown if line not in _NO_LINES}
    assert {line: where[line] for line in unknown(list(where))} == {}
    assert unknown(["what nobody has said yet"]) == ["what nobody has said yet"]


def test_fields_of_requests_have_chinese_words(unknown: Any) -> None:
    """What error_text.py makes of pydantic's words; the words of commands are the terminal's."""
    ours = [
        words for _, words in error_text._WORDS if "option" not in words and "command" not in words
    ]
    lines = [re.sub(r"\\\d", FIGURE, words) for words in ours]
    assert len(lines) > 15
    left = {"", "7:", "is missing", "7 7 is missing.", "expected 7", "expected at 7 7 letters"}
    assert set(unknown(lines)) <= left


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("W11111", "第 6 列：应是同一种牌最多 4 张，却是第五张一万"),
        ("W0", "第 2 列：应是W 后面的数字 1-9，却是'0'"),
        ("123", "第 4 列：应是数字后面的花色：m、p、s、z、万、饼、条，却是末尾"),
        ("123m [W124]", "第 6 列：应是副露，如 [W123]、[B555]、[F1111 concealed]，却是[W124]"),
        ("123m [PENG W12", "第 15 列：应是副露末尾的 ]，却是末尾"),
        ("123m", "第 5 列：应是13 张牌（摸牌后 14 张），却是3 张"),
        ("123m [W123]", "第 12 列：应是除 1 副副露外 10 张牌（摸牌后 11 张），却是3 张"),
    ],
)
def test_a_hand_that_cannot_be_read(show: Open, hand: str, words: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_hand(hand)
    page = show("/analyze", locale="zh-CN")
    assert page.evaluate("(line) => MJ.refusal(line)", str(error.value)) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "a.json: line 2: no JSON: Expecting ',' delimiter: column 31",
            "a.json：第 2 行：不是 JSON：第 31 列：缺少 ','",
        ),
        (
            "a.json: line 30: not UTF-8: byte 0xbc",
            "a.json：第 30 行：不是 UTF-8 的文字：字节 0xbc",
        ),
        (
            "https://a.net/_qry/: no connection: [Errno -2] Name not known (4 times)",
            "https://a.net/_qry/：连不上：[Errno -2] Name not known（共试 4 次）",
        ),
    ],
)
def test_a_reason_behind_its_places(show: Open, line: str, words: str) -> None:
    page = show("/analyze", locale="zh-CN")
    assert page.evaluate("(line) => MJ.refusal(line)", line) == words


@pytest.mark.parametrize("width", [390, 1280])
def test_a_page_refuses_in_its_language(page_of: Open, tmp_path: Path, width: int) -> None:
    page = page_of("analyze", "?hand=W11111", locale="zh-CN", width=width)
    page.wait_for_selector("#error:not([hidden])")
    assert re.match("第 6 列(：|读不懂：)", page.inner_text("#error"))
    file = tmp_path / "牌谱.json"
    file.write_text('{"requests": [], "responses": 3}', encoding="utf-8")
    for locale, is_chinese in (("zh-CN", True), ("en-US", False)):
        page = page_of("", locale=locale, width=width)
        page.set_input_files("#file", file)
        page.wait_for_selector("#error:not([hidden])")
        said = page.inner_text("#error")
        name, sign, rest = re.split("(：|: )", said, maxsplit=1)
        assert (name, sign) == (file.name, "：" if is_chinese else ": ")
        assert bool(re.search("[一-鿿]", rest)) == is_chinese, said
