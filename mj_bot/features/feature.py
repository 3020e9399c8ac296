"""Feature: the name, the version and the shape of what a network sees."""

from typing import NamedTuple, Tuple


class Feature(NamedTuple):
    """One kind of array that a network may see.

    version: counted up whenever the array of any state changes; weights are kept with it. shape: of
    the array of one state, whose numbers are uint8.
    """

    name: str
    version: int
    shape: Tuple[int, ...]
