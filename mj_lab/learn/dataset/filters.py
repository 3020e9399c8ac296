"""Filters: which games of a data set count, and which of their seats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from mj_bot.events import HU, SEATS
from mj_lab.learn.dataset.shard import EVERY_SEAT, NOBODY, VERDICTS, Column, StoredGames


@dataclass(frozen=True)
class Filters:
    """Conditions on games and seats; omitted ones do not count.

    winners: only the seat that won. result: HU, HUANG, or a fault's verdict. min_fan: games won
    with at least this fan. level: of the match. player: seats of the player of that name.
    """

    winners: bool = False
    result: str | None = None
    min_fan: int | None = None
    level: str | None = None
    player: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The conditions that are set."""
        return {name: value for name, value in asdict(self).items() if value not in (None, False)}

    def seats_of(self, games: StoredGames) -> Column:
        """The seats of each game that pass, one bit each: uint8 [games]; 0 if the game does not.

        Raises ValueError for an unknown result.
        """
        seats = games["seats"].copy()
        winners, won = games["winners"], games["verdicts"] == VERDICTS.index(HU)
        if self.winners:
            winner = np.where(won & (winners != NOBODY), winners, 0)
            seats &= np.where(won, 1 << winner, 0).astype(np.uint8)
        if self.result is not None:
            if self.result.upper() not in VERDICTS[1:]:
                raise ValueError(
                    f"no such result: {self.result!r:.40}; there are: {', '.join(VERDICTS[1:])}"
                )
            seats[games["verdicts"] != VERDICTS.index(self.result.upper())] = 0
        if self.min_fan is not None:
            seats[~won | (games["fans"] < self.min_fan)] = 0
        if self.level is not None:
            seats[games["names"][games["levels"]] != self.level] = 0
        if self.player is not None:
            theirs = games["names"][games["players"]] == self.player
            seats &= (theirs * (1 << np.arange(SEATS))).sum(axis=1).astype(np.uint8)
        return np.asarray(seats & EVERY_SEAT, np.uint8)


def filters_of(words: Iterable[str]) -> Filters:
    """Parse `winners`, `result=HU`, `fan=24`, `level=NAME` and `player=NAME`.

    Raises ValueError, one line, for another word.

    >>> filters_of(["winners", "fan=24"])
    Filters(winners=True, result=None, min_fan=24, level=None, player=None)
    """
    options: dict[str, Any] = {}
    for word in words:
        name, _, value = word.partition("=")
        if word == "winners":
            options["winners"] = True
        elif name == "fan" and value.isdecimal():
            options["min_fan"] = int(value)
        elif name in ("result", "level", "player") and value:
            options[name] = value
        else:
            raise ValueError(
                f"--only: winners, result=HU, fan=24, level=NAME or player=NAME, not {word!r:.60}"
            )
    return Filters(**options)
