"""Decisions as self-play's learner takes them: what was seen, what was played, what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

NamedArrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class PlayedDecisions:
    """N decisions among A moves.

    seen: by name [N, ...], what the player saw; any type that a network takes. legal: bool [N, A].
    chosen: int64 [N], the move that was played. log_chance: float32 [N], the logarithm of the
    chance with which the policy that played took it. reward: float32 [N], what came of it for that
    player, in points. hidden: by name [N, ...], what no player saw; networks get it beside `seen`,
    under other names, and one that plays by itself asks for none of it.
    """

    seen: NamedArrays
    legal: NDArray[np.bool_]
    chosen: NDArray[np.int64]
    log_chance: NDArray[np.float32]
    reward: NDArray[np.float32]
    hidden: NamedArrays = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.chosen)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that networks get, by name."""
        return {**self.seen, **self.hidden}


def joined_played(parts: Sequence[PlayedDecisions]) -> PlayedDecisions:
    """All decisions of the parts, in their order.

    Raises ValueError if there is no part.
    """
    if not parts:
        raise ValueError("there are no decisions to learn from")
    return PlayedDecisions(
        _joined([part.seen for part in parts]),
        np.concatenate([part.legal for part in parts]),
        np.concatenate([part.chosen for part in parts]),
        np.concatenate([part.log_chance for part in parts]),
        np.concatenate([part.reward for part in parts]),
        _joined([part.hidden for part in parts]),
    )


def _joined(parts: Sequence[NamedArrays]) -> dict[str, NDArray[Any]]:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
