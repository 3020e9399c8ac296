"""Rollouts on a Ray cluster: workers play at the fast table, the learner stays here."""

from __future__ import annotations

from hashlib import blake2b

from mj_lab.arena.running.engine import EngineError
from mj_lab.arena.running.ray_engine import RayEngine
from mj_lab.learn.gradient.rollouts import (
    Rolled,
    RollPlan,
    joined_rolled,
    parts_of,
    rolled_part,
)


class RayRollouts:
    """Plays on the cluster at an address, else on one of `jobs` CPUs made for it on this machine.

    Before the first games every node plays one, which has to come out as it does here.

    Raises EngineError if Ray is not installed or the cluster cannot be reached.
    """

    def __init__(self, jobs: int = 1, address: str | None = None) -> None:
        self._engine = RayEngine(address, jobs, fast=True)
        self._checked = False

    def roll_out(self, plan: RollPlan) -> Rolled:
        """The games of a step.

        Raises EngineError if a node plays otherwise, or a worker fails.
        """
        if not self._checked:
            self._check(plan._replace(games=1))
        return joined_rolled(self._engine.answers(rolled_part, plan, parts_of(plan)))

    def close(self) -> None:
        """Leave the cluster; the one that was made for this ends."""
        self._engine.close()

    def _check(self, plan: RollPlan) -> None:
        ours = rolled_digest(plan)
        for where, theirs in self._engine.everywhere(rolled_digest, plan):
            if theirs != ours:
                raise EngineError(f"{where} plays otherwise than this machine: make engine on both")
        self._checked = True


def rolled_digest(plan: RollPlan) -> str:
    """A digest of all that the games of a plan give."""
    content = blake2b(digest_size=8)
    for first in parts_of(plan):
        for column in vars(rolled_part(plan, first)).values():
            content.update(column.tobytes())
    return content.hexdigest()
