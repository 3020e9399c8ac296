"""Tables on disk as they are played: a SQLite file that a killed server finds everything in.

What is written is what the judge was given, turn by turn, and each person's answer before it is
confirmed; all else follows from it. Of a token only the digest is kept, so that the file opens no
seat.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from time import time
from typing import Any, NamedTuple

from mj_bot.events import Action, parse_response
from mj_bot.tiles import codes_of, tiles_of
from mj_lab.play.hands.begun import BegunHand
from mj_lab.records.match import Match, to_line
from mj_lab.storage.database import FileKind, open_database

_SCHEMA = """
CREATE TABLE tables (id TEXT PRIMARY KEY, settings TEXT NOT NULL, begun REAL NOT NULL);
CREATE TABLE tokens (
  digest TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables, player INTEGER
) WITHOUT ROWID;
CREATE TABLE hands (
  table_id TEXT NOT NULL REFERENCES tables, hand INTEGER NOT NULL, wall TEXT NOT NULL,
  scores TEXT, PRIMARY KEY (table_id, hand)
) WITHOUT ROWID;
CREATE TABLE answers (
  table_id TEXT NOT NULL, hand INTEGER NOT NULL, turn INTEGER NOT NULL, seat INTEGER NOT NULL,
  action TEXT NOT NULL, PRIMARY KEY (table_id, hand, turn, seat)
) WITHOUT ROWID;
CREATE TABLE turns (
  table_id TEXT NOT NULL, hand INTEGER NOT NULL, turn INTEGER NOT NULL, replies TEXT NOT NULL,
  PRIMARY KEY (table_id, hand, turn)
) WITHOUT ROWID;
"""
# What form 2 has besides: what a tactic made of people's seats, and the passes that they set.
_SINCE_2 = """
CREATE TABLE same_walls (
  table_id TEXT NOT NULL, hand INTEGER NOT NULL, player INTEGER NOT NULL, tactic TEXT NOT NULL,
  score INTEGER NOT NULL, instead INTEGER NOT NULL, alone INTEGER NOT NULL, parts INTEGER,
  PRIMARY KEY (table_id, hand, player)
) WITHOUT ROWID;
CREATE TABLE passes (
  table_id TEXT NOT NULL, hand INTEGER NOT NULL, seat INTEGER NOT NULL, until TEXT NOT NULL,
  PRIMARY KEY (table_id, hand, seat)
) WITHOUT ROWID;
"""
# And form 3: answers of programs that did not count, in their order.
_SINCE_3 = """
CREATE TABLE faults (
  table_id TEXT NOT NULL, hand INTEGER NOT NULL, seat INTEGER NOT NULL, place INTEGER NOT NULL,
  verdict TEXT NOT NULL, why TEXT NOT NULL, PRIMARY KEY (table_id, hand, seat, place)
) WITHOUT ROWID;
"""
# And form 4: the people in whose seats a bot plays for now; where the one hand of a table begins,
# if not at its deal. record: a match's line.
_SINCE_4 = """
CREATE TABLE left_seats (
  table_id TEXT NOT NULL, player INTEGER NOT NULL, PRIMARY KEY (table_id, player)
) WITHOUT ROWID;
CREATE TABLE beginnings (
  table_id TEXT PRIMARY KEY REFERENCES tables, record TEXT NOT NULL, seat INTEGER NOT NULL,
  turn INTEGER NOT NULL, wall_known INTEGER NOT NULL
) WITHOUT ROWID;
"""
# Before 0.4 the number of the version alone was kept.
TABLES = FileKind(
    "a file of tables",
    0x6D6A5462,  # "mjTb"
    (_SCHEMA, _SINCE_2, _SINCE_3, _SINCE_4),
    private=True,
    unsigned={1: 1, 2: 2, 3: 3},
)


class TokenHolder(NamedTuple):
    """Whose a token is. player: 0-3 in the order of the first hand, None for a spectator."""

    table_id: str
    player: int | None


class KeptHand(NamedTuple):
    """A hand as it was kept.

    turns: the four replies of each. answers: of people, by turn and seat. scores: None while it
    is played. begun: the hand on record that it is up to there; `turns` are those since.
    """

    wall: tuple[int, ...]
    turns: tuple[tuple[Action, ...], ...]
    answers: dict[tuple[int, int], Action]
    scores: tuple[int, ...] | None
    begun: BegunHand | None = None


class KeptFault(NamedTuple):
    """An answer of a program that did not count. place: from 0 among this seat's in the hand."""

    seat: int
    place: int
    verdict: str
    why: str


