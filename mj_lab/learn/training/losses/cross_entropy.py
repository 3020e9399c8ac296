"""Term: a network's loss on its teacher's moves and their results."""

from __future__ import annotations

from typing import Any

from mj_lab.learn.training.losses.term import Asked, Term, TermLoss
from mj_lab.learn.training.networks.network import NetworkModel, scaled
from mj_lab.learn.training.parts.part import Context


class CrossEntropy(Term):
    """The weighted sum of the network's losses. Raises ValueError for a model without any."""

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        if not isinstance(context.model_in_training, NetworkModel):
            raise ValueError(
                "loss.cross_entropy goes with a model.kind that is a NetworkModel"
                " of mj_lab.learn.training.networks.network"
            )
        self._network = context.model_in_training.module

    def loss(self, step_input: Asked) -> TermLoss:
        """See `Term`."""
        return self._network.total(self._network.losses(scaled(step_input.batch))), {}
