"""Detects the platform of a record, and lists its hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from mj_lab.core.records.formats.platforms.played_hand import (
    PlayedHand,
    match_of_played,
    with_event_number,
)
from mj_lab.core.records.formats.platforms.salasasa import SalasasaMatch, is_salasasa_match
from mj_lab.core.records.formats.platforms.tziakcha import is_tziakcha_hand, parse_tziakcha_hand
from mj_lab.core.records.formats.platforms.values import text_in
from mj_lab.core.records.hand import HandError
from mj_lab.core.records.match import Match

# The most hands in one record: a match has 16.
_MOST_HANDS = 64
NOT_FETCHED = "the hands of this match are named, not in it: mj records fetch gets them"


class HandFound(NamedTuple):
    """A hand in a platform's record. label: which one, if the record has several."""

    label: str
    parse: Callable[[], PlayedHand]

    def build(self) -> Match:
        """Build the match of the hand; raises ValueError, one line, if that fails."""
        try:
            return match_of_played(self.parse())
        except HandError as error:
            raise with_event_number(error) from None


def hands_of_people(record: Any) -> list[HandFound] | None:
    """The hands in a JSON record of tziakcha or Salasasa; None if it is neither.

    `parse` raises ValueError, one line, if it is not a hand. So does this for a platform's record
    without a readable hand.
    """
    if is_salasasa_match(record):
        match = SalasasaMatch(record)
        hands: list[tuple[str, Callable[[], PlayedHand]]] = [
            (f"hand {number}", partial(match.hand, number)) for number in match.numbers
        ]
    elif is_tziakcha_hand(record):
        hands = [("", partial(parse_tziakcha_hand, record))]
    elif _is_tziakcha_match(record):
        hands = list(_of_session(record))
    elif isinstance(record, dict) and record.get("success") is False:
        raise ValueError(f"the platform refused: {text_in(record.get('message')) or 'no reason'}")
    else:
        return None
    if len(hands) > _MOST_HANDS:
        raise ValueError(f"{len(hands)} hands in one match")
    is_single = len(hands) == 1
    return [HandFound("" if is_single else label, parse) for label, parse in hands]


def _is_tziakcha_match(record: Any) -> bool:
    if not isinstance(record, dict) or not isinstance(record.get("records"), list):
        return False
    return (
        "session" in record or "periods" in record or any(map(is_tziakcha_hand, record["records"]))
    )


def _of_session(record: dict[str, Any]) -> Iterator[tuple[str, Callable[[], PlayedHand]]]:
    session = record.get("session", record)
    periods = session.get("periods") if isinstance(session, dict) else None
    of_match = periods if isinstance(periods, int) and 1 <= periods <= _MOST_HANDS else 0
    records = record["records"]
    if not any(map(is_tziakcha_hand, records)):
        raise ValueError(NOT_FETCHED if records else "records: no hand in it")
    name = text_in(session.get("id")) if isinstance(session, dict) else ""
    for number, hand in enumerate(records, start=1):
        parts = {"belongs": name, **hand} if isinstance(hand, dict) else {}
        yield f"hand {number}", partial(parse_tziakcha_hand, parts, int(of_match))
