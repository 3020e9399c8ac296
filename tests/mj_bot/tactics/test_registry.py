"""The registry: a tactic is one file with one class, found by its name, in a zip too."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import mj_bot
from mj_bot import tactics
from mj_bot.state import GameState

PACKAGE = Path(mj_bot.__file__).parent

NEWCOMER = '''"""Tactic `newcomer`: passes, or plays what it drew."""

from mj_bot.actions import action_space


class Newcomer:
    """What a first try looks like."""

    def __call__(self, state):
        """The last legal action."""
        return action_space(state)[-1]
'''


def test_every_file_is_a_tactic_and_has_a_class() -> None:
    files = {path.stem for path in (PACKAGE / "tactics").glob("*.py") if path.stem[0] != "_"}
    assert set(tactics.names()) == files
    assert tactics.names() == sorted(files)
    assert tactics.DEFAULT in files
    for name in files:
        assert callable(tactics.load(name))


def test_a_new_file_is_a_new_tactic(made_up: Path) -> None:
    (made_up / "made_up.py").write_text(NEWCOMER)
    (made_up / "test_made_up.py").write_text(NEWCOMER)
    assert {"made_up", "test_made_up"} & set(tactics.names()) == {"made_up"}
    tactic = tactics.load("made_up", seed=3)  # it takes none, and need not
    state = GameState()
    assert str(tactic(state)) == "PASS"


def test_a_file_is_found_though_its_folder_was_read_before(made_up: Path) -> None:
    (made_up / "made_up.py").write_text(NEWCOMER)
    tactics.load("made_up")
    read = made_up.stat()
    (made_up / "made_up_later.py").write_text(NEWCOMER)
    os.utime(made_up, ns=(read.st_atime_ns, read.st_mtime_ns))  # As within a tick of its clock.
    later = tactics.load(tactics.add_file(str(made_up / "made_up_later.py")))
    assert str(later(GameState())) == "PASS"


def test_each_load_makes_a_new_one() -> None:
    assert tactics.load("random") is not tactics.load("random")


@pytest.mark.parametrize(
    "name", ["nobody", "", "_hidden", "os.path", "../random", "Random", "ä" * 99]
)
def test_an_unknown_name_is_told_the_known_ones(name: str) -> None:
    known = ", ".join(tactics.names())
    with pytest.raises(ValueError, match=f"no tactic .*there are: {known}") as raised:
        tactics.load(name)
    assert len(str(raised.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "none"),
        ("class A:\n    pass\n", "none"),
        ("from mj_bot.tactics.random import Random\n", "none"),
        (NEWCOMER + "\nclass Other(Newcomer):\n    pass\n", "Newcomer, Other"),
    ],
)
def test_a_file_without_its_one_class_is_told_so(made_up: Path, text: str, found: str) -> None:
    (made_up / "made_up_wrong.py").write_text(text)
    with pytest.raises(ValueError, match="one class with __call__, found " + found):
        tactics.load("made_up_wrong")
    del sys.modules["mj_bot.tactics.made_up_wrong"]


def test_helpers_with_an_underscore_are_nobodys_business(made_up: Path) -> None:
    (made_up / "made_up_helped.py").write_text(
        NEWCOMER + "\nclass _Other(Newcomer):\n    pass\n\n\nclass Record:\n    pass\n"
    )
    assert type(tactics.load("made_up_helped")).__name__ == "Newcomer"


def test_options_reach_the_class(made_up: Path) -> None:
    (made_up / "made_up_options.py").write_text(
        NEWCOMER
        + """
    def __init__(self, depth=1, *, seed=0):
        self.options = (depth, seed)
"""
    )
    assert tactics.load("made_up_options", seed=7, depth=2).options == (2, 7)  # type: ignore[attr-defined]
    with pytest.raises(
        ValueError, match="made_up_options has no option 'breadth'; there are: depth$"
    ):
        tactics.load("made_up_options@breadth=2")
    with pytest.raises(TypeError):
        tactics.load("made_up_options", breadth=2)
    with pytest.raises(TypeError):
        tactics.load("greedy", breadth=2)


IN_INIT = (
    NEWCOMER
    + """
    def __init__(self):
        {}
