#!/usr/bin/env python3
"""Builds mj_bot.pyz, the one file to upload to Botzone. Runs on Python 3.6 and newer.

    python handin.py [--tactic NAME[@KEY=NUMBER,...] | FILE.py | py:MODULE:CLASS]
                     [--mode keep-running|restart] [--limit SECONDS] [-o FILE]
                     [--platform-import NAME] [--quick] [--force]

The archive has what the tactic needs: the modules that it, the process and the stand-in import
(late imports too), with their data and weights; and the tactic's own data, which lies beside its
module under its name.

The build is rehearsed as on Botzone (`rehearsal/`); if that fails, the old file stays.

The same sources give the same bytes on every machine: names are sorted, dates and permissions
fixed, and nothing is compressed, because zlib versions differ (and a stored archive starts faster).
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
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, NoReturn, Optional, Sequence, Set, Tuple

ROOT = Path(__file__).resolve().parent
PACKAGE = "mj_bot"
OUTPUT = "mj_bot.pyz"

# Data shipped with the code when any module of its folder is, which reads it through pkgutil.
# Weights ship with the tactic of their name.
DATA = ("mj_bot/odds/forecast/forecast.json", "mj_bot/odds/targets/shapes.bin")
WEIGHTS_SUFFIX = ".mjw"
WEIGHTS = PACKAGE + "/nets/weights"
TACTICS = PACKAGE + "/tactics"
# Suffixes of a tactic's own data, beside its module and under its name, or in a folder of that
# name.
OWN_DATA = (".json", ".npz", WEIGHTS_SUFFIX)
# Not data in such a folder: code ships if it is imported.
NO_DATA = (".py", ".pyc", "~")

_DATE = (1980, 1, 1, 0, 0, 0)  # The earliest that a zip can hold.
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

# A first draw: every tactic has something to decide.
TRIAL = {
    "requests": ["0 0 0", "1 0 0 0 0 W1 W1 W4 W7 B2 B5 B8 T3 T6 T9 F1 F2 J1", "2 W9"],
    "responses": ["PASS", "PASS"],
}
# How the last line begins if no game could be played.
NOT_REHEARSED = "NOT REHEARSED: "
NO_NUMPY = "No module named 'numpy'"

# Authors report that Botzone takes no larger file.
MOST_BYTES = 4_000_000


class HandinError(Exception):
    """Why there is no archive, on one line."""


class Given(NamedTuple):
    """A tactic as named on the command line.

    spec: that name. name: its name in the archive, with numeric options. weights: the file of
    `weights=`. folder: where its own modules are, if not in mj_bot/tactics. package: the package or
    module that has them, if not mj_bot.tactics. module: the source of the tactic, if it is a class
    of another module.
    """

    spec: str
    name: str
    weights: Optional[Path] = None
    folder: Optional[Path] = None
    package: str = ""
    module: bytes = b""

    @property
    def plain(self) -> str:
        """Its name in the archive, without options."""
        return self.name.partition("@")[0]

    def locate(self, name: str, root: Path) -> Path:
        """Where a file of the archive comes from; it may not exist."""
        if self.folder is not None:
            if self.package:
                if _top(name) == self.package:
                    return self.folder / name
            elif name.startswith(TACTICS + "/"):
                path = self.folder / name[len(TACTICS) + 1 :]
                if path.is_file():
                    return path
        return root / name

    def owns(self, name: str) -> bool:
        """Whether a module of the archive may have its own data beside it."""
        if name.startswith(TACTICS + "/"):
            return name != TACTICS + "/__init__.py"
        return bool(self.package) and _top(name) == self.package


def _top(name: str) -> str:
    """The top-level package or module of a file in the archive."""
    return name.partition("/")[0].partition(".")[0]


def given_tactic(spec: str) -> Given:
    """Parse the tactic: NAME, FILE.py or py:MODULE:CLASS, with options after it.

    Raises HandinError if there is none.
    """
    from mj_bot.tactics import add_file, check, file_of, load

    plain, weights = _weights_apart(spec)
    try:
        if plain.startswith("py:"):
            return _given_class(spec, plain)
        name = add_file(plain)
        check(name)
        if weights is not None:
            # Nothing else would report an unusable file.
            load(name + (",weights=" if "@" in name else "@weights=") + str(weights))
    except (ValueError, ImportError) as error:
        raise HandinError(str(error)) from None
    file = file_of(plain)
    folder = Path(file).resolve().parent if file else None
    return Given(spec, name, weights, folder)


def _weights_apart(spec: str) -> Tuple[str, Optional[Path]]:
    """Split `weights=FILE` from a spec; None if it has none."""
    plain, _, rest = spec.partition("@")
    options = rest.split(",")
    files = [option for option in options if option.startswith("weights=")]
    if not files:
        return spec, None
    left = ",".join([option for option in options if option not in files])
    return plain + ("@" + left if left else ""), Path(files[-1].partition("=")[2])


def _given_class(spec: str, plain: str) -> Given:
    """The class of `py:MODULE:CLASS`, as a tactic with the name of its module."""
    from mj_bot.tactics import names

    module, _, class_name = plain.partition(":")[2].partition(":")
    if not all(part.isidentifier() for part in module.split(".") + [class_name]):
        raise ValueError(f"a class is py:MODULE:CLASS, not {spec[:80]!r}")
    name = module.rpartition(".")[2]
    if name in names():
        raise ValueError(f"there is a tactic {name} already: rename the module")
    path = module.replace(".", "/")
    for folder in [Path.cwd()] + [Path(entry) for entry in sys.path]:
        if (folder / (path + ".py")).is_file() or (folder / path / "__init__.py").is_file():
            text = _CLASS_MODULE.format(spec=plain, module=module, made=class_name)
            top = module.partition(".")[0]
            return Given(spec, name, None, folder.resolve(), top, text.encode("ascii"))
    raise ValueError(f"there is no module {module}")


_CLASS_MODULE = '''"""{spec}"""

from {module} import {made} as _Given


class {made}(_Given):
    """The class that was named."""
'''


def contents(given: Given, mode: str, limit: float, root: Path = ROOT) -> Dict[str, bytes]:
    """The files of the archive: their names in it and their bytes, sorted by name.

    limit: CPU seconds a turn, after which the tactic is cut.

    Raises HandinError if a file cannot be read, or is a link.
    """
    files = _code(given, root)
    for name in _data(set(files), given, root):
        files[name] = _read(name, given, root)
    if given.weights is not None:
        files[f"{WEIGHTS}/{given.plain}{WEIGHTS_SUFFIX}"] = _bytes(given.weights)
    main = MAIN.format(tactic=given.name, mode=mode, limit=limit)
    files["__main__.py"] = main.encode("ascii")
    return dict(sorted(files.items()))


def _code(given: Given, root: Path) -> Dict[str, bytes]:
    """The modules that a bot with this tactic needs."""
    from mj_bot.tactics import STAND_IN

    tactics = PACKAGE + ".tactics."
    left = [PACKAGE + ".botzone.process", tactics + given.plain, tactics + STAND_IN]
    files: Dict[str, bytes] = {}
    if given.module:
        files[f"{TACTICS}/{given.plain}.py"] = given.module
        left += _imported(given.module, TACTICS, given.package)
    while left:
        for name in _files_of(left.pop(), given, root):
            if name not in files:
                files[name] = _read(name, given, root)
                left += _imported(files[name], os.path.dirname(name), given.package)
    return files


def _data(code: Set[str], given: Given, root: Path) -> Iterator[str]:
    """The names of the data that these modules read."""
    folders = {os.path.dirname(name) for name in code}
    yield from [name for name in DATA if os.path.dirname(name) in folders]
    for path in (root / WEIGHTS).glob("*" + WEIGHTS_SUFFIX):
        owners = [f"{TACTICS}/{path.stem}{end}" for end in (".py", "/__init__.py")]
        if path.stem.isidentifier() and code.intersection(owners):
            yield f"{WEIGHTS}/{path.name}"
    for name in filter(given.owns, code):
        whole = name[: -len("/__init__.py")] if name.endswith("/__init__.py") else name[:-3]
        yield from [whole + end for end in OWN_DATA if given.locate(whole + end, root).is_file()]
        folder = given.locate(name, root).with_suffix("")
        folder = folder.parent if folder.name == "__init__" else folder
        for path in folder.rglob("*"):
            parts = path.relative_to(folder).parts
            if path.is_file() and not path.name.endswith(NO_DATA) and not _hidden(parts):
                yield "/".join((whole,) + parts)


def _hidden(parts: Sequence[str]) -> bool:
    return any(part.startswith((".", "__pycache__")) for part in parts)


def _imported(source: bytes, folder: str, package: str) -> List[str]:
    """The names of our modules that a module imports.

    folder: the module's in the archive. package: whose modules are ours besides the bot's.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):  # Reported when the sources are checked.
        return []
    names: List[str] = []
    here = folder.replace("/", ".")
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = (here.rsplit(".", node.level - 1)[0] + "." + base).strip(".")
            # A name imported from a package may be a module of it.
            names += [base] + [base + "." + alias.name for alias in node.names]
    return [name for name in names if name.split(".")[0] in (PACKAGE, package or PACKAGE)]


