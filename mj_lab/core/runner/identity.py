"""A player's identity: a digest of its code, so that no run mixes two versions."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Collection, Container, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from importlib.util import find_spec, resolve_name
from pathlib import Path
from shlex import split

import mj_bot
from mj_bot.tactics import add_file, parted
from mj_lab.core.game.players import find_modules_here, is_tactic, module_of, named

# What a worker imports to play a unit: everything it imports affects games.
_WORKER = "mj_lab.core.runner.unit"
_DATA = (".bin", ".npz", ".z", ".json")
_WEIGHTS = ".mjw"
# A player writes it while it plays: no part of what the player is.
_LOG = ".log"
_BOT = "mj_bot"
_OURS = (_BOT, "mj_lab")


def code_digest(specs: Collection[str]) -> str:
    """A digest of all that games of these players depend on: referee, tactics, data, weights.

    It covers the modules that playing a unit imports, so a change elsewhere does not start a new
    run. For a class's module it includes the modules beside it and the files named in them, but no
    logs (`.log`).

    Raises ModuleNotFoundError if an imported module has no file.
    """
    specs = [named(player).spec for player in specs]
    files = [add_file(spec).partition("@")[0] for spec in specs if _is_named(spec)]
    tactics = {f"{_BOT}.tactics.{name}" for name in files}
    code = {*_closure({_WORKER}), *_closure(tactics, may_lack=tactics)}
    names = {path.stem for path in code if path.parent.name == "tactics"}
    data = [
        path
        for path in Path(mj_bot.__file__).parent.rglob("*")
        # A tactic's weights file has its name.
        if path.suffix in _DATA or (path.suffix == _WEIGHTS and path.stem in names)
    ]
    for path in filter(None, map(_file_of, tactics)):
        beside = [*path.parent.glob("*"), *path.with_suffix("").rglob("*")]
        data += [file for file in beside if file.suffix in (*_DATA, _WEIGHTS) and file.is_file()]
    classes = {name for name in map(module_of, specs) if name}
    own = sorted(_with_files(classes)) if classes else []
    return _digest(sorted({*code, *data}) + _weights_named(specs) + own)


def program_digest(spec: str) -> str:
    """A digest of the files that a program's command names, except logs; empty for a tactic.

    >>> program_digest("random")
    ''
    """
    return "" if is_tactic(named(spec).spec) else _digest(_program_files(spec))


@dataclass(frozen=True)
class CodeState:
    """What games of these players depend on, as it was when this was made. code: `code_digest`."""

    specs: Sequence[str]
    code: str
    _files: dict[Path, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_files", self._now())

    def changes(self) -> list[str]:
        """What has changed since: the code, files of programs. A new file is one that they write.

        >>> CodeState(["random"], code_digest(["random"])).changes()
        []
        """
        now = self._now()
        files = [str(path) for path, digest in self._files.items() if now.get(path) != digest]
        return (["the code"] if code_digest(self.specs) != self.code else []) + files

    def _now(self) -> dict[Path, str]:
        return {path: _digest([path]) for spec in self.specs for path in _program_files(spec)}


def playing_versions() -> dict[str, str]:
    """The bot's version, and a digest of the fast table if it is built."""
    engine = find_spec("mj_engine")
    files = Path(engine.origin).parent.glob("_core*") if engine and engine.origin else ()
    built = _digest(path for path in sorted(files) if path.suffix != ".pyi")
    return {"mj_bot": mj_bot.__version__, **({"mj_engine": built} if engine else {})}


def names_of(specs: Sequence[str]) -> tuple[str, ...]:
    """Different names for players.

    Raises ValueError if two players were given the same name.

    >>> names_of(["greedy", "mine=keep:./bot", "greedy"])
    ('greedy', 'mine', 'greedy (2)')
    """
    names: list[str] = []
    spec_of: dict[str, str] = {}
    for player in specs:
        first, spec = named(player)
        if spec_of.setdefault(first, spec) != spec:
            raise ValueError(f"two players are called {first!r}: {spec_of[first]:.80}, {spec:.80}")
        name, number = first, 2
        while name in names:
            name, number = f"{first} ({number})", number + 1
        names.append(name)
    return tuple(names)


def _program_files(spec: str) -> list[Path]:
    """The files that a program's command names, except its logs; none for a tactic."""
    spec = named(spec).spec
    _, _, command = spec.partition(":")
    try:
        arguments = [] if is_tactic(spec) else split(command)
    except ValueError:  # A missing program is reported when it is started.
        return []
    return [Path(word) for word in arguments if os.path.isfile(word) and not word.endswith(_LOG)]


def _is_named(spec: str) -> bool:
    """Whether a player is a tactic by its name or its file."""
    return is_tactic(spec) and not module_of(spec)


