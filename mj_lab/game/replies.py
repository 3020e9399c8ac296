"""What a seat replies to a request: an action, a text, or the fault that it was."""

from __future__ import annotations

from typing import NamedTuple

from mj_bot.events import Action


class Fault(NamedTuple):
    """A reply that is none: the verdict a program earned (RE, TLE, MLE, OLE or NJ) and why."""

    verdict: str
    detail: str = ""


Reply = Action | str | Fault
