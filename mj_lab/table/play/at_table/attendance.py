"""Who is at a table of several people: here, away, or replaced by a bot.

A table of several people starts when all are here, or when its host starts it. The seats that bots
took over are stored on disk; presence is known only while the table runs.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

from mj_lab.core.game.seating import PERSON
from mj_lab.table.play.hand_in_play import AnswerRefusedError
from mj_lab.table.play.play_table import PlayTable
from mj_lab.table.play.store import PlayStore

# States of a player: a bot from the start, a bot in a person's seat, a person with or without an
# open page.
Presence = Literal["bot", "left", "here", "away"]


class Attendance:
    """The people of one table. left: players whose seats a bot plays for now."""

    def __init__(self, store: PlayStore, table: PlayTable) -> None:
        self._store = store
        self._table = table
        self._pages: Counter[int] = Counter()
        self.people = [
            player for player, spec in enumerate(table.settings.players) if spec == PERSON
        ]
        self.left = store.left(table.id)
        # Turn 0 asks nothing: a table without any action is at turn 1.
        self.has_begun = not self.has_several or table.sequence > 1

    @property
    def has_several(self) -> bool:
        """Whether the table was set up for more than one person."""
        return len(self.people) > 1

    @property
    def active(self) -> list[int]:
        """The people who play themselves, here or away."""
        return [player for player in self.people if player not in self.left]

    def may_go_on(self) -> bool:
        """Whether somebody plays, and the table has begun or everybody is here."""
        if not self.active:
            return False
        return self.has_begun or all(self._pages[player] for player in self.active)

    def presences(self) -> list[Presence]:
        """The state of every player, in the order of the first hand."""
        return [self._presence(player) for player in range(len(self._table.settings.players))]

    def may_start(self, player: int | None) -> bool:
        """Whether this player may start the table without those who are missing."""
        host = self._table.settings.host
        return player is not None and not self.has_begun and host in (None, player)

    def come(self, player: int | None) -> None:
        """A page of a player opened; spectators are not counted."""
        if player is not None:
            self._pages[player] += 1

    def go(self, player: int | None) -> None:
        """A page of a player closed."""
        if player is not None:
            self._pages[player] -= 1

    def start(self, player: int) -> None:
        """Start with bots in the seats of those who are missing.

        Raises AnswerRefusedError if it has begun, and for everybody but the host.
        """
        if self.has_begun:
            raise AnswerRefusedError("the table has begun")
        if not self.may_start(player):
            raise AnswerRefusedError("only the host can start the table")
        for absent in self.active:
            if not self._pages[absent]:
                self._set_left(absent, True)

    def leave(self, player: int) -> None:
        """A bot takes over for this player. Raises AnswerRefusedError if nobody else sits here."""
        if not self.has_several:
            raise AnswerRefusedError("nobody else plays at this table")
        self._set_left(player, True)

    def come_back(self, player: int) -> None:
        """This player plays again. Raises AnswerRefusedError if no bot has the seat."""
        if player not in self.left:
            raise AnswerRefusedError("no bot plays for you")
        self._set_left(player, False)

    def replace(self, player: int) -> None:
        """A bot takes over for a player who is away. Raises AnswerRefusedError for anybody else."""
        if not self.has_begun:
            raise AnswerRefusedError("the table has not begun")
        if not 0 <= player < len(self._table.settings.players) or self._presence(player) != "away":
            raise AnswerRefusedError("only a player who is away can be replaced")
        self._set_left(player, True)

    def _presence(self, player: int) -> Presence:
        if player not in self.people:
            return "bot"
        if player in self.left:
            return "left"
        return "here" if self._pages[player] else "away"

    def _set_left(self, player: int, left: bool) -> None:
        self._store.set_left(self._table.id, player, left)
        (self.left.add if left else self.left.discard)(player)
