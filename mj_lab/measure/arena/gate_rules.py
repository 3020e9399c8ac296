"""The rules of the gate, each with its error rate; in points a game and seat.

A candidate passes only if it wins the duel on new walls that were not used to choose it. The k-th
look at a base is tested there at the level ALPHA / (k (k + 1)). These levels add up to ALPHA over
all k, so ALPHA bounds the chance that any look ever passes a candidate that is no better
(Bonferroni's bound with unequal shares: the alpha-spending of Foster and Stine, "Alpha-investing",
J. R. Stat. Soc. B 70, 2008, 429-444). The bound only needs new walls for each look; looks may
depend on the results of earlier ones.
"""

from __future__ import annotations

from mj_lab.core.wall_means import Estimate, t_quantile

# The chance that any look at a base passes a candidate that is no better.
ALPHA = 0.05
# The chance that a candidate that is no better passes the first duel, which only selects what to
# measure further.
SCREEN = 0.025
# The chance that a candidate equal to its base in the mixed field is rejected for a loss there.
FIELD_ALPHA = 0.025
# The probability of detecting the loss printed beside it.
POWER = 0.8


def level_of_look(number: int) -> float:
    """The level of the look of this number at a base, from 1.

    >>> level_of_look(1), round(level_of_look(2), 5)
    (0.025, 0.00833)
    """
    return ALPHA / (number * (number + 1))


def is_gain(difference: Estimate, level: float) -> bool:
    """Whether a mean is significantly above 0 at this level.

    Student's t, one-sided.

    >>> is_gain(Estimate(1.0, 0.45, 0.1, 1.9, 100), 0.025), is_gain(
    ...     Estimate(1.0, 0.45, 0.1, 1.9, 100), 0.01
    ... )
    (True, False)
    """
    return (
        difference.mean is not None and difference.mean > 0 and chance_of_gain(difference) < level
    )


def chance_of_gain(difference: Estimate) -> float:
    """The p value: how often a mean this high or higher occurs without a gain.

    Without any variance it is 0 for a mean above 0, else 1.

    >>> round(chance_of_gain(Estimate(1.0, 0.5, 0.0, 2.0, 100)), 3)
    0.024
    """
    from scipy.special import stdtr  # Slow to import.

    assert difference.mean is not None and difference.error is not None
    if not difference.error:
        return float(difference.mean <= 0)
    return float(stdtr(difference.draws - 1, -difference.mean / difference.error))


def is_loss(difference: Estimate) -> bool:
    """Whether the mean in the mixed field is significantly below 0.

    Student's t, one-sided.

    >>> is_loss(Estimate(-1.0, 0.48, -2.0, 0.0, 100)), is_loss(Estimate(-1.0, 0.52, -2.0, 0.0, 100))
    (True, False)
    """
    assert difference.mean is not None and difference.error is not None
    return difference.mean < -_reach(difference) * difference.error


def found_loss(estimate: Estimate) -> float:
    """The loss that a field with this error detects with probability POWER; it may miss less.

    >>> round(found_loss(Estimate(0.0, 0.4, -0.8, 0.8, 400)), 2)
    1.12
    """
    assert estimate.error is not None
    return (_reach(estimate) + t_quantile(POWER, estimate.draws - 1)) * estimate.error


def _reach(difference: Estimate) -> float:
    return t_quantile(1 - FIELD_ALPHA, difference.draws - 1)
