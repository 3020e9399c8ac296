"""Rewords the messages of pydantic and typer for people, without control characters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError

_WORDS = tuple(
    (re.compile(theirs), ours)
    for theirs, ours in (
        (r"^Value error, ", ""),
        (r"Field required", "missing"),
        (r"Extra inputs are not permitted", "not known"),
        (r"(?s)Input tag .* the expected tags: (.+)", r"expected a type: \1"),
        (r"Unable to extract tag using discriminator '(\w+)'", r"\1 is missing"),
        (r"Input should be a valid integer[^;]*", "expected a whole number"),
        (r"Input should be a finite number", "expected a finite number"),
        (r"Input should be a valid number[^;]*", "expected a number"),
        (r"Input should be a valid string", "expected a text"),
        (r"Input should be a valid boolean[^;]*", "expected true or false"),
        (r"Input should be a valid (list|tuple|array)", "expected a list"),
        (r"Input should be (a valid dictionary|an object)[^;]*", "expected an object"),
        (r"Input should be a valid date[^;]*", "expected a date, as 2026-11-23"),
        (r"Input should be greater than or equal to (\S+)", r"expected \1 or more"),
        (r"Input should be less than or equal to (\S+)", r"expected \1 or less"),
        (r"Input should be (.+)", r"expected \1"),
        (
            r"\w+ should have at least (\d+) (\w+?)s? after validation, not (\d+)",
            r"expected \1 or more, found \3",
        ),
        (
            r"\w+ should have at most (\d+) (\w+?)s? after validation, not (\w+)",
            r"expected \1 or fewer, found \3",
        ),
        (r"String should have at (least|most) (\d+) characters?", r"expected at \1 \2 letters"),
        (r"String should match pattern '(.+)'", r"expected a text of the form \1"),
        (r"No such option: (\S+) \(Possible options: (.+)\)", r"no option \1; did you mean \2?"),
        (r"No such option: (\S+)", r"no option \1"),
        (r"No such command '(.*)'\.", r"no command \1"),
        (r"Missing (argument|option) '([^']+?)(?:\.\.\.)?'(?: / '[^']+')?\.", r"\1 \2 is missing."),
        (r"\bis missing\.$", "is missing"),
        (r"Missing command\.", "which of its commands?"),
        (r"Invalid value for ([^:]+):", r"\1:"),
        (r"^Invalid value: ", ""),
    )
)


def error_text(text: str) -> str:
    """A message of pydantic or typer in plain words; any other text unchanged.

    >>> error_text("Input should be a valid integer, unable to parse string as an integer")
    'expected a whole number'
    >>> error_text("Invalid value for '--walls': Input should be greater than or equal to 1")
    "'--walls': expected 1 or more"
    """
    for theirs, ours in _WORDS:
        text = theirs.sub(ours, text)
    return text


def printable(text: str) -> str:
    r"""A foreign text with its control characters replaced, safe to print on a terminal.

    >>> printable("a\x1b[2Jb\u202e")
    'a?[2Jb?'
    """
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def words_of_validation(error: ValidationError) -> tuple[str, str]:
    """The first error: its place, such as `rules.0.name` (may be empty), and its message."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return ".".join(str(part) for part in first["loc"]), error_text(first["msg"])