"""
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import no_such_module_anywhere\n", r"No module named .*\(made_up_broken.py:1\)"),
        ("\nclass A:\n    def __call__(:\n", r"SyntaxError: .*\(made_up_broken.py, line 3\)"),
        ("import sys\n\nsys.exit(3)\n", r"SystemExit: 3 \(made_up_broken.py:3\)"),
        (IN_INIT.format("1 / 0"), r"ZeroDivisionError: .*\(made_up_broken.py:14\)"),
        (IN_INIT.format("int('x')"), r"ValueError: invalid .*\(made_up_broken.py:14\)"),
        (IN_INIT.format("raise SystemExit"), r"SystemExit \(made_up_broken.py:14\)"),
    ],
)
def test_what_a_file_does_wrong_is_said_with_its_place(
    made_up: Path, text: str, words: str
) -> None:
    (made_up / "made_up_broken.py").write_text(text)
    with pytest.raises(tactics.TacticError, match="^tactic made_up_broken: .*" + words) as raised:
        tactics.load("made_up_broken")
    assert len(str(raised.value).splitlines()) == 1


def test_a_file_of_weights_can_be_named() -> None:
    tactics.check("learned@weights=some.mjw")
    with pytest.raises(ValueError, match="KEY=NUMBER or weights=FILE, not 'weight=some.mjw'"):
        tactics.check("learned@weight=some.mjw")


def test_a_file_elsewhere_is_a_tactic_too(
    made_up: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`made_up` puts the registry back; the file is in another one."""
    elsewhere = tmp_path_factory.mktemp("a folder@2")
    (elsewhere / "_made_up_helper.py").write_text("NUMBER = 5\n")
    (elsewhere / "made_up.json").write_text("[7]")
    (elsewhere / "made_up.py").write_text(
        "import json, pkgutil\nfrom ._made_up_helper import NUMBER\n"
        + NEWCOMER.replace("Newcomer:", "Newcomer(Odds):").replace(
            "from mj_bot.actions", "from .odds import Odds\nfrom mj_bot.actions"
        )
        + """
    def __init__(self, claim_cost=0.5):
        super().__init__()
        self.told = claim_cost, NUMBER, json.loads(pkgutil.get_data(__name__, "made_up.json"))
"""
    )
    monkeypatch.chdir(elsewhere)
    for path in ("made_up.py", "./made_up.py", str(elsewhere / "made_up.py")):
        assert tactics.add_file(path) == "made_up"
    tactics.check("made_up")
    monkeypatch.chdir("/")  # Its place does not go by the working folder.
    named = tactics.add_file(f"{elsewhere}/made_up.py@claim_cost=2")
    assert tactics.load(named).told == (2, 5, [7])  # type: ignore[attr-defined]
    assert tactics.add_file(str(PACKAGE / "tactics" / "greedy.py")) == "greedy"


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("nothing.py", "no such file: .*nothing.py"),
        ("odds.py", "odds.py: there is another tactic odds: rename the file"),
        ("_made_up.py", "_made_up.py: the name of a tactic's file is one such as"),
        ("made-up.py", "made-up.py: the name of a tactic's file"),
        ("test_made_up.py", "test_made_up.py: the name of a tactic's file"),
        ("second/made_up.py", "second/made_up.py: there is another tactic made_up: rename"),
    ],
)
def test_a_file_that_can_be_no_tactic_is_told_so(made_up: Path, file: str, words: str) -> None:
    (made_up / "second").mkdir()
    (made_up / "made_up.py").write_text(NEWCOMER)
    if file != "nothing.py":
        (made_up / file).write_text(NEWCOMER)
    with pytest.raises(ValueError, match=words) as raised:
        tactics.add_file(str(made_up / file))
    assert len(str(raised.value).splitlines()) == 1


def test_names_are_found_in_a_zip(tmp_path: Path) -> None:
    archive = tmp_path / "bot.pyz"
    with zipfile.ZipFile(archive, "w") as file:
        for path in sorted(PACKAGE.rglob("*.py")):
            file.write(path, path.relative_to(PACKAGE.parent).as_posix())
    code = "from mj_bot import tactics; print(tactics.__file__, *tactics.names())"
    done = subprocess.run(
        [
            sys.executable,
            "-S",
            "-c",
            "import sys; sys.path.insert(0, sys.argv[1]); " + code,
            archive,
        ],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    where, *names = done.stdout.split()
    assert where.startswith(str(archive))
    assert names == tactics.names()