def _weights_named(specs: Iterable[str]) -> list[Path]:
    """The weights files given to tactics, if they exist."""
    files = []
    for spec in specs:
        try:
            path = parted(spec)[1].get("weights")
        except ValueError:  # This is reported when the tactic is loaded.
            continue
        if _is_named(spec) and path is not None and os.path.isfile(path):
            files.append(Path(path))
    return files


def _with_files(modules: Set[str]) -> set[Path]:
    """Classes' modules, the modules beside them that they import, and the files named in these."""
    find_modules_here()
    homes = [home for home in map(_home_of, modules) if home is not None]
    code = _closure(modules, modules, homes)
    named = {
        folder / node.value
        for path in code - _closure({_WORKER})
        for node in ast.walk(_parsed(path.read_bytes()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for folder in (Path(), path.parent)
        if node.value and "\0" not in node.value and not node.value.endswith(_LOG)
        if os.path.isfile(folder / node.value)
    }
    return {*code, *named}


def _home_of(module: str) -> Path | None:
    """The folder of a module, or of its package."""
    path = _file_of(module.partition(".")[0])
    if path is None:
        return None
    return path.parent.parent if path.name == "__init__.py" else path.parent


def _closure(
    names: Iterable[str], may_lack: Container[str] = (), homes: Collection[Path] = ()
) -> set[Path]:
    """The files of these modules and of all our modules they import, also inside functions.

    may_lack: names of tactics that may not exist, which is an error only when they are loaded.
    homes: folders whose modules are followed like ours.
    """
    left = list(names)
    files: dict[str, Path] = {}
    while left:
        name = left.pop()
        if name in files:
            continue
        path = _file_of(name)
        if path is None:
            if name in may_lack:
                continue
            raise ModuleNotFoundError(f"no file for the module {name}, on which games depend")
        files[name] = path
        left += _imports(name, path, homes)
        package = name.rpartition(".")[0]
        left += [package] if package and _file_of(package) else []  # A mere folder has no file.
    return set(files.values())


def _file_of(name: str) -> Path | None:
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return None
    return Path(spec.origin) if spec is not None and spec.origin else None


def _imports(importing: str, path: Path, homes: Collection[Path]) -> Iterator[str]:
    """Our modules, and those of these folders, that a module's file imports."""
    package = importing if path.name == "__init__.py" else importing.rpartition(".")[0]

    def is_followed(name: str) -> bool:
        return _is_ours(name) or any(_lies_in(name, home) for home in homes)

    for level, module, aliases in _import_statements(path.read_bytes()):
        names = list(aliases)
        if level or module:
            base = resolve_name("." * level + module, package)
            names = [base, *_modules_in(base, aliases)] if is_followed(base) else []
        yield from filter(is_followed, names)


def _modules_in(base: str, aliases: Iterable[str]) -> Iterator[str]:
    """What is imported from a package and is a module itself."""
    path = _file_of(base)
    if path is not None and path.name != "__init__.py":
        return  # a module; to look for another in it would import it
    yield from (name for alias in aliases if _file_of(name := f"{base}.{alias}"))


# An import statement, in brackets perhaps over several lines; also where it only looks like one.
_LINE = rb"(?:[^\\\n;#]|\\\r?\n)*"
_STATEMENT = re.compile(
    rb"(?:^|[:;])[ \t]*((?:from\b" + _LINE + rb"?\b)?import\b(?:[ \t]*\([^)]*\)|" + _LINE + rb"))",
    re.MULTILINE,
)


# Only what looks like an import is parsed: some hundred whole modules take half a second.
@lru_cache(maxsize=512)
def _import_statements(source: bytes) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    """The dots, the module and the names of each `from ... import`; of an `import` the names."""
    return tuple(
        (getattr(node, "level", 0), getattr(node, "module", "") or "", names)
        for statement in _STATEMENT.findall(source)
        for node in ast.walk(_parsed(statement))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for names in [tuple(alias.name for alias in node.names)]
    )


def _parsed(source: bytes) -> ast.AST:
    """Some code; empty if it does not parse, which is reported when a file is imported."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def _is_ours(name: str) -> bool:
    return name.split(".", maxsplit=1)[0] in _OURS


def _lies_in(name: str, folder: Path) -> bool:
    top = folder / name.partition(".")[0]
    return top.with_suffix(".py").is_file() or (top / "__init__.py").is_file()


def _digest(files: Iterable[Path]) -> str:
    content = blake2b(digest_size=8)
    for path in files:
        data = path.read_bytes()
        content.update(f"{path.name}\0{len(data)}\0".encode())
        content.update(data)
    return content.hexdigest()
