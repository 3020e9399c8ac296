"""The output formats of records, by name; `texts` writes them."""

from __future__ import annotations

from enum import Enum


class Format(str, Enum):
    """What `mj records convert` writes; docs/reference/formats.md describes each."""

    DATASET = "dataset"
    HUMAN = "human"
    BOTZONE = "botzone"
    LINES = "lines"
    SEAT = "seat"
    TZIAKCHA = "tziakcha"
    SALASASA = "salasasa"
