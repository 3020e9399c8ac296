"""Feature: the name, version and shape of a network input."""

from typing import NamedTuple, Tuple


class Feature(NamedTuple):
    """One kind of array that a network may see.

    version: raised whenever the array of any state changes; stored with weights. shape: of the
    array of one state, in uint8.
    """

    name: str
    version: int
    shape: Tuple[int, ...]
