"""Validates the fields of platform records; each error is one line."""

from __future__ import annotations

from typing import Any

_LONGEST_TEXT = 80


def number_in(value: Any, least: int, most: int, what: str) -> int:
    """A whole number in a range. Raises ValueError if it is not one.

    >>> number_in(3, 0, 3, "the seat")
    3
    """
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{what}: expected {least} to {most}, found {value!r:.40}")
    return value


def list_in(value: Any, what: str, most: int = 10_000) -> list[Any]:
    """A list of at most `most` items. Raises ValueError if it is not one."""
    if not isinstance(value, list) or len(value) > most:
        raise ValueError(f"{what}: expected a list, found {type(value).__name__}")
    return value


def object_in(value: Any, what: str) -> dict[str, Any]:
    """An object. Raises ValueError if it is not one."""
    if not isinstance(value, dict):
        raise ValueError(f"{what}: expected an object, found {type(value).__name__}")
    return value


def text_in(value: Any) -> str:
    """A name or an id as one short line; "" for anything else.

    >>> text_in(17), text_in(None)
    ('17', '')
    """
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        return ""
    if isinstance(value, int) and abs(value) >= 1 << 63:
        return ""
    return " ".join(str(value).split())[:_LONGEST_TEXT]


def rating_in(value: Any) -> float | None:
    """A player's rating, if the record has one."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if abs(value) < 1e6 else None


def points_in(value: Any, what: str) -> tuple[int, int, int, int]:
    """The points of four seats. Raises ValueError if they are not there."""
    points = list_in(value, what)
    if len(points) != 4:
        raise ValueError(f"{what}: expected points of four seats, found {len(points)}")
    east, south, west, north = (number_in(total, -99_999, 99_999, what) for total in points)
    return east, south, west, north
