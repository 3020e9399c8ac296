"""The ledger: a line before and after every look at strength."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any

from mj_lab.core.game.players import named
from mj_lab.core.line_log import LineLog, LineLogError

# The same from every folder, so that no look is lost.
DEFAULT_LEDGER = Path("~/.local/share/mj/gate.jsonl")
BEGUN, RESUMED, ENDED = "begun", "resumed", "ended"
_FIELDS = {"look": int, "state": str, "seed": str, "plan": dict}
_KIND, _ID = "gate", "ledger"


@dataclass(frozen=True)
class Look:
    """One look: its number and seed, both unique, and all that determines its games.

    of_base: the number of looks at candidates against its base, this one included.
    """

    number: int
    seed: str
    plan: dict[str, Any]
    of_base: int


class Ledger:
    """The looks in an append-only file of JSON lines.

    Its first line has a random id. The seed of every look, and so the names of its stores, contain
    it, so ledgers do not share games. The file is created with the first look.

    Raises LineLogError if the file is something else.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._log = LineLog(path, "ledger of mj learn gate", "look of this ledger")
        self._id = self._identify() if self._log.lines else ""
        self._log.entries(_check)

    @property
    def games(self) -> Path:
        """The folder for the games of its looks, beside the ledger."""
        return self.path.with_suffix(".games")

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Every line of a look, the first one first."""
        return self._log.lines

    def begin(self, plan: Mapping[str, Any], **notes: Any) -> Look:
        """The look of this plan: an unfinished one, or a new one.

        It is recorded before its first game. notes: further entries that affect no game, such as
        the reason, the date or where it is played.
        """
        ended = {line["look"] for line in self.lines if line["state"] == ENDED}
        for line in self.lines:
            if line["look"] not in ended and line["plan"] == plan:
                look = self._look(line["look"], line["seed"], line["plan"])
                self._add(look, RESUMED, notes)
                return look
        self._id = self._id or self._identify()
        number = 1 + max((line["look"] for line in self.lines), default=0)
        seed = f"gate-{self._id}-{number}"
        self._add(Look(number, seed, dict(plan), 0), BEGUN, notes)
        return self._look(number, seed, dict(plan))

    def end(self, look: Look, result: Mapping[str, Any]) -> None:
        """Record the result of a look."""
        self._add(look, ENDED, {"result": dict(result)})

    def looks_at(self, candidate: str) -> int:
        """The number of looks at a candidate, by whatever name, unfinished ones included."""
        return sum(_same(line["plan"].get("candidate"), candidate) for line in self._begun())

    def _look(self, number: int, seed: str, plan: dict[str, Any]) -> Look:
        of_base = sum(
            line["look"] <= number and _same(line["plan"].get("base"), plan.get("base"))
            for line in self._begun()
        )
        return Look(number, seed, plan, of_base)

    def _begun(self) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["state"] == BEGUN]

    def _identify(self) -> str:
        settings = self._log.settings(_KIND, {_ID: token_hex(8)}, free=[_ID])
        if not re.fullmatch("[0-9a-f]{16}", str(settings.get(_ID))):
            raise LineLogError(f"{self.path}: line 1 has no ledger id")
        return str(settings[_ID])

    def _add(self, look: Look, state: str, more: Mapping[str, Any]) -> None:
        line = {"look": look.number, "state": state, "seed": look.seed, "plan": look.plan}
        self._log.add({**line, **more})


def _same(player: Any, other: Any) -> bool:
    """Whether two entries are one player: a new name makes no new base, whose looks start anew."""
    if not (isinstance(player, str) and isinstance(other, str)):
        return False
    return named(player).spec == named(other).spec


def _check(line: Mapping[str, Any]) -> None:
    for name, kind in _FIELDS.items():
        if not isinstance(line[name], kind):
            raise TypeError(name)
