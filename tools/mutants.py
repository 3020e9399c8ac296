r"""How many small faults, put into the code one at a time, the tests notice.

    python -m tools.mutants draw [--tree COPY] [--count 200] [--seed 28] -o FAULTS
    python -m tools.mutants run FAULTS --tree COPY --python COPY/.venv/bin/python \
        -o RESULTS [--level N] [pytest args]

COPY is a copy of the project with its own environment, because `run` changes it. Level 1 runs the
module's own test file (`own_tests`). Level 2, for survivors, runs the fast tests that `make quick`
would run for the module. Level 3 runs the slower ones too. A stopped run resumes. Needs root on
Linux: mutated code may signal every process it sees.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import accumulate, pairwise
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from tests.quick import FAST, OF_THE_TREE, chosen_tests

MUTATED = (
    "mj_bot",
    "mj_lab/core/game",
    "mj_lab/core/records",
    "mj_lab/explain/review",
    "mj_engine/src/mj_engine",
)
SOURCES = "mj_engine/src/"  # They are installed as a copy.
SWAPS = {
    **{"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "is": "is not"},
    **{"is not": "is", "in": "not in", "not in": "in", "and": "or", "or": "and", "%": "+"},
    **{"+": "-", "-": "+", "*": "//", "/": "*", "//": "*", "**": "*", "&": "|", "|": "&"},
    **{"<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "*=": "//=", "|=": "&=", "&=": "|="},
}
OPERATOR = re.compile(r"(?:(?:is|not)\s+)?\b(?:not|in|is|and|or)\b|[-+*/%&|<>=!]+")
# A bounded process namespace, reaped by the shell.
CROWD = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"]
CROWD += ["sh", "-c", 'ulimit -d 8000000; "$@"; exit $?', "sh"]
PYTEST = ["-m", "pytest", "-x", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider"]
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
Replacement = tuple[int, str, str, str]  # First byte, before, after, the operator.


class Mutant(NamedTuple):
    """One fault: `after` instead of `before`, at byte `col` of a line; `end` counts from there."""

    id: int
    file: str
    line: int
    col: int
    end: int
    before: str
    after: str
    operator: str

    def applied(self, source: bytes) -> bytes:
        """The source with the fault in it."""
        start = sum(map(len, source.splitlines(keepends=True)[: self.line - 1])) + self.col
        stop = start + len(self.before.encode())
        assert source[start:stop] == self.before.encode(), f"{self.file}:{self.line} has moved"
        return source[:start] + self.after.encode() + source[stop:]


class Mutable:
    """A file, and the faults that fit it."""

    def __init__(self, file: str, data: bytes) -> None:
        self._file, self._data = file, data
        self._starts = list(accumulate(map(len, data.splitlines(keepends=True)), initial=0))

    def mutants(self) -> Iterator[Mutant]:
        """Every fault, still without an id."""
        for node in _nodes(ast.parse(self._data), inside=False):
            for start, before, after, kind in self._faults(node):
                line = bisect_right(self._starts, start)
                col = start - self._starts[line - 1]
                end = col + len(before.encode())
                yield Mutant(0, self._file, line, col, end, before, after, kind)

    def _faults(self, node: ast.AST) -> Iterator[Replacement]:
        match node:
            case ast.BinOp(left=left, right=right) if not (_is_text(left) or _is_text(right)):
                yield from self._between([left, right], "arithmetic")
            case ast.AugAssign(target=target, value=value):
                yield from self._between([target, value], "assignment")
            case ast.BoolOp(values=values):
                yield from self._between(values, "and, or")
            case ast.Compare(left=left, comparators=others):
                yield from self._between([left, *others], "comparison")
            case ast.UnaryOp(op=ast.Not() | ast.USub() as sign):
                before, after = ("not ", "") if isinstance(sign, ast.Not) else ("-", "+")
                yield self._at(node)[0], before, after, "sign or not"
            case ast.Constant(value=int(value) | float(value)):
                after = str(not value) if isinstance(value, bool) else repr(value + 1)
                yield self._whole(node, after, "constant")
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                if isinstance(test, (ast.Name, ast.Attribute, ast.Call)):
                    yield self._whole(test, f"(not {self._text(test)})", "condition")
            case ast.Return(value=ast.Constant(value=None)):
                return
            case ast.Return(value=ast.expr()):
                yield self._whole(node, "return None", "result")
            case ast.Expr(value=ast.Call()):
                yield self._whole(node, "pass", "call")
            case ast.Break():
                yield self._whole(node, "continue", "loop")
            case ast.Continue():
                yield self._whole(node, "break", "loop")

    def _whole(self, node: ast.AST, after: str, kind: str) -> Replacement:
        """The whole node replaced; a statement, by as many lines."""
        before = self._text(node)
        lines = before.count("\n") if isinstance(node, ast.stmt) else 0
        return self._at(node)[0], before, after + lines * "\n", kind

    def _between(self, operands: Sequence[ast.expr], kind: str) -> Iterator[Replacement]:
        for left, right in pairwise(operands):
            start = self._at(left)[1]
            gap = self._data[start : self._at(right)[0]].decode()
            operator = OPERATOR.search(gap)
            if operator and "#" not in gap and (after := SWAPS.get(" ".join(operator[0].split()))):
                yield start + len(gap[: operator.start()].encode()), operator[0], after, kind

    def _at(self, node: Any) -> tuple[int, int]:
        start = self._starts[node.lineno - 1] + node.col_offset
        return start, self._starts[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: ast.AST) -> str:
        return self._data[slice(*self._at(node))].decode()


def _nodes(node: ast.AST, inside: bool) -> Iterator[ast.AST]:
    """The node and its descendants, without types, messages and checks for readers and tools."""
    match node:
        case ast.Raise() | ast.Assert() | ast.JoinedStr():
            return
        case ast.If(test=test) if re.search("TYPE_CHECKING|__name__", ast.unparse(test)):
            return
        case ast.Subscript() | ast.BinOp(op=ast.BitOr()) if not inside:
            return
    yield node
    inside = inside or isinstance(node, (ast.FunctionDef, ast.Lambda))
    types = [getattr(node, name, None) for name in ("annotation", "returns")]
    for child in ast.iter_child_nodes(node):
        if child not in types:
            yield from _nodes(child, inside)


def _is_text(node: ast.expr) -> bool:
    text = isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))
    return text or isinstance(node, ast.JoinedStr)


def draw(options: argparse.Namespace) -> None:
    """Write a uniform sample of the possible faults."""
    files = sorted(path for room in MUTATED for path in (options.tree / room).rglob("*.py"))
    names = [(file.relative_to(options.tree).as_posix(), file) for file in files]
    every = [
        mutant for name, file in names for mutant in Mutable(name, file.read_bytes()).mutants()
    ]
    drawn = sorted(random.Random(options.seed).sample(every, options.count))
    rows = [mutant._replace(id=number)._asdict() for number, mutant in enumerate(drawn)]
    options.output.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    print(f"{len(drawn)} of {len(every)} mutants in {len(files)} files")


@contextmanager
def mutated(mutant: Mutant, options: argparse.Namespace) -> Iterator[None]:
    """Apply the fault to the tree and to its installed copy."""
    places = [options.tree / mutant.file]
    if mutant.file.startswith(SOURCES):
        installed = "lib/*/site-packages/" + mutant.file.removeprefix(SOURCES)
        places += options.python.parent.parent.glob(installed)
    sources = {path: path.read_bytes() for path in places}
    faulty = {path: mutant.applied(source) for path, source in sources.items()}
    try:
        for path, source in faulty.items():
            path.write_bytes(source)
        yield
    finally:
        for path, source in sources.items():
            path.write_bytes(source)


def own_tests(file: str, tree: Path) -> list[Path]:
    """The module's test file; without one its folder's, or all those of the nearest folder."""
    *folders, name = file.removeprefix(SOURCES).split("/")
    room = Path("tests", *folders)
    of_folder = [room / f"test_{room.name}.py", room.with_name(f"test_{room.name}.py")]
    for wanted in ([room / f"test_{name}"], of_folder):
        if found := [path for path in wanted if (tree / path).exists()]:
            return found
    while not (found := sorted((tree / room).glob("test_*.py"))):
        room = room.parent
    return [path.relative_to(tree) for path in found]


def asked_of(file: str, options: argparse.Namespace) -> list[str]:
    """What pytest is to run for a fault in a file."""
    if options.level == 1:
        return [str(path) for path in own_tests(file, options.tree)]
    chosen = [one for one in chosen_tests([file]) if one not in OF_THE_TREE]
    return [*(["-m", FAST] if options.level == 2 else []), *chosen]


def answer_of(asked: list[str], options: argparse.Namespace) -> dict[str, Any]:
    """The result of these tests on the tree as it stands."""
    told = {"PYTHONPATH": str(options.tree.resolve()), "PYTHONDONTWRITEBYTECODE": "1"}
    told = {**os.environ, "CI": "true", **told}
    command = [*CROWD, str(options.python.absolute()), *PYTEST, *options.pytest, *asked]
    start = perf_counter()
    with tempfile.TemporaryFile() as output:
        call = partial(subprocess.call, command, cwd=options.tree, env=told, stdout=output)
        try:
            code = call(timeout=options.limit)
        except subprocess.TimeoutExpired:
            code = -1
        output.seek(0)
        failed = FAILED.search(output.read().decode(errors="replace"))
    by = failed[1] if failed else {-1: "timeout", 0: "", 5: ""}.get(code, "crash")
    return {"caught": bool(by), "by": by, "seconds": round(perf_counter() - start, 1)}


def run(options: argparse.Namespace) -> None:
    """Run the tests of one level against every mutant that survived so far."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # So that the tree is restored.
    said = {row["id"]: row for row in _rows(options.output)}
    for mutant in [Mutant(**row) for row in _rows(options.mutants)]:
        last = said.get(mutant.id, {"caught": False, "level": 0})
        if not last["caught"] and last["level"] < options.level:
            with mutated(mutant, options):
                answer = answer_of(asked_of(mutant.file, options), options)
            said[mutant.id] = {"id": mutant.id, **answer, "level": options.level}
            with options.output.open("a", encoding="utf-8") as output:
                print(json.dumps(said[mutant.id]), file=output)
    print(sum(row["caught"] for row in said.values()), "caught of", len(said))


def _rows(file: Path) -> list[Any]:
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [json.loads(line) for line in lines]


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Mutants, and the tests that notice them.")
    parser.add_argument("work", choices=("draw", "run"))
    parser.add_argument("mutants", type=Path, nargs="?")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--tree", type=Path, default=Path())
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=28)
    parser.add_argument("--python", type=Path, default=Path(sys.executable))
    parser.add_argument("--level", type=int, choices=(1, 2, 3), default=1)
    parser.add_argument("--limit", type=float, default=400.0, help="seconds for a mutant")
    options, others = parser.parse_known_args()
    options.pytest = ["--timeout=40", *others]
    {"draw": draw, "run": run}[options.work](options)


if __name__ == "__main__":
    main()
