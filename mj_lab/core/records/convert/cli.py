"""The commands `mj records convert` and `mj records notation`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TextIO

import typer

from mj_lab.core.files import check_output, drafted, target_of
from mj_lab.core.options import Force, Seat
from mj_lab.core.records.convert.formats import Format
from mj_lab.core.text.notation import Notation


def register(app: typer.Typer) -> None:
    """Add the commands to the group."""
    app.command()(convert)
    app.command()(notation)


def convert(
    sources: Annotated[
        list[Path],
        typer.Argument(metavar="IN...", help="Files in any format, gzip and zip too, or folders."),
    ],
    to: Annotated[Format, typer.Option(help="The format to write.")],
    out: Annotated[
        Path,
        typer.Option(
            "-o", "--out", help="Where to write: .gz and .zip are packed. human: a folder."
        ),
    ],
    seat: Seat = None,
    skipped: Annotated[
        Path | None, typer.Option(help="A file that lists what was skipped, a line each.")
    ] = None,
    force: Force = False,
) -> None:
    """Convert records of any format to another: lines, Botzone's logs and data set, human games.

    --to seat writes each seat's view; with --seat only that one's.
    """
    from contextlib import ExitStack

    from mj_lab.core.records.convert.converting import converted
    from mj_lab.core.records.progress import SkippedLines, end_progress, progress

    check_output(skipped, force)
    if skipped is not None and target_of(skipped) == target_of(out):
        raise ValueError(f"{skipped}: --skipped and --out are the same file")
    if seat is not None and to is not Format.SEAT:
        raise ValueError("--seat goes with --to seat")
    more = "--skipped FILE has them all" if skipped is None else f"{skipped} has them all"
    lines = SkippedLines(f": {more}")
    nothing: ValueError | None = None
    with ExitStack() as files:
        report = None if skipped is None else files.enter_context(_opened(skipped))

        def tell(line: str) -> None:
            if report is not None:
                report.write(line + "\n")
            lines.tell(line)

        try:
            account = converted(sources, to, out, seat, tell, progress(), force)
        except ValueError as error:
            if not lines.count:
                raise
            nothing = error  # The list of what was skipped says why.
    end_progress()
    if nothing is not None:
        raise nothing
    lines.end()
    for number, line in enumerate(account.lines()):
        print(line if number else f"{out}: {line}")
    if account.empty:
        raise typer.Exit(2)  # What was named and is no record was told.


def notation(
    tiles: Annotated[
        list[str], typer.Argument(metavar="HAND...", help="A hand in any notation, quoted or not.")
    ],
    to: Annotated[
        Notation | None,
        typer.Option("--notation", help="How tiles are printed; by default all ways."),
    ] = None,
) -> None:
    """Write a hand in the other notations."""
    from mj_lab.core.text.hands import hand_text, parse_hand
    from mj_lab.core.text.tile_reader import NotationError

    try:
        written = parse_hand(" ".join(tiles))
    except NotationError as error:
        raise ValueError(f"hand: {error}") from None
    if to is not None:
        print(hand_text(written, to))
        return
    for each in Notation:
        print(f"{each.value:8} {hand_text(written, each)}")


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    with drafted(path) as draft, draft.open("w", encoding="utf-8") as file:
        yield file
