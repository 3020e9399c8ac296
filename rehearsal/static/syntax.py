"""Parses a module, and says what of its syntax Python 3.6 does not have. Runs on Python 3.6 too.

`ast.parse(feature_version=(3, 6))` misses some of it, and refuses `with (a, b):`, which 3.6 has.
A Python before 3.8 refuses itself what is newer.
"""

import ast
import codecs
import re
import sys
import warnings
from typing import Any, Callable, Dict, Iterator, Optional, Set, Tuple

from rehearsal.static.scopes import Fault

# A string as Python 3.6 reads it; what comes between two that are one.
_STRING = re.compile(
    r"((?:[rR][fFbB]?|[fFbB][rR]?|[uU])?)('''(?:[^\\]|\\.)*?'''|\"\"\"(?:[^\\]|\\.)*?\"\"\""
    r"|'(?:[^\\'\n]|\\.)*'|\"(?:[^\\\"\n]|\\.)*\")",
    re.DOTALL,
)
_BETWEEN = re.compile(r"(?:\s|\\\n|#[^\n]*)*")
_QUOTES = "quotes like the f-string's own, or the end of a line, inside its {}"
_SIGNS = "a backslash or a comment inside the {} of an f-string"
_COMMENT = re.compile(r"#.*")


def parse(data: bytes) -> ast.Module:
    """The tree of a module.

    Raises SyntaxError or ValueError if this Python cannot read it.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Of escapes like "\d", which are read all the same.
        return ast.parse(data)


def newer_syntax(tree: ast.Module, data: bytes) -> Iterator[Fault]:
    """The lines of a module with syntax that Python 3.6 does not have, each with what it is."""
    source = _Source(data)
    inner: Set[int] = set()
    for node in ast.walk(tree) if sys.version_info >= (3, 8) else ():
        check = _CHECKS.get(type(node).__name__)
        if check is not None:
            yield from check(node, source)
        elif type(node) is ast.JoinedStr and id(node) not in inner:
            inner.update(id(child) for child in ast.walk(node))
            yield from _f_string(node, source)


class _Source:
    """The text between two places of a module. A tree counts columns in bytes of UTF-8."""

    def __init__(self, data: bytes) -> None:
        mark = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
        self._lines = data[mark:].splitlines(True)

    def text(self, start: Tuple[int, int], end: Optional[Tuple[int, int]] = None) -> str:
        """What stands there; without an end, the next lines of it."""
        line, column = start
        last, stop = end or (line + 20, 0)
        pieces = self._lines[line - 1 : last]
        if end:
            pieces[-1] = pieces[-1][:stop]
        return b"".join([pieces[0][column:]] + pieces[1:]).decode("utf-8", "replace")

    def are_bracketed(self, start: Tuple[int, int], first: Any) -> bool:
        """Whether a bracket after a place begins before a node and does not end right after it."""
        before = _COMMENT.sub("", self.text(start, _start(first))).count("(")
        after = _COMMENT.sub("", self.text(_end(first)))
        closing = re.match(r"[\s)]*", after)
        return before > (closing.group().count(")") if closing else 0)


def _start(node: Any) -> Tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: Any) -> Tuple[int, int]:
    return node.end_lineno, node.end_col_offset


Check = Callable[[Any, _Source], Iterator[Fault]]


def _is_new(what: str) -> Check:
    def check(node: Any, _: _Source) -> Iterator[Fault]:
        yield node.lineno, what

    return check


def _needs_brackets(field: str, only_stars: bool = True) -> Check:
    """Looks for several values without brackets of their own; maybe only for those with a *."""

    def check(node: Any, source: _Source) -> Iterator[Fault]:
        value = getattr(node, field)
        values = value.elts if isinstance(value, ast.Tuple) else []
        is_new = not only_stars or any(isinstance(element, ast.Starred) for element in values)
        if values and is_new and not source.are_bracketed(_start(value), values[0]):
            yield value.lineno, "several values here need brackets"

    return check


def _decorators(node: Any, _: _Source) -> Iterator[Fault]:
    for decorator in node.decorator_list:
        name = decorator.func if isinstance(decorator, ast.Call) else decorator
        while isinstance(name, ast.Attribute):
            name = name.value
        if not isinstance(name, ast.Name):
            yield decorator.lineno, "a decorator that is more than a name and a call"


def _arguments(node: Any, _: _Source) -> Iterator[Fault]:
    for argument in node.posonlyargs[:1]:
        yield argument.lineno, "a / among the parameters"


def _with(node: Any, source: _Source) -> Iterator[Fault]:
    first, items = node.items[0].context_expr, node.items
    is_one = len(items) == 1 and items[0].optional_vars is None
    if not is_one and source.are_bracketed(_start(node), first):
        yield node.lineno, "brackets around all of a with"


def _f_string(node: Any, source: _Source) -> Iterator[Fault]:
    """What Python 3.6 cannot read of an f-string, from its text: before 3.12 trees do not say."""
    text = source.text(_start(node), _end(node))
    position = 0
    while position < len(text):
        string = _STRING.match(text, position)
        if string is None:
            yield node.lineno, _QUOTES
            return
        if "f" in string.group(1).lower():
            what = _fault_of(string.group(2))
            if what:
                yield node.lineno + text.count("\n", 0, string.start()), what
                return
        between = _BETWEEN.match(text, string.end())
        position = between.end() if between else len(text)


def _fault_of(string: str) -> str:
    """What is newer between the quotes of an f-string; empty if nothing is."""
    quotes = 3 if string[:3] in ("'''", '"""') else 1
    return _literal(string[quotes:-quotes], 0)[1]


