"""The command `mj records index`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command to the group."""
    app.command()(index)


def index(
    sources: Annotated[
        list[Path],
        typer.Argument(metavar="FOLDER|FILE...", help="Records of any format, or folders."),
    ],
    store: Annotated[
        Path, typer.Option(help="Finished work is stored here; a rerun resumes.")
    ] = Path(".mj/index.db"),
) -> None:
    """Index the games of archives, for `mj web` to find by player, date, result and more.

    `mj review .mj/index.db` fills in points lost.
    """
    from mj_lab.core.files import check_kept_file
    from mj_lab.core.records.archives import files_of
    from mj_lab.core.records.index.building import IndexBuilder
    from mj_lab.core.records.index.index_file import open_index
    from mj_lab.core.records.progress import SkippedLines, end_progress, progress

    for path in sources:
        files_of(path)
        if not path.is_dir():
            check_kept_file(path)  # Not a pipe: it is read once for its digest and once for games.
    skipped = SkippedLines()
    with closing(open_index(store, write=True)) as file:
        done = IndexBuilder(file, skipped.tell, progress()).add(sources)
        end_progress()
        skipped.end()
        gone = f", {done.gone} gone" if done.gone else ""
        (all_games,) = file.execute("SELECT count(*) FROM games").fetchone()
    print(
        f"{store}: {done.games:,} games added, {done.skipped:,} skipped; of {done.files:,} "
        f"files {done.unchanged:,} unchanged{gone}; {all_games:,} games in all"
    )
    if done.empty:
        raise typer.Exit(2)
