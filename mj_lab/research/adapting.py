"""Adapts a few weights by policy gradient on the sampled games of one deal.

    loss = - mean(min(rho, clip) A log pi) + kl mean(KL(pi || base))

A, the advantage, is the game's reward less a baseline: a linear function of the search's value of
the decision, fitted to the deal's games. The baseline does not depend on the choice, so it adds no
bias.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mj_lab.learn.training.losses.learner import Learner, LearnOptions
from mj_lab.learn.training.losses.policy import GradientTermOptions, KlToStart, PolicyGradient
from mj_lab.learn.training.losses.term import TermOptions
from mj_lab.learn.training.networks.correction import Correction, FloatArray
from mj_lab.learn.training.parts.part import Batch
from mj_lab.learn.training.returns.score import ScoreAim, ScoreOptions
from mj_lab.research.adapt_plan import AdaptOptions


def adapt_by(
    model: Correction, decisions: Batch, promised: FloatArray, scale: float, options: AdaptOptions
) -> None:
    """Adapt the base's pi with these decisions; without any it stays the base.

    promised: [N], the value of each decision by the policy's own search, in any unit. scale: the
    usual size of a reward.

    Raises ValueError if a loss becomes nan.
    """
    if not len(decisions["chosen"]):
        return
    context = replace(model.context, model=model)
    terms = {
        "policy_gradient": PolicyGradient(
            GradientTermOptions(clip=options.clip, baseline=False), context
        ),
        "kl": KlToStart(TermOptions(weight=options.kl), context),
    }
    learner = Learner(model, terms, LearnOptions(rate=options.rate), context)
    epochs = ScoreOptions(epochs=options.epochs, batch=options.batch, scale=scale)
    aim = ScoreAim(epochs, context)
    over = advantages(decisions["reward"], promised)
    valued, _ = aim.valued({**decisions, "reward": over})
    learner.learn(aim.batches(valued, 0), 0)


def advantages(reward: FloatArray, promised: FloatArray) -> FloatArray:
    """Rewards less their least-squares line over the promised values: both [N].

    >>> advantages(np.float32([1, 2, 6]), np.float32([0, 1, 2])).tolist()
    [0.5, -1.0, 0.5]
    >>> advantages(np.float32([1, 3]), np.float32([5, 5])).tolist()
    [-1.0, 1.0]
    """
    over, centred = reward - reward.mean(), promised - promised.mean()
    squares = float(centred @ centred)
    slope = float(centred @ over) / squares if squares > 0 else 0.0
    return np.asarray(over - slope * centred, np.float32)
