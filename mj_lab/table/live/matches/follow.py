"""Whether one request can directly follow another: detects missed and repeated ones.

Two consecutive requests of a match never have the same text: after a draw its seat acts, after an
action another seat draws or claims, and every flower exists once. So the same text is the same
request, delivered again.
"""

from __future__ import annotations

from mj_bot.events import (
    BUGANG,
    BUHUA,
    CHI,
    DRAW,
    GANG,
    PENG,
    PLAY,
    SEATS,
    Deal,
    Event,
    Request,
    Start,
)

_DRAWS = (DRAW, BUHUA)


def follows(last: Request | None, new: Request) -> bool:
    """Whether the judge can send `new` directly after `last` to the same seat (None: at first).

    >>> follows(Event(DRAW, 1), Event(PLAY, 1, 0)), follows(Event(DRAW, 1), Event(DRAW, 2))
    (True, False)
    """
    if last is None or isinstance(new, Start):
        return last is None and isinstance(new, Start)
    if isinstance(last, Start) or isinstance(new, Deal):
        return isinstance(last, Start) and isinstance(new, Deal)
    if isinstance(last, Deal):
        return new.kind in _DRAWS and new.seat == 0
    return _event_follows(last, new)


def _event_follows(last: Event, new: Event) -> bool:
    same, next_seat = new.seat == last.seat, new.seat == (last.seat + 1) % SEATS
    if last.kind == DRAW:
        return same and new.kind in (PLAY, GANG, BUGANG)
    if last.kind in (GANG, BUGANG, BUHUA):
        return same and new.kind in _DRAWS
    if new.kind in _DRAWS or new.kind == CHI:
        return next_seat
    return not same and new.kind in (PENG, GANG)
