"""Play: where the experience of a step comes from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from mj_lab.learn.training.parts.part import Batch, Part
from mj_lab.learn.training.parts.task_cache import KeptParts

if TYPE_CHECKING:
    from collections.abc import Callable

    from mj_lab.learn.training.losses.learner import Learner


class Play(Part, ABC):
    """A source of experience. unit: the word for a step. log_every: steps between logs."""

    unit = "step"
    log_every = 1
    # The unit of a step's size, for the rate.
    of = "games"
    # Whether its tasks hold the GIL.
    in_processes: ClassVar[bool] = False
    # Whether it may end before all steps are done.
    may_end_early: ClassVar[bool] = False

    @abstractmethod
    def experience(self, step: int, parts: KeptParts) -> Batch:
        """The experience of a step, which depends only on the seed, the step and the model.

        Raises ValueError, one line, if there is none. Work of several seconds goes through
        `parts.answers`, in tasks of about a second.
        """

    def size(self) -> int:
        """The size of a step, in units of `of`."""
        return 1

    def last_step(self, steps: int) -> int:
        """The step after which it ends, of the steps asked for, as far as known."""
        return steps

    def figures(self, experience: Batch) -> dict[str, float]:
        """Figures of the experience."""
        return {}

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play, regardless of the steps asked for."""
        return False

    def is_due(self, step: int, last: bool) -> bool:
        """Whether to evaluate after this many steps. last: whether this is the last step."""
        return False

    def measured(self, step: int, learner: Learner, check: Callable[[], None]) -> dict[str, float]:
        """Evaluate the model on held-out data; returns figures.

        check: called about every second, may raise to stop.
        """
        return {}

    @property
    def is_best(self) -> bool:
        """Whether the last evaluation was the best so far: the run keeps best.pt."""
        return False
