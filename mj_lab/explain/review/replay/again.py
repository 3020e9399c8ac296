"""The link and the command that play a recorded hand on from a decision."""

from __future__ import annotations

import shlex
from urllib.parse import urlencode

from mj_bot.events import SEATS
from mj_bot.tactics import DEFAULT
from mj_lab.core.game.seating import PERSON


def again_link(record: str, seat: int, turn: int | None, tactic: str = "", game: str = "") -> str:
    """The address at `mj web` that opens a table to play a record on.

    record: the address of its replay there, as `/saved/KEY`. seat: 0-3. turn: of a decision of that
    seat; None to leave it out at the end, for the caller to add. tactic: in the other seats, else
    the default. game: id or number in a file with several, else the first.

    >>> again_link("/saved/0f3c", 2, 17)
    '/play?record=%2Fsaved%2F0f3c&seat=2&turn=17'
    """
    named = {"record": record, "game": game, "tactic": tactic, "seat": str(seat)}
    given = {key: value for key, value in named.items() if value}
    return f"/play?{urlencode({**given, 'turn': '' if turn is None else turn})}"


def again_command(
    file: str, seat: int, turn: int | None, tactic: str = DEFAULT, game: str = "1"
) -> str:
    """The command that plays a record on at the terminal; arguments as for `again_link`.

    >>> again_command("my match.jsonl", 0, 17)
    "mj play human learned learned learned --record 'my match.jsonl' --at 17"
    >>> again_command("a.jsonl", 2, None, game="4")
    'mj play learned learned human learned --record a.jsonl --game 4 --at '
    """
    players = [PERSON if other_seat == seat else tactic for other_seat in range(SEATS)]
    which = [] if game == "1" else ["--game", game]
    command = ["mj", "play", *players, "--record", file, *which, "--at"]
    return f"{shlex.join(command)} {'' if turn is None else turn}"
