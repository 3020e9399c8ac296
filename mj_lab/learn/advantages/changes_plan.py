"""The `--set` options of `mj learn changes`."""

from __future__ import annotations

from dataclasses import dataclass

from mj_lab.learn.settings import setting


@dataclass(frozen=True)
class ChangesOptions:
    """How it searches, and how much it shows."""

    margin: float | None = setting(None, "points; none is the model's own", least=0)
    examples: int = setting(12, "how many to show", least=0)
