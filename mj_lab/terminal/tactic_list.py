"""What there is to say of a tactic: its own first line, and the numbers that can be set."""

from __future__ import annotations

from importlib import import_module
from inspect import getdoc, signature

from mj_bot import tactics


def described(name: str) -> tuple[str, list[str]]:
    """A tactic's own words, and its options with their defaults, as `defence=1.0`.

    >>> described("random")
    ('takes a win if there is one, else any legal action, each as likely', [])
    """
    told = getdoc(import_module(f"{tactics.__name__}.{name}")) or ""
    line = told.partition("\n")[0].rpartition("`: ")[2].rstrip(".")
    try:
        made = type(tactics.load(name))
    except ValueError:  # It is there, but something it needs is not.
        return line, []
    options = signature(made).parameters.values()
    return line, [
        f"{one.name}={one.default}"
        for one in options
        if one.name != "seed"
        and isinstance(one.default, (int, float))
        and not isinstance(one.default, bool)
    ]
