"""What decides a run of `mj learn gradient`, and what of it `--set` sets."""

from __future__ import annotations

from dataclasses import dataclass, field

from mj_lab.learn.settings import setting


@dataclass(frozen=True)
class GradientOptions:
    """How it learns. Each of `baseline`, `kl` (0) and `entropy` (None) can be left out.

    Without a baseline there is no V to learn, and no `value_loss` is told.
    """

    hidden: int = setting(32, "of f and V; 0 is linear", least=0)
    rate: float = setting(1e-3, "of Adam", above=0)
    value_rate: float = 3e-3
    epochs: int = setting(2, "over each step's games", least=1)
    batch: int = 1024
    clip: float = setting(2.0, "the greatest importance weight", least=1)
    kl: float = setting(0.05, "the pull to where it began; 0 leaves it out", least=0)
    entropy: float | None = setting(None, "the target, nats a decision", least=0)
    entropy_rate: float = 1e-3
    baseline: bool = setting(True, "less what V guesses")
    seed: int = 0


@dataclass(frozen=True)
class ClimbPlan:
    """All that decides a run, but for how many steps.

    base: the weights file whose player it begins at; None for `odds`. temperature: in points; pi
    draws an action by exp((value + f) / temperature).
    """

    base: str | None = None
    temperature: float = setting(0.5, "points: such a difference is e times likelier", above=0)
    within: float = setting(4.0, "points below the best that are tried", least=0)
    games: int = setting(100, "a step", least=1)
    seed: str = "0"
    learner: GradientOptions = field(default_factory=GradientOptions)
