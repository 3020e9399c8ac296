"""Examples for a network: batches of a data set, as a recipe selects them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator, Field

from mj_bot.nets.moves import DECISION_KINDS
from mj_lab.learn.training.ablation import ABLATIONS, without
from mj_lab.learn.training.parts.part import Batch, PartOptions


def _one_of(known: Iterable[str]) -> Callable[[str], str]:
    def checked(name: str) -> str:
        if name not in known:
            raise ValueError(f"{name:.40} is not one of {', '.join(known)}")
        return name

    return checked


class ExampleOptions(PartOptions):
    """The training examples to select."""

    kinds: tuple[Annotated[str, AfterValidator(_one_of(DECISION_KINDS))], ...] = Field(
        default=DECISION_KINDS, min_length=1, description="of the decisions"
    )
    decisions: int | None = Field(
        default=None, ge=1, description="about how many at most, those of the first games"
    )
    filters: dict[str, Any] = Field(default={}, description="of mj_lab.learn.dataset.filters")
    without: tuple[Annotated[str, AfterValidator(_one_of(ABLATIONS))], ...] = Field(
        default=(), description=f"what to hide in the features, of {', '.join(ABLATIONS)}"
    )


class ExampleSource(Protocol):
    """A source of batches of examples."""

    def batches(self, split: str, batch: int, epoch: int = 0, skip: int = 0) -> Iterator[Batch]:
        """One epoch of a split, without its first `skip` batches; always in the same order.

        Besides what `mj_lab.learn.dataset.batches` yields, `win` and `deal_in`, bool, if known.
        """


class DataFolder:
    """A folder of `mj learn data make`.

    shanten: whether each example has the hand's shanten. seed: of the order.

    Raises ValueError if there is none.
    """

    def __init__(
        self,
        folder: Path,
        options: ExampleOptions,
        features: Sequence[str],
        *,
        shanten: bool = False,
        seed: int = 0,
        workers: int = 1,
    ) -> None:
        from mj_lab.learn.dataset.filters import Filters

        try:
            self._filters = Filters(**options.filters)
        except TypeError:
            raise ValueError(f"filters: unknown ones among {', '.join(options.filters)}") from None
        self._folder, self._options, self._features = folder, options, features
        self._besides: dict[str, Any] = {"shanten": shanten, "seed": seed, "workers": workers}
        self._outcomes = _outcomes(folder)

    def batches(self, split: str, batch: int, epoch: int = 0, skip: int = 0) -> Iterator[Batch]:
        """See `ExampleSource`."""
        from mj_lab.learn.dataset.reading import batches

        options = self._options
        read = batches(
            self._folder, split, self._features,
            kinds=options.kinds, batch=batch, epoch=epoch, skip=skip, filters=self._filters,
            decisions=options.decisions if split == "train" else None, **self._besides,
        )  # fmt: skip
        winners, givers = self._outcomes
        for columns in read:
            seat = columns["seat"]
            won = winners[columns["game"]] == seat
            blinded = without(columns, options.without)
            dealt_in = ~won & (givers[columns["game"]] == seat)
            yield columns | blinded | {"win": won, "deal_in": dealt_in}


def _outcomes(folder: Path) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The seat that won each game and the seat that gave the tile, 255 for nobody."""
    from mj_bot.events import HU
    from mj_lab.learn.dataset.manifest import read_shards
    from mj_lab.learn.dataset.shard import NOBODY, VERDICTS

    winners, givers = [], []
    for games in read_shards(folder):
        won = games["verdicts"] == VERDICTS.index(HU)
        winners.append(np.where(won, games["winners"], NOBODY))
        givers.append(np.where(won, games["givers"], NOBODY))
    return np.concatenate(winners), np.concatenate(givers)
