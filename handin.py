#!/usr/bin/env python3
"""Builds mj_bot.pyz, the one file that is uploaded to Botzone. Runs on Python 3.6 and newer.

    python handin.py [--tactic NAME[@KEY=NUMBER,...]] [--mode keep-running|restart]
                     [--limit SECONDS] [-o FILE]
                     [--force]

What ships is what the tactic needs: the modules that it, the process and the stand-in import, late
imports too, and the data of their packages; of networks' weights those of the tactics among them.

The same sources give the same bytes on every machine: names are sorted, dates and permissions
fixed, and nothing is compressed, as no two versions of zlib need compress alike (and an archive
that is stored starts faster).
"""
# Python 3.6 has none of the newer words for types and pipes.
# ruff: noqa: UP006, UP022, UP035, UP045

import argparse
import ast
import hashlib
import json
import os
import stat
import subprocess
import sys
import uuid
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any, Dict, List, NoReturn, Optional, Sequence, Set, Tuple

ROOT = Path(__file__).resolve().parent
PACKAGE = "mj_bot"
OUTPUT = "mj_bot.pyz"

# What ships beside code, each with the modules of its folder, which read it through pkgutil. A
# tactic with a file of its own adds it here. Weights ship with the tactic of their name.
DATA = ("mj_bot/odds/forecast/forecast.json", "mj_bot/odds/targets/shapes.bin")
WEIGHTS_SUFFIX = ".mjw"
WEIGHTS = PACKAGE + "/nets/weights"

_DATE = (1980, 1, 1, 0, 0, 0)  # The first that a zip can hold.
_UNIX = 3
_REGULAR_READABLE = 0o100644 << 16

MAIN = '''"""What Botzone runs."""

import os
import signal

signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a word, at whatever it is.
# Where cores are shared, threads of numpy's wait for one another; its matrices here are small.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from mj_bot.botzone.process import main

main({tactic!a}, {mode!a}, {limit!r})
'''

# As mj_bot/botzone/bot.py says it at the end of `debug`.
FELL_BACK = "rule_based answers in its place"
NO_NUMPY = "No module named 'numpy'"

# A first draw: every tactic has something to decide.
TRIAL = {
    "requests": ["0 0 0", "1 0 0 0 0 W1 W1 W4 W7 B2 B5 B8 T3 T6 T9 F1 F2 J1", "2 W9"],
    "responses": ["PASS", "PASS"],
}


# Authors report that Botzone takes no larger file.
MOST_BYTES = 4_000_000
# Of the game that is played: the wall's seed, and seconds a decision.
TRIAL_WALL = 3
TRIAL_LIMIT = "10"


class HandinError(Exception):
    """Why there is no archive, in one line."""


def contents(tactic: str, mode: str, limit: float, root: Path = ROOT) -> Dict[str, bytes]:
    """The files of the archive: their names in it and their bytes, sorted by name.

    limit: seconds a turn, after which the tactic is cut.

    Weights that the tactic's name has a file for (`net@weights=FILE`) take the place of its own.

    Raises HandinError if a file cannot be read, or is a link.
    """
    plain, weights = _weights_apart(tactic)
    named = weights[0] if weights else tactic
    files = {"__main__.py": MAIN.format(tactic=named, mode=mode, limit=limit).encode("ascii")}
    for path in _needed(plain, root):
        name = path.relative_to(root).as_posix()
        if path.resolve() != root.resolve() / name:
            raise HandinError(f"{name} is a link: only files of the project itself are packed")
        files[name] = _read(path)
    if weights:
        files[f"{WEIGHTS}/{plain}{WEIGHTS_SUFFIX}"] = _read(weights[1])
    return dict(sorted(files.items()))


