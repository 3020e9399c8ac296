"""The command `mj records index`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from mj_bot.tactics import DEFAULT
from mj_lab.options import Jobs, TacticName

# So many skipped records are told on the terminal.
_MOST_TOLD = 20


def register(app: typer.Typer) -> None:
    """Add the command to the group."""
    app.command()(index)


def index(
    sources: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FOLDER|FILE]...", help="Records of any format, or folders."),
    ] = None,
    store: Annotated[
        Path, typer.Option(help="What is finished is kept here, to go on with.")
    ] = Path(".mj/index.db"),
    review: Annotated[
        int, typer.Option(min=0, help="Then review so many games that were not, newest first.")
    ] = 0,
    tactic: TacticName = DEFAULT,
    jobs: Jobs = 1,
) -> None:
    """List the games of archives once, to be found in `mj web` by player, date, result and more."""
    from mj_bot.tactics import load
    from mj_lab.index.building import IndexBuilder
    from mj_lab.index.index_file import open_index
    from mj_lab.records.archives import files_of

    if not sources and not review:
        raise ValueError("name files or folders to index, or how many games to --review")
    for path in sources or []:
        files_of(path)
    load(tactic, seed=0)
    told = _Told()
    with closing(open_index(store, write=bool(sources))) as file:
        if sources:
            done = IndexBuilder(file, told.tell, _progress()).add(sources)
            _end_progress()
            told.end()
            gone = f", {done.gone} gone" if done.gone else ""
            (all_games,) = file.execute("SELECT count(*) FROM games").fetchone()
            print(
                f"{store}: {done.games:,} games added, {done.skipped:,} skipped; of {done.files:,} "
                f"files {done.unchanged:,} unchanged{gone}; {all_games:,} games in all"
            )
    if review:
        _review(store, review, tactic, jobs)


def _review(db: Path, count: int, tactic: str, jobs: int) -> None:
    from rich.console import Console
    from rich.progress import track

    from mj_lab.index.index_file import open_index
    from mj_lab.index.indexed_game import review_indexed

    told = _Told()
    reviewed = 0
    open_index(db).close()
    with closing(open_index(db, write=True)) as file:
        made = review_indexed(file, count, tactic, jobs, told.tell)
        bar = Console(stderr=True)
        for _ in track(made, "reviewing", count, console=bar, transient=True):
            reviewed += 1
    told.end()
    print(f"{db}: {reviewed:,} games reviewed")


class _Told:
    """Says what is skipped, the first of it."""

    def __init__(self) -> None:
        self._count = 0

    def tell(self, line: str) -> None:
        self._count += 1
        if self._count <= _MOST_TOLD:
            print(f"mj: {line}", file=sys.stderr)

    def end(self) -> None:
        if self._count > _MOST_TOLD:
            print(f"mj: and {self._count - _MOST_TOLD:,} more", file=sys.stderr)


def _progress() -> Callable[[int, int], None] | None:
    """Says how far it is, twice a second, to whoever is looking."""
    if not sys.stderr.isatty():
        return None
    told = 0.0

    def watch(files: int, games: int) -> None:
        nonlocal told
        if monotonic() - told > 0.5:
            told = monotonic()
            print(f"\rfile {files:,}, {games:,} games", end="", file=sys.stderr, flush=True)

    return watch


def _end_progress() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
