"""The settings of a run: the recipe in its checkpoint, and config.json."""

from __future__ import annotations

import json
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import mj_bot
from mj_lab.core.files import write_whole
from mj_lab.learn.training.parts.checkpoint import read_checkpoint
from mj_lab.learn.training.run.recipe import Recipe, recipe_of

CONFIG = "config.json"


def read_saved(path: Path) -> tuple[Recipe, dict[str, Any]]:
    """The recipe and the data of a checkpoint; for a folder the best one, else the last.

    Raises ValueError, one line, if it cannot be read.
    """
    data = read_checkpoint(path)
    return recipe_of(data["recipe"], str(path)), data


def write_config(
    folder: Path, recipe: Recipe, described: dict[str, str], forked: str | None = None
) -> None:
    """Write config.json: the whole recipe, versions, the commit, digests of its data.

    forked: the checkpoint of another run where it began.
    """
    config = {
        "recipe": recipe.as_json(),
        **({"forked": forked} if forked is not None else {}),
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
    versions = {}
    for name in ("torch", "numpy", "mj_engine", "PyMahjongGB"):
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return versions


def _commit() -> str | None:
    """The commit of this checkout, with a + if files were changed."""
    root = Path(__file__).parents[4]
    try:
        described = subprocess.run(
            ["git", "-C", str(root), "describe", "--always", "--dirty=+", "--abbrev=40"],
            capture_output=True, text=True, timeout=10, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return None
    return described.stdout.strip()
