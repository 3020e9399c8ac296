"""The house rules: a first line that says what a module does, one name one meaning."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REHEARSAL = "rehearsal"
PACKAGES = ("mj_bot", "mj_lab", REHEARSAL)
# The same things under the same names once more, faster: names are compared within it only.
ENGINE = "mj_engine/src"
FOLDERS = (*PACKAGES, ENGINE, "tools", "docs", "examples")

# Public names that more than one module may define, and why. Whatever else is defined twice is
# either one thing that belongs in one place, or two things of which one has the wrong name.
SHARED_NAMES = {
    "main": "what runs when a module is the program",
    "coefficients_of": "each fitted model answers the same questions (mj_lab/learn/fit/curve.py)",
    "model": "each fitted model answers the same questions (mj_lab/learn/fit/curve.py)",
    "rows_of": "each fitted model answers the same questions (mj_lab/learn/fit/curve.py)",
    "exploitability": "each small game answers the same questions (mj_lab/research/kuhn.py)",
    "optimum": "each small game answers the same questions (mj_lab/research/small_games)",
    "basic_shanten": "the report's, on codes of tiles (mj_bot/routes/report_names.py)",
    "connection_bonus": "the report's, on codes of tiles (mj_bot/routes/report_names.py)",
    "distance": "each form of win answers the same questions (mj_bot/shanten/forms.py)",
}


def files_of(*folders: str, suffixes: tuple[str, ...] = (".py",)) -> list[Path]:
    found = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    return sorted(path for path in found if path.suffix in suffixes)


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


MODULES = files_of(*FOLDERS)


def public_names(path: Path) -> Iterator[str]:
    """The names without an underscore that a module defines at its top."""
    for node in ast.parse(path.read_bytes()).body:
        names: list[str] = []
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names = [node.name]
        elif isinstance(node, ast.Assign):
            targets = [one for target in node.targets for one in ast.walk(target)]
            names = [one.id for one in targets if isinstance(one, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names = [node.target.id]
        yield from (name for name in names if not name.startswith("_"))


def is_command(path: Path, name: str) -> bool:
    """Whether it is of a room's commands, named as one types them; `register` adds them."""
    return name == "register" or (path.stem.endswith("cli") and name.islower())


def test_the_rules_see_the_code() -> None:
    assert len(files_of(*PACKAGES)) > 150
    assert {"Meld", "COPIES"} <= {name for path in MODULES for name in public_names(path)}


def test_a_header_begins_with_what_it_is_for() -> None:
    headers = files_of("mj_engine/cpp", suffixes=(".hpp",))
    silent = [path for path in headers if not path.read_text(encoding="utf-8").startswith("// ")]
    assert headers
    assert silent == []


def first_line_fault(path: Path) -> str | None:
    """What is wrong with the first line of a module, if something is."""
    told = ast.get_docstring(ast.parse(path.read_bytes()))
    if not told:
        return "no docstring"
    first, *rest = told.splitlines()
    if rest and rest[0]:
        return "the first line goes on"
    return None if first.endswith((".", "?")) else "no sentence"


def test_a_modules_first_line_is_one_sentence() -> None:
    faults = {name_of(path): first_line_fault(path) for path in MODULES}
    assert {name: fault for name, fault in faults.items() if fault} == {}


def defined_twice(*folders: str) -> dict[str, list[str]]:
    """Public names that several modules define, and which."""
    where: dict[str, list[str]] = defaultdict(list)
    for path in files_of(*folders):
        for name in sorted(set(public_names(path))):
            if not is_command(path, name):
                where[name].append(name_of(path))
    return {name: places for name, places in where.items() if len(places) > 1}


def test_no_public_name_has_two_meanings() -> None:
    assert defined_twice(ENGINE) == {} and defined_twice(REHEARSAL) == {}
    twice = defined_twice(*PACKAGES[:2])
    assert {name: twice[name] for name in twice if name not in SHARED_NAMES} == {}
    assert set(SHARED_NAMES) <= set(twice), "a name is allowed twice that is not"


def test_the_bot_and_the_workshop_have_no_room_for_odds_and_ends() -> None:
    banned = {"utils", "util", "helpers", "misc", "common"}
    assert [name_of(path) for path in files_of(*PACKAGES, ENGINE) if path.stem in banned] == []


def test_the_engine_is_imported_at_the_top_of_a_module() -> None:
    """The commands import such modules late; a guard or a stand-in would need a late import."""
    late = re.compile(r"^[ ]+(from|import) mj_engine\b", re.MULTILINE)
    lab = files_of("mj_lab")
    assert [name_of(path) for path in lab if late.search(path.read_text(encoding="utf-8"))] == []


def test_one_module_opens_databases_and_one_renames_files() -> None:
    """SQLite files, and files written whole or not at all."""
    forbidden = re.compile(r"sqlite3\.connect|os\.replace|os\.rename|\.rename\(|\bdraft\.replace\(")
    found = {
        name_of(path): sorted(set(forbidden.findall(path.read_text(encoding="utf-8"))))
        for path in files_of("mj_lab")
    }
    assert {name: calls for name, calls in found.items() if calls} == {
        "mj_lab/core/database.py": ["draft.replace(", "sqlite3.connect"],
        "mj_lab/core/files.py": ["os.replace"],
    }


def test_one_module_adds_lines_to_files() -> None:
    """A run that was stopped goes on with a `LineLog`, or with a database."""
    adding = re.compile(r"""open\([^)\n]*["']a[bt+]*["']|O_APPEND""")
    assert adding.search('path.open("a")') and adding.search("open(path, mode='ab')")
    assert [
        name_of(path)
        for path in files_of("mj_lab")
        if adding.search(path.read_text(encoding="utf-8"))
    ] == ["mj_lab/core/line_log.py"]


# Who has a tactic hear a game otherwise than in the walk of analysis/recorded_turns.py, and why.
HEARERS = {
    "mj_lab/explain/analysis/recorded_turns.py": "the walk itself",
    "mj_lab/explain/analysis/explain.py": "one decision of a record",
    "mj_lab/measure/check/agree.py": "decisions with the candidates of the recorded program",
    "mj_lab/learn/dataset/sources.py": "games are kept, and no decision is asked",
    "mj_lab/core/game/players.py": "a game that is played",
    "mj_lab/table/play/hand_in_play.py": "a game that is played",
    "mj_lab/table/play/terminal/watch.py": "passes it on to the game that it watches",
    "mj_lab/web/server/service/answering.py": "the last decision alone",
}


def test_one_walk_has_a_tactic_beside_the_recorded_decisions() -> None:
    found = {
        name_of(path)
        for path in files_of("mj_lab")
        if "loading_of" in path.read_text(encoding="utf-8")
    }
    assert found == set(HEARERS)
