"""The description of a tactic: its first line, and its options."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import getdoc, signature

from mj_bot import tactics


def described(name: str) -> tuple[str, list[tuple[str, str, str]]]:
    """A tactic's description, and its options: `defence=0.5`, the range, what it does.

    If a tactic does not load, the description says why.

    >>> described("random")
    ('takes a win if there is one, else any legal action with equal chance', [])
    """
    try:
        made = tactics.class_of(name)
    except ValueError as error:
        return "does not load: " + str(error).removeprefix(f"tactic {name}: "), []
    line = (getdoc(import_module(made.__module__)) or "").partition("\n")[0]
    table = tactics.options_of(made)
    rows = [(f"{one.name}={one.default}", f"{one.low} to {one.high}", one.meaning) for one in table]
    listed = [one.name for one in table]
    rows += [
        (
            one.name if one.default is None else f"{one.name}={one.default}",
            "",
            _meaning(made, one.name),
        )
        for one in signature(made).parameters.values()
        if one.name != "seed" and one.name not in listed and one.kind != one.VAR_KEYWORD
    ]
    return line.rpartition("`: ")[2].rstrip("."), rows


def _meaning(made: type, name: str) -> str:
    """The sentence after `name:` in the docstrings of the class and its bases."""
    words = " ".join(" ".join(base.__doc__ or "" for base in made.__mro__).split())
    found = re.search(rf"(?:^|[.,] ){name}: (.+?)\.(?: |$)", words)
    return found[1] if found else ""
