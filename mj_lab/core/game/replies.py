"""The reply of a seat to a request: an action, a text, or a fault."""

from __future__ import annotations

from typing import NamedTuple

from mj_bot.events import Action


class Fault(NamedTuple):
    """A fault in place of a reply: the verdict (RE, TLE, MLE, OLE or NJ) and why."""

    verdict: str
    detail: str = ""


Reply = Action | str | Fault
