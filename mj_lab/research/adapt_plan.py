"""What determines a measurement of `mj learn adapt`, and the options for `--set`."""

from __future__ import annotations

from dataclasses import dataclass, field

from mj_lab.learn.settings import setting


@dataclass(frozen=True)
class AdaptOptions:
    """How far a deal changes the weights: the gradient recipe's options for a linear f."""

    rate: float = setting(0.01, "of Adam", above=0)
    epochs: int = setting(4, "over the sampled games", least=1)
    batch: int = 256
    clip: float = setting(2.0, "the largest importance weight", least=1)
    kl: float = setting(0.2, "the weight of KL to the policy; 0 leaves it out", least=0)
    seed: int = 0


@dataclass(frozen=True)
class DealPlan:
    """All that determines the result of a wall.

    games: the games of a smaller number are the first of a larger one's. base: the weights file of
    the policy, None for `odds`. temperature: in points; in sampled games the seat draws an action
    by exp((value + f) / temperature).
    """

    games: tuple[int, ...] = setting(
        (30, 100), "how many games are sampled, several numbers; 0, the control, is added", least=0
    )
    base: str | None = None
    temperature: float = setting(
        0.5, "points: an action this much better is e times as likely", above=0
    )
    within: float = setting(4.0, "points below the best; actions this near are tried", least=0)
    seed: str = "0"
    adapt: AdaptOptions = field(default_factory=AdaptOptions)
