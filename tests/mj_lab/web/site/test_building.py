"""The command that builds the engine of the site, where it cannot."""

import gzip
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from mj_bot.odds.targets.target_table import load_table
from mj_lab.explain.analysis.losses import GRADES, LOSS_KINDS, loss_scale
from mj_lab.web.site import compiling
from mj_lab.web.site.building import packed_numbers
from mj_lab.web.site.compiling import (
    CompilingError,
    compile_module,
    files_to_compile,
    made_folder,
    sources_of_module,
)


def test_a_folder_that_cannot_be_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    command = [sys.executable, "-m", "mj_lab.web.site", str(tmp_path / "file" / "engine")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("site: ") and done.stderr.count("\n") == 1


def test_without_a_checkout_there_is_nothing_to_compile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "SOURCES", tmp_path / "none")
    with pytest.raises(CompilingError, match="a wheel has none, take a checkout"):
        compile_module(tmp_path / "engine.wasm")


def test_every_source_is_compiled_once_and_what_is_unchanged_is_not_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written anew it would be compiled anew: zig looks at the file, not at its text alone.

    Nothing is written beside the sources: a checkout may be another's, and read-only.
    """
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    files = list(files_to_compile())
    written = {path: path.stat().st_mtime_ns for path in made_folder().iterdir()}
    assert set(written) < set(files)
    named = [
        Path(one)
        for file in files
        for one in (re.findall('"(.+)"', file.read_text()) if file in written else [str(file)])
    ]
    assert sorted(named) == sorted(sources_of_module())
    assert list(files_to_compile()) == files
    assert {path: path.stat().st_mtime_ns for path in made_folder().iterdir()} == written


def test_the_packed_numbers_are_the_scale_of_losses_and_the_table() -> None:
    packed = packed_numbers()
    whole, scale, table = gzip.decompress(packed), loss_scale(), load_table()
    kinds = [scale.by_kind[kind] for kind in LOSS_KINDS]
    limits = [scale.limits[grade] for grade in GRADES]
    first = [scale.value, scale.forecast, scale.danger, *kinds, scale.base, scale.share]
    numbers = [*first, *limits]
    assert struct.unpack_from(f"<{len(numbers)}d", whole) == tuple(numbers)
    rest = whole[8 * len(numbers) :]
    sizes = struct.unpack_from("<4s3I", rest)
    assert sizes == (b"MJS1", table.fronts.shape[1], table.backs.shape[1], len(table))
    assert rest.endswith(table.fan.tobytes())
    assert packed == packed_numbers()


def test_nothing_that_the_module_is_made_of_throws_or_starts_threads() -> None:
    """The tool chain for browsers has neither."""
    files = list(sources_of_module())
    assert len(files) > 50
    headers = {path for file in files for path in file.parent.glob("*.hpp")} - {
        file.parent / name for file in files for name in ("many.hpp", "playouts.hpp")
    }
    forbidden = re.compile(r"\b(throw|catch|try) ?[({]|\bthrow\b|std::(jthread|thread|mutex)")
    found = {
        path.name: forbidden.findall(re.sub(r"//.*", "", path.read_text(encoding="utf-8")))
        for path in (*files, *headers)
    }
    assert {name: words for name, words in found.items() if words} == {}
