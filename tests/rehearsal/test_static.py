"""The static checks see what fails on Botzone, with its line, and nothing else.

The judge of what Python 3.6 has is a real one; the checks themselves run on every Python here.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from rehearsal.static import check_sources, platform_imports
from rehearsal.static.newer import Table
from tests.documents import ROOT
from tests.rehearsal.cases import FORBIDDEN, NEWER, NEWER_NUMPY, SOUND, SOUND_NUMPY
from tests.test_tactic_pages import GUIDE, file_of_the_page

MINE = "mj_bot/tactics/mine.py"
OWNERS = {"Python 3.6, which Botzone runs": NEWER, "numpy 1.13": NEWER_NUMPY}
REASONS = {
    "ALONE": "on Botzone one process plays, without a network",
    "ENDS": "ends the process, and the game with it",
    "EXITS": "raises SystemExit, and another tactic answers",
    "TAKES": "takes the signals by which a turn is cut",
    "SAME": "the same seed and state must give the same action",
}
EXAMPLES = sorted((ROOT / "examples" / "tactics").glob("*.py"))


def syntax(name: str) -> list[str]:
    text = Path(__file__).with_name(name).read_text("utf-8")
    return text.removesuffix("\n").split("\n---\n")


NEWER_SYNTAX, KNOWN_SYNTAX = syntax("newer_syntax.txt"), syntax("known_syntax.txt")
ALL = [*NEWER, *NEWER_NUMPY, *FORBIDDEN, *SOUND, *SOUND_NUMPY, *NEWER_SYNTAX, *KNOWN_SYNTAX]


def check(source: str, **besides: str) -> list[str]:
    """What is said of a tactic, without its file's name."""
    files = {MINE: source.encode(), **{name: text.encode() for name, text in besides.items()}}
    lines = check_sources(files)
    assert all(line.startswith(MINE + ", line ") for line in lines), lines
    return [line.removeprefix(MINE + ", line ") for line in lines]


@pytest.mark.parametrize(
    ("source", "told", "owner"),
    [(source, told, owner) for owner in OWNERS for source, told in OWNERS[owner].items()],
)
def test_what_is_newer_is_seen(source: str, told: str, owner: str) -> None:
    is_nowhere = told.endswith(" is not in")
    assert check(source) == [f"{told} {owner}" if is_nowhere else f"{told} is newer than {owner}"]


@pytest.mark.parametrize(("source", "told"), FORBIDDEN.items())
def test_what_must_not_play_is_seen(source: str, told: str) -> None:
    head, _, reason = told.rpartition(": ")
    assert check(source) == [f"{head}: {REASONS[reason]}" if reason in REASONS else told]


@pytest.mark.parametrize("source", [*SOUND, *SOUND_NUMPY])
def test_what_is_sound_is_not_refused(source: str) -> None:
    assert check(source) == []


def sources_of_the_bot() -> dict[str, bytes]:
    paths = sorted((ROOT / "mj_bot").rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths}


def test_the_bot_itself_is_sound() -> None:
    files = sources_of_the_bot()
    for path in EXAMPLES:
        files[f"mj_bot/tactics/{path.name}"] = path.read_bytes()
    files[MINE] = file_of_the_page(GUIDE).encode()
    files["mj_bot/odds/targets/shapes.bin"] = b"import rich"
    assert len(files) > 110 and len(EXAMPLES) > 2
    assert check_sources(files) == []


def test_the_process_may_do_what_a_tactic_may_not() -> None:
    files = sources_of_the_bot()
    text = files["mj_bot/botzone/clock.py"]
    assert check_sources({"mj_bot/botzone/clock.py": text}) == []
    lines = check_sources({MINE: text})
    assert len(lines) == 4 and all(": signal." in line for line in lines)


def test_every_fault_has_a_line_in_order() -> None:
    source = "import rich\nimport math\n\nmath.prod([1]); 'a'.removeprefix('b')\nx: int = 1, 2\n"
    places = [line.partition(":")[0] for line in check(source)]
    assert places == ["1", "4", "4", "5"]


def test_what_the_platform_has_may_be_imported() -> None:
    source = b"def load():\n    import torch.nn\n    from scipy import special\n    import rich\n"
    files = {MINE: source, "__main__.py": b"", "torch.mjw": b"\x00import tensorflow"}
    assert check_sources(files, ["torch", "scipy", "tensorflow"]) == [
        f"{MINE}, line 4: imports rich, which Botzone does not have"
    ]
    assert platform_imports(files, ["tensorflow", "scipy", "torch"]) == ["scipy", "torch"]
    hidden = {MINE: b"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import torch\n"}
    assert platform_imports(hidden, ["torch"]) == []


