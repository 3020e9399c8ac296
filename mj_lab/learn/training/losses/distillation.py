"""Distillation: an ordinary network learns to choose like an oracle, without the hidden inputs.

Where the oracle is right because it sees more, the network learns an average over hidden cases,
which may be a bad choice in each of them. The notes on Suphx, Suphx：掌握麻将与深度强化学习, report
that distillation fails (the paper: J. Li and others, arXiv:2003.13590).
"""

from __future__ import annotations

from typing import Any

from pydantic import Field
from torch import nn

from mj_bot.nets.weights_file import pack_weights
from mj_lab.learn.training.losses.term import (
    Asked,
    Term,
    TermLoss,
    TermOptions,
    log_chances,
    logits_of,
)
from mj_lab.learn.training.networks.written.hidden_inputs import without_hidden
from mj_lab.learn.training.networks.written.net_model import (
    FOR_ALL,
    ORACLE_FILE,
    weights_at,
    weights_digest,
)
from mj_lab.learn.training.networks.written.written_net import WrittenNet
from mj_lab.learn.training.parts.part import Batch, Context


class DistillationOptions(TermOptions):
    """Options of distillation."""

    oracle: str = Field(default="oracle", description="the folder of an oracle's run, or its file")


class Distillation(Term):
    """KL(oracle || pi).

    Raises WeightsError if the oracle has no hidden inputs.
    """

    Options = DistillationOptions

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        self._oracle = self.oracle().to(context.device).requires_grad_(False)

    def oracle(self) -> nn.Module:
        """The oracle, read from its file."""
        weights = weights_at(self.options.oracle, ORACLE_FILE)
        without_hidden(weights, FOR_ALL)
        self._digest = weights_digest(pack_weights(*weights, "float32"))
        return WrittenNet(weights, FOR_ALL)

    def prepared(self, experience: Batch) -> Batch:
        """See `Term`."""
        return {**experience, "oracle": logits_of(self._oracle, experience, self.context)}

    def loss(self, step_input: Asked) -> TermLoss:
        """See `Term`; `agreement` is how often both have the same most likely move."""
        wanted = log_chances(step_input.batch["oracle"], step_input.legal)
        apart = wanted.masked_fill(~step_input.legal, 0.0) - step_input.safe_log_pi
        loss = (wanted.exp() * apart).sum(1).mean()
        agreed = (wanted.argmax(1) == step_input.log_pi.argmax(1)).float().mean()
        return loss, {"kl_to_oracle": float(loss.detach()), "agreement": float(agreed)}

    def described(self) -> dict[str, str]:
        """The oracle's digest."""
        return {"oracle": self._digest}
