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
        tactic_class = tactics.class_of(name)
    except ValueError as error:
        return "does not load: " + str(error).removeprefix(f"tactic {name}: "), []
    line = (getdoc(import_module(tactic_class.__module__)) or "").partition("\n")[0]
    table = tactics.options_of(tactic_class)
    rows = [
        (f"{option.name}={option.default}", f"{option.low} to {option.high}", option.meaning)
        for option in table
    ]
    listed = [option.name for option in table]
    rows += [
        (
            option.name if option.default is None else f"{option.name}={option.default}",
            "",
            _meaning(tactic_class, option.name),
        )
        for option in signature(tactic_class).parameters.values()
        if option.name != "seed" and option.name not in listed and option.kind != option.VAR_KEYWORD
    ]
    return line.rpartition("`: ")[2].rstrip("."), rows


def _meaning(tactic_class: type, name: str) -> str:
    """The sentence after `name:` in the docstrings of the class and its bases."""
    text = " ".join(" ".join(base.__doc__ or "" for base in tactic_class.__mro__).split())
    match = re.search(rf"(?:^|[.,] ){name}: (.+?)\.(?: |$)", text)
    return match[1] if match else ""
