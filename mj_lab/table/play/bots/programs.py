"""The programs that may sit at tables; only the server's command line names them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import PurePath

from mj_bot.tactics import Tactic
from mj_lab.core.game.players import check_name, is_tactic, named, tactic_of
from mj_lab.table.play.bots.program_bot import ProgramBot, check_program, program_bot

# The prefix of a program's name among the players of a table.
PROGRAM = "program:"


class MissingProgramError(ValueError):
    """A table has a program that this server was not started with. name: the program's."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"the program {name!r:.80} plays at this table: start mj web with --bot {name:.80}=..."
        )
        self.name = name


class Programs:
    """Programs, and classes (`py:MODULE:CLASS`), by name.

    words: NAME=SPEC or SPEC, for `player_of`; without NAME it is the file's or the class's name.

    Raises ValueError, one line, for a bad word.

    >>> Programs().names
    ()
    """

    def __init__(self, specs: Sequence[str] = ()) -> None:
        self._specs: dict[str, str] = {}
        for word in specs:
            name, spec = _named(word)
            check_program(spec)
            if name in self._specs:
                raise ValueError(f"two programs are called {name!r}: write NAME={spec:.80}")
            check_name(name)
            self._specs[name] = spec

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, in the given order."""
        return tuple(self._specs)

    def check(self, players: Sequence[str]) -> None:
        """Raise MissingProgramError if one of these players is an unknown program."""
        for player in players:
            if is_program(player) and player[len(PROGRAM) :] not in self._specs:
                raise MissingProgramError(player[len(PROGRAM) :])

    def tactic(self, player: str, seed: int) -> Tactic | None:
        """The tactic of a player's name, if it is a class. Raises MissingProgramError."""
        self.check((player,))
        spec = self._specs[player[len(PROGRAM) :]]
        return tactic_of(spec, seed) if is_tactic(spec) else None

    def bot(self, player: str, seat: int) -> ProgramBot:
        """The program of a player's name, at a seat. Raises MissingProgramError."""
        self.check((player,))
        return program_bot(self._specs[player[len(PROGRAM) :]], seat)


def is_program(player: str) -> bool:
    """Whether a player's name is a program's."""
    return player.startswith(PROGRAM)


def _named(word: str) -> tuple[str, str]:
    """The name and the spec.

    >>> _named("mine=keep:./bot.py"), _named("keep:bots/bot.py --deep=3")
    (('mine', 'keep:./bot.py'), ('bot.py', 'keep:bots/bot.py --deep=3'))
    """
    name, spec = named(word)
    if name != word:
        return name, spec
    if is_tactic(word):
        return word.rpartition(":")[2], word
    try:
        arguments = shlex.split(word.partition(":")[2])
    except ValueError:
        arguments = []
    files = [
        argument
        for argument in arguments
        if not argument.startswith("-") and PurePath(argument).suffix
    ] or arguments[:1]
    return PurePath(files[0]).name if files else "", word
