"""Writes mj_bot/odds/coefficients.py: one constant at a time, with a comment on its origin."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import wrap
from typing import Any

import mj_bot.odds.coefficients

_DIGITS = 4
_POINT_DIGITS = 2
_WIDTH = 98


def default_path() -> Path:
    """The file that the bot reads its coefficients from."""
    return Path(mj_bot.odds.coefficients.__file__)


def with_constant(text: str, constant: str, value: Any, origin: str) -> str:
    """The file's text with a new value of the constant. origin: the text of its comment.

    value: a number, or named coefficients, each a number or a pair. Raises ValueError if the text
    has no such constant.
    """
    block = re.compile(rf"(?:^#.*\n)+^{constant} = (?:\S+\((?:.*\n)+?\)|.*)\n", re.MULTILINE)
    comment = "".join(f"# {line}\n" for line in wrap(origin, _WIDTH))
    new = f"{comment}{constant} = {_written(value)}\n"
    changed, count = block.subn(lambda _: new, text)
    if count != 1:
        raise ValueError(f"no {constant} in the coefficients file")
    return changed


def _written(value: Any) -> str:
    if not hasattr(value, "_fields"):
        return _number(value, _POINT_DIGITS)
    lines = [
        f"    {name}={_one(coefficient)},\n"
        for name, coefficient in zip(value._fields, value, strict=True)
    ]
    return f"{type(value).__name__}(\n{''.join(lines)})"


def _one(value: Any) -> str:
    if isinstance(value, tuple):
        return "(" + ", ".join(_number(part, _DIGITS) for part in value) + ")"
    return _number(value, _DIGITS)


def _number(value: float, digits: int) -> str:
    # Adding 0 turns -0.0 into 0.0.
    return repr(round(float(value), digits) + 0.0)
