"""The settings of a table: who plays, how many hands, how fast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mj_bot import tactics
from mj_bot.events import SEATS
from mj_lab.core.game.seating import HANDS, PERSON
from mj_lab.table.play.bots.programs import PROGRAM, is_program

_LONGEST_NAME = 24
# Marks that turn the direction of what is written after them, and are not seen themselves.
_UNSEEN = dict.fromkeys(
    map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)


@dataclass(frozen=True)
class TableSettings:
    """The settings of a table.

    players: by player the name of a tactic or program (`bots.programs`), or PERSON. names: of the
    people. host: the player who set it up and may start it, None if unknown. hands: 1, 4 or 16.
    pace: seconds that each event is shown. clock: seconds for a person's answer, None for no limit.
    wall_seed: None for secret walls.

    Raises ValueError, one line, for bad settings.
    """

    players: tuple[str, ...]
    hands: int = 1
    pace: float = 0.8
    clock: float | None = None
    wall_seed: int | None = None
    names: tuple[str, ...] = ("", "", "", "")
    host: int | None = None

    def __post_init__(self) -> None:
        if len(self.players) != SEATS or len(self.names) != SEATS:
            raise ValueError(f"four players are needed, not {len(self.players)}")
        if PERSON not in self.players:
            raise ValueError("a table needs a person at it")
        for player in self.players:
            if player != PERSON and not is_program(player):
                tactics.check(player)
        if self.hands not in HANDS:
            raise ValueError("a match has 1, 4 or 16 hands")
        if not 0 <= self.pace <= 10:
            raise ValueError("the pace is 0 to 10 seconds")
        if self.clock is not None and not 3 <= self.clock <= 600:
            raise ValueError("the clock is 3 to 600 seconds")
        if any(len(name) > _LONGEST_NAME for name in self.names):
            raise ValueError(f"a name has {_LONGEST_NAME} characters at most")

    def name_of(self, player: int) -> str:
        """The name of a player."""
        return self.names[player] or self.players[player].removeprefix(PROGRAM)


def clean_name(text: str) -> str:
    """A name as people are shown it: single spaces, no marks of direction.

    >>> clean_name("  Mei   Lin" + chr(0x202E))
    'Mei Lin'
    """
    return " ".join(text.translate(_UNSEEN).split())


def settings_of(record: dict[str, Any]) -> TableSettings:
    """Parse the settings stored as text."""
    return TableSettings(
        **{**record, "players": tuple(record["players"]), "names": tuple(record["names"])}
    )
