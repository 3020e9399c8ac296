"""Tables in progress on disk: a SQLite file from which a killed server resumes.

It stores the judge's inputs, turn by turn, and each person's answer before it is confirmed; all
else follows from these. Only digests of tokens are stored, so the file gives access to no seat.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from threading import RLock
from time import time
from typing import Any, NamedTuple

from mj_bot.events import Action, parse_response
from mj_bot.tiles import codes_of, tiles_of
from mj_lab.core.database import FileKind, open_database
from mj_lab.core.records.match import Match, to_line
from mj_lab.table.play.hands.resumed_hand import BegunHand

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
# Added in form 2: tactics' results in people's seats, and passes set by people.
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
# Added in form 3: answers of programs that did not count, in order.
_SINCE_3 = """
CREATE TABLE faults (
  table_id TEXT NOT NULL, hand INTEGER NOT NULL, seat INTEGER NOT NULL, place INTEGER NOT NULL,
  verdict TEXT NOT NULL, why TEXT NOT NULL, PRIMARY KEY (table_id, hand, seat, place)
) WITHOUT ROWID;
"""
# Added in form 4: the people whose seats a bot plays now; where the only hand of a table begins, if
# not at its deal. record: a match's line.
_SINCE_4 = """
CREATE TABLE left_seats (
  table_id TEXT NOT NULL, player INTEGER NOT NULL, PRIMARY KEY (table_id, player)
) WITHOUT ROWID;
CREATE TABLE beginnings (
  table_id TEXT PRIMARY KEY REFERENCES tables, record TEXT NOT NULL, seat INTEGER NOT NULL,
  turn INTEGER NOT NULL, wall_known INTEGER NOT NULL
) WITHOUT ROWID;
"""
# Added in form 5: what a person's answers gained over the tactic's, in sampled worlds.
_SINCE_5 = """
ALTER TABLE same_walls ADD COLUMN against REAL;
ALTER TABLE same_walls ADD COLUMN error REAL;
ALTER TABLE same_walls ADD COLUMN differ INTEGER;
ALTER TABLE same_walls ADD COLUMN worlds INTEGER;
"""
# Added in form 6: the hands in which a bot answered for a person; the people who gave a match up.
_SINCE_6 = """
CREATE TABLE bot_hands (
  table_id TEXT NOT NULL, hand INTEGER NOT NULL, player INTEGER NOT NULL,
  PRIMARY KEY (table_id, hand, player)
) WITHOUT ROWID;
CREATE TABLE given_up (
  table_id TEXT NOT NULL, player INTEGER NOT NULL, PRIMARY KEY (table_id, player)
) WITHOUT ROWID;
"""
# Added in form 7: matches that follow one another at one table with the same tokens, guests who may
# sit down. since: a match's first message among those of all matches before it.
_SINCE_7 = """
ALTER TABLE tables ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
CREATE TABLE holders (
  digest TEXT NOT NULL, table_id TEXT NOT NULL REFERENCES tables, player INTEGER,
  guest INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (digest, table_id)
) WITHOUT ROWID;
INSERT INTO holders (digest, table_id, player) SELECT digest, table_id, player FROM tokens;
DROP TABLE tokens;
CREATE INDEX holders_by_table ON holders (table_id, player);
"""
# Before 0.4 only the version's number was stored.
TABLES = FileKind(
    "a file of tables",
    0x6D6A5462,  # "mjTb"
    (_SCHEMA, _SINCE_2, _SINCE_3, _SINCE_4, _SINCE_5, _SINCE_6, _SINCE_7),
    private=True,
    unsigned={1: 1, 2: 2, 3: 3},
)


class TokenHolder(NamedTuple):
    """The holder of a token. player: 0-3 in the order of the first hand, None for a spectator.

    guest: whether this spectator may sit down in a free seat.
    """

    table_id: str
    player: int | None
    guest: bool = False


class KeptHand(NamedTuple):
    """A stored hand.

    turns: the four replies of each. answers: of people, by turn and seat. scores: None while it is
    running. begun: the recorded hand that it continues; `turns` are those since.
    """

    wall: tuple[int, ...]
    turns: tuple[tuple[Action, ...], ...]
    answers: dict[tuple[int, int], Action]
    scores: tuple[int, ...] | None
    begun: BegunHand | None = None


class KeptFault(NamedTuple):
    """A program's answer that did not count. place: its number in the seat's hand, from 0."""

    seat: int
    place: int
    verdict: str
    why: str


class SameWall(NamedTuple):
    """The results of a person and a tactic in one seat in one hand (`play.same_wall`).

    score, instead: points of the person, of the tactic. alone: whether all other seats were
    tactics. parts: the turn in which the tactic first answered differently, or None. against: the
    points of the person's answers less the tactic's, summed over the `differ` answers that differ,
    each a mean of `worlds` sampled worlds; error: its standard error. None for hands from before
    form 5, or compared without the engine.
    """

    hand: int
    player: int
    tactic: str
    score: int
    instead: int
    alone: bool
    parts: int | None
    against: float | None = None
    error: float | None = None
    differ: int | None = None
    worlds: int | None = None


class PlayStore:
    """The tables of one file; `close` it at the end. Writes are committed when a method returns.

    Other users of this machine cannot read the file, as it has the walls of running hands. Methods
    may be called from any thread.

    Raises DatabaseError for a file of another kind, and if none can be created; every method raises
    it if the file fails.
    """

    def __init__(self, path: Path) -> None:
        self._lock = RLock()
        self._file = open_database(path, TABLES)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def add_table(
        self,
        table_id: str,
        settings: dict[str, Any],
        tokens: dict[str, int | None],
        begun: BegunHand | None = None,
        room: str | None = None,
    ) -> None:
        """Add a table, with the holder of each token: a player, or None for spectators.

        begun: where its only hand begins, if not at a deal. room: the token of guests.
        """
        with self._whole():
            self._add(table_id, settings, 0)
            for token, player in tokens.items():
                self._hold(token, table_id, player)
            if room is not None:
                self._hold(room, table_id, None, guest=True)
            if begun is not None:
                row = (to_line(begun.match), begun.seat, begun.turn, begun.wall_known)
                self._do("INSERT INTO beginnings VALUES (?, ?, ?, ?, ?)", table_id, *row)
                self.add_hand(table_id, 0, begun.match.wall)

    def add_next(
        self,
        table_id: str,
        before: str,
        settings: dict[str, Any],
        since: int,
        moved: Sequence[int],
    ) -> None:
        """Add the match that follows `before` at the same table: all its tokens hold on.

        moved: by player of `before` the player in this one.
        """
        with self._whole():
            self._add(table_id, settings, since)
            query = "SELECT digest, player, guest FROM holders WHERE table_id = ?"
            for digest, player, guest in self._rows(query, before):
                now = None if player is None else moved[player]
                self._do("INSERT INTO holders VALUES (?, ?, ?, ?)", digest, table_id, now, guest)
            for player in self.left(before):
                self.set_left(table_id, moved[player], True)

    def sit(self, table_id: str, player: int, token: str, settings: dict[str, Any]) -> None:
        """Give a seat to the holder of a new token; whoever held it becomes a guest.

        settings: of the table with the name of who sits there now.
        """
        with self._whole():
            self.set_settings(table_id, settings)
            gone = "UPDATE holders SET player = NULL, guest = 1 WHERE table_id = ? AND player = ?"
            self._do(gone, table_id, player)
            self._hold(token, table_id, player)
            self.set_left(table_id, player, False)

    def _add(self, table_id: str, settings: dict[str, Any], since: int) -> None:
        row = (table_id, json.dumps(settings), time(), since)
        self._do("INSERT INTO tables (id, settings, begun, since) VALUES (?, ?, ?, ?)", *row)

    def _hold(self, token: str, table_id: str, player: int | None, guest: bool = False) -> None:
        row = (_digest(token), table_id, player, guest)
        self._do("INSERT INTO holders VALUES (?, ?, ?, ?)", *row)

    def holders(self, token: str) -> list[TokenHolder]:
        """What this token holds at each match of its table, the newest first; none if unknown.

        Looked up by its digest, so that timing reveals nothing about tokens.
        """
        query = (
            "SELECT table_id, player, guest FROM holders JOIN tables ON id = table_id"
            " WHERE digest = ? ORDER BY since DESC"
        )
        return [
            TokenHolder(table_id, player, bool(guest))
            for table_id, player, guest in self._rows(query, _digest(token))
        ]

    def holder(self, token: str) -> TokenHolder | None:
        """What this token holds now; None for an unknown one."""
        return next(iter(self.holders(token)), None)

    def taken(self, table_id: str) -> set[int]:
        """The players whose seats somebody's token opens."""
        query = "SELECT player FROM holders WHERE table_id = ? AND player IS NOT NULL"
        return {player for (player,) in self._rows(query, table_id)}

    def since(self, table_id: str) -> int:
        """How many messages came before this match at its table. KeyError if there is none."""
        rows = self._rows("SELECT since FROM tables WHERE id = ?", table_id)
        if not rows:
            raise KeyError(table_id)
        return int(rows[0][0])

    def set_settings(self, table_id: str, settings: dict[str, Any]) -> None:
        """Change the settings of a table."""
        text = json.dumps(settings)
        self._do("UPDATE tables SET settings = ? WHERE id = ?", text, table_id)

    def settings(self, table_id: str) -> dict[str, Any]:
        """A table's settings. Raises KeyError if there is no such table."""
        rows = self._rows("SELECT settings FROM tables WHERE id = ?", table_id)
        if not rows:
            raise KeyError(table_id)
        settings: dict[str, Any] = json.loads(rows[0][0])
        return settings

    def set_up_at(self, table_id: str) -> float:
        """When a table was set up, in seconds since 1970. Raises KeyError if there is none."""
        rows = self._rows("SELECT begun FROM tables WHERE id = ?", table_id)
        if not rows:
            raise KeyError(table_id)
        return float(rows[0][0])

    def add_hand(self, table_id: str, hand: int, wall: Sequence[int]) -> None:
        """Add a hand with this wall."""
        codes = codes_of(wall)
        self._do("INSERT INTO hands (table_id, hand, wall) VALUES (?, ?, ?)", table_id, hand, codes)

    def add_answer(self, table_id: str, hand: int, turn: int, seat: int, action: Action) -> None:
        """Add a person's answer, before it is confirmed."""
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
        """Add the four replies of a turn, with the scores if it ended the hand.

        faults: of answers that did not count in this turn.
        """
        text = json.dumps([str(reply) for reply in replies])
        with self._whole():
            self._do("INSERT INTO turns VALUES (?, ?, ?, ?)", table_id, hand, turn, text)
            if scores is not None:
                ended = "UPDATE hands SET scores = ? WHERE table_id = ? AND hand = ?"
                self._do(ended, json.dumps(list(scores)), table_id, hand)
            for fault in faults:
                self._do("INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?)", table_id, hand, *fault)

    def hands(self, table_id: str) -> list[KeptHand]:
        """The hands of a table, in order."""
        turns: dict[int, list[tuple[Action, ...]]] = {}
        query = "SELECT hand, replies FROM turns WHERE table_id = ? ORDER BY hand, turn"
        for hand, replies in self._rows(query, table_id):
            turns.setdefault(hand, []).append(tuple(map(parse_response, json.loads(replies))))
        answers: dict[int, dict[tuple[int, int], Action]] = {}
        query = "SELECT hand, turn, seat, action FROM answers WHERE table_id = ?"
        for hand, turn, seat, action in self._rows(query, table_id):
            answers.setdefault(hand, {})[turn, seat] = parse_response(action)
        begun = self._begun(table_id)
        query = "SELECT hand, wall, scores FROM hands WHERE table_id = ? ORDER BY hand"
        return [
            KeptHand(
                tuple(tiles_of(wall)),
                tuple(turns.get(hand, ())),
                answers.get(hand, {}),
                None if scores is None else tuple(json.loads(scores)),
                begun,
            )
            for hand, wall, scores in self._rows(query, table_id)
        ]

    def _begun(self, table_id: str) -> BegunHand | None:
        query = "SELECT record, seat, turn, wall_known FROM beginnings WHERE table_id = ?"
        for record, seat, turn, wall_known in self._rows(query, table_id):
            return BegunHand(Match.model_validate_json(record), seat, turn, bool(wall_known))
        return None

    def set_pass(self, table_id: str, hand: int, seat: int, until: str) -> None:
        """Store how long a seat passes discards it cannot win with; see `HandInPlay.passes`."""
        self._do("INSERT OR REPLACE INTO passes VALUES (?, ?, ?, ?)", table_id, hand, seat, until)

    def passes(self, table_id: str, hand: int) -> dict[int, str]:
        """The same by seat, for all seats that have set it; "" for no longer."""
        query = "SELECT seat, until FROM passes WHERE table_id = ? AND hand = ?"
        return dict(self._rows(query, table_id, hand))

    def set_left(self, table_id: str, player: int, left: bool) -> None:
        """Set whether a bot plays for a person of this table from now on."""
        if left:
            self._do("INSERT OR IGNORE INTO left_seats VALUES (?, ?)", table_id, player)
        else:
            gone = "DELETE FROM left_seats WHERE table_id = ? AND player = ?"
            self._do(gone, table_id, player)

    def left(self, table_id: str) -> set[int]:
        """The players of this table for whom a bot plays."""
        query = "SELECT player FROM left_seats WHERE table_id = ?"
        return {player for (player,) in self._rows(query, table_id)}

    def add_bot_hand(self, table_id: str, hand: int, player: int) -> None:
        """Mark a hand in which a bot answers for a person; marking it again changes nothing."""
        self._do("INSERT OR IGNORE INTO bot_hands VALUES (?, ?, ?)", table_id, hand, player)

    def bot_hands(self, table_id: str) -> set[tuple[int, int]]:
        """The marked hands of a table, each with the person for whom a bot answered."""
        query = "SELECT hand, player FROM bot_hands WHERE table_id = ?"
        return {(hand, player) for hand, player in self._rows(query, table_id)}

    def add_given_up(self, table_id: str, player: int) -> None:
        """Store that a person gave the match up."""
        self._do("INSERT OR IGNORE INTO given_up VALUES (?, ?)", table_id, player)

    def given_up(self, table_id: str) -> set[int]:
        """The people of a table who gave its match up."""
        query = "SELECT player FROM given_up WHERE table_id = ?"
        return {player for (player,) in self._rows(query, table_id)}

    def faults(self, table_id: str, hand: int) -> list[KeptFault]:
        """The faults of programs in a hand, seat by seat, oldest first."""
        query = "SELECT seat, place, verdict, why FROM faults WHERE table_id = ? AND hand = ?"
        return [
            KeptFault(*row) for row in self._rows(f"{query} ORDER BY seat, place", table_id, hand)
        ]

    def paid(self, table_id: str) -> list[tuple[int, ...] | None]:
        """The scores of a table's hands, by seat, oldest first; None for a running one."""
        query = "SELECT scores FROM hands WHERE table_id = ? ORDER BY hand"
        scores_of_hands = [row[0] for row in self._rows(query, table_id)]
        return [None if scores is None else tuple(json.loads(scores)) for scores in scores_of_hands]

    def add_same_wall(self, table_id: str, row: SameWall) -> None:
        """Add a tactic's result in a person's seat; adding it again changes nothing."""
        marks = ", ".join("?" * (1 + len(row)))
        self._do(f"INSERT OR IGNORE INTO same_walls VALUES ({marks})", table_id, *row)

    def same_walls(self, table_id: str) -> list[SameWall]:
        """The tactics' results in the seats of a table's people, hand by hand."""
        query = f"SELECT {', '.join(SameWall._fields)} FROM same_walls WHERE table_id = ?"
        return [_same_wall(row) for row in self._rows(query, table_id)]

    def all_same_walls(self) -> list[tuple[str, str, SameWall]]:
        """The same of all tables, each with its table and wall.

        Hands that began in a record are left out: their players may know what comes. So are those
        in which a bot answered for the person.
        """
        query = (
            f"SELECT table_id, wall, {', '.join(SameWall._fields)} FROM same_walls"
            " JOIN hands USING (table_id, hand)"
            " WHERE table_id NOT IN (SELECT table_id FROM beginnings)"
            " AND (table_id, hand, player) NOT IN (SELECT table_id, hand, player FROM bot_hands)"
        )
        return [(row[0], row[1], _same_wall(row[2:])) for row in self._rows(query)]

    @contextmanager
    def _whole(self) -> Iterator[None]:
        with self._lock, self._file.whole():
            yield

    def _do(self, statement: str, *values: Any) -> None:
        with self._whole():
            self._file.execute(statement, values)

    def _rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._lock, closing(self._file.execute(statement, values)) as cursor:
            return cursor.fetchall()


def _same_wall(row: Sequence[Any]) -> SameWall:
    same_wall = SameWall(*row)
    return same_wall._replace(alone=bool(same_wall.alone))


def _digest(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()
