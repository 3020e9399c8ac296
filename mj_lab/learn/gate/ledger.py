"""The ledger: a line for every look that was taken at strength, before it is taken and after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mj_lab.storage.line_log import LineLog

BEGUN, ENDED = "begun", "ended"
_FIELDS = {"look": int, "state": str, "seed": str, "plan": dict}


@dataclass(frozen=True)
class Look:
    """One look: its number and seed, which no other look has, and all that decides its games."""

    number: int
    seed: str
    plan: dict[str, Any]


class Ledger:
    """The looks in a file of JSON lines, to which lines are only ever added.

    Raises LineLogError if the file is something else.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._log = LineLog(path, "ledger of mj learn gate", "look of this ledger")
        self._log.entries(_check)

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Every line, the first one first."""
        return self._log.lines

    def begin(self, plan: Mapping[str, Any], **told: Any) -> Look:
        """The look of this plan: the one that was begun and has not ended, or the next.

        A new one is written down before a game of it is played. told: what is written with it and
        decides no game, such as the reason or the date.
        """
        ended = {line["look"] for line in self.lines if line["state"] == ENDED}
        for line in self.lines:
            if line["look"] not in ended and line["plan"] == plan:
                return Look(line["look"], line["seed"], line["plan"])
        number = 1 + max((line["look"] for line in self.lines), default=0)
        look = Look(number, f"gate-{number}", dict(plan))
        self._log.add(
            {"look": number, "state": BEGUN, "seed": look.seed, "plan": look.plan, **told}
        )
        return look

    def end(self, look: Look, result: Mapping[str, Any]) -> None:
        """Write down what came of a look."""
        self._log.add(
            {
                "look": look.number,
                "state": ENDED,
                "seed": look.seed,
                "plan": look.plan,
                "result": dict(result),
            }
        )

    def looks_at(self, candidate: str) -> int:
        """How many looks were taken at a candidate of this name, unfinished ones too."""
        return sum(
            line["state"] == BEGUN and line["plan"].get("candidate") == candidate
            for line in self.lines
        )


def _check(line: Mapping[str, Any]) -> None:
    for name, kind in _FIELDS.items():
        if not isinstance(line[name], kind):
            raise TypeError(name)
