"""The output of an interrupted run, which a rerun overwrites."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mj_lab.core.files import check_kept_file, check_output

_KINDS = ("duel", "league", "tune")


def check_figures(path: Path | None, force: bool) -> None:
    """Check that a run's figures or report can be written, as `check_output` does.

    Those of an interrupted run may be overwritten. Raises ValueError, one line.
    """
    if path is not None:
        check_kept_file(path)
        force = force or _of_interrupted(path)
    check_output(path, force)


def _of_interrupted(path: Path) -> bool:
    """Whether a file is the figures (JSON) or the report of an interrupted run."""
    from mj_lab.core.pages.page import data_of_page  # jinja2: an eighth of a duel's start

    try:
        text = path.read_text(encoding="utf-8")
        record: Any = json.loads(text) if text.startswith("{") else data_of_page(text)
    except (OSError, ValueError, RecursionError):
        return False
    if not isinstance(record, dict) or record.get("kind") not in _KINDS:
        return False
    return record.get("complete") is False
