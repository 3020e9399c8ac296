"""What the terminal shows."""

import io

from rich.console import Console

from mj_bot.botzone.bot import Settings
from mj_lab.table.live.matches.sessions import Sessions
from mj_lab.table.live.protocol import Finished, PollReply
from mj_lab.table.live.status import LineView, TableView

DEAL = "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 F1"


def a_console() -> Console:
    return Console(file=io.StringIO(), width=140, color_system=None)


def text_of(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def table_of(*games: tuple[str, list[str]]) -> Sessions:
    sessions = Sessions(Settings("greedy"))
    for match_id, requests in games:
        for request in requests:
            sessions.take(PollReply(((match_id, request),)), 0.0)
            sessions.decide()
    return sessions


def picture(sessions: Sessions, *ended: Finished, connection: str = "connected") -> list[str]:
    console = a_console()
    view = TableView(console)
    for record in sessions.take(PollReply((), ended), 0.0):
        view.ended(record)
    console.print(view.picture(sessions, connection))
    return text_of(console).splitlines()


def row(lines: list[str], match_id: str) -> str:
    (found,) = [line for line in lines if line.startswith(f"│ {match_id} ")]
    return found


def test_a_match_in_play() -> None:
    lines = picture(table_of(("bb", ["3 1 DRAW"]), ("aa", ["0 0 0", DEAL, "2 J1"])))
    assert "PLAY" in row(lines, "aa")
    assert "E" in row(lines, "aa")
    assert "joined in the middle, at '3 1 DRAW'" in row(lines, "bb")
    assert lines[-2].startswith("aa PLAY F1: shanten 0, ")  # What `greedy` says of it.
    assert "2 in play" in lines[-1]


def test_a_match_that_has_ended() -> None:
    sessions = table_of(("aa", ["0 2 0", DEAL]))
    results = [
        Finished("aa", 2, (-8, -8, 24, -8)),
        Finished("bb", 1, (10, -30, 10, 10)),
        Finished("cc", 1, None),
    ]
    lines = picture(sessions, *results, connection="trying again in 2.0 s: status 503")
    assert "+24" in row(lines, "aa")
    assert "own fault" in row(lines, "bb")
    assert "aborted" in row(lines, "cc")
    assert lines[-1].startswith("2 finished, score -6, 1 won, 1 own faults, 1 aborted")
    assert lines[-1].rstrip().endswith("trying again in 2.0 s: status 503")


def test_many_matches_fit() -> None:
    sessions = table_of(*[(f"m{number}", ["0 0 0"]) for number in range(60)])
    lines = picture(sessions)
    assert len(lines) < 40
    assert any("and 36 more" in line for line in lines)


def test_brackets_are_no_markup() -> None:
    lines = picture(table_of(("aa", ["[red] hello [/]"])))
    assert "'[red] hello [/]'" in row(lines, "aa")


def test_lines_for_a_pipe() -> None:
    console = a_console()
    sessions = table_of(("aa", ["0 2 0", DEAL]))
    with LineView(console) as view:
        for connection in ("connected", "connected", "trying again in 1 s: busy", "connected"):
            view.show(sessions, connection)
        for record in sessions.take(PollReply((), (Finished("aa", 2, (-8, -8, 24, -8)),)), 0.0):
            view.ended(record)
    assert text_of(console).splitlines() == [
        "connected",
        "trying again in 1 s: busy",
        "connected",
        "match aa: finished, 2 turns, seat W, own score +24 (-8 -8 +24 -8)",
    ]
