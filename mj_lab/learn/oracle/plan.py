"""What decides a run of `mj learn oracle`, and what of it `--set` sets."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from mj_lab.learn.selfplay.plan import PolicyOptions, SelfPlayPlan
from mj_lab.learn.settings import setting


@dataclass(frozen=True)
class Guiding:
    """How much of the hidden inputs each step is shown, and how it is learned on afterwards.

    Raises ValueError for what cannot be.
    """

    whole: int = setting(20, "of guide: the steps in which it sees all")
    falling: int = setting(100, "of guide: those in which the share falls evenly to nothing")
    slower: float = setting(0.1, "of guide: times the rate afterwards")
    refuse: float = setting(
        1.5, "of guide: decisions of a greater importance weight are refused afterwards"
    )

    def __post_init__(self) -> None:
        if self.whole < 0 or self.falling < 0:
            raise ValueError("steps of guiding are 0 or more")
        if self.slower <= 0 or self.refuse <= 1:
            raise ValueError("the rate goes on above 0, and weights are refused above 1")

    @property
    def steps(self) -> int:
        """How many steps have hidden inputs."""
        return self.whole + self.falling

    def share(self, step: int) -> float:
        """The share of the hidden inputs that a step shows, steps counted from 0.

        >>> [Guiding(whole=2, falling=3).share(step) for step in range(6)]
        [1.0, 1.0, 0.75, 0.5, 0.25, 0.0]
        """
        if step < self.whole:
            return 1.0
        return max(0.0, 1 - (step - self.whole + 1) / (self.falling + 1))

    def afterwards(self, options: PolicyOptions) -> PolicyOptions:
        """How the ordinary network learns on."""
        return replace(options, rate=options.rate * self.slower, refuse=self.refuse)


@dataclass(frozen=True)
class GuidePlan(SelfPlayPlan):
    """That of a guided run."""

    guiding: Guiding = field(default_factory=Guiding)
