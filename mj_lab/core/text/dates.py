"""Dates as a reader has them: in a time zone by its name, or the machine's."""

from __future__ import annotations

from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo


def zone_of(name: str) -> tzinfo | None:
    """A time zone by its IANA name; None, for the machine's own, if the name is empty.

    Raises ValueError, one line, for anything else.

    >>> str(zone_of("Asia/Shanghai")), zone_of("")
    ('Asia/Shanghai', None)
    """
    try:
        return ZoneInfo(name) if name else None
    except (OSError, ValueError, KeyError):  # No such zone; or a name that is a path.
        raise ValueError(f"no time zone {name!r:.60}; expected such as Asia/Shanghai") from None


def date_and_time(seconds: int, zone: tzinfo | None) -> str:
    """The day and the minute of seconds since 1970.

    >>> date_and_time(1784742000, zone_of("Asia/Shanghai"))
    '2026-07-23 01:40'
    """
    return datetime.fromtimestamp(seconds, zone).strftime("%Y-%m-%d %H:%M")
