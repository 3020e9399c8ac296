"""Feature: the name, the version and the shape of what a network sees."""

from typing import NamedTuple, Tuple


class Feature(NamedTuple):
    """One kind of array that a network may see.

    version: raised whenever the array of any state changes; weights are stored with it. shape: of
    the array of one state, in uint8.
    """

    name: str
    version: int
    shape: Tuple[int, ...]