def _files_of(name: str, given: Given, root: Path) -> Iterator[str]:
    """The files that importing a module runs, its packages' first; none if it is not a module."""
    parts = name.split(".")
    for length in range(1, len(parts) + 1):
        module = "/".join(parts[:length])
        for file in (module + ".py", module + "/__init__.py"):
            if given.locate(file, root).is_file():
                yield file


def _read(name: str, given: Given, root: Path) -> bytes:
    """A file of the archive."""
    path = given.locate(name, root)
    if path == root / name and path.resolve() != root.resolve() / name:
        raise HandinError(f"{name} is a link: only files of the project itself are packed")
    return _bytes(path)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise HandinError(f"cannot read {path}: {error.strerror}") from None


def check_output(output: Path, force: bool) -> None:
    """Check that the archive can be written there: a regular file or none, links followed.

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
        raise HandinError(f"{output} exists and is not an earlier build; --force overwrites it")


def _target_of(path: Path) -> Path:
    """The file that a path points to, links followed; it need not exist."""
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


def rehearse(
    archive: Path, files: Dict[str, bytes], given: Given, output: Path, options: "Options"
) -> List[str]:
    """Check the sources, then let the archive play as on Botzone; returns its report lines.

    Raises HandinError with what fails.
    """
    from rehearsal.static import check_sources, platform_imports

    platform = platform_imports(files, options.platform)
    faults = check_sources(files, platform, [given.package] if given.package else [])
    size = archive.stat().st_size
    if size > MOST_BYTES:
        faults.append(f"{size:,} bytes, and Botzone may take no more than {MOST_BYTES:,}")
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise HandinError(faults[0] + more)
    beside = [f"imports {name}, which Botzone is said to have" for name in platform]
    record = output.with_name(output.stem + ".failed.json")
    if record.exists():
        record.unlink()  # An earlier build's.
    try:
        if sys.version_info < (3, 10):  # noqa: UP036  This file runs on what ships.
            raise ImportError("Python 3.10 and MahjongGB are needed")
        from rehearsal.on_trial import Built, FailedError
        from rehearsal.playing import rehearse

        built = Built(archive, files, given.plain, given.spec, options.limit, platform, record)
        try:
            return beside + rehearse(built, options.quick)
        except FailedError as error:
            raise HandinError(str(error)) from None
    except ImportError as error:
        try_once(archive)
        return [*beside, f"{NOT_REHEARSED}{error}: make play, then .venv/bin/python handin.py"]


def try_once(archive: Path) -> None:
    """If there is no rehearsal: let the archive decide once, in a process of its own.

    Raises HandinError if its tactic does not answer, except because numpy is missing.
    """
    from mj_bot.botzone.answer import faults_of

    done = subprocess.run(
        [sys.executable, str(archive), "--mode", "restart"],
        input=json.dumps(TRIAL).encode("ascii"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        check=False,
    )
    try:
        answer = json.loads(done.stdout.decode("utf-8"))
        faults = faults_of(str(answer["debug"]))
    except (ValueError, KeyError, TypeError):
        raise HandinError(f"no answer, but {(done.stderr or done.stdout)[-200:]!r}") from None
    if faults and not any(NO_NUMPY in fault for fault in faults):
        raise HandinError(faults[0])


class Options(NamedTuple):
    """How to build.

    mode, limit: baked into the build. force: overwrite a file that is not an earlier build, and
    keep a build that fails the rehearsal. quick: rehearse one game. platform: foreign modules that
    may be imported.
    """

    mode: str
    limit: float
    force: bool = False
    quick: bool = False
    platform: Sequence[str] = ()


def build(tactic: str, output: Path, options: Options) -> bool:
    """Build the archive, rehearse it, move it into place, print it; returns whether it played.

    Raises HandinError if there is no such tactic or mode, or something of this fails.
    """
    from mj_bot.botzone.bot import MODES

    check_output(output, options.force)
    if options.mode not in MODES:
        raise HandinError(f"no mode {options.mode!r}; there are: " + ", ".join(MODES))
    if not 0 < options.limit < float("inf"):
        raise HandinError("--limit must be a number of seconds above 0")
    given = given_tactic(tactic)
    files = contents(given, options.mode, options.limit)
    target = _target_of(output)  # A link stays; its target is replaced.
    unfinished = target.with_name(f".{target.name[:40]}.{uuid.uuid4().hex}.part")
    try:
        write_archive(files, unfinished)
        try:
            lines = rehearse(unfinished, files, given, output, options)
        except HandinError as error:
            if not options.force:
                raise
            lines = []
            print(f"handin: built anyway (--force): {error}", file=sys.stderr)
        data = unfinished.read_bytes()
        os.replace(str(unfinished), str(target))
    finally:
        if unfinished.exists():
            unfinished.unlink()
    print(f"{output}: {len(files)} files, {len(data)} bytes, tactic {tactic}, {options.mode}")
    print("sha256 " + hashlib.sha256(data).hexdigest())
    for line in lines:
        print(line)
    return bool(lines) and not lines[-1].startswith(NOT_REHEARSED)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Build as the command line says; returns 0 if there is an archive now, else exits with 2."""
    # Ship the package beside this file, not one installed elsewhere.
    sys.path.insert(0, str(ROOT))
    from mj_bot.botzone.bot import KEEP_RUNNING, LIMIT, MODES
    from mj_bot.tactics import DEFAULT

    parser = argparse.ArgumentParser(description="Builds the one file for Botzone.")
    add = parser.add_argument
    add("--tactic", default=DEFAULT, help="its name, FILE.py or py:MODULE:CLASS; %(default)s")
    add("--mode", default=KEEP_RUNNING, help=" or ".join(MODES))
    add("--limit", type=float, default=LIMIT, help="CPU seconds a turn, default: %(default)s")
    add("-o", "--output", default=str(ROOT / OUTPUT), help="default: %(default)s")
    add("--quick", action="store_true", help="rehearse one game, while you write")
    add(
        "--platform-import",
        action="append",
        default=[],
        metavar="NAME",
        help="a module that Botzone is said to have, such as torch",
    )
    add(
        "--force",
        action="store_true",
        help="write over a file that is no earlier build; build what fails in the rehearsal",
    )

    def fail(message: str) -> NoReturn:
        parser.exit(2, "handin: " + " ".join(message.split()) + "\n")
        raise SystemExit(2)

    parser.error = fail  # type: ignore[method-assign]
    given = parser.parse_args(arguments)
    options = Options(given.mode, given.limit, given.force, given.quick, given.platform_import)
    try:
        build(given.tactic, Path(given.output), options)
    except (HandinError, OSError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        parser.exit(130, "handin: stopped\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
