"""The ledger: a line for every look that was taken at strength, before it is taken and after."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mj_lab.storage.files import check_kept_file

BEGUN, ENDED = "begun", "ended"
_FIELDS = {"look": int, "state": str, "seed": str, "plan": dict}


class LedgerError(ValueError):
    """The ledger cannot be read or written: one line says why."""


@dataclass(frozen=True)
class Look:
    """One look: its number and seed, which no other look has, and all that decides its games."""

    number: int
    seed: str
    plan: dict[str, Any]


class Ledger:
    """The looks in a file of JSON lines, to which lines are only ever added.

    Raises LedgerError if the file is something else.
    """

    def __init__(self, path: Path) -> None:
        try:
            check_kept_file(path)
        except ValueError as error:
            raise LedgerError(str(error)) from None
        self.path = path
        self.lines = _lines_of(path)

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
        self._add({"look": number, "state": BEGUN, "seed": look.seed, "plan": look.plan, **told})
        return look

    def end(self, look: Look, result: Mapping[str, Any]) -> None:
        """Write down what came of a look."""
        self._add(
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

    def _add(self, line: dict[str, Any]) -> None:
        text = json.dumps(line, ensure_ascii=False)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(text + "\n")
        except OSError as error:
            raise LedgerError(f"{self.path}: {error.strerror}") from None
        self.lines.append(json.loads(text))


def _lines_of(path: Path) -> list[dict[str, Any]]:
    try:
        texts = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise LedgerError(f"{path}: {getattr(error, 'strerror', None) or 'no text'}") from None
    return [_line_of(path, place, text) for place, text in enumerate(texts, start=1)]


def _line_of(path: Path, place: int, text: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
        if all(isinstance(line[name], kind) for name, kind in _FIELDS.items()):
            return dict(line)
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise LedgerError(f"{path}: line {place} is no look of this ledger")
