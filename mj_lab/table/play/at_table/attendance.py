"""Who is at a table of several people: here, away, replaced by a bot, or still to come.

A table of several people starts when all are here, or when its host starts it. Who lets a bot play
for himself may stay and look on. The seats that bots took over are stored on disk; presence is
known only while the table runs.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Literal

from mj_lab.table.play.hand_in_play import AnswerRefusedError
from mj_lab.table.play.play_table import PlayTable
from mj_lab.table.play.store import PlayStore

# States of a player: a bot from the start, a bot in a person's seat, a person with or without an
# open page, a seat that nobody has taken yet.
Presence = Literal["bot", "left", "here", "away", "free"]


class Attendance:
    """The people of one `table`. left: players whose seats a bot plays for now.

    taken: players whose seats somebody has sat down in.
    """

    def __init__(self, store: PlayStore, table: PlayTable) -> None:
        self._store = store
        self.table = table
        self._pages: Counter[int] = Counter()
        self.people = sorted(table.people)
        self.left = store.left(table.id)
        self.taken = store.taken(table.id)
        self.has_begun = not self.has_several or table.has_begun

    @property
    def has_several(self) -> bool:
        """Whether the table was set up for more than one person."""
        return len(self.people) > 1

    @property
    def active(self) -> list[int]:
        """The people who play themselves, here or away."""
        return [player for player in self.people if player not in self.left]

    @property
    def waited_for(self) -> list[int]:
        """Those who play themselves; if nobody does, those who look on while bots play for them."""
        looking_on = [player for player in self.people if self._pages[player]]
        return self.active or [player for player in looking_on if player not in self.table.given_up]

    def may_go_on(self) -> bool:
        """Whether somebody plays or looks on, and the table has begun or everybody is here."""
        if not self.waited_for:
            return False
        return self.has_begun or all(self._pages[player] for player in self.active)

    def presences(self) -> list[Presence]:
        """The state of every player, in the order of the first hand."""
        return [self._presence(player) for player in range(len(self.table.settings.players))]

    def may_start(self, player: int | None) -> bool:
        """Whether this player may start the table without those who are missing."""
        host = self.table.settings.host
        return player is not None and not self.has_begun and host in (None, player)

    def free(self) -> list[int]:
        """The players whose seats a guest may take: nobody has, or a bot plays there."""
        if not self.has_several:
            return []
        return [one for one in self.people if one not in self.taken or one in self.left]

    def check_free(self, player: int) -> None:
        """Raise AnswerRefusedError if a guest cannot take this seat."""
        if player not in self.free():
            raise AnswerRefusedError("that seat is taken")

    def sat_down(self, player: int) -> None:
        """A guest has taken this seat."""
        self.taken.add(player)
        self.left.discard(player)

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
        """A bot takes over for this player, who may stay and look on.

        Raises AnswerRefusedError if the player gave the match up.
        """
        self._check_plays(player)
        self._set_left(player, True)

    def give_up(self, player: int) -> None:
        """This player leaves the match for good; a bot takes over while others play."""
        self.table.give_up(player)
        self._set_left(player, True)

    def come_back(self, player: int) -> None:
        """This player plays again.

        Raises AnswerRefusedError if no bot has the seat, or if the player gave the match up.
        """
        self._check_plays(player)
        if player not in self.left:
            raise AnswerRefusedError("no bot plays for you")
        self._set_left(player, False)

    def replace(self, player: int) -> None:
        """A bot takes over for a player who is away. Raises AnswerRefusedError for anybody else."""
        if not self.has_begun:
            raise AnswerRefusedError("the table has not begun")
        if not 0 <= player < len(self.table.settings.players) or self._presence(player) != "away":
            raise AnswerRefusedError("only a player who is away can be replaced")
        self._set_left(player, True)

    def _check_plays(self, player: int) -> None:
        if player in self.table.given_up:
            raise AnswerRefusedError("you gave this match up")

    def _presence(self, player: int) -> Presence:
        if player not in self.people:
            return "bot"
        if player in self.left:
            return "left"
        if player not in self.taken:
            return "free"
        return "here" if self._pages[player] else "away"

    def _set_left(self, player: int, left: bool) -> None:
        self.table.keep(partial(self._store.set_left, self.table.id, player, left))
        (self.left.add if left else self.left.discard)(player)
