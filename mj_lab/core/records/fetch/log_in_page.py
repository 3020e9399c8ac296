"""Finds the log of a match in a site's answer: JSON, or a page that contains it.

The form of Botzone's page is not documented, so only the log's own form is assumed: JSON whose
entries alternate between judge outputs and player answers. Every JSON value in the page's scripts
is tried.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from mj_lab.core.records.archives import game_of_record
from mj_lab.core.records.formats.botzone_log import is_log_entry
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.json_lines import MOST_RECORD, RecordError, built
from mj_lab.core.records.json_value import parse_json
from mj_lab.core.records.match import Match

# Where a JSON value may begin: an object's first key, or a list of objects.
_BEGINS = re.compile(r'[\[{]\s*(?=["{\[])')
_DECODER = json.JSONDecoder()
# The parts of a match, by their names in records.
_PARTS = ("initdata", "players", "scores")
# The most values that are tried in one page.
_MOST_VALUES = 2_000


def game_in_answer(data: bytes, location: str, match_id: str) -> Match | SeatRecord:
    """The match in a site's answer.

    location: for messages. match_id: the match's name if the record has none.
    Raises RecordError, one line, if there is none, or another match's.
    """
    text = data.decode("utf-8", "replace")
    begins = text.lstrip("\ufeff \t\r\n")[:1]
    if begins in ("{", "["):
        try:
            record = parse_json(data)
        except ValueError as error:
            raise RecordError(f"{location}: {error}") from None
        record = _log_of(record) or record
    else:
        record = _record_in_page(text)
        if record is None:
            raise RecordError(f"{location}: the page has no log of a match in it")
    game = built(location, game_of_record, record)
    if game.id and game.id != match_id:
        raise RecordError(f"{location}: the log is of another match: {game.id:.60}")
    if isinstance(game, SeatRecord):
        return game._replace(id=match_id)
    return game.model_copy(update={"id": match_id})


def _record_in_page(text: str) -> dict[str, Any] | None:
    """A log with other facts about its match from the page."""
    record: dict[str, Any] | None = None
    more: dict[str, Any] = {}
    for value in _values_in(text):
        log = _log_of(value)
        if log is not None and record is None:
            record = log
        elif isinstance(value, dict) and "walltiles" in value:
            more.setdefault("initdata", value)
    return None if record is None else {**more, **record}


def _log_of(value: Any) -> dict[str, Any] | None:
    if isinstance(value, list) and value and is_log_entry(value[0]):
        return {"log": value}
    if isinstance(value, dict):
        log = value.get("log", value.get("logs"))
        if isinstance(log, str) or (isinstance(log, list) and log and is_log_entry(log[0])):
            return value
        for part in value.values():
            inner = _log_of(part) if isinstance(part, (dict, list)) else None
            if inner is not None:
                known = {name: value[name] for name in _PARTS if name in value}
                return {**known, **inner}
    return None


def _values_in(text: str) -> Iterator[Any]:
    """The JSON values of a page, plain or escaped in an attribute."""
    for part in (text, unescape(text)) if "&quot;" in text else (text,):
        position = looked = 0
        while looked < _MOST_VALUES and (begins := _BEGINS.search(part, position)):
            looked += 1
            position = begins.start() + 1
            try:
                value, end = _DECODER.raw_decode(part, begins.start())
            except (ValueError, RecursionError):
                continue
            position = end
            yield _measured(part[begins.start() : end])


def _measured(text: str) -> Any:
    """The value, parsed again with size limits; None if it is too large."""
    try:
        return parse_json(text.encode("utf-8")) if len(text) <= MOST_RECORD else None
    except ValueError:
        return None