class SameWall(NamedTuple):
    """What a person and a tactic in its place made of one seat in one hand (`play.same_wall`).

    score, instead: points of the person, of the tactic. alone: whether all other seats were the
    same tactics in both. parts: the turn in which the tactic first answered otherwise, or None.
    """

    hand: int
    player: int
    tactic: str
    score: int
    instead: int
    alone: bool
    parts: int | None


class PlayStore:
    """The tables of one file; `close` it at the end. All writes are done when a method returns.

    Nobody else on this machine can read them: the wall of a hand that is being played is there.

    Raises DatabaseError for a file of another kind and where there can be none.
    """

    def __init__(self, path: Path) -> None:
        self._file = open_database(path, TABLES)

    def close(self) -> None:
        """Nothing more is asked of it."""
        self._file.close()

    def add_table(
        self,
        table_id: str,
        settings: dict[str, Any],
        tokens: dict[str, int | None],
        begun: BegunHand | None = None,
    ) -> None:
        """A new table, and whose each of its tokens is: a player's, or None for spectators'.

        begun: where its one hand begins, if not at a deal.
        """
        with self._file:
            self._file.execute("BEGIN")
            self._do("INSERT INTO tables VALUES (?, ?, ?)", table_id, json.dumps(settings), time())
            for token, player in tokens.items():
                self._do("INSERT INTO tokens VALUES (?, ?, ?)", _digest(token), table_id, player)
            if begun is not None:
                row = (to_line(begun.match), begun.seat, begun.turn, begun.wall_known)
                self._do("INSERT INTO beginnings VALUES (?, ?, ?, ?, ?)", table_id, *row)
                self.add_hand(table_id, 0, begun.match.wall)

    def holder(self, token: str) -> TokenHolder | None:
        """Whose this token is; None if it is nobody's.

        It is looked up by its digest, so that how long that takes tells nothing about tokens.
        """
        found = self._rows("SELECT table_id, player FROM tokens WHERE digest = ?", _digest(token))
        return TokenHolder(*found[0]) if found else None

    def settings(self, table_id: str) -> dict[str, Any]:
        """A table's settings, as they were added. Raises KeyError if there is no such table."""
        found = self._rows("SELECT settings FROM tables WHERE id = ?", table_id)
        if not found:
            raise KeyError(table_id)
        settings: dict[str, Any] = json.loads(found[0][0])
        return settings

    def set_up_at(self, table_id: str) -> float:
        """When a table was set up, in seconds since 1970. Raises KeyError if there is none."""
        found = self._rows("SELECT begun FROM tables WHERE id = ?", table_id)
        if not found:
            raise KeyError(table_id)
        return float(found[0][0])

    def add_hand(self, table_id: str, hand: int, wall: Sequence[int]) -> None:
        """A hand begins, with this wall."""
        codes = codes_of(wall)
        self._do("INSERT INTO hands (table_id, hand, wall) VALUES (?, ?, ?)", table_id, hand, codes)

    def add_answer(self, table_id: str, hand: int, turn: int, seat: int, action: Action) -> None:
        """A person's answer, before it is confirmed."""
        row = (table_id, hand, turn, seat, str(action))
        self._do("INSERT INTO answers VALUES (?, ?, ?, ?, ?)", *row)

    def add_turn(
        self,
        table_id: str,
        hand: int,
        turn: int,
        replies: Sequence[Any],
        scores: Sequence[int] | None = None,
        faults: Sequence[KeptFault] = (),
    ) -> None:
        """Four replies that the judge was given; with them what the hand paid, if it ended it.

        faults: of answers that did not count in this turn.
        """
        told = json.dumps([str(reply) for reply in replies])
        with self._file:
            self._file.execute("BEGIN")
            self._do("INSERT INTO turns VALUES (?, ?, ?, ?)", table_id, hand, turn, told)
            if scores is not None:
                ended = "UPDATE hands SET scores = ? WHERE table_id = ? AND hand = ?"
                self._do(ended, json.dumps(list(scores)), table_id, hand)
            for fault in faults:
                self._do("INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?)", table_id, hand, *fault)

    def hands(self, table_id: str) -> list[KeptHand]:
        """The hands of a table, the first first."""
        turns: dict[int, list[tuple[Action, ...]]] = {}
        asked = "SELECT hand, replies FROM turns WHERE table_id = ? ORDER BY hand, turn"
        for hand, replies in self._rows(asked, table_id):
            turns.setdefault(hand, []).append(tuple(map(parse_response, json.loads(replies))))
        answers: dict[int, dict[tuple[int, int], Action]] = {}
        asked = "SELECT hand, turn, seat, action FROM answers WHERE table_id = ?"
        for hand, turn, seat, action in self._rows(asked, table_id):
            answers.setdefault(hand, {})[turn, seat] = parse_response(action)
        begun = self._begun(table_id)
        asked = "SELECT hand, wall, scores FROM hands WHERE table_id = ? ORDER BY hand"
        return [
            KeptHand(
                tuple(tiles_of(wall)),
                tuple(turns.get(hand, ())),
                answers.get(hand, {}),
                None if scores is None else tuple(json.loads(scores)),
                begun,
            )
            for hand, wall, scores in self._rows(asked, table_id)
        ]

    def _begun(self, table_id: str) -> BegunHand | None:
        asked = "SELECT record, seat, turn, wall_known FROM beginnings WHERE table_id = ?"
        for record, seat, turn, wall_known in self._rows(asked, table_id):
            return BegunHand(Match.model_validate_json(record), seat, turn, bool(wall_known))
        return None

    def set_pass(self, table_id: str, hand: int, seat: int, until: str) -> None:
        """How long a seat passes what it cannot win with, in the words of the hand."""
        self._do("INSERT OR REPLACE INTO passes VALUES (?, ?, ?, ?)", table_id, hand, seat, until)

    def passes(self, table_id: str, hand: int) -> dict[int, str]:
        """The same of all seats that ever said so, by seat; "" where it passes no more."""
        asked = "SELECT seat, until FROM passes WHERE table_id = ? AND hand = ?"
        return dict(self._rows(asked, table_id, hand))

    def set_left(self, table_id: str, player: int, left: bool) -> None:
        """Whether a bot plays for a person of this table from now on."""
        if left:
            self._do("INSERT OR IGNORE INTO left_seats VALUES (?, ?)", table_id, player)
        else:
            gone = "DELETE FROM left_seats WHERE table_id = ? AND player = ?"
            self._do(gone, table_id, player)

    def left(self, table_id: str) -> set[int]:
        """The players of this table for whom a bot plays."""
        asked = "SELECT player FROM left_seats WHERE table_id = ?"
        return {player for (player,) in self._rows(asked, table_id)}

    def faults(self, table_id: str, hand: int) -> list[KeptFault]:
        """The faults that programs made in a hand, seat by seat, the first first."""
        asked = "SELECT seat, place, verdict, why FROM faults WHERE table_id = ? AND hand = ?"
        return [
            KeptFault(*row) for row in self._rows(f"{asked} ORDER BY seat, place", table_id, hand)
        ]

    def paid(self, table_id: str) -> list[tuple[int, ...] | None]:
        """What the hands of a table paid, by seat, the first first; None for one being played."""
        asked = "SELECT scores FROM hands WHERE table_id = ? ORDER BY hand"
        found = [row[0] for row in self._rows(asked, table_id)]
        return [None if scores is None else tuple(json.loads(scores)) for scores in found]

    def add_same_wall(self, table_id: str, row: SameWall) -> None:
        """What a tactic made of a person's seat; the same once more changes nothing."""
        marks = ", ".join("?" * (1 + len(row)))
        self._do(f"INSERT OR IGNORE INTO same_walls VALUES ({marks})", table_id, *row)

    def same_walls(self, table_id: str) -> list[SameWall]:
        """What tactics made of the seats of a table's people, hand by hand."""
        asked = f"SELECT {', '.join(SameWall._fields)} FROM same_walls WHERE table_id = ?"
        return [_same_wall(row) for row in self._rows(asked, table_id)]

    def all_same_walls(self) -> list[tuple[str, str, SameWall]]:
        """The same of all tables, each with its table and wall.

        A hand that began in a record is none of them: who plays it on may know what comes.
        """
        asked = (
            f"SELECT table_id, wall, {', '.join(SameWall._fields)} FROM same_walls"
            " JOIN hands USING (table_id, hand)"
            " WHERE table_id NOT IN (SELECT table_id FROM beginnings)"
        )
        return [(row[0], row[1], _same_wall(row[2:])) for row in self._rows(asked)]

    def _do(self, statement: str, *values: Any) -> None:
        self._file.execute(statement, values)

    def _rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with closing(self._file.execute(statement, values)) as cursor:
            return cursor.fetchall()


def _same_wall(row: Sequence[Any]) -> SameWall:
    found = SameWall(*row)
    return found._replace(alone=bool(found.alone))


def _digest(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()
