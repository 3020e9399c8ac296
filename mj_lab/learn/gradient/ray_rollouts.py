"""The rollouts of the gradient on a Ray cluster."""

from __future__ import annotations

from hashlib import blake2b

from mj_lab.learn.gradient.rollouts import (
    Rolled,
    RollPlan,
    joined_rolled,
    parts_of,
    rolled_part,
)
from mj_lab.learn.training.on_ray import OnRay


class RayRollouts(OnRay):
    """Plays on a cluster, see `OnRay`."""

    def roll_out(self, plan: RollPlan) -> Rolled:
        """The games of a step.

        Raises EngineError if a node plays otherwise, or a worker fails.
        """
        self.check(rolled_digest, plan._replace(games=1))
        return joined_rolled(self.parts(rolled_part, plan, parts_of(plan)))


def rolled_digest(plan: RollPlan) -> str:
    """A digest of all that the games of a plan give."""
    content = blake2b(digest_size=8)
    for first in parts_of(plan):
        for column in vars(rolled_part(plan, first)).values():
            content.update(column.tobytes())
    return content.hexdigest()
