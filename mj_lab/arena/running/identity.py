"""What a player is, beyond its name: a digest of its code, so that no run mixes two versions."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from shlex import split

import mj_bot
import mj_lab

# Of the workshop, what decides how a game goes.
_LAB_FILES = ("judge.py", "players.py", "programs.py", "arena/table.py", "arena/seeds.py")
_DATA = (".bin", ".npz", ".z", ".json")
_BOT = "mj_bot"


def code_digest(specs: Iterable[str]) -> str:
    """A digest of the code that games of these players depend on: judge, tactics, their data.

    Of the bot that is what judge and tactics import, so that work on something else does not part
    a run from what it has.
    """
    bot, lab = Path(mj_bot.__file__).parent, Path(mj_lab.__file__).parent
    files = {lab / name for name in _LAB_FILES if (lab / name).exists()}
    names = {name for path in files for name in _imports(path)}
    names |= {f"{_BOT}.tactics.{spec.partition('@')[0]}" for spec in specs if ":" not in spec}
    data = [path for path in bot.rglob("*") if path.suffix in _DATA]
    return _digest(sorted({*files, *_closure(names), *data}))


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
    except ValueError:  # That there is no such program is told when it is looked for.
        return ""
    return _digest(Path(word) for word in words if os.path.isfile(word))


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


def _closure(names: Iterable[str]) -> set[Path]:
    """The files of these modules of the bot and of all that they import there, even late."""
    left, files = list(names), dict[str, Path | None]()
    while left:
        name = left.pop()
        if name in files:
            continue
        files[name] = path = _file_of(name)
        if path is not None:
            left += _imports(path)
            left += [name.rpartition(".")[0]] if "." in name else []
    return {path for path in files.values() if path is not None}


def _file_of(name: str) -> Path | None:
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return None
    return Path(spec.origin) if spec is not None and spec.origin else None


def _imports(path: Path) -> Iterator[str]:
    """The modules of the bot that a file imports; also `package.name` where that may be one."""
    try:
        tree = ast.parse(path.read_bytes())
    except SyntaxError:  # Told when it is imported.
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] == _BOT)


def _digest(files: Iterable[Path]) -> str:
    content = blake2b(digest_size=8)
    for path in files:
        data = path.read_bytes()
        content.update(f"{path.name}\0{len(data)}\0".encode())
        content.update(data)
    return content.hexdigest()
