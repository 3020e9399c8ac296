"""The folder of a new tactic: a file that plays, a test of it, and the next commands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files
from keyword import iskeyword
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from mj_bot import tactics
from mj_bot.events import HU
from mj_lab.core.files import check_output, write_whole
from mj_lab.core.game.seating import PERSON
from mj_lab.core.options import Force

_ASSETS = files("mj_lab.core") / "assets"


def register(app: typer.Typer) -> None:
    """Add `new-tactic` to `mj`."""
    app.command()(new_tactic)


def new_tactic(
    name: Annotated[str, typer.Argument(help="Its name, as my_tactic.")],
    folder: Annotated[Path, typer.Argument(help="Where to make the folder of its name.")] = Path(),
    force: Force = False,
) -> None:
    """Begin a tactic of your own: a file that plays, and its test."""
    for line in write_tactic(name, folder, force):
        print(line)


def write_tactic(name: str, where: Path, force: bool = False) -> list[str]:
    """Write the folder of this name; returns the commands that try, measure, test and build it.

    where: the parent folder. force: overwrite existing files.

    Raises ValueError, one line, if the name or the folder is not usable; OSError if it cannot be
    written.
    """
    _check_name(name)
    folder = where / name
    steps = _steps(folder)
    texts = {
        folder / f"{name}.py": _asset("tactic.txt", name),
        folder / f"test_{name}.py": _asset("test.txt", name),
        folder / "README.md": f"# {name}\n\n" + "".join(f"    {line}\n" for line in steps),
    }
    _check_folder(folder, texts, force)
    folder.mkdir(exist_ok=True)
    for path, text in texts.items():
        write_whole(path, text)
    return steps


def _check_name(name: str) -> None:
    is_word = name.isascii() and name.isidentifier() and not iskeyword(name)
    if not is_word or name.startswith(("_", "test_")):
        raise ValueError(f"no name for a tactic: {name!r:.80}; expected one such as my_tactic")
    if name in (*tactics.names(), PERSON):
        raise ValueError(f"there is a player {name} already: take another name")


def _check_folder(folder: Path, files: Iterable[Path], force: bool) -> None:
    if not folder.is_dir():
        check_output(folder, force)
        if folder.exists():
            raise ValueError(f"{folder} is a file, not a folder")
    elif not force:
        raise ValueError(f"{folder} exists already; --force overwrites it")
    else:
        for path in files:
            check_output(path, force)


def _steps(folder: Path) -> list[str]:
    file, test = (
        quote(str(folder / file_name))
        for file_name in (f"{folder.name}.py", f"test_{folder.name}.py")
    )
    return [
        f"mj play {file} greedy random random",
        f"mj duel {file} greedy --walls 20",
        f"python -m pytest {test}",
        f"python handin.py --tactic {file}",
    ]


def _asset(file: str, name: str) -> str:
    """A file of the tactic `mine`, renamed."""
    class_name = "".join(part.capitalize() for part in name.split("_"))
    if iskeyword(class_name) or class_name == HU:  # `none`; and what its file imports.
        class_name += "Tactic"
    text = (_ASSETS / file).read_text("utf-8")
    return re.sub(r"\bMine\b", class_name, re.sub(r"\bmine\b", name, text))
