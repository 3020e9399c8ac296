"""The digest of a player's code sees what its games depend on and nothing else."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import mj_bot
from mj_bot import tactics
from mj_lab.core.runner import identity
from mj_lab.core.runner.identity import CodeState, code_digest, names_of, program_digest

TACTIC = """
class Mine:
    def __call__(self, state):
        {}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(tactics, "__path__", [*tactics.__path__, str(tmp_path)])
    yield tmp_path
    for name in ("mine", "other", "_helper"):
        sys.modules.pop(f"mj_bot.tactics.{name}", None)


def test_its_own_file_and_what_it_imports_late_count_and_what_others_are_does_not(
    folder: Path,
) -> None:
    (folder / "mine.py").write_text(TACTIC.format("from mj_bot.tactics import _helper"))
    (folder / "other.py").write_text(TACTIC.format("return 1"))
    helper = folder / "_helper.py"
    helper.write_text("A = 1")
    before = code_digest(["mine"])
    (folder / "other.py").write_text(TACTIC.format("return 2"))
    assert code_digest(["mine"]) == before
    assert code_digest(["mine", "other"]) != before
    helper.write_text("A = 2")
    changed = code_digest(["mine"])
    assert changed not in (before, code_digest(["other"]))
    (folder / "mine.py").write_text(TACTIC.format("from mj_bot.tactics import _helper; 1"))
    assert code_digest(["mine"]) not in (before, changed)


def test_a_tactic_given_by_its_file_counts_with_its_data(folder: Path) -> None:
    """`folder` puts the registry back."""
    path = folder / "home" / "mine.py"
    files = [path, path.parent / "_helper.py", path.with_suffix(".mjw"), path.with_suffix(".npz")]
    files += [path.parent / "mine" / "deep" / "book.json"]
    files[-1].parent.mkdir(parents=True)
    for number, file in enumerate(files):
        file.write_text(f"from . import _helper\nA = {number}" if file == path else str(number))
    spec = f"{path}@depth=2"
    seen = {code_digest([spec])}
    (path.parent / "other.py").write_text("1")
    assert {code_digest([spec])} == seen
    for file in files:
        file.write_text(file.read_text() + "0")
        seen.add(code_digest([spec]))
    assert len(seen) == 1 + len(files)


def test_weights_that_a_tactic_is_told_to_play_by_count(tmp_path: Path) -> None:
    path = tmp_path / "some.mjw"
    named = [f"learned@weights={path}", "odds"]
    missing = code_digest(named)
    path.write_bytes(b"one")
    before = code_digest(named)
    assert before != missing
    path.write_bytes(b"two")
    assert code_digest(named) != before
    assert code_digest(["learned@weights", "odds"]) == code_digest(["learned", "odds"])


