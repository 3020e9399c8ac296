"""Builds the engine for the browser: the module, its numbers, its loader."""

from __future__ import annotations

import gzip
import shutil
import struct
from pathlib import Path

from mj_engine._mj_bot import target_bytes
from mj_lab.core.files import write_whole
from mj_lab.explain.analysis.losses import loss_scale, numbers_of
from mj_lab.web.site.compiling import compile_module

_ASSETS = Path(__file__).parent / "assets"
MODULE_FILE = "module.bin"
NUMBERS_FILE = "numbers.bin"


def build_engine(folder: Path) -> None:
    """Write the module and its numbers, both compressed, and engine.js into a folder.

    Raises CompilingError, and OSError if the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # Half the bytes, at hosts too that compress nothing; and a page knows how many are to come.
    whole = folder / "engine.wasm"
    compile_module(whole)
    write_whole(folder / MODULE_FILE, gzip.compress(whole.read_bytes(), compresslevel=9, mtime=0))
    whole.unlink()
    write_whole(folder / NUMBERS_FILE, packed_numbers())
    for asset in sorted((_ASSETS / "engine").glob("*.js")):
        shutil.copyfile(asset, folder / asset.name)


def packed_numbers() -> bytes:
    """The data that the module lacks, compressed; reproducible.

    The scale of losses as the engine's LossScale in memory, then the table of targets.
    """
    scale = numbers_of(loss_scale()).values()
    doubles = [
        number for value in scale for number in (value if isinstance(value, list) else [value])
    ]
    body = struct.pack(f"<{len(doubles)}d", *doubles) + target_bytes()
    return gzip.compress(body, compresslevel=9, mtime=0)
