"""What a run keeps: a checkpoint to go on from, and config.json with all that it is made of."""

from __future__ import annotations

import json
import pickle
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import torch

import mj_bot
from mj_lab.learn.run.recipe import Recipe, recipe_of
from mj_lab.storage.files import drafted, write_whole

LAST, BEST, CONFIG = "last.pt", "best.pt", "config.json"
# Raised whenever what a checkpoint holds changes.
_FORM = 2


def write_saved(path: Path, recipe: Recipe, data: dict[str, Any]) -> None:
    """Write a checkpoint, whole or not at all."""
    with drafted(path) as draft:
        torch.save({"form": _FORM, "recipe": recipe.as_json(), **data}, draft)


def read_saved(path: Path) -> tuple[Recipe, dict[str, Any]]:
    """The recipe and the data of a checkpoint; of a folder its best, or else its last.

    Raises ValueError, one line, if it cannot be read.
    """
    if path.is_dir():
        path = path / BEST if (path / BEST).exists() else path / LAST
    try:
        data: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
        if data["form"] != _FORM:
            raise ValueError(f"{path}: a checkpoint of form {data['form']}, not {_FORM}")
        return recipe_of(data["recipe"], str(path)), data
    except FileNotFoundError:
        raise ValueError(f"{path}: no checkpoint there") from None
    except (pickle.UnpicklingError, RuntimeError, KeyError, TypeError, OSError, EOFError) as error:
        raise ValueError(f"{path}: no checkpoint, or damaged ({type(error).__name__})") from None


def write_config(folder: Path, recipe: Recipe, described: dict[str, str]) -> None:
    """Write config.json: the whole recipe, versions, the commit, digests of what it is fed."""
    config = {
        "recipe": recipe.as_json(),
        "fed": described,
        "versions": {
            "mj_bot": mj_bot.__version__,
            "python": platform.python_version(),
            **_versions(),
        },
        "commit": _commit(),
    }
    write_whole(folder / CONFIG, json.dumps(config, indent=1, ensure_ascii=False) + "\n")


def _versions() -> dict[str, str]:
    found = {}
    for name in ("torch", "numpy", "mj_engine", "PyMahjongGB"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _commit() -> str | None:
    """The commit of the checkout that this runs from, with a + where files were changed."""
    root = Path(__file__).parents[3]
    try:
        described = subprocess.run(
            ["git", "-C", str(root), "describe", "--always", "--dirty=+", "--abbrev=40"],
            capture_output=True, text=True, timeout=10, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return None
    return described.stdout.strip()
