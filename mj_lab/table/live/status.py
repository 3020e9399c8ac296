"""Matches on the terminal: a live table, or a line for each match that has ended."""

from __future__ import annotations

import time
from collections import deque

from rich.console import Console, Group
from rich.live import Live as Screen
from rich.table import Table
from rich.text import Text

from mj_lab.table.live.matches.record import FINISHED, MatchRecord
from mj_lab.table.live.matches.session import Session
from mj_lab.table.live.matches.sessions import Sessions, Totals

_MOST_RUNNING = 24
_MOST_ENDED = 8
_MOST_LINES = 4
_LONGEST_REASON = 480
_REDRAW = 0.2  # Seconds between two redraws.


class LineView:
    """For a file or a pipe: one line for each finished match, and notes.

    It prints the state of the connection when that changes.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._connection = ""

    def __enter__(self) -> LineView:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to close."""

    def show(self, sessions: Sessions, connection: str) -> None:
        """Print the state of the connection, if it has changed."""
        kind = connection.rpartition(":")[2]
        if kind != self._connection:
            self._connection = kind
            self.tell(connection)

    def ended(self, record: MatchRecord) -> None:
        """Print how the match ended."""
        self.tell(ended_line(record))

    def tell(self, line: str) -> None:
        """Print the note."""
        self._console.print(Text(line), soft_wrap=True, highlight=False)


class TableView:
    """For a terminal: matches in play, the last finished ones, the latest reason, the totals."""

    def __init__(self, console: Console) -> None:
        # Refreshed by hand: another thread would read matches while they change.
        self._screen = Screen(console=console, auto_refresh=False)
        self._ended: deque[MatchRecord] = deque(maxlen=_MOST_ENDED)
        self._lines: deque[str] = deque(maxlen=_MOST_LINES)
        self._drawn = 0.0
        self._last: Group | None = None

    def __enter__(self) -> TableView:
        self._screen.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._screen.stop()

    def show(self, sessions: Sessions, connection: str) -> None:
        """Redraw the table, if the last time was long enough ago."""
        now = time.monotonic()
        if connection == "connected" and now - self._drawn < _REDRAW:
            return
        self._drawn = now
        self._screen.update(self.picture(sessions, connection), refresh=True)

    def picture(self, sessions: Sessions, connection: str) -> Group:
        """The whole display."""
        lines = [Text(line, style="dim") for line in self._lines]
        reason = [Text(sessions.reason[:_LONGEST_REASON])] if sessions.reason else []
        totals = _totals(sessions, connection)
        return Group(_table(sessions, self._ended), *reason, totals, *lines)

    def ended(self, record: MatchRecord) -> None:
        """Store the match for the table."""
        self._ended.append(record)

    def tell(self, line: str) -> None:
        """Store the note for the lines below the table."""
        self._lines.append(line)


def _table(sessions: Sessions, ended: deque[MatchRecord]) -> Table:
    table = Table(expand=True)
    table.add_column("match", no_wrap=True)
    table.add_column("seat")
    table.add_column("turn", justify="right")
    table.add_column("last decision", no_wrap=True)
    table.add_column("score", justify="right")
    table.add_column("notes", no_wrap=True, overflow="ellipsis", ratio=1)
    for record in ended:
        table.add_row(*map(Text, _ended_row(record)), style=_style(record))
    running = list(sessions.running.values())
    for session in running[:_MOST_RUNNING]:
        table.add_row(*map(Text, _running_row(session)), style="" if session.known else "yellow")
    if len(running) > _MOST_RUNNING:
        table.add_row(f"and {len(running) - _MOST_RUNNING} more")
    return table


def _running_row(session: Session) -> tuple[str, ...]:
    turn = str(len(session.requests))
    return (session.id, _wind(session.seat), turn, session.shown, "", "; ".join(session.marks))


def _ended_row(record: MatchRecord) -> tuple[str, ...]:
    marks = "own fault" if record.is_own_fault else "; ".join(record.marks)
    turn = str(len(record.requests))
    return (record.id, _wind(record.slot), turn, record.end, _signed(record.score), marks)


def _style(record: MatchRecord) -> str:
    if record.is_own_fault:
        return "bold red"
    return "dim" if record.known else "dim yellow"


def _wind(seat: int | None) -> str:
    return "ESWN"[seat] if seat is not None and 0 <= seat < 4 else "?"


def _signed(score: float | None) -> str:
    return "" if score is None else f"{score:+g}"


def _totals(sessions: Sessions, connection: str) -> Text:
    return Text(f"{totals_line(sessions.totals, len(sessions.running))} · {connection}")


def totals_line(totals: Totals, running: int = 0) -> str:
    """The totals in one line."""
    parts = [f"{totals.finished} finished", f"score {_signed(totals.score)}", f"{totals.wins} won"]
    parts.append(f"{totals.faults} own faults")
    if running:
        parts.insert(0, f"{running} in play")
    if totals.aborted:
        parts.append(f"{totals.aborted} aborted")
    if totals.unfinished:
        parts.append(f"{totals.unfinished} left unfinished")
    if totals.unknown:
        parts.append(f"{totals.unknown} not seen whole")
    return ", ".join(parts)


def ended_line(record: MatchRecord) -> str:
    """How a match ended, in one line."""
    scores = " ".join(_signed(score) for score in record.scores or ())
    line = f"match {record.id}: {record.end}, {len(record.requests)} turns"
    if record.end == FINISHED:
        line += f", seat {_wind(record.slot)}, own score {_signed(record.score)} ({scores})"
    if record.is_own_fault:
        line += ", own fault"
    if not record.known:
        line += f", not seen in full ({'; '.join(record.marks)})"
    return line
