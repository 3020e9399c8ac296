"""The command `mj records fetch`."""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from mj_lab.core.error_text import printable
from mj_lab.core.extras import missing_package
from mj_lab.core.files import check_output
from mj_lab.core.options import Force
from mj_lab.core.records.fetch.people_address import PeopleAddress, people_address

# Raw answers of the platforms where people play.
_KEPT = Path(".mj/fetched")


def register(app: typer.Typer) -> None:
    """Add the command to the group."""
    app.command()(fetch)


def fetch(
    match: Annotated[
        str,
        typer.Argument(
            metavar="MATCH_ID|URL",
            help="A match's id, or its page's address; also tziakcha:ID and salasasa:ID.",
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--out",
            help="Where to write: .json as the platform has it, else lines; MATCH_ID.jsonl, of "
            "people's matches MATCH_ID.json by default.",
        ),
    ] = None,
    site: Annotated[
        str, typer.Option(help="The host to ask, instead of the address's or Botzone's.")
    ] = "",
    force: Force = False,
) -> None:
    """Fetch a public match of Botzone, tziakcha or Salasasa as a record that every command reads.

    Answers of platforms where people play are stored in .mj/fetched and not fetched again.
    """
    from mj_lab.core.records.fetch.match_address import match_address

    of_people = people_address(match, site)
    if of_people is not None:
        _fetch_people(of_people, out or Path(f"{of_people.id}.json"), force)
        return
    wanted = match_address(match, site)
    path = out or Path(f"{wanted.match}.jsonl")
    check_output(path, force)
    try:
        from mj_lab.core.records.fetch.download import DownloadLimits, fetched
    except ImportError as error:
        raise missing_package("mj records fetch", str(error.name), "live") from None
    from mj_lab.core.records.fetch.log_in_page import game_in_answer
    from mj_lab.core.records.formats.seat_record import SeatRecord
    from mj_lab.core.records.matches import save_match

    data = fetched(wanted.url, DownloadLimits(), _tell)
    game = game_in_answer(data, wanted.url, wanted.match)
    if isinstance(game, SeatRecord):
        raise ValueError(f"{wanted.url}: only what one seat saw: save it from the page instead")
    save_match(path, game)
    scores = " ".join(f"{score:+d}" for score in game.scores)
    print(f"{path}: {len(game.requests)} turns, scores {scores}")
    if any(game.players):
        print(f"played by {', '.join(map(printable, game.players))}")
        print(f"if one of them is yours: mj review --own NAME {quote(str(path))}")


def _fetch_people(address: PeopleAddress, path: Path, force: bool) -> None:
    check_output(path, force)
    try:
        from mj_lab.core.records.fetch.people import PeopleRecords
    except ImportError as error:
        raise missing_package("mj records fetch", str(error.name), "live") from None
    import json

    from mj_lab.core.files import write_whole
    from mj_lab.core.records.archives import entries_of_record
    from mj_lab.core.records.matches import games_of, whole_match, write_matches

    record = PeopleRecords(_KEPT, _tell).record(address)
    entries = entries_of_record(address.id, record)
    matches = [whole_match(game) for game in games_of(entries, address.id)]
    if path.suffix == ".json":
        write_whole(path, json.dumps(record, ensure_ascii=False) + "\n")
    else:
        write_matches(path, matches)
    totals: dict[str, int] = {}
    for match in matches:
        for player, score in zip(match.players, match.scores, strict=True):
            totals[player] = totals.get(player, 0) + score
    totals_text = ", ".join(f"{printable(player)} {score:+d}" for player, score in totals.items())
    plural = "" if len(matches) == 1 else "s"
    print(f"{path}: {len(matches)} hand{plural}: {totals_text}")


def _tell(line: str) -> None:
    print(f"mj: {line}", file=sys.stderr)
