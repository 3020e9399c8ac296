"""Injects random faults between a client and the fake server."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

# The poll is lost on its way: the server has none of its answers.
ERROR_BEFORE = "500, answers not taken"
CUT_BEFORE = "cut, answers not taken"
SILENT_BEFORE = "no reply, answers not taken"
# The poll arrives, its reply is lost; the server knows and sends the content again.
ERROR_AFTER = "500, answers taken"
CUT_AFTER = "cut, answers taken"
SILENT_AFTER = "no reply, answers taken"
# As above, but the server believes that the reply was delivered.
CUT_DELIVERED = "cut, reply taken for delivered"
CUT_WITHIN = "cut in the middle of the reply"
# The poll arrives, but is processed after a later one.
LATE = "poll handled after a later one"
# The reply repeats an earlier one: answered requests, known results.
REPEATED = "old requests and results again"
SHUFFLED = "in another order"
SLOW = "slow reply"

ALL = (
    ERROR_BEFORE,
    CUT_BEFORE,
    SILENT_BEFORE,
    ERROR_AFTER,
    CUT_AFTER,
    SILENT_AFTER,
    CUT_DELIVERED,
    CUT_WITHIN,
    LATE,
    REPEATED,
    SHUFFLED,
    SLOW,
)
# Faults after which a client waits for its whole timeout.
COSTLY = (SILENT_BEFORE, SILENT_AFTER, LATE)
# Faults that a client survives even at a server that takes any answer for its latest request. Not a
# late poll: it carries an answer to an old request, which no client can take back.
FOR_NAIVE = tuple(fault for fault in ALL if fault != LATE)


class Faults:
    """Randomly chooses a fault, or none, for each poll; `drawn` counts them.

    rates: the share of polls with each fault.
    """

    def __init__(self, rates: Mapping[str, float] | None = None, seed: int = 0) -> None:
        self.drawn: Counter[str] = Counter()
        self.dice = random.Random(seed)
        self._rates = dict(rates or {})

    @classmethod
    def of_rate(cls, rate: float, seed: int = 0, kinds: tuple[str, ...] = ALL) -> Faults:
        """All kinds equally often, together in this share of the polls."""
        return cls({kind: rate / len(kinds) for kind in kinds}, seed)

    def draw(self) -> str | None:
        """The fault of the next poll."""
        drawn = self.dice.random()
        for kind, rate in self._rates.items():
            drawn -= rate
            if drawn < 0:
                self.drawn[kind] += 1
                return kind
        return None
