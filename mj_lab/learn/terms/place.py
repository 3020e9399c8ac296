"""Term of the predictor: the cross-entropy of the places, and how far the final sum is off."""

from __future__ import annotations

import torch
from pydantic import Field

from mj_lab.learn.terms.term import Asked, Term, TermLoss, TermOptions


class PlaceOptions(TermOptions):
    """Of the places."""

    total: float = Field(default=0.5, ge=0, description="the weight of the final sum beside them")


class PlacePrediction(Term):
    """Places by cross-entropy, final sums by the mean of squares.

    After the last hand nothing is to be predicted: it does not count.
    """

    Options = PlaceOptions

    def loss(self, asked: Asked) -> TermLoss:
        """See `Term`."""
        shares, sums = asked.batch["shares"][:, None], asked.batch["reward"][:, None]
        logits = asked.outputs["place"][:, :-1]
        place = -(shares * torch.log_softmax(logits, dim=-1)).sum(-1).mean()
        total = ((asked.outputs["total"][:, :-1] - sums) ** 2).mean()
        figures = {"place": float(place.detach()), "total": float(total.detach())}
        return place + self.options.total * total, figures