def test_own_packages_may_be_imported_and_are_checked() -> None:
    files = {
        MINE: b"from bots.best import BEST\nimport mine_too\n",
        "bots/__init__.py": b"",
        "bots/best.py": b"import math\nBEST = math.prod([1])\nimport socket\n",
        "mine_too.py": b"import bots, os\nos._exit(0)\n",
    }
    lines = check_sources(files, own=["bots"])
    assert [line.partition(": ")[0] for line in lines] == [
        "bots/best.py, line 2",
        "bots/best.py, line 3",
        "mine_too.py, line 2",
    ]


def test_what_another_module_defines_is_no_method_of_pythons() -> None:
    source = "from mj_bot.hand import hand\nhand().total()\n"
    assert check(source) != []
    assert check(source, **{"mj_bot/hand.py": "class Hand:\n    def total(self): pass\n"}) == []


def test_a_seed_elsewhere_in_the_bot_is_one() -> None:
    source = "import random\nrandom.shuffle([1])\n"
    assert check(source) != []
    assert check(source, **{"mj_bot/seeds.py": "import random\nrandom.seed(7)\n"}) == []


# -- syntax -----------------------------------------------------------------------------------


@pytest.mark.parametrize("source", NEWER_SYNTAX)
def test_newer_syntax_is_seen(source: str) -> None:
    lines = check(source)
    assert lines and "Python 3.6, which Botzone runs" in lines[0]
    assert int(lines[0].partition(":")[0]) <= source.count("\n") + 1


@pytest.mark.parametrize("source", KNOWN_SYNTAX)
def test_known_syntax_is_not_refused(source: str) -> None:
    assert [line for line in check(source) if "no Python 3.6" in line] == []


def test_newer_syntax_has_its_line() -> None:
    source = "x = 1\n\ndef f(a):\n    y = f'{a}'\n    return (\n        *y, a), *y\n"
    source += "with open(a) as b:\n    pass\n\n@f(a)(b)\ndef g(): pass\n"
    assert [line.partition(":")[0] for line in check(source)] == ["5", "10"]


def test_what_is_too_deep_does_not_end_the_build() -> None:
    told = ["2: imports rich, which Botzone does not have"]
    assert check("a = " + " + ".join(["1"] * 200) + "\nimport rich\n") == told
    assert check("a = a" + ".b()" * 900 + "\nimport rich\n") in (told, [])


@pytest.mark.parametrize(
    "data",
    [b"a = 1\n\x00\n", b"# coding: none\n", b"a = '\xff'\n", b"(" * 300, b"a = " + b"-" * 99999],
)
def test_what_is_no_python_is_one_line(data: bytes) -> None:
    (line,) = check_sources({MINE: data})
    assert line.startswith(MINE + ", line ") and ": no Python 3.6, which Botzone runs: " in line


# -- real Pythons -----------------------------------------------------------------------------


