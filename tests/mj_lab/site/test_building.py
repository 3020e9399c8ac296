"""The command that builds the engine of the site, where it cannot."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mj_lab.site import compiling
from mj_lab.site.compiling import (
    CompilingError,
    compile_module,
    files_to_compile,
    sources_of_module,
)


def test_a_folder_that_cannot_be_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    command = [sys.executable, "-m", "mj_lab.site", str(tmp_path / "file" / "engine")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("site: ") and done.stderr.count("\n") == 1


def test_without_a_checkout_there_is_nothing_to_compile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "SOURCES", tmp_path / "none")
    with pytest.raises(CompilingError, match="it takes a checkout"):
        compile_module(tmp_path / "engine.wasm")


def test_every_source_is_compiled_once_and_what_is_unchanged_is_not_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written anew it would be compiled anew: zig looks at the file, not at its text alone."""
    monkeypatch.setattr(compiling, "_FOLDERS", tmp_path)
    files = list(files_to_compile())
    written = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert set(written) < set(files)
    named = [
        Path(one)
        for file in files
        for one in (re.findall('"(.+)"', file.read_text()) if file in written else [str(file)])
    ]
    assert sorted(named) == sorted(sources_of_module())
    assert list(files_to_compile()) == files
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == written
