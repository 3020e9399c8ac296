"""What decides the runs of `mj learn reward`, and what of it `--set` sets."""

from __future__ import annotations

from dataclasses import dataclass, field

from mj_lab.game.placement import TABLE_POINTS
from mj_lab.learn.gradient.plan import GradientOptions
from mj_lab.learn.settings import setting


@dataclass(frozen=True)
class PredictorOptions:
    """What is predicted, and by what network.

    worth: what each place pays, as many as there are players. score: what a hand's score is usually
    off nothing, in points. seated: whether the prevalent wind and the seat of the next hand are
    seen, as matches of four have them. layers: of the GRU. dense: of the layer behind.
    total_weight: how much the final sum counts beside the place.
    """

    hands: int = setting(4, "of a match, 4 or 16")
    worth: tuple[float, ...] = TABLE_POINTS
    score: float = 28.3
    seated: bool = True
    hidden: int = setting(48, "of the recurrent layers", least=1)
    layers: int = 2
    dense: int = 32
    total_weight: float = 0.5

    @property
    def players(self) -> int:
        """How many play a match."""
        return len(self.worth)


@dataclass(frozen=True)
class PredictingPlan:
    """All that decides the training, but for how many steps.

    source: what the matches are of, in words that tell two apart.
    """

    predictor: PredictorOptions = field(default_factory=PredictorOptions)
    batch: int = setting(128, "matches a step", least=1)
    rate: float = setting(2e-3, "of Adam", above=0)
    seed: int = 0
    source: str = ""


@dataclass(frozen=True)
class TeachPlan:
    """All that decides a run, but for how many steps.

    base, temperature, within: as `ClimbPlan` has them. reward: what a hand's
    worth comes from, in words that tell two apart.
    """

    reward: str
    base: str | None = None
    temperature: float = setting(0.5, "points: such a difference is e times likelier", above=0)
    within: float = setting(4.0, "points below the best that are tried", least=0)
    hands: int = setting(4, "of a match, 4 or 16")
    matches: int = setting(32, "a step", least=1)
    seed: str = "0"
    learner: GradientOptions = field(default_factory=GradientOptions)