def test_the_weights_of_a_tactic_count_for_it_and_for_what_is_built_on_it(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "package"
    weights = package / "nets" / "weights"
    weights.mkdir(parents=True)
    monkeypatch.setattr(mj_bot, "__file__", str(package / "__init__.py"))
    (folder / "mine.py").write_text("from mj_bot.tactics.net import Net\nclass Mine(Net): pass")
    specs = (["net"], ["mine"], ["odds"], ["cnn", "net"])
    before = [code_digest(players) for players in specs]
    (weights / "net.mjw").write_bytes(b"other weights")
    after = [code_digest(players) for players in specs]
    assert [one == other for one, other in zip(before, after, strict=True)] == [
        *(False, False),
        *(True, False),
    ]


def test_all_that_is_loaded_to_play_is_in_the_digest() -> None:
    """No module of ours that a game of greedy loads is missed."""
    import subprocess

    code = (
        "import sys; from mj_lab.core.runner.unit import Table;"
        "from mj_lab.measure.arena.duel import Duel;"
        "import mj_lab.measure.arena.duel; before = set(sys.modules);"
        "d = Duel(('greedy', 'random')); Table(d.setup()).play(next(d.units()));"
        "late = set(sys.modules) - before;"
        "print(*[m.__file__ for n, m in sys.modules.items() if n.split('.')[0] == 'mj_bot'"
        " or n in late and n.split('.')[0] == 'mj_lab'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    tactics = {"mj_bot.tactics.greedy", "mj_bot.tactics.random"}
    found = {str(path) for path in identity._closure({identity._WORKER, *tactics})}
    assert set(done.stdout.split()) <= found
    for part in ("game/referee.py", "game/players.py", "game/sandbox/warden.py", "game/walls.py"):
        assert any(path.endswith(part) for path in found), part
    assert not any(path.endswith(("botzone/process.py", "tactics/odds.py")) for path in found)


def test_imports_are_those_that_python_parses() -> None:
    """In every file of the bot and the runner, and in all the ways in which they are written."""
    odd = b"""
if x: import a.b
try:
\timport c; import d as e  # import no
except E:
\tfrom . import f
from a import \\
    b, c
from g import (
    h,  # one
    i,
)
from .import j
from..k import(l)
m = "n: import o"
"""
    files = [*Path(mj_bot.__file__).parent.rglob("*.py"), *Path(identity.__file__).parent.glob("*")]
    sources = [odd, *(path.read_bytes() for path in files if path.suffix == ".py")]
    assert len(sources) > 50
    for source in sources:
        parsed = [
            (getattr(node, "level", 0), getattr(node, "module", "") or "", alias.name)
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        ]
        found = identity._import_statements(source)
        assert sorted(parsed) == sorted(
            (level, module, name) for level, module, names in found for name in names
        )


def test_a_module_without_a_file_is_an_error(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(identity, "_WORKER", "mj_lab.judge")
    with pytest.raises(ModuleNotFoundError, match=r"mj_lab\.judge"):
        code_digest(["greedy"])


def test_a_tactic_that_is_not_there_or_does_not_parse_is_told_elsewhere(folder: Path) -> None:
    (folder / "mine.py").write_text("class")
    assert code_digest(["mine"]) != code_digest(["no_such"])


def test_no_two_players_are_called_the_same() -> None:
    assert names_of(["a=greedy", "a=greedy"]) == ("a", "a (2)")
    with pytest.raises(ValueError, match="two players are called 'a': greedy, net"):
        names_of(["a=greedy", "random", "a=net"])


def test_programs_are_told_by_the_files_of_their_command(tmp_path: Path) -> None:
    program = tmp_path / "a bot.py"
    program.write_text("1")
    spec = f"keep:python3 '{program}' --flag"
    before = program_digest(spec)
    program.write_text("2")
    assert program_digest(spec) != before
    assert program_digest("cmd:'") == program_digest("cmd:none")


def test_what_a_program_writes_is_no_change_of_its_code(tmp_path: Path) -> None:
    program, log, other = tmp_path / "bot.py", tmp_path / "bot.log", tmp_path / "seen.txt"
    program.write_text("1")
    log.write_text("begun")
    spec = f"cmd:{program} {log} {other}"
    before, code = program_digest(spec), CodeState([spec], code_digest([spec]))
    log.write_text("asked")
    assert program_digest(spec) == before and code.changes() == []
    other.write_text("new")
    assert code.changes() == []
    code = CodeState([spec], code_digest([spec]))
    for path in (program, other):
        path.write_text("2")
    assert code.changes() == [str(program), str(other)]
    other.unlink()
    assert str(other) in code.changes()


def test_the_code_of_a_class_counts_with_what_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    package = tmp_path / "own_agents"
    files = {
        tmp_path
        / "own_agent.py": "import own_helper\nFILE, LOG = 'own.mjw', 'own.log'\nclass A: pass",
        tmp_path / "own_helper.py": "import numpy",
        tmp_path / "own.mjw": "weights",
        tmp_path / "own.log": "asked",
        package / "__init__.py": "",
        package / "mine.py": "from . import helper\nfrom .other import B",
        package / "helper.py": "A = 1",
        package / "other.py": "B = 1",
    }
    package.mkdir()
    for path, text in files.items():
        path.write_text(text)
    (tmp_path / "stranger.py").write_text("")
    for spec, parts in (("own_agent:A", 3), ("own_agents.mine:A", 4)):
        before = code_digest([f"py:{spec}"])
        assert before != code_digest([])
        assert program_digest(f"py:{spec}") == ""
        counted = []
        for path, text in files.items():
            path.write_text(text + "# changed")
            counted.append(code_digest([f"py:{spec}"]) != before)
            path.write_text(text)
        assert sum(counted) == parts, counted
        (tmp_path / "stranger.py").write_text("# changed")
        assert code_digest([f"py:{spec}"]) == before
    assert code_digest(["py:no_such_module:A", "odds"])
