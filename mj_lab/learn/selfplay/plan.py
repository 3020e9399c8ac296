"""What decides a run of `mj learn selfplay`, and what of it `--set` sets."""

from __future__ import annotations

from dataclasses import dataclass, field

from mj_lab.learn.settings import setting
from mj_lab.learn.training.entropy import EntropyTarget


@dataclass(frozen=True)
class PolicyOptions:
    """How it learns.

    rate, critic_rate: of Adam. refuse: decisions of a greater importance weight are left out of the
    gradient. kl: the weight of the pull to the network that it began with. entropy_rate, damping:
    see `EntropyTarget`. scale: points that are 1 of V.
    """

    rate: float = setting(1e-5, "of Adam", above=0)
    critic_rate: float = 1e-4
    epochs: int = setting(2, "over each step's games", least=1)
    batch: int = setting(512, "decisions", least=1)
    clip: float = setting(2.0, "the greatest importance weight", least=1)
    refuse: float | None = None
    kl: float = setting(0.05, "the pull to where it began; 0 leaves it out", least=0)
    entropy: float | None = setting(None, "the target, nats a decision", least=0)
    alpha: float = setting(0.0, "the entropy's weight at first; without a target it stays")
    entropy_rate: float = setting(1e-3, "by which alpha is moved", least=0)
    damping: float = setting(1.0, "of the entropy's swing; 0 is the source's rule", least=0)
    baseline: bool = setting(True, "less what V guesses")
    value_weight: float = 0.5
    scale: float = 1.0
    seed: int = 0

    @property
    def holding(self) -> EntropyTarget:
        """How the entropy is held."""
        return EntropyTarget(self.entropy, self.entropy_rate, self.damping)


@dataclass(frozen=True)
class SelfPlayPlan:
    """All that decides a run, but for how many steps.

    games, pairs: see `GamesPlan`. critic: a copy of the start, whose value head is taught alone.
    """

    games: int = setting(64, "a step, with itself", least=1)
    pairs: int = setting(8, "walls a step that are played twice with the start", least=0)
    critic: bool = setting(False, "whether a network beside gives V, not the network's own head")
    seed: str = "0"
    learner: PolicyOptions = field(default_factory=PolicyOptions)