def answer(python: str, program: str, given: object) -> list[str]:
    """What a program says on a Python, one answer for each that it is given."""
    done = subprocess.run(
        [python, "-W", "ignore", "-c", program],
        cwd=ROOT,
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return found


RUN = """
import io, json, sys
answers, output = [], sys.stdout
for source in json.load(sys.stdin):
    sys.stdout = io.StringIO()
    try:
        exec(compile(source, "mine", "exec"), {"__name__": "mj_bot.tactics.mine"})
        answers.append("")
    except Exception as error:
        answers.append(type(error).__name__)
sys.stdout = output
print(json.dumps(answers))
"""
COMPILE = """
import json, sys
answers = []
for source in json.load(sys.stdin):
    try:
        compile(source, "mine", "exec")
        answers.append("")
    except SyntaxError:
        answers.append("SyntaxError")
print(json.dumps(answers))
"""
CHECK = """
import json, sys
from rehearsal.static import check_sources
name = "mj_bot/tactics/mine.py"
cases = json.load(sys.stdin)
print(json.dumps([check_sources({name: case.encode("utf-8")}) for case in cases]))
"""
MISSING = {"ImportError", "ModuleNotFoundError", "AttributeError", "NameError", "TypeError"}


def test_what_is_newer_fails_on_a_real_python_3_6(python36: str) -> None:
    found = answer(python36, RUN, list(NEWER))
    assert {one: error for one, error in zip(NEWER, found, strict=True) if not error} == {}
    assert set(found) <= {*MISSING, "ValueError", "SyntaxError"}


def test_what_is_sound_runs_on_a_real_python_3_6(python36: str) -> None:
    found = answer(python36, RUN, SOUND)
    assert {one: error for one, error in zip(SOUND, found, strict=True) if error} == {}


def test_the_same_with_the_oldest_numpy(python36: str) -> None:
    version = "import json; print(json.dumps([__import__('numpy').__version__]))"
    try:
        (numpy,) = answer(python36, version, None)
    except subprocess.CalledProcessError:
        numpy = "none"
    if not numpy.startswith("1.13."):
        pytest.skip(f"no numpy 1.13 with that Python 3.6, but {numpy}")
    assert set(answer(python36, RUN, list(NEWER_NUMPY))) <= MISSING
    assert set(answer(python36, RUN, SOUND_NUMPY)) == {""}


def test_the_lists_of_syntax_are_a_real_python_3_6s(python36: str) -> None:
    assert set(answer(python36, COMPILE, NEWER_SYNTAX)) == {"SyntaxError"}
    assert set(answer(python36, COMPILE, KNOWN_SYNTAX)) == {""}
    assert len(NEWER_SYNTAX) > 40 and len(KNOWN_SYNTAX) > 80


def pythons() -> list[str]:
    """The Pythons from 3.6 on that are here and start, one of each version."""
    found: dict[str, str] = {}
    names = [shutil.which(f"python3.{minor}") for minor in range(6, 16)]
    paths = Path.home().glob(".pyenv/versions/3.*/bin/python")
    for command in [*filter(None, names), *map(str, sorted(paths))]:
        done = subprocess.run([command, "-V"], capture_output=True, text=True, check=False)
        if done.returncode == 0:  # A shim of pyenv may have nothing behind it.
            found.setdefault(done.stdout.rpartition(".")[0], command)
    return sorted(found.values())


@cache
def seen_here() -> list[list[str]]:
    return [[f"{MINE}, line {line}" for line in check(source)] for source in ALL]


def sees_the_same(python: str) -> None:
    """Only in what it cannot read itself each has words, and a line, of its own."""
    for source, lines, expected in zip(ALL, answer(python, CHECK, ALL), seen_here(), strict=True):
        if any("no Python 3.6" in line for line in lines):
            assert source in NEWER_SYNTAX, (python, source, lines)
            assert expected, (python, source)
        else:
            assert list(lines) == expected, (python, source)


@pytest.mark.slow
def test_every_python_sees_the_same() -> None:
    found = pythons()
    assert found
    for python in found:
        sees_the_same(python)


def test_a_bare_python_3_6_sees_the_same(python36: str) -> None:
    sees_the_same(python36)


NAMES = """
import importlib, json, sys
answers = []
for line in json.load(sys.stdin):
    name, *names = line.split()
    if names:
        module = importlib.import_module(name)
        known = {one for one in dir(module) if one[0] != "_" and one.isidentifier()}
        inner = {one for one in known if name + "." + one in sys.modules}
        answers += [name + "." + one for one in (known - inner).symmetric_difference(names) - inner]
print(json.dumps(answers))
"""


@pytest.mark.thorough
def test_the_table_is_what_python_3_6_has(python36: str) -> None:
    table = ROOT / "rehearsal" / "static" / "names.txt"
    lines = table.read_text("ascii").partition("[newer modules]")[0].splitlines()
    version = lines[0].split()[3]
    if version not in subprocess.check_output([python36, "-V"], text=True):
        pytest.skip(f"the table is of Python {version}")
    plain = [line for line in lines[4:] if not line.startswith("numpy")]
    assert len(plain) > 350
    assert answer(python36, NAMES, plain) == []


def test_the_table_is_sorted_and_small() -> None:
    table = ROOT / "rehearsal" / "static" / "names.txt"
    lines = table.read_text("ascii").partition("[newer modules]")[0].splitlines()[4:]
    assert lines == sorted(lines, key=lambda line: line.split()[0])
    assert table.stat().st_size < 150_000
    known = Table()
    assert known.missing("numpy.random.RandomState.rand") is None
    assert known.missing("os.path.join.x") is None and known.missing("own.thing") is None
    assert known.missing("numpy.linalg.norms") == "numpy.linalg.norms"
    assert known.has_module("xml.dom.minidom") and not known.has_module("os.none")
