"""Play: where the experience of a step comes from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from mj_lab.learn.parts.kept_parts import KeptParts
from mj_lab.learn.parts.part import Batch, Part

if TYPE_CHECKING:
    from collections.abc import Callable

    from mj_lab.learn.terms.learner import Learner


class Play(Part, ABC):
    """Who plays. unit: the word for a step of the run; log_every: steps between noted figures."""

    unit = "step"
    log_every = 1
    # The size of a step in what `of` names, for the rate.
    of = "games"
    # Whether it plays at the table in C++, and whether its tasks hold Python's lock.
    needs_fast_table: ClassVar[bool] = True
    in_processes: ClassVar[bool] = False
    # Whether it may be over before all steps are done.
    may_end_early: ClassVar[bool] = False

    @abstractmethod
    def experience(self, step: int, parts: KeptParts) -> Batch:
        """The experience of a step, which follows from the seed, the step and the model.

        Raises ValueError, one line, if there is none. A play asks for whatever takes seconds by
        `parts.answers`, in tasks of a second or so.
        """

    def size(self) -> int:
        """How many of `of` a step has."""
        return 1

    def last_step(self, steps: int) -> int:
        """After how many of the steps asked for it is over, as far as it knows."""
        return steps

    def figures(self, experience: Batch) -> dict[str, float]:
        """What the experience itself says."""
        return {}

    @property
    def is_over(self) -> bool:
        """Whether there is no more to play, however many steps are asked for."""
        return False

    def is_due(self, step: int, last: bool) -> bool:
        """Whether it is to be measured now, after so many steps. last: none comes after."""
        return False

    def measured(self, step: int, learner: Learner, check: Callable[[], None]) -> dict[str, float]:
        """Measure what was learned on what is held out; figures.

        check: is called every second or so, and may raise to stop.
        """
        return {}

    @property
    def is_best(self) -> bool:
        """Whether the last measurement was the best so far: the run keeps best.pt."""
        return False
