"""The file from which a run resumes."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from mj_lab.core.files import drafted

LAST, BEST = "last.pt", "best.pt"
# Raised whenever the contents of a checkpoint change.
_FORM = 2


def write_checkpoint(path: Path, data: Mapping[str, Any]) -> None:
    """Write a checkpoint, whole or not at all."""
    with drafted(path) as draft:
        torch.save({"form": _FORM, **data}, draft)


def read_checkpoint(path: Path) -> dict[str, Any]:
    """Read a checkpoint, with its `recipe`; in a run's folder the best, else the last.

    Raises ValueError, one line, if it cannot be read.
    """
    if path.is_dir():
        path = path / BEST if (path / BEST).exists() else path / LAST
    try:
        data: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
        form = data["form"]
    except FileNotFoundError:
        raise ValueError(f"{path}: no checkpoint there") from None
    except (pickle.UnpicklingError, RuntimeError, KeyError, TypeError, OSError, EOFError) as error:
        raise ValueError(f"{path}: not a checkpoint, or damaged ({type(error).__name__})") from None
    if form != _FORM or not isinstance(data.get("recipe"), dict):
        raise ValueError(f"{path}: a checkpoint of form {form}, not {_FORM}")
    return data
