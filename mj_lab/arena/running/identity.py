"""What a player is, beyond its name: a digest of its code, so that no run mixes two versions."""

from __future__ import annotations

import ast
import os
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from shlex import split

import mj_bot
from mj_bot.tactics import parted

# What a worker imports to play a unit: from there on every import decides how a game goes.
_WORKER = "mj_lab.arena.unit"
_DATA = (".bin", ".npz", ".z", ".json")
_WEIGHTS = ".mjw"
_BOT = "mj_bot"
_OURS = (_BOT, "mj_lab")


def code_digest(specs: Collection[str]) -> str:
    """A digest of what games of these players depend on: referee, tactics, their data and weights.

    That is what playing a unit imports, so that a change elsewhere does not begin a new run.

    Raises ModuleNotFoundError if a module that is imported has no file.
    """
    tactics = {f"{_BOT}.tactics.{spec.partition('@')[0]}" for spec in specs if ":" not in spec}
    code = {*_closure({_WORKER}), *_closure(tactics, may_lack=tactics)}
    names = {path.stem for path in code if path.parent.name == "tactics"}
    data = [
        path
        for path in Path(mj_bot.__file__).parent.rglob("*")
        # A tactic's weights have its name.
        if path.suffix in _DATA or (path.suffix == _WEIGHTS and path.stem in names)
    ]
    return _digest(sorted({*code, *data}) + _weights_named(specs))


def program_digest(spec: str) -> str:
    """A digest of the files that a program's command names; empty for a tactic.

    >>> program_digest("random")
    ''
    """
    _, colon, command = spec.partition(":")
    if not colon:
        return ""
    try:
        words = split(command)
    except ValueError:  # That there is no such program is reported when it is looked for.
        return ""
    return _digest(Path(word) for word in words if os.path.isfile(word))


def playing_versions() -> dict[str, str]:
    """The bot's version, and a digest of the fast table's compiled part where it is built."""
    engine = find_spec("mj_engine")
    files = Path(engine.origin).parent.glob("_core*") if engine and engine.origin else ()
    built = _digest(path for path in sorted(files) if path.suffix != ".pyi")
    return {"mj_bot": mj_bot.__version__, **({"mj_engine": built} if engine else {})}


def names_of(specs: Sequence[str]) -> tuple[str, ...]:
    """Names for players, each once.

    >>> names_of(["greedy", "random", "greedy"])
    ('greedy', 'random', 'greedy (2)')
    """
    names: list[str] = []
    for spec in specs:
        name, number = spec, 2
        while name in names:
            name, number = f"{spec} ({number})", number + 1
        names.append(name)
    return tuple(names)


def _weights_named(specs: Iterable[str]) -> list[Path]:
    """The files of weights that tactics are told to play by, as far as they are there."""
    files = []
    for spec in specs:
        try:
            path = parted(spec)[1].get("weights")
        except ValueError:  # Reported when the tactic is loaded.
            continue
        if ":" not in spec and path is not None and os.path.isfile(path):
            files.append(Path(path))
    return files


def _closure(names: Iterable[str], may_lack: Container[str] = ()) -> set[Path]:
    """The files of these modules and of all of ours that they import, even late.

    may_lack: names of tactics that may not exist, which is an error only where they are loaded.
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
        left += _imports(path)
        left += [name.rpartition(".")[0]] if "." in name else []
    return set(files.values())


def _file_of(name: str) -> Path | None:
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return None
    return Path(spec.origin) if spec is not None and spec.origin else None


def _imports(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports."""
    try:
        tree = ast.parse(path.read_bytes())
    except SyntaxError:  # Reported when it is imported.
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            # What is imported from a package may be a module of it.
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [node.module, *(name for name in inside if _is_ours(name) and _file_of(name))]
        else:
            continue
        yield from filter(_is_ours, names)


def _is_ours(name: str) -> bool:
    return name.split(".", maxsplit=1)[0] in _OURS


def _digest(files: Iterable[Path]) -> str:
    content = blake2b(digest_size=8)
    for path in files:
        data = path.read_bytes()
        content.update(f"{path.name}\0{len(data)}\0".encode())
        content.update(data)
    return content.hexdigest()