def _literal(text: str, position: int, is_format: bool = False) -> Tuple[int, str]:
    """Where an f-string ends, or the format of a {}, and what is newer in it."""
    while position < len(text):
        if not is_format and text[position : position + 2] in ("{{", "}}"):
            position += 2
        elif text[position] == "{":
            position, what = _expression(text, position + 1)
            if not what and text[position : position + 1] == "!":
                position += 2
            if not what and text[position : position + 1] == ":":
                position, what = _literal(text, position + 1, is_format=True)
            if what or position >= len(text):
                return position, what or _QUOTES
            position += 1
        elif is_format and text[position] == "}":
            break
        else:
            position += 1
    return position, ""


def _expression(text: str, start: int) -> Tuple[int, str]:
    """Where the expression of a {} ends, and what is newer in it."""
    position, depth = start, 0
    while position < len(text):
        sign = text[position]
        string = _STRING.match(text, position)
        if string is not None and (sign in "'\"" or not text[position - 1].isalnum()):
            if "\\" in string.group():
                return position, _SIGNS
            is_f_string = "f" in string.group(1).lower()
            what = _fault_of(string.group(2)) if is_f_string else ""
            if what:
                return position, what
            position = string.end()
            continue
        if sign in "\\#":
            return position, _SIGNS
        if not depth and sign in "!:}" and text[position : position + 2] != "!=":
            break
        depth += (sign in "([{") - (sign in ")]}")
        position += 1
    is_shown = text[start:position].rstrip().endswith("=")
    return position, "an f-string with = after an expression" if is_shown else ""


_CHECKS: Dict[str, Check] = {
    "AnnAssign": _needs_brackets("value", only_stars=False),
    "AsyncFunctionDef": _decorators,
    "AsyncWith": _with,
    "AugAssign": _needs_brackets("value"),
    "ClassDef": _decorators,
    "ExceptHandler": _needs_brackets("type", only_stars=False),
    "For": _needs_brackets("iter"),
    "FunctionDef": _decorators,
    "Match": _is_new("a match"),
    "NamedExpr": _is_new("a := in an expression"),
    "Return": _needs_brackets("value"),
    "Subscript": _needs_brackets("slice"),
    "TemplateStr": _is_new("a t-string"),
    "TryStar": _is_new("an except*"),
    "TypeAlias": _is_new("a type statement"),
    "TypeVar": _is_new("type parameters in square brackets"),
    "With": _with,
    "Yield": _needs_brackets("value"),
    "arguments": _arguments,
}
