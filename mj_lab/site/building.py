"""Builds the engine for a browser: the module, its numbers, its loader."""

from __future__ import annotations

import shutil
from pathlib import Path

from mj_lab.site.compiling import compile_module
from mj_lab.site.numbers import packed_numbers
from mj_lab.storage.files import write_whole

_ASSETS = Path(__file__).parent / "assets"
MODULE_FILE = "engine.wasm"
NUMBERS_FILE = "numbers.bin"


def build_engine(folder: Path) -> None:
    """Write the module, its numbers and engine.js into a folder.

    Raises CompilingError, and OSError if the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    compile_module(folder / MODULE_FILE)
    write_whole(folder / NUMBERS_FILE, packed_numbers())
    for asset in sorted(_ASSETS.glob("*.js")):
        shutil.copyfile(asset, folder / asset.name)
