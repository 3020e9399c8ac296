"""Your own method as a term of a recipe: advantage-weighted regression.

    mj learn run examples/advantage_weighted.toml -o run

The policy is trained to repeat actions, with more weight the better they turned out:

    loss = -mean(min(exp((R - V) / temperature), most) log pi(chosen))

R is the reward in the aim's unit, V the model's output `value`, which the term `value` trains.
There are no importance weights and no pull towards the start, so games of an older policy can be
used. Source: Peng, Kumar, Zhang, Levine, Advantage-Weighted Regression, 2019; its weights end at
20.
"""

from pydantic import Field

from mj_lab.learn.training.losses.policy import valued_position
from mj_lab.learn.training.losses.term import Asked, Term, TermLoss, TermOptions


class WeightedOptions(TermOptions):
    """Options of the regression."""

    temperature: float = Field(default=1.0, gt=0, description="lower: only the best is copied")
    most: float = Field(default=20.0, gt=0, description="the greatest weight of a decision")


class AdvantageWeighted(Term):
    """Cross entropy to the chosen action, weighted by how much better than V it turned out."""

    Options = WeightedOptions

    def loss(self, step_input: Asked) -> TermLoss:
        """See `Term`; `copied` is the mean weight, `cut` the share of clipped weights."""
        options = self.options
        advantage = step_input.batch["reward"] - valued_position(step_input).detach()
        weight = (advantage / options.temperature).exp()
        cut = float((weight > options.most).float().mean())
        weight = weight.clamp(max=options.most)
        return -(weight * step_input.taken).mean(), {"copied": float(weight.mean()), "cut": cut}
