r"""How many small faults, put into the code one at a time, the tests notice.

    python -m tools.mutants draw [--tree COPY] [--count 200] [--seed 28] -o FAULTS
    python -m tools.mutants run FAULTS --tree COPY --python COPY/.venv/bin/python \
        -o RESULTS [--durations FILE] [--level N] [--map .coverage] [pytest args]

COPY is a copy of the project with its own environment, because `run` changes it. Level 1 runs the
quick tests of the module's folder. Level 2, for survivors, runs other tests that reach the module
by a coverage map (`pytest --cov --cov-context=test`, of pytest-cov, which no extra installs). Level
3 runs the folder's slow ones. A stopped run resumes. Needs root on Linux: mutated code may signal
every process it sees.
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
from itertools import accumulate, pairwise
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import pytest

MUTATED = (
    "mj_bot",
    "mj_lab/core/game",
    "mj_lab/core/records",
    "mj_lab/explain/review",
    "mj_engine/src/mj_engine",
)
SOURCES = "mj_engine/src/"  # Installed as a copy.
QUICK = 3.0  # The most seconds of a test on level 1.
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
PYTEST = ["-m", "pytest", "-x", "-q", "--tb=line", "-p", "no:cacheprovider", "-p", "mutants"]
NOT_ASKED = {"caught": False, "by": "", "seconds": 0.0, "tests": 0}
PLAN_FILE = "MJ_MUTANT_PLAN"
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


def plan_of(mutant: Mutant, options: argparse.Namespace, seconds: dict[str, float]) -> Any:
    """What to collect, and which tests: by name, or all between two durations."""
    *folders, name = mutant.file.removeprefix(SOURCES).split("/")
    plan = {"near": "/".join(["tests", *folders, "test_" + name]), "seconds": seconds}
    least, most = {1: (0.0, QUICK), 2: (0.0, 1e9), 3: (QUICK, 1e9)}[options.level]
    room = Path("tests", *folders[:2])
    files = [room / file.name for file in (options.tree / room).glob("*.py")]
    collect = [str(file) for file in (files if folders == ["mj_bot"] else [room])]
    if options.level == 2:
        collected = tuple(collect)
        others = {test: took for test, took in seconds.items() if not test.startswith(collected)}
        plan["tests"] = tests = _reaching(mutant, options, others)
        collect = sorted({test.split("::")[0] for test in tests})
    return {**plan, "from": least, "to": most, "collect": collect}


def _reaching(mutant: Mutant, options: argparse.Namespace, seconds: dict[str, float]) -> list[str]:
    """Tests that run the fault's line, then those that run its module, quick ones first."""
    import coverage

    known = coverage.CoverageData(str(options.map))
    known.read()
    suffix = "/" + mutant.file.removeprefix(SOURCES)
    ranks = {test: 1 for test in seconds if test.startswith(mutant.file + "::")}
    for file in [file for file in known.measured_files() if file.endswith(suffix)]:
        for line, contexts in known.contexts_by_lineno(file).items():
            for test in [re.sub(r"\|\w+$| \(\w+\)$", "", context) for context in contexts]:
                ranks[test] = min(ranks.get(test, 1), int(line != mutant.line))
    tests = sorted(ranks.keys() & seconds.keys(), key=lambda test: (ranks[test], seconds[test]))
    sums = accumulate(seconds[test] for test in tests)
    return [test for test, total in zip(tests, sums, strict=True) if total < options.budget]


def answer_of(plan: Any, options: argparse.Namespace) -> dict[str, Any]:
    """The result of the plan's tests on the tree as it stands."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "mutants.py").symlink_to(Path(__file__).resolve())
        path = Path(folder, "plan")
        path.write_text(json.dumps(plan), encoding="utf-8")
        environment = {PLAN_FILE: str(path), "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        environment = {**os.environ, "CI": "true", **environment}
        command = [*CROWD, str(options.python), *PYTEST, *options.pytest, *plan["collect"]]
        start = perf_counter()
        try:
            code = subprocess.call(
                command,
                cwd=options.tree,
                env=environment,
                stdout=subprocess.DEVNULL,
                timeout=options.limit,
            )
        except subprocess.TimeoutExpired:
            code = -1
        said = path.with_suffix(".said")
        tests = said.read_text(encoding="utf-8").splitlines() if said.exists() else []
    failed = [test.removeprefix("failed ") for test in tests if test.startswith("failed ")]
    ended = {-1: "timeout", 0: "", 5: ""}.get(code, "crash" if tests else "collection")
    by = failed[0] if failed else ended
    seconds = round(perf_counter() - start, 1)
    return {"caught": bool(by), "by": by, "seconds": seconds, "tests": len(tests)}


def run(options: argparse.Namespace) -> None:
    """Run the tests of one level against every mutant that survived so far."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # So that the tree is restored.
    seconds = {row[0]: row[1] for file in options.durations for row in _rows(file)}
    said = {row["id"]: row for row in _rows(options.output)}
    for mutant in [Mutant(**row) for row in _rows(options.mutants)]:
        last = said.get(mutant.id, {"caught": False, "level": 0})
        if not last["caught"] and last["level"] < options.level:
            plan = plan_of(mutant, options, seconds)
            with mutated(mutant, options):
                answer = answer_of(plan, options) if plan["collect"] else NOT_ASKED
            said[mutant.id] = {"id": mutant.id, **answer, "level": options.level}
            with options.output.open("a", encoding="utf-8") as output:
                print(json.dumps(said[mutant.id]), file=output)
    print(sum(row["caught"] for row in said.values()), "caught of", len(said))


def _rows(file: Path) -> list[Any]:
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [json.loads(line) for line in lines]


# -- as a plugin of pytest -------------------------------------------------------------------------


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep what the plan wants, near and quick tests first; those sharing fixtures together."""
    plan = json.loads(Path(os.environ[PLAN_FILE]).read_text(encoding="utf-8"))
    seconds = {item: plan["seconds"].get(item.nodeid, 0.1) for item in items}
    names = set(plan.get("tests", [item.nodeid for item in items]))

    def order(item: pytest.Item) -> tuple[bool, int, str]:
        slow = sum(seconds[item] > bound for bound in (0.02, 0.1, 0.5, 2.0))
        return not item.nodeid.startswith(plan["near"]), slow, item.nodeid.split("::")[0]

    wanted = [item for item in items if plan["from"] <= seconds[item] < plan["to"]]
    items[:] = sorted([item for item in wanted if item.nodeid in names], key=order)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Record the test, and whether it failed."""
    if report.failed or report.when == "call":
        with Path(os.environ[PLAN_FILE]).with_suffix(".said").open("a", encoding="utf-8") as file:
            print("failed" if report.failed else "passed", report.nodeid, file=file)


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
    parser.add_argument("--durations", type=Path, nargs="*", default=[])
    parser.add_argument("--level", type=int, choices=(1, 2, 3), default=1)
    parser.add_argument("--map", type=Path)
    parser.add_argument("--budget", type=float, default=120.0, help="seconds of tests on level 2")
    parser.add_argument("--limit", type=float, default=400.0, help="seconds for a mutant")
    options, others = parser.parse_known_args()
    options.pytest = ["--timeout=40", *others]
    {"draw": draw, "run": run}[options.work](options)


if __name__ == "__main__":
    main()
