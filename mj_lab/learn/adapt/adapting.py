"""Adapting: a few weights moved by the policy gradient on the sampled games of one deal.

    loss = - mean(min(rho, clip) A log pi) + kl mean(KL(pi || base))

A, the advantage, is the game's reward less what the decision promised: a line through the search's
own value of the decision, fitted to the games of the deal. It does not depend on what was chosen,
so it moves nothing on average.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mj_lab.learn.adapt.plan import AdaptOptions
from mj_lab.learn.gradient.decisions import Decisions, FloatArray
from mj_lab.learn.gradient.learner import Learner
from mj_lab.learn.gradient.plan import GradientOptions


def adapted(
    decisions: Decisions, promised: FloatArray, size: int, scale: float, options: AdaptOptions
) -> Learner:
    """The learner whose pi is the base moved by these decisions; of none it is the base itself.

    promised: [N], what the policy's own search thinks each decision is worth, in any unit. size:
    features of a candidate. scale: a reward's usual size.

    Raises FloatingPointError if a loss is no number any more.
    """
    learner = Learner(
        size,
        scale,
        GradientOptions(
            hidden=0, rate=options.rate, epochs=options.epochs, batch=options.batch,
            clip=options.clip, kl=options.kl, baseline=False, seed=options.seed,
        ),
    )  # fmt: skip
    if len(decisions):
        over = advantages(decisions.reward, promised)
        learner.learn(replace(decisions, reward=over))
    return learner


def advantages(reward: FloatArray, promised: FloatArray) -> FloatArray:
    """Rewards less their least-squares line in what was promised: both [N].

    >>> advantages(np.float32([1, 2, 6]), np.float32([0, 1, 2])).tolist()
    [0.5, -1.0, 0.5]
    >>> advantages(np.float32([1, 3]), np.float32([5, 5])).tolist()
    [-1.0, 1.0]
    """
    over, told = reward - reward.mean(), promised - promised.mean()
    squares = float(told @ told)
    slope = float(told @ over) / squares if squares > 0 else 0.0
    return np.asarray(over - slope * told, np.float32)
