"""Chooses the reader: the fast table, or plain Python if it is not built."""

from __future__ import annotations

from types import ModuleType

from mj_lab.dataset.readers import native, plain


def reader() -> ModuleType:
    """The module that reads examples here; both give the same arrays."""
    return native if native.is_built() else plain
