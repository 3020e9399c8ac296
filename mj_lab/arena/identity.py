"""What a player is, beyond its name: a digest of its code, so that no run mixes two versions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from shlex import split

import mj_bot
import mj_lab

# Of the workshop, what decides how a game goes.
_LAB_FILES = ("judge.py", "walls.py", "players.py", "programs.py", "arena/table.py")
_CODE = (".py", ".bin", ".npz", ".z", ".json")


def code_digest() -> str:
    """A digest of the code that games in this process depend on: the bot's and the judge's."""
    bot, lab = Path(mj_bot.__file__).parent, Path(mj_lab.__file__).parent
    files = [path for path in sorted(bot.rglob("*")) if path.suffix in _CODE]
    return _digest(files + [lab / name for name in _LAB_FILES if (lab / name).exists()])


def program_digest(spec: str) -> str:
    """A digest of the files that a program's command names; empty for a tactic.

    >>> program_digest("random")
    ''
    """
    _, colon, command = spec.partition(":")
    if not colon:
        return ""
    files = [Path(word) for word in split(command) if os.path.isfile(word)]
    return _digest(files)


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


def _digest(files: Iterable[Path]) -> str:
    content = blake2b(digest_size=8)
    for path in files:
        data = path.read_bytes()
        content.update(f"{path.name}\0{len(data)}\0".encode())
        content.update(data)
    return content.hexdigest()
