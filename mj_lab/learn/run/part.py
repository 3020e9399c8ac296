"""Parts: what recipes are put together from; each says which options it has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    import torch

    from mj_lab.learn.networks.model import Model

# Arrays by name. Those of decisions have as many rows as there are decisions; a name that begins
# with "game/" has a row for each game, any other with "/" says in its part what its rows are.
Batch = dict[str, NDArray[Any]]


def joined_batches(parts: Sequence[Batch]) -> Batch:
    """The rows of all parts, in order, of the names that the first one has."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


class Settings(BaseModel):
    """Options of a part: each has a default, limits and a description; unknown ones are refused.

    free: the names of those that may change when a run goes on.
    """

    model_config = ConfigDict(
        extra="forbid", frozen=True, coerce_numbers_to_str=True, allow_inf_nan=False
    )

    free: ClassVar[frozenset[str]] = frozenset()


@dataclass(frozen=True)
class Context:
    """What every part of a run may know: its seed, its folder, where networks run, what is taught.

    model: None while the model itself is made.
    """

    seed: str
    folder: Path
    device: torch.device
    model: Model | None = None

    @property
    def taught(self) -> Model:
        """The model."""
        assert self.model is not None
        return self.model


class Part:
    """A part of a run, made of its options and the context."""

    Options: ClassVar[type[Settings]] = Settings

    def __init__(self, options: Any, context: Context) -> None:
        self.options, self.context = options, context

    def described(self) -> dict[str, str]:
        """What decides the run besides the options, such as digests of files."""
        return {}

    def state(self) -> dict[str, Any]:
        """All that is needed to go on; tensors, numbers, text and lists and dicts of them."""
        return {}

    def load(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave."""


@dataclass
class Figures:
    """Means of figures by name."""

    sums: dict[str, list[float]] = field(default_factory=dict)

    def add(self, figures: Mapping[str, float]) -> None:
        """Take in one more set."""
        for name, value in figures.items():
            self.sums.setdefault(name, []).append(value)

    def means(self) -> dict[str, float]:
        """The mean of each."""
        return {name: float(np.mean(values)) for name, values in self.sums.items()}
