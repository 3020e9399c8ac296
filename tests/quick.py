"""`make quick`: the fast tests of what the working tree changed, and of what imports it.

Of a module that changed these are run: the tests of its room, the tests that import it, and the
test file of each module that imports it. What is farther away is left to `make test`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("mj_bot", "mj_lab", "rehearsal")
# Here a module at the top has a test file; of another package all tests are one room's.
OF_ROOMS = (*PACKAGES[:2], "mj_lab/core")
ENGINE = "mj_engine/"
# What a document names, and what holds for the whole tree.
OF_DOCUMENTS = ("tests/test_docs.py", "tests/test_doc_commands.py", "tests/test_site.py")
OF_THE_TREE = ("tests/test_house.py", "tests/test_project.py")
FAST = "not slow and not thorough"
# All of these are marked slow (its conftest.py), and none of them is.
RESEARCH = "tests/mj_lab/research"
_NO_TESTS = 5  # pytest's exit code where every test was left out.


def changed_files(since: str = "HEAD") -> list[str]:
    """The files that differ from a commit, and those that git does not know yet; from the root."""
    words = (
        ["git", "diff", "--name-only", "-z", since],
        ["git", "ls-files", "--others", "--exclude-standard", "-z"],
    )
    found = [
        subprocess.run(one, cwd=ROOT, capture_output=True, check=True, text=True).stdout
        for one in words
    ]
    return sorted({name for text in found for name in text.split("\0") if name})


def chosen_tests(changed: Iterable[str]) -> list[str]:
    """The files and folders of tests to run for these files; none of nothing."""
    found = {one for name in changed for one in _of_file(name)}
    return sorted(one for one in found if (ROOT / one).exists() and not _within(one, found))


def _within(path: str, others: set[str]) -> bool:
    return any(parent.as_posix() in others for parent in Path(path).parents)


def _of_file(name: str) -> Iterator[str]:
    path = Path(name)
    yield from OF_THE_TREE
    if name.startswith("tests/"):
        yield from _of_test_file(path)
    elif name.startswith(PACKAGES):
        yield from _of_source(path)
    elif name.startswith(ENGINE):
        yield "tests/mj_engine"
    elif path.suffix == ".md":
        yield from OF_DOCUMENTS
    elif path.suffix == ".py" and len(path.parts) == 1:
        yield f"tests/test_{path.name}"


def _of_test_file(path: Path) -> Iterator[str]:
    if path.name.startswith("test_"):
        yield path.as_posix()
    elif path.name == "conftest.py" or path.suffix != ".py":
        yield path.parent.as_posix()
    else:
        yield from _importing(_dotted(path))


def _of_source(path: Path) -> Iterator[str]:
    room = path.parent
    # What a page loads belongs to the room above its folder of assets.
    while room.name and not (ROOT / room / "__init__.py").exists():
        room = room.parent
    yield _mirror(path) if str(room) in OF_ROOMS else f"tests/{room.as_posix()}"
    if path.suffix != ".py":
        return
    yield path.as_posix()  # Its doctests.
    module = _dotted(path)
    yield from _importing(module)
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    if module in graph.modules:
        for importer in graph.find_modules_that_directly_import(module):
            yield _mirror(Path(*importer.split(".")))


def _mirror(path: Path) -> str:
    return f"tests/{path.parent.as_posix()}/test_{path.stem}.py"


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _importing(module: str) -> Iterator[str]:
    """The files of tests that import a module by its name."""
    parent, _, name = module.rpartition(".")
    words = re.compile(
        rf"^\s*(?:from {re.escape(module)} import|import {re.escape(module)}\b"
        rf"|from {re.escape(parent)} import [^\n]*\b{re.escape(name)}\b)",
        re.MULTILINE,
    )
    for path in (ROOT / "tests").rglob("test_*.py"):
        if words.search(path.read_text(encoding="utf-8")):
            yield path.relative_to(ROOT).as_posix()


def main() -> int:
    """Run them; the word of the command line is the commit to compare with, else the last one."""
    chosen = chosen_tests(changed_files(*sys.argv[1:]))
    if not chosen:
        print("nothing has changed: make quick SINCE=COMMIT compares with an earlier one")
        return 0
    print("tests of what has changed:", *chosen)
    research = [one for one in chosen if one.startswith(RESEARCH)]
    code = _run([one for one in chosen if one not in research], FAST)
    return code or (_run(research, "not thorough") if research else 0)


def _run(chosen: list[str], marked: str) -> int:
    pytest = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "worksteal", "-m", marked]
    code = subprocess.run([*pytest, *chosen], cwd=ROOT, env=os.environ, check=False).returncode
    return 0 if code == _NO_TESTS else code


if __name__ == "__main__":
    sys.exit(main())