def _weights_apart(tactic: str) -> Tuple[str, Optional[Tuple[str, Path]]]:
    """A tactic's plain name; its name without `weights=FILE`, and that file, if it has one."""
    plain, _, rest = tactic.partition("@")
    options = [option for option in rest.split(",") if option]
    files = [option for option in options if option.startswith("weights=")]
    if not files:
        return plain, None
    left = ",".join([option for option in options if option not in files])
    return plain, (plain + ("@" + left if left else ""), Path(files[-1].partition("=")[2]))


def _needed(tactic: str, root: Path) -> Set[Path]:
    """The files that a bot with this tactic needs."""
    from mj_bot.tactics import STAND_IN

    tactics = PACKAGE + ".tactics."
    left = [PACKAGE + ".botzone.process", tactics + tactic, tactics + STAND_IN]
    code: Set[Path] = set()
    while left:
        for path in set(_files_of(left.pop(), root)) - code:
            code.add(path)
            left += _imported(path, root)
    folders = {path.parent for path in code}
    data = {root / name for name in DATA if (root / name).parent in folders}
    for path in (root / WEIGHTS).glob("*" + WEIGHTS_SUFFIX):
        own = set(_files_of(tactics + path.stem, root)) - set(_files_of(PACKAGE + ".tactics", root))
        if path.stem.isidentifier() and own & code:
            data.add(path)
    return code | data


