"""Data sets: whole games in a compact form, and the examples of their decisions for networks.

`mj learn data make` writes one, `batches` reads it.
"""

from mj_lab.dataset.filters import Filters
from mj_lab.dataset.reading import batches

__all__ = ["Filters", "batches"]
