"""The packed numbers, read by another reader, and the sources of the module."""

import gzip
import re
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_bot.odds.targets.target_table import load_table
from mj_bot.tactics.learned import Learned
from mj_lab.analysis.losses import GRADES, LOSS_KINDS, loss_scale
from mj_lab.site.compiling import sources_of_module
from mj_lab.site.numbers import numbers_by_name, packed_numbers


def _read(data: bytes) -> dict[str, tuple[list[int], NDArray[Any]]]:
    """Name by name the lengths of the rows and all numbers."""
    whole = gzip.decompress(data)
    assert whole[:4] == b"MJN1"
    at, found = 4, {}
    while at < len(whole):
        size = whole[at]
        name = whole[at + 1 : at + 1 + size].decode()
        at += 1 + size
        width, rows = struct.unpack_from("<BH", whole, at)
        lengths = struct.unpack_from(f"<{rows}I", whole, at + 3)
        at += 3 + 4 * rows
        count = sum(lengths)
        if width == 0:
            numbers = np.frombuffer(whole, "<f8", count, at)
            at += 8 * count
        else:
            planes = np.frombuffer(whole, np.uint8, width * count, at).reshape(width, count)
            steps = sum(planes[place].astype(np.int64) << (8 * place) for place in range(width))
            numbers = np.cumsum(steps) % (1 << (8 * width))
            at += width * count
        found[name] = list(lengths), numbers
    return found


def test_the_numbers_are_pythons_own_to_the_last_bit() -> None:
    packed = packed_numbers()
    found = _read(packed)
    table = load_table()
    assert (found["targets.back_of"][1] == table.back_of).all()
    assert (found["targets.fan"][1] == table.fan).all()
    assert (found["targets.fronts"][1].reshape(2, -1) == table.fronts).all()
    assert (found["targets.suit_counts"][1].reshape(-1, 9) == table.suit.counts).all()
    given = numbers_by_name()
    assert found["coefficients.chance.base"][1].tolist() == [
        given["coefficients"]["chance"]["base"]
    ]
    weights = given["coefficients"]["forecast"]["weights"]
    assert found["coefficients.forecast.weights"][0] == [len(row) for row in weights]
    assert found["coefficients.forecast.weights"][1].tolist() == [x for row in weights for x in row]
    layers = Learned().model.layers
    learned = {name: found[f"learned.{name}"] for name in ("weights", "biases")}
    assert learned["weights"][1].tolist() == [x for weight, _ in layers for x in weight.ravel()]
    assert learned["biases"][1].tolist() == [x for _, bias in layers for x in bias]
    limits = loss_scale().limits
    assert found["losses.limits"][1].tolist() == [limits[grade] for grade in GRADES]
    assert found["losses.by_kind"][1].tolist() == [
        loss_scale().by_kind[kind] for kind in LOSS_KINDS
    ]
    assert packed == packed_numbers()


def test_nothing_that_the_module_is_made_of_throws_or_starts_threads() -> None:
    """The tool chain for browsers has neither."""
    files = list(sources_of_module())
    assert len(files) > 50
    headers = {path for file in files for path in file.parent.glob("*.hpp")} - {
        file.parent / name for file in files for name in ("many.hpp", "playouts.hpp")
    }
    forbidden = re.compile(r"\b(throw|catch|try) ?[({]|\bthrow\b|std::(jthread|thread|mutex)")
    found = {
        path.name: forbidden.findall(re.sub(r"//.*", "", path.read_text(encoding="utf-8")))
        for path in (*files, *headers)
    }
    assert {name: words for name, words in found.items() if words} == {}
