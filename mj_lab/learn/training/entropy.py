"""The weight of the entropy in a policy's loss: fixed, or moved to hold a target."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class EntropyTarget:
    """How the weight alpha is moved, as Suphx does: alpha <- alpha + rate (target - H).

    By alpha alone the entropy swings: alpha goes on rising until H has reached its target, and is
    then too great. So the weight that counts is w = alpha + damping (target - H); damping 0 is the
    source's rule (docs/learning.md has both). target: in nats a decision; None leaves alpha as it
    is.
    """

    target: float | None
    rate: float
    damping: float = 1.0

    def weight(self, alpha: float, entropy: float) -> float:
        """What the entropy counts in this step's loss."""
        return alpha + self.damping * self._missing(entropy)

    def moved(self, alpha: float, entropy: float) -> float:
        """Alpha after the step."""
        return alpha + self.rate * self._missing(entropy)

    def _missing(self, entropy: float) -> float:
        return 0.0 if self.target is None else self.target - entropy
