"""`mj` as it is typed, run in this process: it costs no start of Python, half a second each."""

import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from mj_bot import tactics
from mj_lab.cli import main

_TACTICS = [Path(folder) for folder in tactics.__path__]


def mj(
    *words: object, folder: Path | None = None, said: str = ""
) -> subprocess.CompletedProcess[str]:
    """What `mj` says and how it ends, as of a process. folder: where. said: its standard input."""
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8") for _ in range(2))
    code: object = 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        if folder is not None:
            patch.chdir(folder)
        # What a tactic's file or a class's module adds, a process takes with it.
        patch.setattr(tactics, "__path__", list(tactics.__path__))
        patch.setattr(sys, "path", list(sys.path))
        patch.setattr(sys, "argv", ["mj", *map(str, words)])
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(said.encode()), encoding="utf-8"))
        try:
            main()
        except SystemExit as ended:
            code = ended.code
    for name in [one for one in sys.modules if one.startswith(f"{tactics.__name__}.")]:
        # Those of the package itself stay, and with them the classes that others imported.
        if not any(Path(str(sys.modules[name].__file__)).is_relative_to(one) for one in _TACTICS):
            del sys.modules[name]
    for stream in (out, err):
        stream.flush()
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]
    assert isinstance(code, int)
    return subprocess.CompletedProcess(list(map(str, words)), code, *texts)


def ended(*words: object, folder: Path | None = None) -> tuple[int, str, str]:
    """The same: its exit code, what it printed, what it said on standard error."""
    done = mj(*words, folder=folder)
    return done.returncode, done.stdout, done.stderr


def refused(*words: object, folder: Path | None = None) -> str:
    """The one line that bad input ends in; nothing else is said, and the exit code is 2."""
    code, out, err = ended(*words, folder=folder)
    assert (code, out, len(err.splitlines())) == (2, "", 1), (code, out, err)
    return err