def _imported(path: Path, root: Path) -> List[str]:
    """The names of modules that one of the package's files imports, as far as these are ours."""
    try:
        tree = ast.parse(_read(path))
    except (SyntaxError, ValueError):  # Reported when the archive is tried.
        return []
    names: List[str] = []
    here = ".".join(path.relative_to(root).parts[:-1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = (here.rsplit(".", node.level - 1)[0] + "." + base).rstrip(".")
            # What is imported from a package may be a module of it.
            names += [base] + [base + "." + alias.name for alias in node.names]
    return [name for name in names if name.split(".")[0] == PACKAGE]


def _files_of(name: str, root: Path) -> List[Path]:
    """The files that importing a module runs, its packages' first; none for what is no module."""
    parts = name.split(".")
    files = []
    for length in range(1, len(parts) + 1):
        module = root.joinpath(*parts[:length])
        files += [module.with_suffix(".py"), module / "__init__.py"]
    return [file for file in files if file.is_file()]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise HandinError(f"cannot read {path}: {error.strerror}") from None


def check_output(output: Path, force: bool) -> None:
    """See that the archive can be put there: a regular file or none, links followed.

    An earlier build is replaced, another file only by force.
    Raises HandinError, one line.
    """
    folder = _target_of(output).parent if output.is_symlink() else output.parent
    try:
        mode = os.stat(str(output)).st_mode
    except (FileNotFoundError, NotADirectoryError):
        if folder.is_dir():
            return
        raise HandinError(f"{output}: there is no folder {folder}") from None
    except OSError as error:
        raise HandinError(f"{output}: {error.strerror}") from None
    if stat.S_ISDIR(mode):
        raise HandinError(f"{output} is a folder")
    if not stat.S_ISREG(mode):
        raise HandinError(f"{output} is a device or a pipe, not a regular file")
    if not force and not _is_build(output):
        raise HandinError(f"{output} is there already and no earlier build; --force writes over it")


def _target_of(path: Path) -> Path:
    """The file that a path means, links followed; it need not be there."""
    return Path(os.path.realpath(str(path)))


def _is_build(path: Path) -> bool:
    try:
        with zipfile.ZipFile(str(path)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return False
    return "__main__.py" in names and any(name.startswith(PACKAGE + "/") for name in names)


def write_archive(files: Dict[str, bytes], output: Path) -> None:
    """Write the archive.

    Raises HandinError if it cannot be written.
    """
    try:
        with zipfile.ZipFile(str(output), "w", zipfile.ZIP_STORED) as archive:
            for name, data in files.items():
                info = zipfile.ZipInfo(name, _DATE)
                info.create_system = _UNIX
                info.external_attr = _REGULAR_READABLE
                archive.writestr(info, data)
    except OSError as error:
        raise HandinError(f"cannot write {output}: {error.strerror or error}") from None


def check_syntax(files: Dict[str, bytes]) -> None:
    """Raise HandinError, with the place, for a module that the Python 3.6 of Botzone cannot read.

    Only a Python of 3.8 or newer can check that; an older one fails where it reads it.
    """
    if sys.version_info < (3, 8):  # noqa: UP036  This file runs on what ships.
        return
    # From 3.13 on Python knows no older rules than those of 3.7, which has no other statements.
    oldest = (3, 6) if sys.version_info < (3, 13) else (3, 7)
    for name, data in files.items():
        if not name.endswith(".py"):
            continue
        try:
            ast.parse(data, name, feature_version=oldest)
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None)
            place = name if line is None else f"{name}, line {line}"
            words = getattr(error, "msg", None) or error
            raise HandinError(f"{place}: no Python 3.6, which Botzone runs: {words}") from None


class BuiltBot:
    """An archive that is kept running at our judge, as Botzone would.

    Raises HandinError for an answer that the tactic has not found itself.
    """

    def __init__(self, archive: Path, tactic: str) -> None:
        self.name = tactic
        self._seat = 0
        self._turn = 0
        self._process = subprocess.Popen(
            [sys.executable, str(archive), "--mode", "keep-running", "--limit", TRIAL_LIMIT],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def begin(self, seat: int) -> None:
        """A game starts."""
        self._seat = seat

    def ask(self, request: Any) -> str:
        """The response to a request."""
        from mj_bot.events import format_request

        text = format_request(request, self._seat)
        # The first turn is a whole history in JSON, the later ones are their own request.
        turn: Any = text if self._turn else {"requests": [text], "responses": []}
        self._turn += 1
        pipe, output = self._process.stdin, self._process.stdout
        assert pipe is not None and output is not None
        try:
            pipe.write(json.dumps(turn).encode("ascii") + b"\n")
            pipe.flush()
            answer = json.loads(output.readline().decode("utf-8"))
            output.readline()  # The marker: it is kept running.
            response, debug = str(answer["response"]), str(answer["debug"])
        except (OSError, ValueError, KeyError, TypeError):
            raise HandinError(f"tactic {self.name}: turn {self._turn}: no answer") from None
        if debug.startswith("tactic ") or debug.endswith(FELL_BACK):
            debug = debug.rpartition("; ")[0] if debug.endswith(FELL_BACK) else debug
            raise HandinError(f"tactic {self.name}: turn {self._turn} ({text}): {debug}")
        return response

    def end(self) -> None:
        """The game is over: so is the process."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.close()
        self._process.stdout.close()
        self._process.kill()
        self._process.wait()


def try_archive(archive: Path, tactic: str) -> str:
    """Let the archive decide once in a process of its own, then play a game at our judge.

    Returns what this Python cannot try, if something.
    Raises HandinError if the archive does not answer, its tactic cannot be loaded from it, or an
    answer of the game is not the tactic's own.
    """
    done = subprocess.run(
        [sys.executable, str(archive), "--mode", "restart", "--limit", "60"],
        input=json.dumps(TRIAL).encode("ascii"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    try:
        answer = json.loads(done.stdout.decode("utf-8"))
        response, debug = str(answer["response"]), str(answer["debug"])
    except (ValueError, KeyError, TypeError):
        raise HandinError(f"no answer, but {(done.stderr or done.stdout)[-200:]!r}") from None
    if debug.startswith("tactic") and NO_NUMPY in debug:
        return "this Python has no numpy: tried with the stand-in alone"
    if debug.startswith("tactic"):
        raise HandinError(debug.partition("; ")[0])
    if not response.startswith("PLAY "):
        raise HandinError(f"a bad answer: {response}; {debug}")
    return _play_game(archive, tactic)


def _play_game(archive: Path, tactic: str) -> str:
    """Play a whole game against three others; why it cannot be played here, if so."""
    if sys.version_info < (3, 10) or not (ROOT / "mj_lab").is_dir():
        return "tried with one decision: a whole game needs mj_lab and Python 3.10"
    from mj_lab.game.asking import play
    from mj_lab.game.players import player_of
    from mj_lab.game.referee import Game
    from mj_lab.game.walls import wall_of_seed

    game = Game(wall_of_seed(TRIAL_WALL), 0)
    others = [player_of("greedy")(seat) for seat in range(1, 4)]
    play(game, [BuiltBot(archive, tactic), *others])
    result = game.result
    if result is None or result.action not in ("HU", "HUANG"):
        raise HandinError(f"tactic {tactic}: the game ended with {result}")
    return ""


def build(tactic: str, mode: str, limit: float, output: Path, force: bool = False) -> None:
    """Build the archive, try it, put it in its place and say what it is.

    limit: seconds a turn. force: whatever file is there is written over, not an earlier build
    alone.
    Raises HandinError if there is no such tactic or mode, or something of this fails.
    """
    from mj_bot.botzone.bot import MODES
    from mj_bot.tactics import check, load

    check_output(output, force)
    if mode not in MODES:
        raise HandinError(f"no mode {mode!r}; there are: " + ", ".join(MODES))
    try:
        check(tactic)
        if _weights_apart(tactic)[1]:
            load(tactic)  # Nothing else would report a file that it cannot play by.
    except (ValueError, ImportError) as error:
        raise HandinError(str(error)) from None
    if not 0 < limit < float("inf"):
        raise HandinError("--limit must be a number of seconds above 0")
    files = contents(tactic, mode, limit)
    check_syntax(files)
    target = _target_of(output)  # A link stays, and what it leads to is replaced.
    unfinished = target.with_name(f".{target.name[:40]}.{uuid.uuid4().hex}.part")
    try:
        write_archive(files, unfinished)
        untried = try_archive(unfinished, tactic)
        data = unfinished.read_bytes()
        os.replace(str(unfinished), str(target))
    finally:
        if unfinished.exists():
            unfinished.unlink()
    print(f"{output}: {len(files)} files, {len(data)} bytes, tactic {tactic}, {mode}")
    print("sha256 " + hashlib.sha256(data).hexdigest())
    if untried:
        print(untried)
    if len(data) > MOST_BYTES:
        print(f"handin: over {MOST_BYTES:,} bytes: Botzone may not take it", file=sys.stderr)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Build as the command line says; 0 if there is an archive now, else it exits with 2."""
    # The package beside this file is what ships, not one that is installed elsewhere.
    sys.path.insert(0, str(ROOT))
    from mj_bot.botzone.bot import KEEP_RUNNING, LIMIT, MODES
    from mj_bot.tactics import DEFAULT

    parser = argparse.ArgumentParser(description="Builds the one file for Botzone.")
    parser.add_argument("--tactic", default=DEFAULT, help="default: %(default)s")
    parser.add_argument("--mode", default=KEEP_RUNNING, help=" or ".join(MODES))
    parser.add_argument(
        "--limit", type=float, default=LIMIT, help="seconds a turn, default: %(default)s"
    )
    parser.add_argument("-o", "--output", default=str(ROOT / OUTPUT), help="default: %(default)s")
    parser.add_argument(
        "--force", action="store_true", help="write over a file that is no earlier build"
    )

    def fail(message: str) -> NoReturn:
        parser.exit(2, "handin: " + " ".join(message.split()) + "\n")
        raise SystemExit(2)

    parser.error = fail  # type: ignore[method-assign]
    given = parser.parse_args(arguments)
    try:
        build(given.tactic, given.mode, given.limit, Path(given.output), given.force)
    except (HandinError, OSError, subprocess.TimeoutExpired) as error:
        fail(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
