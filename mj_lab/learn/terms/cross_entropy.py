"""Term: how far a network is from its teacher's moves, and from what came of them."""

from __future__ import annotations

from typing import Any

from mj_lab.learn.networks.network import NetworkModel, scaled
from mj_lab.learn.parts.part import Context
from mj_lab.learn.terms.term import Asked, Term, TermLoss


class CrossEntropy(Term):
    """The network's own losses by their weights. Raises ValueError for a model that has none."""

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        if not isinstance(context.taught, NetworkModel):
            raise ValueError("loss.cross_entropy teaches networks by a data set, no other model")
        self._network = context.taught.module

    def loss(self, asked: Asked) -> TermLoss:
        """See `Term`."""
        return self._network.total(self._network.losses(scaled(asked.batch))), {}
