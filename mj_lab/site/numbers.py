"""The numbers of tactics and reviews in one file, by name, as the browser's engine reads them.

They are the numbers that Python reads: target hands, coefficients and options of `odds`, the model
of `learned`, the numbers of `rule_based`, the scale of losses. The engine reads them in
mj_engine/cpp/bind/wasm/numbers.cpp.

    MJN1, then for each name: its length (1 byte), the name, the bytes of one whole number (1; 0 for
    doubles), the number of rows (2), the length of each row (4), the numbers of all rows. Whole
    numbers are stored as differences of neighbours: the lowest byte of all, then the next, ...
"""

from __future__ import annotations

import gzip
import struct
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_bot.odds.targets.target_table import difference_planes
from mj_engine._mj_bot import (
    learned_of,
    odds_coefficients,
    odds_options,
    route_numbers,
    target_columns,
)
from mj_lab.analysis.losses import loss_scale, numbers_of

_MAGIC = b"MJN1"
_DOUBLES = 0


def packed_numbers() -> bytes:
    """The file, compressed by gzip; the same bytes every time."""
    entries = dict(_named("", numbers_by_name()))
    body = b"".join(_packed(name, value) for name, value in entries.items())
    return gzip.compress(_MAGIC + body, compresslevel=9, mtime=0)


def numbers_by_name() -> dict[str, Any]:
    """The numbers to pack: dictionaries of numbers, lists and arrays."""
    learned = learned_of("learned")
    layers = learned.model.layers
    return {
        "targets": target_columns(),
        "coefficients": odds_coefficients(),
        "options": odds_options({}),
        "learned": {
            "weights": [weight.ravel().tolist() for weight, _ in layers],
            "biases": [bias.tolist() for _, bias in layers],
            "margin": learned.margin,
            "within": learned.within,
        },
        "routes": route_numbers(),
        "losses": numbers_of(loss_scale()),
    }


def _named(within: str, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """All numbers by their full names, such as `coefficients.chance.base`."""
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _named(f"{within}{name}.", value)
        else:
            yield within + name, value


def _packed(name: str, value: Any) -> bytes:
    if isinstance(value, np.ndarray):
        rows, width = [value.size], _width(value)
        data = difference_planes(value.ravel(), width)
    else:
        lists = _rows(value)
        rows, width = [len(row) for row in lists], _DOUBLES
        data = np.array([one for row in lists for one in row], "<f8").tobytes()
    lengths = struct.pack(f"<{len(rows)}I", *rows)
    told = name.encode("ascii")
    return bytes([len(told)]) + told + struct.pack("<BH", width, len(rows)) + lengths + data


def _rows(value: Any) -> list[list[float]]:
    if not isinstance(value, (list, tuple)):
        return [[value]]
    if value and isinstance(value[0], (list, tuple)):
        return [list(row) for row in value]
    return [list(value)]


def _width(column: NDArray[Any]) -> int:
    """The fewest bytes that hold each number of a column of whole numbers from 0 up."""
    return max(1, (int(column.max()).bit_length() + 7) // 8)
