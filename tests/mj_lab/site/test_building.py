"""The command that builds the engine of the site, where it cannot."""

import subprocess
import sys
from pathlib import Path

import pytest

from mj_lab.site import compiling
from mj_lab.site.compiling import CompilingError, compile_module


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
