"""What the sources of an archive show before it plays: what Botzone lacks, and what it forbids.

It runs on a bare Python 3.6 as on the newest, as `handin.py` does.
"""

import re
from typing import Container, Dict, Iterator, List, Sequence, Set, Tuple

from rehearsal.static.newer import Newer, Table
from rehearsal.static.plays import Plays
from rehearsal.static.reading import Reading
from rehearsal.static.scopes import Fault, packages_of, text_of
from rehearsal.static.syntax import newer_syntax, parse

PACKAGE = "mj_bot"
# The process itself: it reads Botzone's pipe, and ends the process.
_PROCESS = (PACKAGE + "/botzone/", "__main__.py")
_IMPORTERS = ("importlib.import_module", "builtins.__import__")

_Faults = Dict[str, Set[Fault]]


def check_sources(
    files: Dict[str, bytes], allowed: Sequence[str] = (), own: Sequence[str] = ()
) -> List[str]:
    """One line for each fault in an archive, its file and line in front; none if it is sound.

    files: the archive's, by their names; what is no Python is not looked at. allowed: modules that
    the platform is said to have besides. own: packages in the archive besides `mj_bot`.
    """
    faults: _Faults = {name: set() for name in files if name.endswith(".py")}
    readings = _read(files, faults)
    table = Table()
    known = {PACKAGE, "MahjongGB", *own, *[name.split(".")[0] for name in allowed]}
    known.update([re.split(r"[/.]", name)[0] for name in faults])
    defined: Set[str] = set().union(*[reading.defined for reading in readings.values()])
    plays = Plays([one for name, one in readings.items() if not name.startswith(_PROCESS)])
    for name, reading in readings.items():
        faults_here = faults[name]
        faults_here.update(_import_faults(reading, table, known))
        faults_here.update(Newer(reading, table, defined, bool(allowed)).faults())
        if not name.startswith(_PROCESS):
            faults_here.update(plays.faults(reading))
    return [
        f"{name}, line {line}: {what}"
        for name, faults_of_file in faults.items()
        for line, what in sorted(faults_of_file)
    ]


def _import_faults(reading: Reading, table: Table, known: Container[str]) -> Iterator[Fault]:
    """The lines that import what Botzone lacks. known: first names of packages that are there."""
    for name, line, is_guarded in _imported(reading):
        top = name.split(".")[0]
        if table.has_module(name) or top in known and not table.is_module(top):
            continue
        if not table.modules.intersection(packages_of(name)):
            yield line, f"imports {name}, which Botzone does not have"
        elif not is_guarded:
            yield line, table.lacks(name)
    for imported in reading.imports:
        for name in (
            imported.names if not imported.is_guarded and table.has_module(imported.name) else ()
        ):
            missing = table.missing(imported.name + "." + name) if name != "*" else None
            if missing:
                yield imported.line, table.lacks(missing)


def _imported(reading: Reading) -> Iterator[Tuple[str, int, bool]]:
    """The modules that are imported, with the line, and whether the code knows that it may fail."""
    for imported in reading.imports:
        yield imported.name, imported.line, imported.is_guarded
    for site in reading.calls:
        if site.scope.dotted(site.node.func) in _IMPORTERS and site.node.args:
            name = text_of(site.node.args[0])
            if name and not name.startswith("."):
                yield name, site.line, site.is_guarded


def platform_imports(files: Dict[str, bytes], allowed: Sequence[str]) -> List[str]:
    """Which of the modules that the platform is said to have an archive really imports."""
    named = {name: data for name, data in files.items() if allowed and name.endswith(".py")}
    readings = _read(named, {name: set() for name in named}).values()
    imported = {name.split(".")[0] for reading in readings for name, _, _ in _imported(reading)}
    return [name for name in allowed if name.split(".")[0] in imported]


def _read(files: Dict[str, bytes], faults: _Faults) -> Dict[str, Reading]:
    """The modules that Python 3.6 can read; what is wrong with the syntax of others is noted."""
    readings = {}
    for name, faults_of_file in faults.items():
        try:
            tree = parse(files[name])
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            message = getattr(error, "msg", None) or error
            faults_of_file.add((getattr(error, "lineno", None) or 1, _no_python36(message)))
            continue
        syntax = newer_syntax(tree, files[name])
        faults_of_file.update([(line, _no_python36(what)) for line, what in syntax])
        try:
            readings[name] = Reading(tree)
        except RecursionError:  # Hundreds of expressions in one another: it is not looked at.
            continue
    return readings


def _no_python36(message: object) -> str:
    return f"no Python 3.6, which Botzone runs: {message}"
