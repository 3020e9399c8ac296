"""Builds what a browser loads to play without a server, build/site/engine: `make site`."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from mj_lab.site.compiling import CompilingError, compile_module
from mj_lab.site.numbers import packed_numbers
from mj_lab.storage.files import write_whole

_ASSETS = Path(__file__).parent / "assets"
MODULE_FILE = "engine.wasm"
NUMBERS_FILE = "numbers.bin"


def build_engine(folder: Path) -> None:
    """Write the module, its numbers and engine.js into a folder.

    Raises CompilingError, and OSError where the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    compile_module(folder / MODULE_FILE)
    write_whole(folder / NUMBERS_FILE, packed_numbers())
    for asset in sorted(_ASSETS.glob("*.js")):
        shutil.copyfile(asset, folder / asset.name)


def main() -> None:
    """Build the engine of the site."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/site/engine"))
    folder: Path = parser.parse_args().folder
    try:
        build_engine(folder)
    except (CompilingError, OSError) as error:
        parser.exit(2, f"site: {error}\n")
    sizes = {path.name: path.stat().st_size for path in sorted(folder.iterdir())}
    print(", ".join(f"{name} {size:,} bytes" for name, size in sizes.items()), f"in {folder}")


if __name__ == "__main__":
    main()
