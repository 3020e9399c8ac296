"""The description of a tactic: its first line, and its options."""

from __future__ import annotations

from importlib import import_module
from inspect import getdoc, signature

from mj_bot import tactics


def described(name: str) -> tuple[str, list[tuple[str, str, str]]]:
    """A tactic's description, and its options: `defence=0.5`, the range, what it does.

    For a tactic that does not load the description says why.

    >>> described("random")
    ('takes a win if there is one, else any legal action with equal chance', [])
    """
    try:
        made = tactics.class_of(name)
    except ValueError as error:
        return "does not load: " + str(error).removeprefix(f"tactic {name}: "), []
    line = (getdoc(import_module(made.__module__)) or "").partition("\n")[0]
    rows = [
        (f"{one.name}={one.default}", f"{one.low} to {one.high}", one.meaning)
        for one in tactics.options_of(made)
    ]
    rows += [
        (f"{one.name}={one.default}", "", "")
        for one in signature(made).parameters.values()
        if one.name != "seed"
        and isinstance(one.default, (int, float))
        and not isinstance(one.default, bool)
    ]
    return line.rpartition("`: ")[2].rstrip("."), rows
