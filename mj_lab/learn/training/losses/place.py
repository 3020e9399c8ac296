"""Term of the predictor: the cross-entropy of the places and the error of the final sum."""

from __future__ import annotations

import torch
from pydantic import Field

from mj_lab.learn.training.losses.term import Asked, Term, TermLoss, TermOptions


class PlaceOptions(TermOptions):
    """Options of the places."""

    total: float = Field(default=0.5, ge=0, description="the weight of the final sum")


class PlacePrediction(Term):
    """Cross-entropy of places, mean squared error of final sums.

    The entry after the last hand does not count: nothing is left to predict.
    """

    Options = PlaceOptions

    def loss(self, step_input: Asked) -> TermLoss:
        """See `Term`."""
        shares, sums = step_input.batch["shares"][:, None], step_input.batch["reward"][:, None]
        logits = step_input.outputs["place"][:, :-1]
        place_loss = -(shares * torch.log_softmax(logits, dim=-1)).sum(-1).mean()
        total = ((step_input.outputs["total"][:, :-1] - sums) ** 2).mean()
        figures = {"place": float(place_loss.detach()), "total": float(total.detach())}
        return place_loss + self.options.total * total, figures
