"""Ablations: features hidden from a network, to measure their value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mj_bot.events import SEATS
from mj_bot.features.columns import COLUMNS, DISCARD_ROWS, first_channels
from mj_bot.features.planes import PLANE_ROWS, PLANES
from mj_bot.tiles import COPIES

_Array = NDArray[np.uint8]


def without(arrays: Mapping[str, NDArray[np.generic]], names: Sequence[str]) -> dict[str, _Array]:
    """A batch without these features; their names are those of `ABLATIONS`.

    Only changed features are returned; the batch is not changed in place.
    """
    changed: dict[str, _Array] = {}
    for name in names:
        feature, blinded = ABLATIONS[name]
        if feature in arrays:
            changed[feature] = blinded(changed.get(feature, arrays[feature].astype(np.uint8)))
    return changed


def _without_discard_order(columns: _Array) -> _Array:
    """Each seat's discards as counts, without their order."""
    unordered, first = columns.copy(), first_channels()["discards"]
    for seat in range(SEATS):
        start = first + seat * DISCARD_ROWS
        counts = columns[:, start : start + DISCARD_ROWS].sum(axis=1)
        unordered[:, start : start + DISCARD_ROWS] = 0
        for copies in range(COPIES):
            unordered[:, start + copies] = counts > copies
    return unordered


def _without_history(planes: _Array) -> _Array:
    blinded = planes.copy()
    blinded[:, PLANE_ROWS:] = 0
    return blinded


# By name: the feature that contains it, and the function that hides it.
ABLATIONS: Mapping[str, tuple[str, Callable[[_Array], _Array]]] = {
    "discard_order": (COLUMNS.name, _without_discard_order),
    "history": (PLANES.name, _without_history),
}
