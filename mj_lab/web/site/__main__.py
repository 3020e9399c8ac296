"""Builds the site, a folder for any web space: `make site`, `python -m mj_lab.web.site FOLDER`."""

from __future__ import annotations

import argparse
from pathlib import Path

from mj_lab.web.site.compiling import CompilingError
from mj_lab.web.site.pages import build_site


def main() -> None:
    """Build the site."""
    parser = argparse.ArgumentParser(prog="python -m mj_lab.web.site", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/site"))
    folder: Path = parser.parse_args().folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        build_site(folder)
    except (CompilingError, OSError) as error:
        parser.exit(2, f"site: {error}\n")
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{folder / 'index.html'}, {size:,} bytes in all")


if __name__ == "__main__":
    main()
